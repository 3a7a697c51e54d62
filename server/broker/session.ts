import type { Client } from 'aedes'
import type { Topic } from '../../contract/telemetry/index.ts'
import type { Grant } from './acl.ts'
import { brokerLimits } from './limits.ts'
import { TokenBucket } from './tokenBucket.ts'
import type { WebSocketStream } from './webSocketStream.ts'

/** Finds the connection of aedes' client. */
export type SessionOf = (client: Client) => Session | undefined

/** One connection: who it is, what it may, and what it has used of its limits. */
export class Session {
  readonly stream: WebSocketStream
  readonly address: string
  readonly filters = new Set<string>()
  /** Those of the filters that it asked for, and those that it hears because a row says so. */
  readonly asked = new Set<string>()
  readonly meant = new Map<string, 0 | 1 | 2>()
  client: Client | null = null
  grant: Grant | null = null
  /** The user name it came with; known before the grant is. */
  account = ''
  clientId = ''
  will: Topic | null | undefined = undefined
  /** CONNACK code with which it will be refused. */
  refusal: number | null = null
  /** Its account was disconnected: it receives nothing more, and only its Will still counts. */
  isRevoked = false
  /** Whether the log has why it ended: every acknowledgement under way ends with an error of its own. */
  isEndTold = false
  /** Since when (monotonic) it waits for the acknowledgement of a message that was not stored. */
  unacknowledgedMs: number | null = null
  /** Messages that came from it, and that were meant for it. */
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

  /** The publish limit of its kind. */
  rate(nowMs: number): TokenBucket {
    const { perSecond, burst } = this.grant?.kind === 'gateway' ? brokerLimits.publish.gateway : brokerLimits.publish.device
    return this.#rate ??= new TokenBucket(perSecond, burst, nowMs)
  }

  end(): void {
    this.isRevoked = true
    if (this.client === null) this.stream.destroy()
    else this.client.close()
  }
}

/** The return codes of CONNACK in MQTT 3.1.1. */
export const connack = { identifierRejected: 2, unavailable: 3, badLogin: 4, notAuthorised: 5 } as const
