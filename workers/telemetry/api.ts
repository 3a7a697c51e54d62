import type { TagBatch } from '@mimic/engine/bindings'
import { transfer } from 'comlink'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import { Connection } from './connection.ts'
import type { Clock } from './feed.ts'
import { Feed } from './feed.ts'

export interface LinkState {
  readonly link: 'connecting' | 'open' | 'lost'
  /** Milliseconds in the current state. */
  readonly sinceMs: number
  /** The broker rejected the account or its token. Renew the token. */
  readonly isRefused: boolean
  /** Number of topic filters that the broker rejected; their values will not arrive. */
  readonly refusedFilters: number
  /** Counted since the worker started: unneeded messages, values replaced before display, unreadable input. */
  readonly dropped: number
  readonly conflated: number
  readonly malformed: number
  /** Increases with each post, at least once a second. A missing pulse indicates that the worker hangs. */
  readonly pulse: number
}

export interface LinkOptions {
  readonly url: string
  /** The session's token, used as MQTT password. */
  readonly token: string
  /** The account, used as MQTT user name. */
  readonly clientName: string
}

/** `round`: the watch set of the batch. */
export type BatchListener = (batch: TagBatch, round: number) => void

/** API of the worker, called through Comlink. */
export interface TelemetryApi {
  connect(options: LinkOptions, onBatch: BatchListener, onState: (state: LinkState) => void): Promise<void>
  /**
   * Replaces the watch set: all tags of the open page and the page's number of each. Batches for this set carry its
   * `round`.
   */
  watch(tags: readonly string[], ids: Uint32Array, round: number): Promise<void>
  /** Acknowledges the last batch; the worker may send the next. */
  ready(): void
  renew(token: string): void
  close(): Promise<void>
}

const systemClock: Clock = { now: () => performance.now(), wall: () => Date.now() }

/** Creates the worker's implementation: connection, feed and timers. */
export function createTelemetry(clock: Clock = systemClock): TelemetryApi {
  const feed = new Feed(clock)
  let running: TelemetrySession | null = null
  let round = 0

  return {
    async connect(options, onBatch, onState) {
      running?.close()
      running = new TelemetrySession(feed, clock, options, onBatch, onState, round)
    },
    async watch(tags, ids, newRound) {
      round = newRound
      feed.watch(tags, ids)
      running?.watchChanged(round)
    },
    ready() {
      running?.ready()
    },
    renew(token) {
      running?.renew(token)
    },
    async close() {
      running?.close()
      running = null
    },
  }
}

/** One connection, from connect() to close(). */
class TelemetrySession {
  #feed: Feed
  #clock: Clock
  #onBatch: BatchListener
  #round: number
  #onState: (state: LinkState) => void
  #connection: Connection
  #link: LinkState['link'] = 'connecting'
  #linkSinceMs: number
  #isRefused = false
  #pulse = 0
  #isPageReady = true
  #lastFlushMs = -Infinity
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  /** Both clocks at the last tick. */
  #lastTick: { readonly now: number; readonly wall: number }
  #tickTimer: ReturnType<typeof setInterval>
  #pulseTimer: ReturnType<typeof setInterval>

  constructor(
    feed: Feed,
    clock: Clock,
    options: LinkOptions,
    onBatch: BatchListener,
    onState: (state: LinkState) => void,
    round: number,
  ) {
    this.#feed = feed
    this.#clock = clock
    this.#onBatch = onBatch
    this.#round = round
    this.#onState = onState
    this.#linkSinceMs = clock.now()
    this.#lastTick = { now: clock.now(), wall: clock.wall() }
    this.#connection = new Connection(options, {
      onMessage: (topic, payload, isRetained) => {
        feed.message(topic, payload, isRetained)
        this.#scheduleFlush()
      },
      onOpen: () => {
        feed.linkOpened()
        this.#setLink('open', false)
      },
      onLost: (isRefused) => {
        feed.linkLost()
        this.#setLink('lost', isRefused)
      },
    })
    this.#connection.setFilters(feed.filters)
    this.#tickTimer = setInterval(() => this.#tick(), telemetryLimits.stale.tickMs)
    this.#pulseTimer = setInterval(() => this.#post(), telemetryLimits.pulseMs)
    this.#post()
    this.#scheduleFlush()
  }

  watchChanged(round: number): void {
    this.#round = round
    this.#connection.setFilters(this.#feed.filters)
    this.#scheduleFlush()
  }

  renew(token: string): void {
    this.#connection.renew(token)
  }

  ready(): void {
    this.#isPageReady = true
    this.#scheduleFlush()
  }

  close(): void {
    clearInterval(this.#tickTimer)
    clearInterval(this.#pulseTimer)
    clearTimeout(this.#flushTimer)
    this.#connection.close()
    this.#feed.linkLost()
  }

  #tick(): void {
    if (this.#hasSlept()) {
      this.#feed.handleSleep()
      this.#connection.restart()
    } else if (this.#feed.isSilent()) {
      this.#feed.tick()
      this.#connection.restart()
    }
    this.#feed.tick()
    this.#scheduleFlush()
  }

  /** Detects system sleep: the monotonic clock may pause meanwhile, the wall clock does not. */
  #hasSlept(): boolean {
    const before = this.#lastTick
    this.#lastTick = { now: this.#clock.now(), wall: this.#clock.wall() }
    return this.#lastTick.wall - before.wall - (this.#lastTick.now - before.now) > telemetryLimits.stale.lostMs
  }

  #setLink(link: LinkState['link'], isRefused: boolean): void {
    if (link !== this.#link) this.#linkSinceMs = this.#clock.now()
    this.#link = link
    this.#isRefused = isRefused
    this.#post()
  }

  #post(): void {
    const { dropped, conflated, malformed } = this.#feed
    this.#onState({
      link: this.#link,
      sinceMs: this.#clock.now() - this.#linkSinceMs,
      isRefused: this.#isRefused,
      refusedFilters: this.#connection.refusedFilters,
      dropped,
      conflated,
      malformed,
      pulse: ++this.#pulse,
    })
  }

  /**
   * Schedules a batch if values are pending, the page has acknowledged the last batch, and a display frame has passed.
   */
  #scheduleFlush(): void {
    if (!this.#isPageReady || this.#flushTimer !== undefined || !this.#feed.hasPending) return
    const waitMs = Math.max(0, this.#lastFlushMs + telemetryLimits.batch.everyMs - this.#clock.now())
    this.#flushTimer = setTimeout(() => this.#flush(), waitMs)
  }

  #flush(): void {
    this.#flushTimer = undefined
    const batch = this.#feed.take()
    if (!batch) return
    this.#isPageReady = false
    this.#lastFlushMs = this.#clock.now()
    const { ids, values, qualities, times } = batch
    this.#onBatch(transfer(batch, [ids.buffer, values.buffer, qualities.buffer, times.buffer]), this.#round)
  }
}
