/** Runs writes in order. After the first rejected write it notifies once and stops. */
export class WriteQueue {
  readonly #onRefused: () => void
  #writing: Promise<void> = Promise.resolve()
  #isOver = false
  #isRefused = false

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused
  }

  /** True after a rejected write. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  add(write: () => Promise<void>): void {
    if (this.#isRefused) return
    this.#writing = this.#writing.then(write).catch((refusal: unknown) => {
      console.error(refusal)
      if (!this.#isOver && !this.#isRefused) this.#onRefused()
      this.#isRefused = true
    })
  }

  /** Resolves when all writes so far are on disk. */
  async written(): Promise<void> {
    await this.#writing
  }

  /** Disables the notification, because the page has closed. */
  leave(): void {
    this.#isOver = true
  }
}
