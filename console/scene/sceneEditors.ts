import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { DeviceSelector } from './DeviceSelector.tsx'

/** A scene's own controls, wherever one is made or changed. */
export const sceneEditors: NonNullable<CustomScreenConfig['editors']> = { devices: DeviceSelector }
