/**
 * Output of a send queue. Each call sends one WebSocket frame; `sent` is called once the operating system has taken it.
 */
export interface Sink {
  send(bytes: Buffer, sent: (error?: Error | null) => void): void
  /** Closes the connection immediately. */
  close(reason: string): void
}

export interface SendQueueLimits {
  /** Queued bytes that are allowed for at most `overMs`. */
  readonly softBytes: number
  readonly overMs: number
  /** Queued bytes that close the connection immediately. */
  readonly hardBytes: number
  /** A write that takes longer than this, in milliseconds, closes the connection. */
  readonly drainMs: number
  /** Bytes per frame; only one frame is sent at a time. */
  readonly frameBytes: number
}

/**
 * Outgoing queue of one connection. It never blocks the writer: control packets keep their order, a newer value
 * replaces the queued one of its topic, and a client that does not read is disconnected. A frozen client therefore
 * affects only its own connection (a broker that waits for slow clients blocked all clients for 60 s).
 */
export class SendQueue {
  /** Values replaced by a newer one before they were sent. */
  replacedCount = 0
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

  /** Queues bytes that must be delivered in order. */
  push(bytes: Buffer): void {
    this.#put(this.#serial++, bytes)
  }

  /** Queues the newest message of a topic. It replaces a queued one in place. */
  pushNewest(topic: string, bytes: Buffer): void {
    this.#put(topic, bytes)
  }

  /** Disconnects a client that has not read in time. Called about once a second. */
  check(): void {
    if (this.#closed) return
    const now = this.#now()
    if (this.#sendingSince !== null && now - this.#sendingSince > this.#limits.drainMs)
      return this.#disconnect('client does not read')
    if (this.waitingBytes <= this.#limits.softBytes) this.#overSince = null
    else if (this.#overSince === null) this.#overSince = now
    else if (now - this.#overSince > this.#limits.overMs) this.#disconnect('client reads too slowly')
  }

  /** Sends everything that is queued before the connection closes. */
  finish(): void {
    if (this.#closed) return
    this.#closed = true
    if (this.#waiting.size > 0) this.#sink.send(this.#take(Infinity), ignore)
  }

  #put(key: string | number, bytes: Buffer): void {
    if (this.#closed) return
    const replaced = this.#waiting.get(key)
    if (replaced !== undefined) {
      this.replacedCount++
      this.waitingBytes -= replaced.length
    }
    this.#waiting.set(key, bytes)
    this.waitingBytes += bytes.length
    if (this.waitingBytes > this.#limits.hardBytes) return this.#disconnect('queue is full')
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

  #take(maxBytes: number): Buffer {
    if (this.waitingBytes <= maxBytes) return this.#takeAll()
    const parts: Buffer[] = []
    let bytes = 0
    for (const [key, part] of this.#waiting) {
      if (bytes > 0 && bytes + part.length > maxBytes) break
      parts.push(part)
      bytes += part.length
      this.#waiting.delete(key)
    }
    this.waitingBytes -= bytes
    return join(parts, bytes)
  }

  #takeAll(): Buffer {
    const bytes = join([...this.#waiting.values()], this.waitingBytes)
    this.#waiting.clear()
    this.waitingBytes = 0
    return bytes
  }

  #disconnect(reason: string): void {
    this.#closed = true
    this.#waiting.clear()
    this.waitingBytes = 0
    this.#sink.close(reason)
  }
}

const join = (parts: readonly Buffer[], bytes: number): Buffer => {
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, bytes)
}

const ignore = () => {}
