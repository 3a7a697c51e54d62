import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { DeviceSelector } from './DeviceSelector.tsx'

/** Custom field editors of a scene, shared by all its forms. */
export const sceneEditors: NonNullable<CustomScreenConfig['editors']> = { devices: DeviceSelector }
