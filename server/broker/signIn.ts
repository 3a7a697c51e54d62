import type { AuthenticateError, Client } from 'aedes'
import { parseTopic } from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import type { BrokerOptions } from './brokerApi.ts'
import { type Grant, canPublish } from './access/acl.ts'
import { brokerLimits } from './base/limits.ts'
import type { RefusalReason } from './access/refusals.ts'
import { TokenBucket } from '../limits/tokenBucket.ts'
import { connack, type FindSession, type Session } from './access/session.ts'

interface SignInParts {
  readonly authenticate: BrokerOptions['authenticate']
  readonly findSession: FindSession
  readonly log: Log
  /** Called for each rejected connection. */
  readonly onRejected: (session: Session, reason: RefusalReason) => void
}

/** Handles CONNECT: authenticates the client and checks its client id and Will. */
export class SignIn {
  readonly #parts: SignInParts
  readonly #connects: TokenBucket

  constructor(parts: SignInParts) {
    this.#parts = parts
    this.#connects = new TokenBucket(brokerLimits.connects.perSecond, brokerLimits.connects.burst, monotonicNow())
  }

  /**
   * Adjusts the CONNECT packet. Sessions are always clean, and client ids are prefixed with the account, so no account
   * can take over another's connection. A client with a certificate needs no user name.
   */
  handleConnect(
    client: Client,
    packet: { clientId: string; clean?: boolean; username?: string; will?: { topic: string } },
  ): void {
    const session = this.#parts.findSession(client)
    if (session === undefined) return
    session.account = packet.username ?? ''
    session.clientId = packet.clientId === '' ? crypto.randomUUID() : packet.clientId
    if (packet.will !== undefined) session.will = { name: packet.will.topic, topic: parseTopic(packet.will.topic) }
    if (!this.#connects.tryConsume(monotonicNow())) session.rejection = 'tooManyConnections'
    else if (!isClientId(packet.clientId)) session.rejection = 'clientIdInvalid'
    else if (session.account === '' && session.certificate === null) session.rejection = 'badLogin'
    packet.clean = true
    packet.clientId = `${session.account || (session.certificate?.fingerprint ?? '')}/${session.clientId}`
  }

  /** Assigns the grant and returns null, or returns the error with the code for CONNACK. */
  async check(client: Client, username: string, password: string): Promise<AuthenticateError | null> {
    const session = this.#parts.findSession(client)
    const reason = session === undefined ? 'unavailable' : await this.#findReason(session, username, password)
    if (reason === null) return null
    if (session !== undefined) this.#parts.onRejected(session, reason)
    return Object.assign(new Error(`rejected: ${reason}`), { returnCode: returnCodes[reason] ?? connack.badLogin })
  }

  async #findReason(session: Session, username: string, password: string): Promise<RefusalReason | null> {
    if (session.rejection !== null) return session.rejection
    let grant: Grant | RefusalReason | null
    try {
      grant = await this.#parts.authenticate(session.clientId, username, password, session.certificate)
    } catch (cause) {
      this.#parts.log.error('could not verify an MQTT sign-in', { cause })
      return 'unavailable'
    }
    if (grant === null || session.isRevoked) return 'badLogin'
    if (typeof grant === 'string') return grant
    if (!isWillAllowed(grant, session.will)) return 'willDenied'
    session.grant = grant
    return null
  }
}

/**
 * A Will on a topic that is not built in is accepted from devices, like their messages. It is checked again when it is
 * published.
 */
const isWillAllowed = (grant: Grant, will: Session['will']): boolean =>
  will === undefined || (will.topic === null ? grant.kind !== 'user' : canPublish(grant, will.topic))

const returnCodes: Readonly<Partial<Record<RefusalReason, number>>> = {
  tooManyConnections: connack.unavailable,
  unavailable: connack.unavailable,
  clientIdInvalid: connack.identifierRejected,
  willDenied: connack.notAuthorised,
}

const isClientId = (id: string): boolean => Buffer.byteLength(id) <= brokerLimits.clientIdBytes && !/\p{Cc}/u.test(id)
