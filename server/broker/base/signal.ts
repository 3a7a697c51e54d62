/** A typed event with any number of listeners. */
export class Signal<T> {
  readonly #listeners = new Set<(event: T) => void>()

  /** Returns a function that removes the listener. */
  on(listener: (event: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: T): void {
    for (const listener of this.#listeners) listener(event)
  }
}
