/** What begins like this speaks for nobody but the server itself: no device, gateway or external broker may publish it. */
const prefix = 'mimic-'

/** The device under which a scene's entered and computed variables are published, by the scene's id. */
export const sceneDevice = (scene: string): string => `${prefix}scene-${scene}`

/** Whether a device's name is the server's own. */
export const isReserved = (device: string): boolean => device.startsWith(prefix)
