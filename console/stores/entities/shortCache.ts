interface CacheEntry<Answer> {
  readonly answer: Promise<Answer>
  /** Expiry time; infinite while the request is running. */
  untilMs: number
}

/** Short-lived cache for requests shared by many components, for example the cells of a list. */
export class ShortCache<Answer> {
  readonly #entries = new Map<string, CacheEntry<Answer>>()
  readonly #keepMs: number
  readonly #now: () => number

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs
    this.#now = now
  }

  /** Returns the cached response or sends a request. Failures are not cached. */
  get(key: string, request: () => Promise<Answer>): Promise<Answer> {
    const cached = this.#entries.get(key)
    if (cached && this.#now() < cached.untilMs) return cached.answer
    const entry: CacheEntry<Answer> = { answer: request(), untilMs: Infinity }
    this.#entries.set(key, entry)
    void entry.answer.then(
      () => {
        entry.untilMs = this.#now() + this.#keepMs
      },
      () => {
        entry.untilMs = 0
      },
    )
    return entry.answer
  }
}
