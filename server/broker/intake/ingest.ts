import {
  type Ack,
  decodeAck,
  decodeDeviceState,
  decodeFrame,
  decodeGatewayState,
  decodeProgress,
  type DeviceRef,
  type DeviceState,
  FrameCache,
  type GatewayState,
  type Progress,
  telemetryLimits,
  type Topic,
} from '../../../contract/telemetry/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { brokerLimits } from '../base/limits.ts'

/** A decoded and validated frame of values. */
export interface ValuesFrame {
  readonly project: string
  readonly device: string
  /**
   * Source time in milliseconds since 1970. The time of receipt if the source clock is more than
   * `telemetryLimits.frame.futureMs` ahead.
   */
  readonly at: number
  readonly receivedAt: number
  /** Arrival time on the monotonic clock; used for the offline timeout. */
  readonly arrivedMs: number
  readonly every: number
  readonly points: readonly string[]
  readonly values: Float64Array
  readonly qualities: Uint8Array
  readonly texts: readonly (string | undefined)[] | null
  /** Source time of each value, if some differ from `at`. */
  readonly times?: Float64Array
  /** Sent with QoS 1 or 2, so it is acknowledged only after it is stored. */
  readonly acknowledged: boolean
  /** Received on a custom topic. */
  readonly isCustom?: boolean
  /** MQTT client that sent the frame. */
  readonly publisher?: string | undefined
  /** The frame creates no tags. */
  readonly hasKnownTagsOnly?: boolean
}

export interface IncomingAck extends Ack {
  readonly project: string
  readonly device: string
}

export interface IncomingProgress extends Progress {
  readonly project: string
  readonly device: string
}

export interface IncomingState extends DeviceState {
  readonly project: string
  readonly device: string
}

export interface IncomingGateway extends GatewayState {
  readonly project: string
  readonly gateway: string
}

/** A decoded publication. */
export type Incoming =
  | { readonly kind: 'values'; readonly frame: ValuesFrame }
  | { readonly kind: 'ack'; readonly ack: IncomingAck }
  | { readonly kind: 'progress'; readonly progress: IncomingProgress }
  | { readonly kind: 'state'; readonly state: IncomingState }
  | { readonly kind: 'gateway'; readonly gateway: IncomingGateway }
  | { readonly kind: 'malformed'; readonly problem: string }

/**
 * Decodes messages of devices. An invalid message is counted and logged at most once a minute per device. It is not
 * stored or delivered, and the connection stays open.
 */
export class Ingest {
  malformed = 0
  clockAhead = 0
  readonly #cache: FrameCache
  readonly #log: Log
  readonly #now: () => number
  readonly #loggedMs = new Map<string, number>()

  constructor(log: Log, now: () => number) {
    this.#log = log
    this.#now = now
    this.#cache = new FrameCache(now)
  }

  /** `publisher`: MQTT client that sent the message, for its frame. */
  read(topic: Topic, payload: Uint8Array, acknowledged: boolean, publisher?: string): Incoming {
    const incoming = this.#decode(topic, payload, acknowledged, publisher)
    if (incoming.kind === 'malformed') this.#report(topic, incoming.problem, payload.length)
    return incoming
  }

  /** Counts and logs an invalid payload of a custom topic, which is decoded elsewhere. */
  reportCustom(device: DeviceRef, problem: string, bytes: number): void {
    this.#report({ kind: 'values', ...device }, problem, bytes)
  }

  #decode(topic: Topic, payload: Uint8Array, acknowledged: boolean, publisher: string | undefined): Incoming {
    switch (topic.kind) {
      case 'values':
        return this.#values(topic, payload, acknowledged, publisher)
      case 'ack': {
        const { value, problem } = decodeAck(payload)
        return problem === undefined
          ? { kind: 'ack', ack: { ...value, ...toSource(topic) } }
          : { kind: 'malformed', problem }
      }
      case 'progress': {
        const { value, problem } = decodeProgress(payload)
        return problem === undefined
          ? { kind: 'progress', progress: { ...value, ...toSource(topic) } }
          : { kind: 'malformed', problem }
      }
      case 'state': {
        const { value, problem } = decodeDeviceState(payload)
        return problem === undefined
          ? { kind: 'state', state: { ...value, ...toSource(topic) } }
          : { kind: 'malformed', problem }
      }
      case 'gateway': {
        const { value, problem } = decodeGatewayState(payload)
        const { project, gateway } = topic
        return problem === undefined
          ? { kind: 'gateway', gateway: { ...value, project, gateway } }
          : { kind: 'malformed', problem }
      }
      case 'command':
      case 'upgrade':
      case 'binding':
      case 'status':
      case 'beacon':
        return { kind: 'malformed', problem: 'topic' }
    }
  }

  #values(
    { project, device }: Source,
    payload: Uint8Array,
    acknowledged: boolean,
    publisher: string | undefined,
  ): Incoming {
    const decoded = decodeFrame(payload, this.#cache)
    if (decoded.problem !== undefined) return { kind: 'malformed', problem: decoded.problem }
    const receivedAt = this.#now()
    const isAhead = decoded.at > receivedAt + telemetryLimits.frame.futureMs
    if (isAhead) this.clockAhead++
    const frame: ValuesFrame = {
      project,
      device,
      at: isAhead ? receivedAt : decoded.at,
      receivedAt,
      arrivedMs: monotonicNow(),
      every: decoded.every,
      points: decoded.points,
      values: decoded.values,
      qualities: decoded.qualities,
      texts: decoded.texts,
      acknowledged,
      publisher,
    }
    return { kind: 'values', frame: decoded.times ? { ...frame, times: decoded.times } : frame }
  }

  #report(topic: Topic, problem: string, bytes: number): void {
    this.malformed++
    const source = formatSource(topic)
    const nowMs = monotonicNow()
    if (nowMs - (this.#loggedMs.get(source) ?? -Infinity) < brokerLimits.malformedLogMs) return
    if (this.#loggedMs.size > maxRemembered) this.#loggedMs.clear()
    this.#loggedMs.set(source, nowMs)
    this.#log.warn('invalid message dropped', { from: source, kind: topic.kind, problem, bytes })
  }
}

interface Source {
  readonly project: string
  readonly device: string
}

const toSource = ({ project, device }: Source): Source => ({ project, device })

function formatSource(topic: Topic): string {
  if (topic.kind === 'beacon') return topic.kind
  return `${topic.project}/${topic.kind === 'gateway' ? topic.gateway : topic.device}`
}

const maxRemembered = 10_000
