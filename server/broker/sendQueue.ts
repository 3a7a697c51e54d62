/** What an outbox writes to: one call, one frame on the wire; `sent` once the system has taken it. */
export interface Sink {
  send(bytes: Buffer, sent: (error?: Error | null) => void): void
  /** The connection is of no more use: end it now. */
  cut(reason: string): void
}

export interface SendQueueLimits {
  /** Waiting bytes that are borne for `overMs` only. */
  readonly softBytes: number
  readonly overMs: number
  /** Waiting bytes that end the connection at once. */
  readonly hardBytes: number
  /** A write that takes longer than this ends the connection. */
  readonly drainMs: number
  /** Bytes in one frame; one frame is under way at a time. */
  readonly frameBytes: number
}

/**
 * The outgoing queue of one connection. It never makes its writer wait: control packets keep their order, a newer value
 * takes the place of the waiting one of its topic, and a reader that does not read is cut off. So a frozen screen costs
 * its own connection and nobody else's time (a broker that awaits slow writers stood still for 60 s for everyone).
 */
export class SendQueue {
  /** Values that a newer one replaced before they left. */
  conflated = 0
  waitingBytes = 0

  readonly #sink: Sink
  readonly #limits: SendQueueLimits
  readonly #now: () => number
  readonly #waiting = new Map<string | number, Buffer>()
  #serial = 0
  #scheduled = false
  #sendingSince: number | null = null
  #overSince: number | null = null
  #closed = false

  constructor(sink: Sink, limits: SendQueueLimits, now: () => number) {
    this.#sink = sink
    this.#limits = limits
    this.#now = now
  }

  get isStuck(): boolean {
    return this.#closed || (this.#sendingSince !== null && this.#now() - this.#sendingSince > this.#limits.drainMs / 2)
  }

  /** Queues bytes that must arrive, in their order. */
  push(bytes: Buffer): void {
    this.#put(this.#serial++, bytes)
  }

  /** Queues the newest message of a topic; one still waiting is replaced where it stands. */
  pushNewest(topic: string, bytes: Buffer): void {
    this.#put(topic, bytes)
  }

  /** Called about once a second: cuts off whoever has not drained in time. */
  check(): void {
    if (this.#closed) return
    const now = this.#now()
    if (this.#sendingSince !== null && now - this.#sendingSince > this.#limits.drainMs) return this.#cut('does not read')
    if (this.waitingBytes <= this.#limits.softBytes) this.#overSince = null
    else if (this.#overSince === null) this.#overSince = now
    else if (now - this.#overSince > this.#limits.overMs) this.#cut('reads too slowly')
  }

  /** Hands over everything that waits, for a farewell. */
  finish(): void {
    if (this.#closed) return
    this.#closed = true
    if (this.#waiting.size > 0) this.#sink.send(this.#take(Infinity), ignore)
  }

  #put(key: string | number, bytes: Buffer): void {
    if (this.#closed) return
    const replaced = this.#waiting.get(key)
    if (replaced !== undefined) {
      this.conflated++
      this.waitingBytes -= replaced.length
    }
    this.#waiting.set(key, bytes)
    this.waitingBytes += bytes.length
    if (this.waitingBytes > this.#limits.hardBytes) return this.#cut('queue is full')
    if (this.#scheduled || this.#sendingSince !== null) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#closed || this.#sendingSince !== null || this.#waiting.size === 0) return
    this.#sendingSince = this.#now()
    this.#sink.send(this.#take(this.#limits.frameBytes), (error) => {
      this.#sendingSince = null
      if (error === undefined || error === null) this.#flush()
    })
  }

  #take(most: number): Buffer {
    const parts: Buffer[] = []
    let bytes = 0
    for (const [key, part] of this.#waiting) {
      if (bytes > 0 && bytes + part.length > most) break
      parts.push(part)
      bytes += part.length
      this.#waiting.delete(key)
    }
    this.waitingBytes -= bytes
    const [first] = parts
    return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, bytes)
  }

  #cut(reason: string): void {
    this.#closed = true
    this.#waiting.clear()
    this.waitingBytes = 0
    this.#sink.cut(reason)
  }
}

const ignore = () => {}
