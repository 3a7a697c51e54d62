/** First delay and upper limit in milliseconds. */
const firstMs = 1_000
const maxMs = 60_000

/** Delays between attempts: doubled after each failure up to a minute, with jitter of a fifth. */
export class BackOff {
  #failures = 0
  readonly #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Number of failures since the last success. */
  get failures(): number {
    return this.#failures
  }

  /** Returns the delay in milliseconds before the next attempt. */
  next(): number {
    const delayMs = Math.min(maxMs, firstMs * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 30)
    return delayMs * (0.8 + 0.2 * this.#random())
  }

  reset(): void {
    this.#failures = 0
  }
}
