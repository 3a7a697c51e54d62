/** Missing fraction of a token that counts as a rounding error of the refill. */
const rounding = 1e-9

/**
 * A token bucket that refills at `perSecond` up to `burst`. The caller passes the monotonic time in milliseconds, so
 * that tests need not wait and a clock set back does not block clients.
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

  /** Time of the last call in milliseconds. */
  get lastMs(): number {
    return this.#atMs
  }

  /** Consumes a token; returns false if there is none. */
  tryConsume(nowMs: number): boolean {
    if (this.getWaitMs(nowMs) > 0) return false
    this.#tokens--
    return true
  }

  /**
   * Consumes a token, on credit if necessary, and returns the wait in milliseconds. Waits increase with each call, so
   * order is preserved.
   */
  consume(nowMs: number): number {
    const waitMs = this.getWaitMs(nowMs)
    this.#tokens--
    return waitMs
  }

  /** Returns the milliseconds until the next token; 0 if there is one. Consumes none. */
  getWaitMs(nowMs: number): number {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
    const missing = 1 - this.#tokens
    return missing > rounding ? (missing / this.#perSecond) * 1000 : 0
  }
}
