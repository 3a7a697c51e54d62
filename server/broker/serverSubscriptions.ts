import type { Client } from 'aedes'
import type { Log } from '../log.ts'
import type { CustomTopics } from './customTopics.ts'
import type { Session } from './session.ts'

/** Applies server-side subscriptions: subscribes a client when it connects and whenever its configuration changes. */
export class ServerSubscriptions {
  readonly #own: CustomTopics
  readonly #log: Log
  /** Subscriptions made by the server, not requested by the client. */
  readonly #made = new WeakSet<object>()

  constructor(own: CustomTopics, log: Log) {
    this.#own = own
    this.#log = log
  }

  isOwn(subscription: object): boolean {
    return this.#made.has(subscription)
  }

  /**
   * Updates the server-side subscriptions of a connection. Applies to gateway connections only. Subscriptions that the
   * client made itself are kept.
   */
  bringUp(session: Session | undefined): void {
    const { client, grant, meant, asked } = session ?? {}
    if (!session || !client?.connected || grant?.kind !== 'gateway' || session.isRevoked || !meant || !asked) return
    const wanted = new Map(this.#own.meantFor(session.clientId).map(({ filter, qos }) => [filter, qos]))
    for (const filter of meant.keys()) {
      if (wanted.has(filter)) continue
      meant.delete(filter)
      if (!asked.has(filter)) client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: [filter] }, this.#told(session, filter))
    }
    for (const [topic, qos] of wanted) {
      if (meant.get(topic) === qos) continue
      meant.set(topic, qos)
      if (!asked.has(topic)) this.#subscribe(client, session, topic, qos)
    }
  }

  /**
   * Handles unsubscribed filters. Server-side subscriptions are restored, even if the client has unsubscribed from
   * them.
   */
  left(session: Session | undefined, filters: readonly string[]): void {
    // A filter removed by the server is no longer in `meant`, unless the configuration has added it again.
    const lost = filters.filter((filter) => session?.meant.delete(filter))
    if (lost.length > 0) this.bringUp(session)
  }

  #subscribe(client: Client, session: Session, topic: string, qos: 0 | 1 | 2): void {
    const subscription = { topic, qos }
    this.#made.add(subscription)
    client.subscribe(subscription, this.#told(session, topic))
  }

  #told(session: Session, filter: string): (error?: Error) => void {
    return (error) => {
      if (error) this.#log.warn('could not apply the server-side subscriptions of a client', { client: session.clientId, filter, cause: error })
    }
  }
}
