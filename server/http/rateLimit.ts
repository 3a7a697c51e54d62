import { Refusal } from '../../contract/errors.ts'

interface Bucket {
  left: number
  at: number
}

const sweepAbove = 10_000
const minuteMs = 60_000
const rounding = 1e-9

/** Counts calls by name: a bucket that holds a minute's worth and refills steadily. A call too many is refused with when to come again. */
export function createRateLimit(now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  return {
    take(name: string, perMinute: number): void {
      const at = now()
      const bucket = buckets.get(name) ?? { left: perMinute, at }
      bucket.left = Math.min(perMinute, bucket.left + ((at - bucket.at) / minuteMs) * perMinute)
      bucket.at = at
      if (buckets.size > sweepAbove) for (const [old, { at: lastAt }] of buckets) if (at - lastAt > minuteMs) buckets.delete(old)
      buckets.set(name, bucket)
      const missing = 1 - bucket.left
      if (missing > rounding) throw new Refusal('limit.rate', { detail: { retryAfterSeconds: Math.ceil((missing / perMinute) * 60 - rounding) } })
      bucket.left--
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
