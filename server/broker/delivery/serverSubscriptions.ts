import type { Client } from 'aedes'
import type { Log } from '../../log.ts'
import type { CustomTopics } from '../custom/customTopics.ts'
import type { Session } from '../access/session.ts'

/** Applies server-side subscriptions: subscribes a client when it connects and whenever its configuration changes. */
export class ServerSubscriptions {
  readonly #customTopics: CustomTopics
  readonly #log: Log
  /** Subscriptions made by the server, not requested by the client. */
  readonly #serverSubscriptions = new WeakSet<object>()

  constructor(customTopics: CustomTopics, log: Log) {
    this.#customTopics = customTopics
    this.#log = log
  }

  isServerSubscription(subscription: object): boolean {
    return this.#serverSubscriptions.has(subscription)
  }

  /**
   * Updates the server-side subscriptions of a connection. Applies to devices and gateways. Subscriptions that the
   * client made itself are kept.
   */
  update(session: Session | undefined): void {
    const { client, grant, serverFilters, clientFilters } = session ?? {}
    if (
      !session ||
      !client?.connected ||
      !grant ||
      grant.kind === 'user' ||
      session.isRevoked ||
      !serverFilters ||
      !clientFilters
    )
      return
    const configured = new Map(
      this.#customTopics.getSubscriptions(session.clientId).map(({ filter, qos }) => [filter, qos]),
    )
    for (const filter of serverFilters.keys()) {
      if (configured.has(filter)) continue
      serverFilters.delete(filter)
      if (!clientFilters.has(filter))
        client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: [filter] }, this.#logFailure(session, filter))
    }
    for (const [topic, qos] of configured) {
      if (serverFilters.get(topic) === qos) continue
      serverFilters.set(topic, qos)
      if (!clientFilters.has(topic)) this.#subscribe(client, session, topic, qos)
    }
  }

  /**
   * Handles unsubscribed filters. Server-side subscriptions are restored, even if the client has unsubscribed from
   * them.
   */
  handleUnsubscribe(session: Session | undefined, filters: readonly string[]): void {
    // A filter removed by the server is no longer in `meant`, unless the configuration has added it again.
    const lost = filters.filter((filter) => session?.serverFilters.delete(filter))
    if (lost.length > 0) this.update(session)
  }

  #subscribe(client: Client, session: Session, topic: string, qos: 0 | 1 | 2): void {
    const subscription = { topic, qos }
    this.#serverSubscriptions.add(subscription)
    client.subscribe(subscription, this.#logFailure(session, topic))
  }

  #logFailure(session: Session, filter: string): (error?: Error) => void {
    return (error) => {
      if (error)
        this.#log.warn('could not apply the server-side subscriptions of a client', {
          client: session.clientId,
          filter,
          cause: error,
        })
    }
  }
}
