import type { TagBatch } from '@mimic/engine/bindings'
import type { Endpoint, Remote } from 'comlink'
import { proxy, wrap } from 'comlink'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import type { LinkOptions, LinkState, TelemetryApi } from './api.ts'

/** What a worker is to this file; tests pass a message port. */
export interface TelemetryWorker extends Endpoint {
  terminate(): void
}

/** Where values go; a TagTable is one. */
export interface TelemetrySink {
  writeBatch(batch: TagBatch): void
  markStale(which: 'all'): void
}

export interface TelemetryClientOptions {
  readonly startWorker: () => TelemetryWorker
  readonly sink: TelemetrySink
  readonly onLink?: (state: LinkState) => void
  /** A call that the worker refused, such as a broker address that is none. */
  readonly onError?: (error: unknown) => void
}

export const startTelemetryWorker = (): TelemetryWorker =>
  new Worker(new URL('./telemetry.worker.ts', import.meta.url), { type: 'module', name: 'telemetry' })

const noLink: LinkState = {
  link: 'connecting', sinceMs: 0, isRefused: false, refusedFilters: 0, dropped: 0, conflated: 0, malformed: 0, pulse: 0,
}
const { pulseMs, pulseLostMs, workerStartMs } = telemetryLimits

/**
 * The page's side of live values: owns the worker, hands its batches to the sink and asks for the next. A worker
 * without a pulse is ended: all values are marked stale and a new worker takes up the same watch set.
 */
export class TelemetryClient {
  #options: TelemetryClientOptions
  #link: LinkState = noLink
  #connected: LinkOptions | null = null
  #watched: { readonly tags: readonly string[]; readonly ids: Uint32Array } = { tags: [], ids: new Uint32Array() }
  /** Of the watch set: goes up with each. */
  #round = 0
  #worker: TelemetryWorker | null = null
  #api: Remote<TelemetryApi> | null = null
  #watchdog: ReturnType<typeof setInterval> | undefined
  /** When the worker has to have given a pulse; put off by each. */
  #deadlineMs = 0
  #checkedMs = 0

  constructor(options: TelemetryClientOptions) {
    this.#options = options
  }

  get link(): LinkState { return this.#link }

  /** Starts the worker and connects; values come for what is watched. */
  connect(options: LinkOptions): void {
    this.#connected = options
    this.#start()
    clearInterval(this.#watchdog)
    this.#checkedMs = performance.now()
    this.#watchdog = setInterval(() => this.#check(), pulseMs)
  }

  /** The whole set of tags that the open page needs, with the sink's number of each; replaces the set before. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    this.#watched = { tags, ids }
    const round = ++this.#round
    this.#send((api) => api.watch(tags, ids, round))
  }

  renew(token: string): void {
    if (this.#connected) this.#connected = { ...this.#connected, token }
    this.#send((api) => api.renew(token))
  }

  close(): void {
    clearInterval(this.#watchdog)
    this.#stop()
    this.#connected = null
    this.#link = noLink
    this.#options.sink.markStale('all')
  }

  #start(): void {
    this.#stop()
    if (!this.#connected) return
    const worker = this.#options.startWorker()
    const api = wrap<TelemetryApi>(worker)
    this.#worker = worker
    this.#api = api
    this.#deadlineMs = performance.now() + workerStartMs
    const { tags, ids } = this.#watched
    const round = this.#round
    this.#send((remote) => remote.watch(tags, ids, round))
    const { url, token, clientName } = this.#connected
    this.#send((remote) => remote.connect({ url, token, clientName }, proxy(this.#batchFrom(api)), proxy(this.#stateFrom(api))))
  }

  #stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#api = null
  }

  /** Calls the worker. An answer that never comes is the watchdog's matter: the pulse stays away. */
  #send(call: (api: Remote<TelemetryApi>) => Promise<void>): void {
    if (this.#api) call(this.#api).catch((error: unknown) => this.#options.onError?.(error))
  }

  /**
   * What a worker that was ended still had on the way is not taken; nor what was made for a former watch set: a tag that was left
   * since would look live, and nobody would tell when it is not any more. Of what is still watched the worker sends all anew.
   */
  #batchFrom = (api: Remote<TelemetryApi>) => (batch: TagBatch, round: number): void => {
    if (api !== this.#api) return
    if (round === this.#round) this.#options.sink.writeBatch(batch)
    this.#send((remote) => remote.ready())
  }

  #stateFrom = (api: Remote<TelemetryApi>) => (state: LinkState): void => {
    if (api !== this.#api) return
    this.#deadlineMs = performance.now() + pulseLostMs
    this.#link = state
    this.#options.onLink?.(state)
  }

  /** A page that slept itself gives the worker, which slept too, time for a pulse before it judges. */
  #check(): void {
    const now = performance.now()
    const hasSlept = now - this.#checkedMs > pulseLostMs
    this.#checkedMs = now
    if (hasSlept) this.#deadlineMs = Math.max(this.#deadlineMs, now + pulseLostMs)
    if (now < this.#deadlineMs) return
    this.#options.sink.markStale('all')
    this.#link = { ...noLink, link: 'lost' }
    this.#options.onLink?.(this.#link)
    this.#start()
  }
}
