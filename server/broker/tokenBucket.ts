/**
 * A token bucket that refills at `perSecond` up to `burst`. The caller passes the monotonic time, so that tests need
 * not wait and a clock set back does not block clients.
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

  /** Consumes a token; returns false if there is none. */
  tryConsume(nowMs: number): boolean {
    this.#fill(nowMs)
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  /**
   * Consumes a token, on credit if necessary, and returns the wait in milliseconds. Waits increase with each call, so
   * order is preserved.
   */
  consume(nowMs: number): number {
    this.#fill(nowMs)
    this.#tokens--
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
  }
}
