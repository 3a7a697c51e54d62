import { ApiError } from '../../contract/errors.ts'
import { monotonicNow } from '../monotonicClock.ts'
import { TokenBucket } from './tokenBucket.ts'

/** More names than expected users and programs. Beyond it, the least recently used are removed. */
const maxBuckets = 50_000
const minuteMs = 60_000
const roundingMs = 1e-6
/**
 * Entries removed per call. Each call adds at most one, so expired entries are removed in time without one call paying
 * for all.
 */
const removedPerCall = 8

/**
 * Rate limiter by name: one `TokenBucket` per name, which holds the tokens of one minute and refills continuously. Use
 * the same rate in all calls with a name. `now` returns the monotonic time in milliseconds.
 */
export class RateLimiter {
  readonly #now: () => number
  readonly #maxNames: number
  /** Ordered by the last call, oldest first. */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(now: () => number = monotonicNow, maxNames = maxBuckets) {
    this.#now = now
    this.#maxNames = maxNames
  }

  /** Number of names. */
  get size(): number {
    return this.#buckets.size
  }

  /** Consumes a token. Throws `limit.rate` with the time until the next attempt if there is none. */
  consume(name: string, perMinute: number): void {
    const retryAfterSeconds = this.tryConsume(name, perMinute)
    if (retryAfterSeconds > 0) throw new ApiError('limit.rate', { detail: { retryAfterSeconds } })
  }

  /** Consumes a token and returns 0; without one, returns the seconds until the next, rounded up. */
  tryConsume(name: string, perMinute: number): number {
    const nowMs = this.#now()
    const bucket = this.#buckets.get(name) ?? new TokenBucket(perMinute / 60, perMinute, nowMs)
    const waitMs = bucket.getWaitMs(nowMs)
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    this.#removeExpired(nowMs)
    if (waitMs > 0) return Math.ceil((waitMs - roundingMs) / 1000)
    bucket.consume(nowMs)
    return 0
  }

  #removeExpired(nowMs: number): void {
    let left = removedPerCall
    for (const [name, { lastMs }] of this.#buckets) {
      if (left-- === 0 || (nowMs - lastMs <= minuteMs && this.#buckets.size <= this.#maxNames)) return
      this.#buckets.delete(name)
    }
  }
}
