import type { OwnShape } from '../crud/shape.ts'
import { DeviceAllot } from './DeviceAllot.tsx'

/** A scene's own controls, wherever one is made or changed. */
export const sceneEditors: NonNullable<OwnShape['editors']> = { devices: DeviceAllot }
