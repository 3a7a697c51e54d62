/** Who wants to hear of one kind of thing, and how they are told. */
export class Signal<T> {
  readonly #listeners = new Set<(news: T) => void>()

  /** Answers how to stop listening. */
  on(listener: (news: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(news: T): void {
    for (const listener of this.#listeners) listener(news)
  }
}
