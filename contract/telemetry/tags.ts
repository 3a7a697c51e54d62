/** One device of a project. */
export interface DeviceRef {
  readonly project: string
  readonly device: string
}

/** One point of a device: what a tag path `project/device/point` names. */
export interface TagRef extends DeviceRef {
  readonly point: string
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/
const pointPattern = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/
/** Allowed by the pattern, refused all the same: as keys of an object they reach its prototype. */
const reserved = new Set(['constructor', 'prototype'])

/** The reserved point under which the server itself says the state of a device: no device can have a point of that name. */
export const statePoint = '$state'

/** Whether a text may name a project, a device or a gateway. */
export const isName = (name: unknown): name is string => typeof name === 'string' && namePattern.test(name)

/** Whether a text may name a point of a device. `__proto__` and its like may not, nor `$state`. */
export const isPoint = (name: unknown): name is string =>
  typeof name === 'string' && pointPattern.test(name) && !reserved.has(name)

/** Reads `project/device/point`, also of the point `$state`; null when it is not one. */
export function parseTag(tag: unknown): TagRef | null {
  if (typeof tag !== 'string' || tag.length > 191) return null
  const [project, device, point, ...rest] = tag.split('/')
  if (rest.length > 0 || !isName(project) || !isName(device) || !(isPoint(point) || point === statePoint)) return null
  return { project, device, point }
}

/** The tag of a device's state. */
export const stateTag = ({ project, device }: DeviceRef): string => `${project}/${device}/${statePoint}`

export const formatTag = ({ project, device, point }: TagRef): string => `${project}/${device}/${point}`
