import { limits } from '../../../../contract/limits.ts'
import type { ServerStatus } from '../../../../contract/routes.ts'

/** How long the last requests took to be answered; older ones are forgotten, so that a slow start is not shown for ever. */
export class Latency {
  readonly #took = new Float64Array(limits.monitor.requests)
  #count = 0

  /** Milliseconds of one answered request. */
  take(ms: number): void {
    this.#took[this.#count % this.#took.length] = ms
    this.#count++
  }

  /** Null before the first one. Each figure is the time of a request that there was: none is drawn between two. */
  figures(): ServerStatus['latency'] {
    const count = Math.min(this.#count, this.#took.length)
    if (count === 0) return null
    const sorted = this.#took.slice(0, count).toSorted()
    const within = (share: number): number => Math.round((sorted[Math.ceil(share * count) - 1] ?? 0) * 10) / 10
    return { count, medianMs: within(0.5), p95Ms: within(0.95), p99Ms: within(0.99) }
  }
}
