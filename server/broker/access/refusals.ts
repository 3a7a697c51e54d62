import type { ConnectionRefusal } from '../../../contract/routes.ts'
import { brokerLimits } from '../base/limits.ts'

/** Why the broker rejected a connection or ignored a message. */
export type RefusalReason = ConnectionRefusal

/** A rejected connection or an ignored message. */
export interface Refusal {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: RefusalReason
  /** Topic, filter or problem of the payload; empty if there is none. */
  readonly detail: string
}

/** Rejected connection attempts of one user name and address. */
export interface RejectedClient extends Refusal {
  readonly account: string
  readonly clientId: string
  readonly address: string
  readonly count: number
}

/** Keeps the newest rejected connection attempts, so that the cause of a device that cannot connect is visible. */
export class RejectedClients {
  readonly #clients = new Map<string, RejectedClient>()

  add(client: Omit<RejectedClient, 'count'>): void {
    const key = JSON.stringify([client.account, client.address])
    const count = (this.#clients.get(key)?.count ?? 0) + 1
    // Insertion order is the order of the newest attempt.
    this.#clients.delete(key)
    this.#clients.set(key, { ...client, count })
    const [oldest] = this.#clients.keys()
    if (this.#clients.size > brokerLimits.rejectedClients && oldest !== undefined) this.#clients.delete(oldest)
  }

  /** Removes the attempts of a user name that has connected. */
  remove(account: string, address: string): void {
    this.#clients.delete(JSON.stringify([account, address]))
  }

  /** Newest first. */
  list(): readonly RejectedClient[] {
    return [...this.#clients.values()].toReversed()
  }
}
