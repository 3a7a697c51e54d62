import { ApiError } from '../../../contract/errors.ts'

interface Bucket {
  left: number
  at: number
}

/** More names than expected users and programs. Beyond it, the least recently used are removed. */
const maxBuckets = 50_000
const minuteMs = 60_000
const rounding = 1e-9
/**
 * Entries removed per call. Each call adds at most one, so expired entries are removed in time without one call paying
 * for all.
 */
const removedPerCall = 8

/**
 * Rate limiter by name: a token bucket that holds the tokens of one minute and refills continuously. Throws
 * `limit.rate` with the time until the next attempt.
 */
export function createRateLimit(now: () => number = () => performance.now(), maxNames = maxBuckets) {
  /** Ordered by the last call, oldest first. */
  const buckets = new Map<string, Bucket>()
  const removeExpired = (at: number): void => {
    let left = removedPerCall
    for (const [name, { at: lastAt }] of buckets) {
      if (left-- === 0 || (at - lastAt <= minuteMs && buckets.size <= maxNames)) return
      buckets.delete(name)
    }
  }
  return {
    consume(name: string, perMinute: number): void {
      const at = now()
      const bucket = buckets.get(name) ?? { left: perMinute, at }
      bucket.left = Math.min(perMinute, bucket.left + ((at - bucket.at) / minuteMs) * perMinute)
      bucket.at = at
      buckets.delete(name)
      buckets.set(name, bucket)
      removeExpired(at)
      const missing = 1 - bucket.left
      if (missing > rounding)
        throw new ApiError('limit.rate', {
          detail: { retryAfterSeconds: Math.ceil((missing / perMinute) * 60 - rounding) },
        })
      bucket.left--
    },
    /** Number of names. */
    get size(): number {
      return buckets.size
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
