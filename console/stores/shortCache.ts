interface Kept<Answer> {
  readonly answer: Promise<Answer>
  /** When it is to be asked for again; while it is on its way, never. */
  untilMs: number
}

/** Answers that many parts of a page ask for at once, such as the cells of a list: each is asked for once, and again some time after it came. */
export class ShortCache<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>()
  readonly #keepMs: number
  readonly #now: () => number

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs
    this.#now = now
  }

  /** A question that failed is asked anew by the next one. */
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
