import type { DeviceRef } from './tags.ts'
import { isName } from './tags.ts'

/** What goes down to a device and is nobody else's to read. */
export const downKinds = ['command', 'upgrade', 'binding'] as const
export type DownKind = (typeof downKinds)[number]
export const isDown = <T extends Topic>(topic: T): topic is T & { readonly kind: DownKind } => downKinds.some((kind) => kind === topic.kind)

/** Every topic there is, read. `values`, `state`, `ack` and `progress` go up from a device, `command`, `upgrade` and `binding` go down to it; `status` is what the server says of it. */
export type Topic =
  | { readonly kind: 'values' | 'state' | 'ack' | 'progress' | 'status' | DownKind; readonly project: string; readonly device: string }
  | { readonly kind: 'gateway'; readonly project: string; readonly gateway: string }
  | { readonly kind: 'beacon' }

/** The server's sign of life, published every few seconds. */
export const beaconTopic = 'mimic/beacon'

/** Writes a device's topic. A name that could widen it (a wildcard, a slash) is our own mistake and throws. */
export const valuesTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/values`
export const stateTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/state`
export const ackTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/ack`
export const commandTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/command`
export const progressTopic = (device: DeviceRef): string => `${deviceRoot(device)}/up/progress`
export const upgradeTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/upgrade`
export const bindingTopic = (device: DeviceRef): string => `${deviceRoot(device)}/down/binding`
/** Where the server says which state a device is in. */
export const statusTopic = (device: DeviceRef): string => `${deviceRoot(device)}/status`
export const gatewayTopic = (project: string, gateway: string): string => `p/${named(project)}/g/${named(gateway)}/state`
/** The filter for the state of every gateway of a project. */
export const gatewaysFilter = (project: string): string => `p/${named(project)}/g/+/state`

/** Reads a topic name (not a filter); null when it is none of ours. */
export function parseTopic(topic: string): Topic | null {
  if (topic === beaconTopic) return { kind: 'beacon' }
  if (topic.length > 200) return null
  const [root, project, branch, name, way, leaf, ...rest] = topic.split('/')
  if (root !== 'p' || rest.length > 0 || !isName(project) || !isName(name)) return null
  if (branch === 'g') return way === 'state' && leaf === undefined ? { kind: 'gateway', project, gateway: name } : null
  if (branch !== 'd') return null
  if (way === 'status' && leaf === undefined) return { kind: 'status', project, device: name }
  if (way === 'up' && (leaf === 'values' || leaf === 'state' || leaf === 'ack' || leaf === 'progress')) return { kind: leaf, project, device: name }
  const down = way === 'down' ? downKinds.find((kind) => kind === leaf) : undefined
  return down ? { kind: down, project, device: name } : null
}

/** Whether an MQTT topic filter (`+`, `#`) takes in a topic name. Wildcards at the root do not reach `$` topics. */
export function matchesTopic(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && (filter.startsWith('+') || filter.startsWith('#'))) return false
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return index === wanted.length - 1
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false
  }
  return wanted.length === levels.length
}

const deviceRoot = ({ project, device }: DeviceRef): string => `p/${named(project)}/d/${named(device)}`

function named(name: string): string {
  if (isName(name)) return name
  throw new RangeError(`"${String(name)}" cannot stand in a topic: lower case letters, digits and dashes only`)
}
