import type { Client } from 'aedes'
import type { Topic } from '../../contract/telemetry/index.ts'
import type { Grant } from './acl.ts'
import { brokerLimits } from './limits.ts'
import { TokenBucket } from '../limits/tokenBucket.ts'
import type { WebSocketStream } from './webSocketStream.ts'

/** Returns the session of an aedes client. */
export type FindSession = (client: Client) => Session | undefined

/** State of one connection: identity, grant, and usage of its limits. */
export class Session {
  readonly stream: WebSocketStream
  readonly address: string
  readonly filters = new Set<string>()
  /** Filters requested by the client. `meant`: server-side subscriptions with their QoS. */
  readonly clientFilters = new Set<string>()
  readonly meant = new Map<string, 0 | 1 | 2>()
  client: Client | null = null
  grant: Grant | null = null
  /** User name of the CONNECT packet; set before the grant. */
  account = ''
  clientId = ''
  will: Topic | null | undefined = undefined
  /** CONNACK code if the connection will be rejected. */
  refusal: number | null = null
  /** Set when the account was disconnected. The connection receives nothing more; only its Will is still published. */
  isRevoked = false
  /** Whether the end of the connection is logged. Each pending acknowledgement also reports an error. */
  isEndLogged = false
  /** Monotonic time of the first message that could not be acknowledged, or null. */
  unacknowledgedMs: number | null = null
  /** Messages received from the client. `delivered`: messages sent to it. */
  received = 0
  delivered = 0
  readonly serial: number
  readonly connectedAt: number
  #rate: TokenBucket | null = null

  constructor(stream: WebSocketStream, address: string, opened: { readonly serial: number; readonly at: number }) {
    this.stream = stream
    this.address = address
    this.serial = opened.serial
    this.connectedAt = opened.at
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

/** Return codes of CONNACK in MQTT 3.1.1. */
export const connack = { identifierRejected: 2, unavailable: 3, badLogin: 4, notAuthorised: 5 } as const
