import type { DeviceRef } from './tags.ts'
import { isName } from './tags.ts'

/** Message kinds sent to a device. Only the device may read them. */
export const downKinds = ['command', 'upgrade', 'binding'] as const
/** Kind of message sent to a device, an entry of `downKinds`. */
export type DownKind = (typeof downKinds)[number]
export const isDown = <T extends Topic>(topic: T): topic is T & { readonly kind: DownKind } =>
  downKinds.some((kind) => kind === topic.kind)

/**
 * A parsed topic. Devices publish `values`, `state`, `ack` and `progress`; the server publishes `command`, `upgrade`
 * and `binding` to a device, and its `status`.
 */
export type Topic =
  | {
      readonly kind: 'values' | 'state' | 'ack' | 'progress' | 'status' | DownKind
      readonly project: string
      readonly device: string
    }
  | { readonly kind: 'gateway'; readonly project: string; readonly gateway: string }
  | { readonly kind: 'beacon' }

/** Heartbeat of the server, published every few seconds. */
export const beaconTopic = 'mimic/beacon'

/** Returns a topic of a device. Throws a RangeError for an invalid name, such as one with a wildcard or slash. */
export const valuesTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/values`
export const stateTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/state`
export const ackTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/ack`
export const commandTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/command`
export const progressTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/progress`
export const upgradeTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/upgrade`
export const bindingTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/binding`
/** Topic of the device state published by the server. */
export const statusTopic = (device: DeviceRef): string => `${deviceRoot(device)}/status`
export const gatewayTopic = (project: string, gateway: string): string =>
  `p/${checkName(project)}/g/${checkName(gateway)}/state`
/** Topic filter for the states of all gateways of a project. */
export const gatewaysFilter = (project: string): string => `p/${checkName(project)}/g/+/state`

/** Parses a topic name (not a filter). Returns null for unknown topics. */
export function parseTopic(topic: string): Topic | null {
  if (topic === beaconTopic) return { kind: 'beacon' }
  if (topic.length > 200) return null
  const [root, project, branch, name, direction, leaf, ...rest] = topic.split('/')
  if (root !== 'p' || rest.length > 0 || !isName(project) || !isName(name)) return null
  if (branch === 'g')
    return direction === 'state' && leaf === undefined ? { kind: 'gateway', project, gateway: name } : null
  if (branch !== 'd') return null
  if (direction === 'status' && leaf === undefined) return { kind: 'status', project, device: name }
  if (direction === 'up' && (leaf === 'values' || leaf === 'state' || leaf === 'ack' || leaf === 'progress'))
    return { kind: leaf, project, device: name }
  const down = direction === 'down' ? downKinds.find((kind) => kind === leaf) : undefined
  return down ? { kind: down, project, device: name } : null
}

/**
 * Returns true if the topic filter (`+`, `#`) matches the topic name. Wildcards at the first level do not match `$`
 * topics.
 */
export function matchesTopic(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && (filter.startsWith('+') || filter.startsWith('#'))) return false
  const filterLevels = filter.split('/')
  const levels = topic.split('/')
  for (const [index, level] of filterLevels.entries()) {
    if (level === '#') return index === filterLevels.length - 1
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false
  }
  return filterLevels.length === levels.length
}

const deviceRoot = ({ project, device }: DeviceRef): string => `p/${checkName(project)}/d/${checkName(device)}`

function checkName(name: string): string {
  if (isName(name)) return name
  throw new RangeError(`"${String(name)}" is not valid in a topic: use lowercase letters, digits and hyphens`)
}
