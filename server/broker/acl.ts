import { isDown, isReserved, parseTopic, type Topic } from '../../contract/telemetry/index.ts'
import type { CustomTopic, CustomTopics } from './customTopics.ts'

/**
 * What a signed-in connection may do. A user reads the devices of the granted projects and publishes nothing; a device
 * speaks for itself; a gateway speaks for every device of its projects.
 */
export interface Grant {
  readonly kind: 'user' | 'device' | 'gateway'
  /** Whom `disconnect` ends, and the MQTT user name. */
  readonly account: string
  readonly projects: readonly string[]
  /** Every project, also one made later: what a gateway and a super administrator have. */
  readonly isEverywhere?: boolean
  /** The device's or gateway's name in topics; the account where absent. */
  readonly name?: string
  /** The connection is ended then, milliseconds since 1970. */
  readonly expiresAt?: number
  /** The sign-in it came by, where one of an account's may end alone. */
  readonly session?: string
}

/** Whether a publication, or a Will, is the speaker's own to make. What state a device is in is for the server alone to say. */
export function canPublish(grant: Grant, topic: Topic | null): boolean {
  if (grant.kind === 'user' || topic === null || topic.kind === 'beacon' || topic.kind === 'status' || isDown(topic)) return false
  if (!isIn(grant, topic.project)) return false
  if (topic.kind === 'gateway') return grant.kind === 'gateway' && isOwnGateway(grant, topic.gateway)
  if (isReserved(topic.device)) return false
  return grant.kind === 'gateway' || topic.device === nameOf(grant)
}

/**
 * Whether one filter of a SUBSCRIBE packet is granted; each is asked alone. Wildcards stand for the device or gateway,
 * or for what comes up from it, and nowhere else: no filter reaches past its project.
 */
export function canSubscribe(grant: Grant, filter: string): boolean {
  const levels = filter.split('/')
  if (levels[3] === '+') {
    if (grant.kind === 'device') return false
    levels[3] = 'any'
  }
  if (levels.length === 6 && levels[4] === 'up' && (levels[5] === '+' || levels[5] === '#')) levels[5] = 'values'
  return canReceive(grant, parseTopic(levels.join('/')))
}

/** Asked again at each delivery, so that nothing outlives a changed grant. */
export function canReceive(grant: Grant, topic: Topic | null): boolean {
  if (topic === null) return false
  if (topic.kind === 'beacon') return true
  if (!isIn(grant, topic.project)) return false
  if (grant.kind === 'user') return !isDown(topic)
  return isDown(topic) && (grant.kind === 'gateway' || topic.device === nameOf(grant))
}

/** Own topics are the gateways': whether a publication of one is theirs to make. That of an unknown device is, and is left out. */
export const canPublishCustom = (grant: Grant, topic: CustomTopic | null): boolean =>
  grant.kind === 'gateway' && topic?.direction === 'up' && (topic.device === null || isIn(grant, topic.device.project))

/** Filters of own topics: one device's topic, or the one filter for all its devices. */
export const canSubscribeCustom = (grant: Grant, filter: string, own: CustomTopics): boolean =>
  grant.kind === 'gateway' && (/[+#]/.test(filter) ? own.covers(filter) : own.find(filter) !== null)

/** Asked again at each delivery, by the row as it is then. */
export const canReceiveCustom = (grant: Grant, topic: CustomTopic | null): boolean =>
  grant.kind === 'gateway' && topic !== null && topic.device !== null && isIn(grant, topic.device.project)

/** A credential goes with its own client ids: its name, or its name and what tells its connections apart. */
export function canUseClientId(grant: Grant, clientId: string): boolean {
  if (grant.kind === 'user') return true
  const name = nameOf(grant)
  return clientId === name || clientId === grant.account || clientId.startsWith(`${name}-`)
}

const isIn = (grant: Grant, project: string): boolean => grant.isEverywhere === true || grant.projects.includes(project)

const nameOf = (grant: Grant): string => grant.name ?? grant.account

/** One gateway may need several connections to name all its devices: `yard`, `yard-1`, `yard-2`. */
function isOwnGateway(grant: Grant, gateway: string): boolean {
  const name = nameOf(grant)
  return gateway === name || (gateway.startsWith(`${name}-`) && /^\d+$/.test(gateway.slice(name.length + 1)))
}
