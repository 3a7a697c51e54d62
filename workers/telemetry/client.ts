import type { TagBatch } from '@mimic/engine/bindings'
import type { Endpoint, Remote } from 'comlink'
import { proxy, wrap } from 'comlink'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import type { LinkOptions, LinkState, TelemetryApi } from './api.ts'

/** The part of a Worker used here. Tests pass a message port. */
export interface TelemetryWorker extends Endpoint {
  terminate(): void
}

/** Receiver of values, such as a TagTable. */
export interface TelemetrySink {
  writeBatch(batch: TagBatch): void
  markStale(scope: 'all'): void
}

export interface TelemetryClientOptions {
  readonly startWorker: () => TelemetryWorker
  readonly sink: TelemetrySink
  readonly onLink?: (state: LinkState) => void
  /** Called when the worker rejects a call, for example because of an invalid broker URL. */
  readonly onError?: (error: unknown) => void
}

export const startTelemetryWorker = (): TelemetryWorker =>
  new Worker(new URL('./telemetry.worker.ts', import.meta.url), { type: 'module', name: 'telemetry' })

const noLink: LinkState = {
  link: 'connecting',
  sinceMs: 0,
  isRefused: false,
  refusedFilters: 0,
  dropped: 0,
  conflated: 0,
  malformed: 0,
  pulse: 0,
}
const { pulseMs, pulseLostMs, workerStartMs } = telemetryLimits

/**
 * Page side of live values: starts the worker, passes its batches to the sink and acknowledges them. If the worker's
 * pulse stops, all values are marked stale and a new worker takes over the watch set.
 */
export class TelemetryClient {
  #options: TelemetryClientOptions
  #link: LinkState = noLink
  #linkOptions: LinkOptions | null = null
  #watchSet: { readonly tags: readonly string[]; readonly ids: Uint32Array } = { tags: [], ids: new Uint32Array() }
  /** Number of the watch set; increases with each. */
  #round = 0
  #worker: TelemetryWorker | null = null
  #api: Remote<TelemetryApi> | null = null
  #watchdog: ReturnType<typeof setInterval> | undefined
  /** Deadline for the next pulse, extended by each pulse. */
  #deadlineMs = 0
  #lastCheckMs = 0

  constructor(options: TelemetryClientOptions) {
    this.#options = options
  }

  get link(): LinkState {
    return this.#link
  }

  /** Starts the worker and connects. Values arrive for the watch set. */
  connect(options: LinkOptions): void {
    this.#linkOptions = options
    this.#start()
    clearInterval(this.#watchdog)
    this.#lastCheckMs = performance.now()
    this.#watchdog = setInterval(() => this.#check(), pulseMs)
  }

  /** Replaces the watch set: all tags of the open page and the sink's number of each. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    this.#watchSet = { tags, ids }
    const round = ++this.#round
    this.#send((api) => api.watch(tags, ids, round))
  }

  renew(token: string): void {
    if (this.#linkOptions) this.#linkOptions = { ...this.#linkOptions, token }
    this.#send((api) => api.renew(token))
  }

  close(): void {
    clearInterval(this.#watchdog)
    this.#stop()
    this.#linkOptions = null
    this.#link = noLink
    this.#options.sink.markStale('all')
  }

  #start(): void {
    this.#stop()
    if (!this.#linkOptions) return
    const worker = this.#options.startWorker()
    const api = wrap<TelemetryApi>(worker)
    this.#worker = worker
    this.#api = api
    this.#deadlineMs = performance.now() + workerStartMs
    const { tags, ids } = this.#watchSet
    const round = this.#round
    this.#send((remote) => remote.watch(tags, ids, round))
    const { url, token, clientName } = this.#linkOptions
    this.#send((remote) =>
      remote.connect(
        { url, token, clientName },
        proxy(this.#createBatchHandler(api)),
        proxy(this.#createStateHandler(api)),
      ),
    )
  }

  #stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#api = null
  }

  /** Calls the worker. The watchdog handles calls that are never answered. */
  #send(call: (api: Remote<TelemetryApi>) => Promise<void>): void {
    if (this.#api) call(this.#api).catch((error: unknown) => this.#options.onError?.(error))
  }

  /**
   * Ignores batches of a terminated worker and of a former watch set. A tag no longer watched would otherwise look live
   * and never become stale. The worker resends all values of the current set.
   */
  #createBatchHandler =
    (api: Remote<TelemetryApi>) =>
    (batch: TagBatch, round: number): void => {
      if (api !== this.#api) return
      if (round === this.#round) this.#options.sink.writeBatch(batch)
      this.#send((remote) => remote.ready())
    }

  #createStateHandler =
    (api: Remote<TelemetryApi>) =>
    (state: LinkState): void => {
      if (api !== this.#api) return
      this.#deadlineMs = performance.now() + pulseLostMs
      this.#link = state
      this.#options.onLink?.(state)
    }

  /** After system sleep the worker, which slept too, gets time for a pulse first. */
  #check(): void {
    const now = performance.now()
    const hasSlept = now - this.#lastCheckMs > pulseLostMs
    this.#lastCheckMs = now
    if (hasSlept) this.#deadlineMs = Math.max(this.#deadlineMs, now + pulseLostMs)
    if (now < this.#deadlineMs) return
    this.#options.sink.markStale('all')
    this.#link = { ...noLink, link: 'lost' }
    this.#options.onLink?.(this.#link)
    this.#start()
  }
}
