/** One device of a project. */
export interface DeviceRef {
  readonly project: string
  readonly device: string
}

/** One point of a device: the parts of a tag `project/device/point`. */
export interface TagRef extends DeviceRef {
  readonly point: string
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/
const pointPattern = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/
/** Valid by the pattern but rejected, because these object keys reach the prototype. */
const reserved = new Set(['constructor', 'prototype'])

/** Reserved point for the device state published by the server. Devices cannot have a point of this name. */
export const statePoint = '$state'

/** Returns true for a valid name of a project, device or gateway. */
export const isName = (name: unknown): name is string => typeof name === 'string' && namePattern.test(name)

/** Returns true for a valid point name. Rejects `__proto__` and similar keys, and `$state`. */
export const isPoint = (name: unknown): name is string =>
  typeof name === 'string' && pointPattern.test(name) && !reserved.has(name)

/** Parses `project/device/point`, including the point `$state`. Returns null if it is invalid. */
export function parseTag(tag: unknown): TagRef | null {
  if (typeof tag !== 'string' || tag.length > 191) return null
  const [project, device, point, ...rest] = tag.split('/')
  if (rest.length > 0 || !isName(project) || !isName(device) || !(isPoint(point) || point === statePoint)) return null
  return { project, device, point }
}

/** Returns the tag of a device's state. */
export const stateTag = ({ project, device }: DeviceRef): string => `${project}/${device}/${statePoint}`

export const formatTag = ({ project, device, point }: TagRef): string => `${project}/${device}/${point}`
