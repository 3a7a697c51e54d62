import type { Client } from 'aedes'
import type { Topic } from '../../../contract/telemetry/index.ts'
import { getPublisherName, type Grant } from './acl.ts'
import { brokerLimits } from '../base/limits.ts'
import type { ClientCertificate } from '../transport/clientCertificate.ts'
import type { ClientStream } from '../transport/clientStream.ts'
import { type DeviceIdentity, toIdentity } from './identity.ts'
import type { Listener } from '../transport/listeners.ts'
import { MessageRate } from './messageRate.ts'
import type { Refusal, RefusalReason } from './refusals.ts'
import { TokenBucket } from '../../limits/tokenBucket.ts'

/** Returns the session of an aedes client. */
export type FindSession = (client: Client) => Session | undefined

/** How a connection was opened. */
export interface Opening {
  readonly serial: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly protocol: Listener['protocol']
  /** Certificate that the client presented on the TLS listener. */
  readonly certificate?: ClientCertificate | null
}

/** State of one connection: identity, grant, and usage of its limits. */
export class Session {
  readonly stream: ClientStream
  readonly address: string
  readonly protocol: Listener['protocol']
  readonly certificate: ClientCertificate | null
  readonly filters = new Set<string>()
  /** Filters requested by the client. `meant`: server-side subscriptions with their QoS. */
  readonly clientFilters = new Set<string>()
  readonly serverFilters = new Map<string, 0 | 1 | 2>()
  client: Client | null = null
  /** User name of the CONNECT packet; set before the grant. */
  account = ''
  clientId = ''
  /** Topic of the Will; `topic` is null if it is not a built-in one. */
  will: { readonly name: string; readonly topic: Topic | null } | undefined = undefined
  /** Reason if the connection will be rejected. */
  rejection: RefusalReason | null = null
  /** Newest ignored message or denied filter. */
  lastRefusal: Refusal | null = null
  /** Set when the account was disconnected. The connection receives nothing more; only its Will is still published. */
  isRevoked = false
  /** Whether the end of the connection is logged. Each pending acknowledgement also reports an error. */
  isEndLogged = false
  /** Monotonic time of the first message that could not be acknowledged, or null. */
  unacknowledgedMs: number | null = null
  /** Messages received from the client. `delivered`: messages sent to it. */
  received = 0
  delivered = 0
  /** Time of the last message, in milliseconds since 1970. */
  lastMessageAt: number | null = null
  readonly messageRate = new MessageRate()
  readonly serial: number
  readonly connectedAt: number
  #rate: TokenBucket | null = null
  #grant: Grant | null = null
  #identity: DeviceIdentity | null = null
  #publisher: string | null = null

  constructor(stream: ClientStream, address: string, opened: Opening) {
    this.stream = stream
    this.address = address
    this.serial = opened.serial
    this.connectedAt = opened.at
    this.protocol = opened.protocol
    this.certificate = opened.certificate ?? null
  }

  /** Null until the connection is authenticated. */
  get grant(): Grant | null {
    return this.#grant
  }

  set grant(grant: Grant | null) {
    this.#grant = grant
    this.#identity = toIdentity(grant)
    this.#publisher = grant === null ? null : getPublisherName(grant, this.clientId)
  }

  /** Devices that the connection publishes for; null for users and before authentication. */
  get identity(): DeviceIdentity | null {
    return this.#identity
  }

  /** Name of the client in quotas and statistics. */
  get publisher(): string {
    return this.#publisher ?? this.clientId
  }

  /** Counts a received message. `nowMs`: monotonic time; `at`: milliseconds since 1970. */
  countMessage(nowMs: number, at: number): void {
    this.received++
    this.lastMessageAt = at
    this.messageRate.add(nowMs)
  }

  /** Records an ignored message or a denied filter. `at`: milliseconds since 1970. */
  refuse(reason: RefusalReason, detail: string, at: number): void {
    this.lastRefusal = { at, reason, detail: detail.slice(0, maxDetailLength) }
  }

  /** Rate limiter for publications, according to the kind of client. */
  rate(nowMs: number): TokenBucket {
    const { perSecond, burst } =
      this.grant?.kind === 'gateway' ? brokerLimits.publish.gateway : brokerLimits.publish.device
    return (this.#rate ??= new TokenBucket(perSecond, burst, nowMs))
  }

  end(): void {
    this.isRevoked = true
    if (this.client === null) this.stream.destroy()
    else this.client.close()
  }
}

const maxDetailLength = 200

/** Return codes of CONNACK in MQTT 3.1.1. */
export const connack = { identifierRejected: 2, unavailable: 3, badLogin: 4, notAuthorised: 5 } as const
