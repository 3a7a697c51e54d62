/**
 * Device names with this prefix are reserved for the server: no device, gateway or external broker may publish under
 * them.
 */
const prefix = 'mimic-'

/** Returns the device name under which a scene's entered and computed variables are published. */
export const sceneDevice = (scene: string): string => `${prefix}scene-${scene}`

/** Returns the device name under which the averages of a sensor are published. */
export const sensorDevice = (sensor: string): string => `${prefix}sensor-${sensor}`

/** Returns true if the device name is reserved for the server. */
export const isReserved = (device: string): boolean => device.startsWith(prefix)
