import { limits } from '../../../../contract/limits.ts'
import type { ServerStatus } from '../../../../contract/routes.ts'

/** Response times of the last requests. */
export class Latency {
  readonly #took = new Float64Array(limits.monitor.requests)
  #count = 0

  /** Records the duration of one request in milliseconds. */
  take(ms: number): void {
    this.#took[this.#count % this.#took.length] = ms
    this.#count++
  }

  /** Percentiles in milliseconds without interpolation; null before the first request. */
  figures(): ServerStatus['latency'] {
    const count = Math.min(this.#count, this.#took.length)
    if (count === 0) return null
    const sorted = this.#took.slice(0, count).toSorted()
    const within = (share: number): number => Math.round((sorted[Math.ceil(share * count) - 1] ?? 0) * 10) / 10
    return { count, medianMs: within(0.5), p95Ms: within(0.95), p99Ms: within(0.99) }
  }
}
