/** Half-life of a counted attempt in milliseconds. */
const halfMs = 10_000
/** Maximum tracked keys; the least recently used one is evicted. */
const maxKeys = 10_000

/**
 * Attempt rate per name or address on a logarithmic scale: 0 for the first attempt, 1 from the second, and one more
 * each time the count doubles. Distinguishes bursts of guesses from normal sign-ins.
 */
export function createAttemptRate(now: () => number = () => performance.now(), max = maxKeys) {
  /** In order of the last attempt. */
  const attempts = new Map<string, { readonly count: number; readonly at: number }>()
  const getCount = (name: string): number => {
    const attempt = attempts.get(name)
    return attempt ? attempt.count * 0.5 ** ((now() - attempt.at) / halfMs) : 0
  }
  return {
    /** Counts an attempt. */
    count(name: string): void {
      const count = getCount(name) + 1
      attempts.delete(name)
      attempts.set(name, { count, at: now() })
      const [oldest] = attempts.keys()
      if (attempts.size > max && oldest !== undefined) attempts.delete(oldest)
    },
    /** Rounded, because counts decay immediately and a second attempt must count as two. */
    rate: (name: string): number => Math.round(Math.log2(Math.max(1, getCount(name)))),
    /** Resets the count after a successful sign-in. */
    reset: (name: string): void => void attempts.delete(name),
  }
}
