import { limits } from '../../../../contract/limits.ts'
import type { ServerStatus } from '../../../../contract/routes.ts'

/** Response times of the last requests. */
export class Latency {
  readonly #durationsMs = new Float64Array(limits.monitor.requests)
  #count = 0

  /** Records the duration of one request in milliseconds. */
  record(ms: number): void {
    this.#durationsMs[this.#count % this.#durationsMs.length] = ms
    this.#count++
  }

  /** Percentiles in milliseconds without interpolation; null before the first request. */
  figures(): ServerStatus['latency'] {
    const count = Math.min(this.#count, this.#durationsMs.length)
    if (count === 0) return null
    const sorted = this.#durationsMs.slice(0, count).toSorted()
    const percentile = (share: number): number => Math.round((sorted[Math.ceil(share * count) - 1] ?? 0) * 10) / 10
    return { count, medianMs: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) }
  }
}
