import type { Client } from 'aedes'
import type { Log } from '../log.ts'
import type { CustomTopics } from './customTopics.ts'
import type { Session } from './session.ts'

/** Subscribes clients to what rows say that they are meant to hear, when they have come and when a row changes. */
export class ServerSubscriptions {
  readonly #own: CustomTopics
  readonly #log: Log
  /** Subscriptions that were made here and not asked for by the client. */
  readonly #made = new WeakSet<object>()

  constructor(own: CustomTopics, log: Log) {
    this.#own = own
    this.#log = log
  }

  isOwn(subscription: object): boolean {
    return this.#made.has(subscription)
  }

  /** Only who has the gateways' credential: people hear what they ask for. What a client asked for itself it keeps. */
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

  /** Filters that it hears no more. What a row says it hears all the same, also where it said itself that it would not. */
  left(session: Session | undefined, filters: readonly string[]): void {
    // One that was let go here is not among them any more, unless a row wants it again by now.
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
      if (error) this.#log.warn('a client was not subscribed as it is meant to be', { client: session.clientId, filter, cause: error })
    }
  }
}
