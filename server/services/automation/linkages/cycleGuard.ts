/** Limits against loops: length of a linkage chain, and runs of one linkage per device within `whileMs`. */
export const cycleLimits = { depth: 8, often: 10, whileMs: 60_000 } as const
/** Milliseconds during which reports of a device count as effects of the last linkage command. */
const echoMs = 60_000
const maxEchoes = 20_000

/** Result of the loop check. `cut`: loop detected, report it; `held`: loop already reported. */
export type Verdict = 'go' | 'cut' | 'held'

/**
 * Detects linkages that trigger each other: A sends a command to a device, which triggers B, which sends a command to
 * the device of A. Each run is one level deeper than the run that commanded its device; a depth above the limit counts
 * as a loop. The guard also stops a device that triggers one linkage too often, which covers loops outside the system
 * such as a lamp and the light sensor next to it.
 */
export class CycleGuard {
  /**
   * By device: end of the echo time for each depth. A new command at another depth does not extend the earlier ones.
   */
  readonly #echoes = new Map<string, readonly number[]>()
  readonly #runs = new Map<string, number[]>()
  readonly #reportedUntil = new Map<string, number>()

  /** Records that a run of this depth sends a command to a device. */
  onCommand(device: string, depth: number, now: number): void {
    const before = this.#echoes.get(device) ?? []
    this.#echoes.delete(device)
    this.#echoes.set(
      device,
      Array.from({ length: Math.max(before.length, depth + 1) }, (_, each) =>
        each === depth ? now + echoMs : (before[each] ?? 0),
      ),
    )
    const [oldest] = this.#echoes.keys()
    if (this.#echoes.size > maxEchoes && oldest !== undefined) this.#echoes.delete(oldest)
  }

  /** Returns the depth of a run triggered by this device; 0 if no linkage commanded it recently. */
  getDepth(device: string | null, now: number): number {
    const echoes = device === null ? [] : (this.#echoes.get(device) ?? [])
    return echoes.findLastIndex((until) => until > now) + 1
  }

  /** Checks whether a run is allowed and counts it if so. */
  admit(linkage: string, device: string | null, depth: number, now: number): Verdict {
    const key = `${linkage}/${device ?? ''}`
    const runs = (this.#runs.get(key) ?? []).filter((at) => now - at < cycleLimits.whileMs)
    if (depth < cycleLimits.depth && runs.length < cycleLimits.often) {
      this.#runs.set(key, [...runs, now])
      return 'go'
    }
    if ((this.#reportedUntil.get(key) ?? 0) > now) return 'held'
    this.#reportedUntil.set(key, now + cycleLimits.whileMs)
    return 'cut'
  }

  /** Removes expired entries. */
  sweep(now: number): void {
    for (const [key, runs] of this.#runs)
      if (runs.every((at) => now - at >= cycleLimits.whileMs)) this.#runs.delete(key)
    for (const [key, until] of this.#reportedUntil) if (until <= now) this.#reportedUntil.delete(key)
    for (const [key, echoes] of this.#echoes) if (echoes.every((until) => until <= now)) this.#echoes.delete(key)
  }
}
