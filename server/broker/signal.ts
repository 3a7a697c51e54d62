/** A typed event with any number of listeners. */
export class Signal<T> {
  readonly #listeners = new Set<(news: T) => void>()

  /** Returns a function that removes the listener. */
  on(listener: (news: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(news: T): void {
    for (const listener of this.#listeners) listener(news)
  }
}
