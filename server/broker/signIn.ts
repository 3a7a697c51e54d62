import type { AuthenticateError, Client } from 'aedes'
import { parseTopic } from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import type { BrokerOptions } from './brokerApi.ts'
import { type Grant, canPublish, canUseClientId } from './acl.ts'
import { brokerLimits } from './limits.ts'
import { TokenBucket } from '../limits/tokenBucket.ts'
import { connack, type FindSession } from './session.ts'

interface SignInParts {
  readonly authenticate: BrokerOptions['authenticate']
  readonly findSession: FindSession
  readonly log: Log
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
   * can take over another's connection.
   */
  handleConnect(
    client: Client,
    packet: { clientId: string; clean?: boolean; username?: string; will?: { topic: string } },
  ): void {
    const session = this.#parts.findSession(client)
    if (session === undefined) return
    session.account = packet.username ?? ''
    session.clientId = packet.clientId === '' ? crypto.randomUUID() : packet.clientId
    if (packet.will !== undefined) session.will = parseTopic(packet.will.topic)
    if (!this.#connects.tryConsume(monotonicNow())) session.refusal = connack.unavailable
    else if (!isClientId(packet.clientId)) session.refusal = connack.identifierRejected
    else if (session.account === '') session.refusal = connack.badLogin
    packet.clean = true
    packet.clientId = `${session.account}/${session.clientId}`
  }

  /** Assigns the grant and returns null, or returns the error with the code for CONNACK. */
  async check(client: Client, username: string, password: string): Promise<AuthenticateError | null> {
    const returnCode = await this.#findReturnCode(client, username, password)
    return returnCode === null ? null : Object.assign(new Error(`rejected with code ${returnCode}`), { returnCode })
  }

  async #findReturnCode(client: Client, username: string, password: string): Promise<number | null> {
    const session = this.#parts.findSession(client)
    if (session === undefined || session.refusal !== null) return session?.refusal ?? connack.unavailable
    let grant: Grant | null
    try {
      grant = await this.#parts.authenticate(session.clientId, username, password)
    } catch (cause) {
      this.#parts.log.error('could not verify an MQTT sign-in', { cause })
      return connack.unavailable
    }
    if (grant === null || session.isRevoked) return connack.badLogin
    if (!canUseClientId(grant, session.clientId)) return connack.identifierRejected
    if (session.will !== undefined && !canPublish(grant, session.will)) return connack.notAuthorised
    session.grant = grant
    return null
  }
}

const isClientId = (id: string): boolean => Buffer.byteLength(id) <= brokerLimits.clientIdBytes && !/\p{Cc}/u.test(id)
