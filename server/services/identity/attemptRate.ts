/** A name's tries count half after this long. */
const halfMs = 10_000
/** More names than people sign in at once; what an attacker adds pushes out what was tried longest ago. */
const mostNames = 10_000

/**
 * How thick the tries of a name, or from an address, come now: 0 for the first in a while, 1 from the second on, and one more each
 * time there are about twice as many. In a storm of guesses it tells these from who merely signs in.
 */
export function createAttemptRate(now: () => number = () => performance.now(), most = mostNames) {
  /** In the order of their last try. */
  const tries = new Map<string, { readonly count: number; readonly at: number }>()
  const countOf = (name: string): number => {
    const known = tries.get(name)
    return known ? known.count * 0.5 ** ((now() - known.at) / halfMs) : 0
  }
  return {
    /** Counts a try. */
    join(name: string): void {
      const count = countOf(name) + 1
      tries.delete(name)
      tries.set(name, { count, at: now() })
      const [oldest] = tries.keys()
      if (tries.size > most && oldest !== undefined) tries.delete(oldest)
    },
    /** Rounded: tries begin to fade at once, and the second is to count as a second. */
    thickness: (name: string): number => Math.round(Math.log2(Math.max(1, countOf(name)))),
    /** Whoever it was has come in. */
    leave: (name: string): void => void tries.delete(name),
  }
}
