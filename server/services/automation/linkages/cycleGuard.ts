/** What stops a linkage that sets itself off: how long a chain of linkages may be, and how often one device may set one off in a while. */
export const cycleLimits = { depth: 8, often: 10, whileMs: 60_000 } as const
/** A device that was told something by a linkage speaks of the consequences for so long. */
const echoMs = 60_000
const mostEchoes = 20_000

/** Whether a linkage may run. `cut`: it would go round, and this is the first time that it is told; `held`: it was told already. */
export type Verdict = 'go' | 'cut' | 'held'

/**
 * Finds linkages that go round: A tells a device something, which sets off B, which tells the device of A. Each run is one deeper than
 * the run that told its device something, and nine deep is round; so is one device that sets off one linkage too often, by ways
 * that nobody sees, a lamp and a sensor in its light.
 */
export class CycleGuard {
  /** By device, until when what it was told at each depth echoes: being told something new makes nothing old last longer. */
  readonly #echoes = new Map<string, readonly number[]>()
  readonly #runs = new Map<string, number[]>()
  readonly #toldUntil = new Map<string, number>()

  /** A run of this depth tells a device something. */
  told(device: string, depth: number, now: number): void {
    const before = this.#echoes.get(device) ?? []
    this.#echoes.delete(device)
    this.#echoes.set(device, Array.from({ length: Math.max(before.length, depth + 1) }, (_, each) => (each === depth ? now + echoMs : before[each] ?? 0)))
    const [oldest] = this.#echoes.keys()
    if (this.#echoes.size > mostEchoes && oldest !== undefined) this.#echoes.delete(oldest)
  }

  /** How deep a run is that this device sets off: 0 where no linkage told it anything of late. */
  depthOf(device: string | null, now: number): number {
    const echoes = device === null ? [] : this.#echoes.get(device) ?? []
    return echoes.findLastIndex((until) => until > now) + 1
  }

  /** Asks for a run, and counts it where it may be. */
  admit(linkage: string, device: string | null, depth: number, now: number): Verdict {
    const key = `${linkage}/${device ?? ''}`
    const runs = (this.#runs.get(key) ?? []).filter((at) => now - at < cycleLimits.whileMs)
    if (depth < cycleLimits.depth && runs.length < cycleLimits.often) {
      this.#runs.set(key, [...runs, now])
      return 'go'
    }
    if ((this.#toldUntil.get(key) ?? 0) > now) return 'held'
    this.#toldUntil.set(key, now + cycleLimits.whileMs)
    return 'cut'
  }

  /** What was counted long ago is counted no more. */
  sweep(now: number): void {
    for (const [key, runs] of this.#runs) if (runs.every((at) => now - at >= cycleLimits.whileMs)) this.#runs.delete(key)
    for (const [key, until] of this.#toldUntil) if (until <= now) this.#toldUntil.delete(key)
    for (const [key, echoes] of this.#echoes) if (echoes.every((until) => until <= now)) this.#echoes.delete(key)
  }
}
