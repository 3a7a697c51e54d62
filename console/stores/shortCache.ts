interface Kept<Answer> {
  readonly answer: Promise<Answer>
  /** Expiry time; infinite while the request is running. */
  untilMs: number
}

/** Short-lived cache for requests shared by many components, for example the cells of a list. */
export class ShortCache<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>()
  readonly #keepMs: number
  readonly #now: () => number

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs
    this.#now = now
  }

  /** Returns the cached response or sends a request. Failures are not cached. */
  ask(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key)
    if (known && this.#now() < known.untilMs) return known.answer
    const asked: Kept<Answer> = { answer: ask(), untilMs: Infinity }
    this.#kept.set(key, asked)
    void asked.answer.then(
      () => { asked.untilMs = this.#now() + this.#keepMs },
      () => { asked.untilMs = 0 },
    )
    return asked.answer
  }
}
