/**
 * A token bucket: so many a second, with a burst. Time is given, so that it can be tested without waiting; by the clock that nobody sets, for one
 * that is set back would keep everybody out for as long.
 */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #atMs: number

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#atMs = nowMs
  }

  /** Takes one; false when there is none. */
  take(nowMs: number): boolean {
    this.#fill(nowMs)
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  /** Takes one even on credit and says how long its holder must wait: order is kept because each waits behind the last. */
  takeLater(nowMs: number): number {
    this.#fill(nowMs)
    this.#tokens--
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
  }
}
