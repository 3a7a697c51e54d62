import { FrameCollector } from '../messages/frames.ts'
import type { MappedFrame } from '../messages/frames.ts'
import { readJson } from '../../telemetry/json.ts'
import type { MessageProblem } from '../problems.ts'
import type { PresenceChange } from '../messages/reading.ts'
import { sparkplugTypes } from './dataTypes.ts'
import { declareMetrics, flattenMetrics } from './metrics.ts'
import type { BirthMetric } from './metrics.ts'
import { decodeSparkplug, encodeSparkplug } from './payload.ts'
import type { SparkplugPayload } from './payload.ts'
import { collectValues, deviceKey, endMember, nodeItself, nodeKey } from './session.ts'
import type { HostMessage, Member, NodeTopic, Pass, Session, SparkplugBirth } from './session.ts'
import { commandTopic, parseSparkplugTopic, stateTopic } from './topics.ts'

/** What a message contains. */
export interface SparkplugReading {
  readonly problem: MessageProblem | null
  readonly births: readonly SparkplugBirth[]
  readonly frames: readonly MappedFrame[]
  readonly presence: readonly PresenceChange[]
  /** To be published: requests for a rebirth, and the host's own state. */
  readonly messages: readonly HostMessage[]
}

/** Settings of a Sparkplug host application. */
export interface SparkplugHostOptions {
  /** Name of the host application in its STATE topic. */
  readonly host: string
  /** Least time between two rebirth requests to one edge node, in milliseconds; default 10 s. */
  readonly rebirthMs?: number
}

export const sparkplugLimits = { nodes: 10_000, devicesPerNode: 1000, rebirthMs: 10_000 } as const

const encoder = new TextEncoder()

/**
 * A host application of Sparkplug B: keeps births, aliases and sequence numbers of all edge nodes, and requests a
 * rebirth where something is missing. It does no input or output and has no clock; the caller passes messages and
 * times, and publishes `messages`.
 */
export class SparkplugHost {
  /** MQTT topic filter to subscribe to. */
  readonly filter = 'spBv1.0/#'
  readonly #host: string
  readonly #rebirthMs: number
  readonly #sessions = new Map<string, Session>()
  /** Time in the STATE messages of this connection, or null while the host is not online. */
  #onlineAt: number | null = null

  constructor({ host, rebirthMs = sparkplugLimits.rebirthMs }: SparkplugHostOptions) {
    this.#host = host
    this.#rebirthMs = rebirthMs
  }

  /**
   * Will of the host's connection. `connectAt`: time of the connection in milliseconds since 1970; `announce` gets the
   * same.
   */
  createWill(connectAt: number): HostMessage {
    return this.#createState(false, connectAt)
  }

  /** Message that declares the host online; publish it after subscribing. */
  announce(connectAt: number): HostMessage {
    this.#onlineAt = connectAt
    return this.#createState(true, connectAt)
  }

  /** Reads a message. `receivedAt`: milliseconds since 1970. Takes any bytes and never throws. */
  read(topic: string, payload: Uint8Array, receivedAt: number): SparkplugReading {
    const pass: Pass = { collector: new FrameCollector(), births: [], presence: [], messages: [], problem: null }
    const parsed = parseSparkplugTopic(topic)
    if (parsed === null) pass.problem = 'topic'
    else if (parsed.kind === 'state') this.#readState(parsed.host, payload, pass)
    // Commands are those of host applications, this one included.
    else if (parsed.message !== 'NCMD' && parsed.message !== 'DCMD') {
      const decoded = decodeSparkplug(payload)
      if (decoded === null) pass.problem = 'decoder'
      else this.#readMessage(parsed, decoded, receivedAt, pass)
    }
    return {
      problem: pass.problem,
      births: pass.births,
      frames: pass.collector.finish(undefined),
      presence: pass.presence,
      messages: pass.messages,
    }
  }

  /**
   * Builds a command to a point. `at`: milliseconds since 1970. Returns null if no birth message declared the point, or
   * if its type is not supported.
   */
  buildCommand({
    device,
    point,
    value,
    at,
  }: {
    readonly device: string
    readonly point: string
    readonly value: number | boolean | string
    readonly at: number
  }): HostMessage | null {
    const [group = '', node = '', name = nodeItself] = device.split('/')
    const member = this.#sessions.get(`${group}/${node}`)?.members.get(name)
    const metric = [...(member?.byName.values() ?? [])].find((each) => each.point === point)
    if (!metric || metric.type === null || !hasType(metric, value)) return null
    // A metric with an alias is named by its alias alone.
    const named = metric.alias === null ? { name: metric.name } : { alias: metric.alias }
    return this.#createCommand(
      group,
      node,
      name === nodeItself ? null : name,
      { ...named, timestamp: at, datatype: metric.datatype, value },
      at,
    )
  }

  #createCommand(
    group: string,
    node: string,
    device: string | null,
    metric: Parameters<typeof encodeSparkplug>[0]['metrics'][number],
    at: number,
  ): HostMessage {
    return {
      topic: commandTopic(group, node, device),
      payload: encodeSparkplug({ timestamp: at, metrics: [metric] }),
      qos: 0,
      retain: false,
    }
  }

  #createState(isOnline: boolean, at: number): HostMessage {
    return {
      topic: stateTopic(this.#host),
      payload: encoder.encode(JSON.stringify({ online: isOnline, timestamp: at })),
      qos: 1,
      retain: true,
    }
  }

  /**
   * The broker can publish an old Will of this host after it has connected again: the host then repeats that it is
   * online.
   */
  #readState(host: string, payload: Uint8Array, pass: Pass): void {
    const { value } = { value: undefined, ...readJson(payload) }
    const isOffline = typeof value === 'object' && value !== null && 'online' in value && value.online === false
    if (host === this.#host && this.#onlineAt !== null && isOffline)
      pass.messages.push(this.#createState(true, this.#onlineAt))
  }

  #readMessage(topic: NodeTopic, payload: SparkplugPayload, receivedAt: number, pass: Pass): void {
    switch (topic.message) {
      case 'NBIRTH':
        return this.#readNodeBirth(topic, payload, receivedAt, pass)
      case 'NDEATH':
        return this.#readNodeDeath(topic, payload, pass)
      case 'DBIRTH':
      case 'DDEATH':
      case 'NDATA':
      case 'DDATA': {
        const session = this.#continue(topic, payload, receivedAt, pass)
        if (!session) return
        if (topic.message === 'DBIRTH') return this.#readDeviceBirth(topic, session, payload, receivedAt, pass)
        if (topic.message === 'DDEATH') return endMember(topic, session, pass)
        return this.#readData(topic, session, payload, receivedAt, pass)
      }
      case 'NCMD':
      case 'DCMD':
        return
    }
  }

  #readNodeBirth(topic: NodeTopic, payload: SparkplugPayload, receivedAt: number, pass: Pass): void {
    const key = nodeKey(topic)
    const before = this.#sessions.get(key)
    if (!before && this.#sessions.size >= sparkplugLimits.nodes) {
      pass.problem = 'items'
      return
    }
    for (const [device, member] of before?.members ?? []) {
      if (device !== nodeItself && member.isOnline) pass.presence.push({ device: `${key}/${device}`, isOnline: false })
    }
    const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value
    const session: Session = {
      bdSeq: typeof bdSeq === 'bigint' || typeof bdSeq === 'number' ? Number(bdSeq) : null,
      seq: payload.seq ?? 0,
      isOnline: true,
      hasGap: false,
      lastRebirth: before?.lastRebirth ?? null,
      members: new Map(),
    }
    this.#sessions.set(key, session)
    this.#declare(topic, session, payload, receivedAt, pass)
  }

  #readNodeDeath(topic: NodeTopic, payload: SparkplugPayload, pass: Pass): void {
    const key = nodeKey(topic)
    const session = this.#sessions.get(key)
    const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value
    // The death of an earlier session can arrive after the next birth.
    if (
      session &&
      session.bdSeq !== null &&
      typeof bdSeq !== 'undefined' &&
      bdSeq !== null &&
      Number(bdSeq) !== session.bdSeq
    )
      return
    pass.presence.push({ device: key, isOnline: false })
    if (!session) return
    session.isOnline = false
    for (const [device, member] of session.members) {
      if (device !== nodeItself && member.isOnline) pass.presence.push({ device: `${key}/${device}`, isOnline: false })
      member.isOnline = false
    }
  }

  /** Checks the sequence number. Returns null if the edge node has no valid session: then a rebirth is requested. */
  #continue(topic: NodeTopic, { seq }: SparkplugPayload, receivedAt: number, pass: Pass): Session | null {
    const session = this.#sessions.get(nodeKey(topic))
    if (!session?.isOnline) {
      this.#requestRebirth(topic, session, receivedAt, pass)
      pass.problem = 'session'
      return null
    }
    if (seq !== null) {
      if (seq !== (session.seq + 1) % 256) session.hasGap = true
      session.seq = seq
    }
    if (session.hasGap) this.#requestRebirth(topic, session, receivedAt, pass)
    return session
  }

  #readDeviceBirth(
    topic: NodeTopic,
    session: Session,
    payload: SparkplugPayload,
    receivedAt: number,
    pass: Pass,
  ): void {
    if (!session.members.has(topic.device ?? nodeItself) && session.members.size > sparkplugLimits.devicesPerNode) {
      pass.problem = 'items'
      return
    }
    this.#declare(topic, session, payload, receivedAt, pass)
  }

  #declare(topic: NodeTopic, session: Session, payload: SparkplugPayload, receivedAt: number, pass: Pass): void {
    const named = flattenMetrics(payload.metrics, () => undefined)
    const metrics = declareMetrics(named)
    const aliases = payload.metrics.flatMap(({ alias, name }) =>
      alias === null || name === null ? [] : [[alias, name] as const],
    )
    const member: Member = {
      byName: new Map(metrics.map((metric) => [metric.name, metric])),
      namesByAlias: new Map(aliases),
      isOnline: true,
    }
    session.members.set(topic.device ?? nodeItself, member)
    const device = deviceKey(topic)
    pass.presence.push({ device, isOnline: true })
    pass.births.push({ device, metrics })
    collectValues(device, member, named, payload, session, receivedAt, pass)
  }

  #readData(topic: NodeTopic, session: Session, payload: SparkplugPayload, receivedAt: number, pass: Pass): void {
    const member = session.members.get(topic.device ?? nodeItself)
    if (!member?.isOnline) {
      this.#requestRebirth(topic, session, receivedAt, pass)
      pass.problem = 'session'
      return
    }
    const named = flattenMetrics(payload.metrics, (alias) => member.namesByAlias.get(alias))
    const isUnknown = collectValues(deviceKey(topic), member, named, payload, session, receivedAt, pass)
    if (isUnknown) this.#requestRebirth(topic, session, receivedAt, pass)
  }

  /**
   * At most one request in `rebirthMs`: an edge node without a session gets one, too, and each message of it would
   * repeat it.
   */
  #requestRebirth(topic: NodeTopic, session: Session | undefined, receivedAt: number, pass: Pass): void {
    const last = session?.lastRebirth ?? null
    if (last !== null && receivedAt >= last && receivedAt - last < this.#rebirthMs) return
    if (session) session.lastRebirth = receivedAt
    else if (this.#sessions.size < sparkplugLimits.nodes) {
      this.#sessions.set(nodeKey(topic), {
        bdSeq: null,
        seq: 0,
        isOnline: false,
        hasGap: false,
        lastRebirth: receivedAt,
        members: new Map(),
      })
    } else return
    const metric = {
      name: 'Node Control/Rebirth',
      timestamp: receivedAt,
      datatype: sparkplugTypes.boolean,
      value: true,
    }
    pass.messages.push(this.#createCommand(topic.group, topic.node, null, metric, receivedAt))
  }
}

function hasType({ type }: BirthMetric, value: number | boolean | string): boolean {
  switch (type) {
    case 'bool':
      return typeof value === 'boolean' || value === 0 || value === 1
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value)
    case 'decimal':
      return typeof value === 'number' && Number.isFinite(value)
    case 'string':
      return typeof value === 'string'
    default:
      return false
  }
}
