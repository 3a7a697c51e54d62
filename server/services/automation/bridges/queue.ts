import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import type { BridgeMessage } from './sendMessage.ts'

/** A stored message. */
export interface QueuedMessage {
  /** Id of the row, increasing in the order of delivery. */
  readonly row: string
  /** Unique id of the message, the same at each attempt, so that a receiver can ignore a repetition. */
  readonly id: string
  readonly message: BridgeMessage
}

export interface QueueEntry {
  readonly bridge: string
  readonly message: BridgeMessage
}

export interface QueueLimit {
  readonly messages: number
  readonly bytes: number
}

interface Waiting {
  messages: number
  bytes: number
}

interface Pending {
  readonly entries: readonly QueueEntry[]
  readonly done: () => void
  readonly fail: (cause: unknown) => void
}

interface StoredMessage {
  readonly id: string
  readonly key: string
  readonly content: string
  readonly bytes: number
}

export interface QueueOptions {
  readonly db: Db
  /** Whether this server is the only one on the database, so that rows become visible in the order of their ids. */
  readonly isAlone: boolean
  readonly getLimit: (bridge: string) => QueueLimit
  /** Called after the oldest messages of a bridge were dropped, because its queue was full. */
  readonly onDropped: (bridge: string, count: number) => void
  /** Called after messages were stored. */
  readonly onAdded: (bridge: string) => void
}

/** Maximum number of entries of one statement. */
const entriesPerStatement = 2_000

/**
 * Queue of all bridges in the database. A stored message survives a crash until it is removed after its delivery.
 * Concurrent calls are stored together, in the order of the calls.
 */
export class BridgeQueue {
  readonly #options: QueueOptions
  readonly #waiting = new Map<string, Waiting>()
  /** Highest row read, by bridge. */
  readonly #cursors = new Map<string, string>()
  #pending: Pending[] = []
  #writing: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Counts the stored messages. */
  async load(): Promise<void> {
    const { rows } = await sql<{ bridge: string; messages: string; bytes: string }>`
      select bridge, count(*) as messages, sum(bytes) as bytes from bridge_message group by bridge`.execute(
      this.#options.db,
    )
    this.#waiting.clear()
    for (const { bridge, messages, bytes } of rows)
      this.#waiting.set(bridge, { messages: Number(messages), bytes: Number(bytes) })
  }

  /** Number and size of the messages that wait. */
  getWaiting(bridge: string): Readonly<Waiting> {
    return this.#waiting.get(bridge) ?? { messages: 0, bytes: 0 }
  }

  /** Stores messages and resolves after the commit. */
  add(entries: readonly QueueEntry[]): Promise<void> {
    if (entries.length === 0) return Promise.resolve()
    return new Promise((done, fail) => {
      this.#pending.push({ entries, done, fail })
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined
      })
    })
  }

  /** Reads the oldest messages of a bridge that were not read since the last `rewind`. */
  async take(bridge: string, limit: number): Promise<readonly QueuedMessage[]> {
    const after = this.#options.isAlone ? (this.#cursors.get(bridge) ?? '0') : '0'
    const { rows } = await sql<StoredMessage>`
      select id, key, content, bytes from bridge_message where bridge = ${bridge} and id > ${after} order by id limit ${limit}`.execute(
      this.#options.db,
    )
    const last = rows.at(-1)
    if (last) this.#cursors.set(bridge, last.id)
    return rows.map(({ id, key, content }) => ({ row: id, id: key, message: parseMessage(content) }))
  }

  /** Reads from the oldest message again at the next `take`. */
  rewind(bridge: string): void {
    this.#cursors.delete(bridge)
  }

  /** Removes delivered messages. */
  async remove(bridge: string, messages: readonly QueuedMessage[]): Promise<void> {
    const ids = messages.map(({ row }) => row)
    const { rows } = await sql<{
      bytes: number
    }>`delete from bridge_message where bridge = ${bridge} and id = any(${ids}::bigint[]) returning bytes`.execute(
      this.#options.db,
    )
    this.#subtract(bridge, rows)
  }

  /** Removes all messages of a bridge. */
  async clear(bridge: string): Promise<void> {
    await sql`delete from bridge_message where bridge = ${bridge}`.execute(this.#options.db)
    this.#waiting.delete(bridge)
    this.#cursors.delete(bridge)
  }

  /** Resolves when no write is running. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#takePending()
      try {
        await this.#insert(batch.flatMap(({ entries }) => entries))
        for (const { done } of batch) done()
      } catch (cause) {
        for (const { fail } of batch) fail(cause)
      }
    }
  }

  #takePending(): readonly Pending[] {
    let count = 0
    const end = this.#pending.findIndex(({ entries }) => (count += entries.length) > entriesPerStatement)
    return this.#pending.splice(0, end === -1 ? this.#pending.length : Math.max(1, end))
  }

  async #insert(entries: readonly QueueEntry[]): Promise<void> {
    const rows = entries.map(({ bridge, message }) => {
      const content = JSON.stringify(message)
      return { bridge, content, bytes: Buffer.byteLength(content), key: randomUUID() }
    })
    await sql`insert into bridge_message (bridge, key, content, bytes)
      select bridge, key, content, bytes from unnest(${rows.map(({ bridge }) => bridge)}::text[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ content }) => content)}::text[], ${rows.map(({ bytes }) => bytes)}::int[])
        with ordinality as entry (bridge, key, content, bytes, place) order by place`.execute(this.#options.db)
    const bridges = new Set<string>()
    for (const { bridge, bytes } of rows) {
      const waiting = this.#waiting.get(bridge) ?? { messages: 0, bytes: 0 }
      waiting.messages++
      waiting.bytes += bytes
      this.#waiting.set(bridge, waiting)
      bridges.add(bridge)
    }
    for (const bridge of bridges) {
      // The messages are stored; a failure here must not make the sender repeat them.
      await this.#dropOldest(bridge).catch(() => undefined)
      this.#options.onAdded(bridge)
    }
  }

  async #dropOldest(bridge: string): Promise<void> {
    const waiting = this.getWaiting(bridge)
    const limit = this.#options.getLimit(bridge)
    let excess = waiting.messages - limit.messages
    if (waiting.bytes > limit.bytes)
      excess = Math.max(excess, Math.ceil(((waiting.bytes - limit.bytes) / waiting.bytes) * waiting.messages))
    if (excess <= 0) return
    const { rows } = await sql<{ bytes: number }>`delete from bridge_message where id in
      (select id from bridge_message where bridge = ${bridge} order by id limit ${excess}) returning bytes`.execute(
      this.#options.db,
    )
    this.#subtract(bridge, rows)
    if (rows.length > 0) this.#options.onDropped(bridge, rows.length)
  }

  #subtract(bridge: string, rows: readonly { readonly bytes: number }[]): void {
    const waiting = this.#waiting.get(bridge)
    if (!waiting) return
    waiting.messages = Math.max(0, waiting.messages - rows.length)
    waiting.bytes = Math.max(0, waiting.bytes - rows.reduce((sum, { bytes }) => sum + bytes, 0))
  }
}

const parseMessage = (content: string): BridgeMessage => JSON.parse(content) as BridgeMessage
