import { performance } from 'node:perf_hooks'
import type { DriverContext } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import type { Link } from './link.ts'
import { parsePacket } from './packet.ts'
import { TcpClient } from './tcpClient.ts'
import { TcpServer } from './tcpServer.ts'

/**
 * Result of searching an answer in the received bytes: wait for more, skip bytes that belong to nothing or to another
 * request (`fault` is the reason if nothing better arrives), or an answer.
 */
export type Search =
  | { readonly kind: 'wait' }
  | { readonly kind: 'skip'; readonly bytes: number; readonly fault?: string }
  | { readonly kind: 'answer'; readonly bytes: number; readonly answer: Buffer }

/** A request and how its answer is found. `search` throws `DriverFault` for an invalid answer. */
export interface Request {
  readonly bytes: Buffer
  readonly search: (received: Buffer) => Search
}

interface Pending extends Request {
  readonly done: (answer: Buffer) => void
  readonly fail: (fault: DriverFault) => void
}

const maxReceived = 4_096
const maxQueue = 10_000
/** After a missing answer, bytes are discarded for this long, because a late answer must not match the next request. */
const maxSettleMs = 1_000

/**
 * Sends requests over a link one at a time. An answer that arrives after its timeout is discarded. Urgent requests, such
 * as commands, overtake waiting ones.
 */
export class Exchange {
  readonly #context: DriverContext
  readonly #link: Link
  readonly #heartbeat: Buffer
  readonly #settles: boolean
  readonly #queue: Pending[] = []
  #current: Pending | undefined
  #received: Buffer = Buffer.alloc(0)
  #timer: NodeJS.Timeout | undefined
  #sentMs = 0
  #fault = 'timeout'
  #isSettling = false
  #isOpen = false

  /** `settles`: answers carry no transaction number, so the line must be quiet after a missing answer. */
  constructor(context: DriverContext, { settles }: { readonly settles: boolean }) {
    this.#context = context
    this.#settles = settles
    const { link, answerMs, silenceMs } = context.config
    const listener = {
      onData: (bytes: Buffer): void => this.#read(bytes),
      onLost: (code: string): void => {
        this.#end(code)
        context.onLost(code)
      },
    }
    this.#heartbeat = link.kind === 'server' ? (parsePacket(link.heartbeat) ?? Buffer.alloc(0)) : Buffer.alloc(0)
    this.#link =
      link.kind === 'client'
        ? new TcpClient({
            ...listener,
            host: link.host,
            port: link.port,
            connectMs: Math.max(answerMs, 3_000),
            silenceMs,
            resolve: context.resolve,
          })
        : new TcpServer({
            ...listener,
            host: link.host,
            port: link.port,
            registration: parsePacket(link.registration) ?? Buffer.alloc(0),
            registrationMs: 10_000,
            silenceMs,
          })
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#link.open(signal)
    this.#received = Buffer.alloc(0)
    this.#isOpen = true
  }

  request(request: Request, isUrgent = false): Promise<Buffer> {
    if (!this.#isOpen) return Promise.reject(new DriverFault('closed'))
    if (this.#queue.length >= maxQueue) return Promise.reject(new DriverFault('timeout', 'too many requests'))
    return new Promise((done, fail) => {
      const pending = { ...request, done, fail }
      if (isUrgent) this.#queue.unshift(pending)
      else this.#queue.push(pending)
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#end('closed')
    await this.#link.close()
  }

  #next(): void {
    if (this.#current !== undefined || this.#isSettling) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#current = next
    this.#fault = 'timeout'
    this.#sentMs = performance.now()
    this.#context.trace('out', next.bytes)
    try {
      this.#link.send(next.bytes)
    } catch (cause) {
      return this.#finish((pending) => pending.fail(toFault(cause)))
    }
    this.#timer = setTimeout(() => this.#expire(), this.#context.config.answerMs)
  }

  #read(bytes: Buffer): void {
    this.#context.trace('in', bytes)
    if (this.#isSettling) return this.#context.onLate()
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    this.#dropHeartbeats()
    if (this.#received.length > maxReceived) this.#received = this.#received.subarray(-maxReceived)
    if (this.#current === undefined) {
      if (this.#received.length > 0) this.#context.onLate()
      this.#received = Buffer.alloc(0)
      return
    }
    this.#search(this.#current)
  }

  #search(current: Pending): void {
    while (this.#received.length > 0) {
      let found: Search
      try {
        found = current.search(this.#received)
      } catch (cause) {
        this.#received = Buffer.alloc(0)
        return this.#finish((pending) => pending.fail(toFault(cause)))
      }
      if (found.kind === 'wait') return
      this.#received = this.#received.subarray(found.bytes)
      if (found.kind === 'answer') {
        this.#context.onRoundTrip(performance.now() - this.#sentMs)
        const { answer } = found
        return this.#finish((pending) => pending.done(answer))
      }
      this.#context.onLate()
      if (found.fault !== undefined) this.#fault = found.fault
    }
  }

  /** Gateways send heartbeats between frames only. */
  #dropHeartbeats(): void {
    const { length } = this.#heartbeat
    if (length === 0) return
    while (this.#received.length >= length && this.#received.subarray(0, length).equals(this.#heartbeat))
      this.#received = this.#received.subarray(length)
  }

  #expire(): void {
    const code = this.#fault === 'timeout' && this.#received.length > 0 ? 'incomplete' : this.#fault
    this.#received = Buffer.alloc(0)
    if (this.#settles) {
      this.#isSettling = true
      setTimeout(
        () => {
          this.#isSettling = false
          this.#next()
        },
        Math.min(this.#context.config.answerMs, maxSettleMs),
      )
    }
    this.#finish((pending) => pending.fail(new DriverFault(code)))
  }

  #finish(end: (pending: Pending) => void): void {
    clearTimeout(this.#timer)
    const pending = this.#current
    this.#current = undefined
    if (pending) end(pending)
    this.#next()
  }

  #end(code: string): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
    const waiting = this.#current === undefined ? [...this.#queue] : [this.#current, ...this.#queue]
    this.#current = undefined
    this.#queue.length = 0
    for (const { fail } of waiting) fail(new DriverFault(code))
  }
}

const toFault = (cause: unknown): DriverFault =>
  cause instanceof DriverFault ? cause : new DriverFault('link', String(cause))
