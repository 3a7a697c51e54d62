/** One writing after another, in the order they were asked for. When the browser refuses one, it says so once and stops. */
export class WriteQueue {
  readonly #onRefused: () => void
  #writing: Promise<void> = Promise.resolve()
  #isOver = false
  #isRefused = false

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused
  }

  /** Nothing is written any more. */
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

  /** Settles when all that was handed over so far is on the disk. */
  async written(): Promise<void> {
    await this.#writing
  }

  /** Nobody is there any more to be told of a refusal. */
  leave(): void {
    this.#isOver = true
  }
}
