import { isDown, isReserved, parseTopic, type Topic } from '../../../contract/telemetry/index.ts'
import type { CustomTopic, CustomTopics } from '../custom/customTopics.ts'

/**
 * Permissions of an authenticated connection. A user reads the devices of the granted projects and publishes nothing. A
 * device publishes for itself, a gateway for the devices of its credential. The shared gateway credential covers every
 * device of its projects.
 */
export interface Grant {
  readonly kind: 'user' | 'device' | 'gateway'
  /** MQTT user name, which `disconnect` takes. */
  readonly account: string
  readonly projects: readonly string[]
  /** Grants every project, including future ones: gateways and super administrators. */
  readonly isEverywhere?: boolean
  /** Name of the device or gateway in topics. Default: `account`. */
  readonly name?: string
  /** Telemetry devices that a gateway with its own credential publishes for. Default: all devices of its projects. */
  readonly devices?: ReadonlySet<string>
  /** A program of this server, such as the virtual plant. */
  readonly isInternal?: boolean
  /** Id of the device credential. */
  readonly credential?: string
  /** Time at which the connection is closed, in milliseconds since 1970. */
  readonly expiresAt?: number
  /** Id of the sign-in session, if the sessions of the account can be ended individually. */
  readonly session?: string
}

/**
 * Returns whether a connection may publish to a topic, directly or by its Will. Only the server publishes device
 * states.
 */
export function canPublish(grant: Grant, topic: Topic | null): boolean {
  if (grant.kind === 'user' || topic === null || topic.kind === 'beacon' || topic.kind === 'status' || isDown(topic))
    return false
  if (!hasProject(grant, topic.project)) return false
  if (topic.kind === 'gateway') return grant.kind === 'gateway' && isOwnGateway(grant, topic.gateway)
  return !isReserved(topic.device) && isOwnDevice(grant, topic.device)
}

/**
 * Returns whether a connection may subscribe to a single filter. Wildcards are allowed only for the device or gateway
 * level and for the last level below `up`, so no filter reaches beyond one project.
 */
export function canSubscribe(grant: Grant, filter: string): boolean {
  const levels = filter.split('/')
  if (levels[3] === '+') {
    if (grant.kind === 'device') return false
    // Each delivery is checked, so that a gateway receives the messages of its own devices only.
    levels[3] = grant.devices?.values().next().value ?? 'any'
  }
  if (levels.length === 6 && levels[4] === 'up' && (levels[5] === '+' || levels[5] === '#')) levels[5] = 'values'
  return canReceive(grant, parseTopic(levels.join('/')))
}

/**
 * Returns whether a connection may receive a topic. Checked on each delivery, so that a changed grant takes effect at
 * once.
 */
export function canReceive(grant: Grant, topic: Topic | null): boolean {
  if (topic === null) return false
  if (topic.kind === 'beacon') return true
  if (!hasProject(grant, topic.project)) return false
  if (grant.kind === 'user') return !isDown(topic)
  return isDown(topic) && isOwnDevice(grant, topic.device)
}

/**
 * Returns whether a connection may publish to a custom topic. Users may not. A topic of an unknown device is allowed,
 * and its messages are ignored.
 */
export const canPublishCustom = (grant: Grant, topic: CustomTopic | null): boolean =>
  topic?.direction === 'up' && (topic.device === null ? grant.kind !== 'user' : hasCustomDevice(grant, topic))

/**
 * Returns whether a connection may subscribe to a filter of custom topics: a gateway to the topic of one device or the
 * declared filter for all devices, a device to its own topics.
 */
export function canSubscribeCustom(grant: Grant, filter: string, customTopics: CustomTopics): boolean {
  if (grant.kind === 'user') return false
  if (/[+#]/.test(filter)) return grant.kind === 'gateway' && customTopics.covers(filter)
  const topic = customTopics.find(filter)
  return topic !== null && (grant.kind === 'gateway' || hasCustomDevice(grant, topic))
}

/** Returns whether a connection may receive a custom topic. Checked on each delivery with the current configuration. */
export const canReceiveCustom = (grant: Grant, topic: CustomTopic | null): boolean =>
  topic !== null && hasCustomDevice(grant, topic)

/**
 * Returns the name of a client in quotas and statistics. Client ids that begin with the name of their credential are
 * unique; others are prefixed with the account, so that no client can use the name of another.
 */
export function getPublisherName(grant: Grant, clientId: string): string {
  const name = getName(grant)
  return clientId === name || clientId === grant.account || clientId.startsWith(`${name}-`)
    ? clientId
    : `${grant.account}/${clientId}`
}

const hasProject = (grant: Grant, project: string): boolean =>
  grant.isEverywhere === true || grant.projects.includes(project)

/** Returns whether a device or gateway may publish for a telemetry device of its projects. */
export function isOwnDevice(grant: Grant, device: string): boolean {
  if (grant.kind === 'gateway') return grant.devices === undefined || grant.devices.has(device)
  return grant.kind === 'device' && device === getName(grant)
}

const hasCustomDevice = (grant: Grant, { device }: CustomTopic): boolean =>
  device !== null && hasProject(grant, device.project) && isOwnDevice(grant, device.device)

const getName = (grant: Grant): string => grant.name ?? grant.account

/** A gateway may open several numbered connections to report all its devices: `yard`, `yard-1`, `yard-2`. */
function isOwnGateway(grant: Grant, gateway: string): boolean {
  const name = getName(grant)
  return gateway === name || (gateway.startsWith(`${name}-`) && /^\d+$/.test(gateway.slice(name.length + 1)))
}
