/** Half-life of a counted attempt in milliseconds. */
const halfMs = 10_000
/** Maximum tracked keys; the least recently used one is evicted. */
const mostNames = 10_000

/**
 * Attempt rate per name or address on a logarithmic scale: 0 for the first attempt, 1 from the second, and one more
 * each time the count doubles. Distinguishes bursts of guesses from normal sign-ins.
 */
export function createAttemptRate(now: () => number = () => performance.now(), most = mostNames) {
  /** In order of the last attempt. */
  const tries = new Map<string, { readonly count: number; readonly at: number }>()
  const countOf = (name: string): number => {
    const known = tries.get(name)
    return known ? known.count * 0.5 ** ((now() - known.at) / halfMs) : 0
  }
  return {
    /** Counts an attempt. */
    join(name: string): void {
      const count = countOf(name) + 1
      tries.delete(name)
      tries.set(name, { count, at: now() })
      const [oldest] = tries.keys()
      if (tries.size > most && oldest !== undefined) tries.delete(oldest)
    },
    /** Rounded, because counts decay immediately and a second attempt must count as two. */
    thickness: (name: string): number => Math.round(Math.log2(Math.max(1, countOf(name)))),
    /** Resets the count after a successful sign-in. */
    leave: (name: string): void => void tries.delete(name),
  }
}
