import { ApiError } from '../../contract/errors.ts'

interface Bucket {
  left: number
  at: number
}

/** More names than people and programs have; what an attacker adds pushes out what was asked for longest ago. */
const mostBuckets = 50_000
const minuteMs = 60_000
const rounding = 1e-9
/** By each call: more than one comes in by it, so the full ones go in time, and no call pays for all. */
const forgottenAtOnce = 8

/** Counts calls by name: a bucket that holds a minute's worth and refills steadily. A call too many is refused with when to come again. */
export function createRateLimit(now: () => number = () => performance.now(), most = mostBuckets) {
  /** In the order of their last call, so that those to forget stand first. */
  const buckets = new Map<string, Bucket>()
  const forget = (at: number): void => {
    let left = forgottenAtOnce
    for (const [name, { at: lastAt }] of buckets) {
      if (left-- === 0 || (at - lastAt <= minuteMs && buckets.size <= most)) return
      buckets.delete(name)
    }
  }
  return {
    take(name: string, perMinute: number): void {
      const at = now()
      const bucket = buckets.get(name) ?? { left: perMinute, at }
      bucket.left = Math.min(perMinute, bucket.left + ((at - bucket.at) / minuteMs) * perMinute)
      bucket.at = at
      buckets.delete(name)
      buckets.set(name, bucket)
      forget(at)
      const missing = 1 - bucket.left
      if (missing > rounding) throw new ApiError('limit.rate', { detail: { retryAfterSeconds: Math.ceil((missing / perMinute) * 60 - rounding) } })
      bucket.left--
    },
    /** How many names it remembers. */
    get size(): number {
      return buckets.size
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
