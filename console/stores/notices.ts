import type { Words } from '@mimic/engine/schema'
import type { Presentation } from '../../contract/errors.ts'

export interface Notice {
  /** `news`: nothing is wrong, but it stays until it is read. */
  readonly manner: Presentation | 'success' | 'news'
  readonly words: Words
  /** A second, smaller line: the place of a problem, say. */
  readonly detail?: Words
}

/** Passes notices from stores to whoever shows them; stores know no React. What nobody listens to yet is kept. */
export class NoticeBoard {
  readonly #listeners = new Set<(notice: Notice) => void>()
  #kept: Notice[] = []

  post(notice: Notice): void {
    if (this.#listeners.size === 0) this.#kept.push(notice)
    for (const listener of this.#listeners) listener(notice)
  }

  onPost(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    const kept = this.#kept
    this.#kept = []
    for (const notice of kept) listener(notice)
    return () => this.#listeners.delete(listener)
  }
}
