import type { Words } from '@mimic/engine/schema'
import type { Presentation } from '../../contract/errors.ts'

export interface Notice {
  /** `news`: an information that stays until it is closed. */
  readonly manner: Presentation | 'success' | 'news'
  readonly words: Words
  /** Second, smaller line, for example the location of a problem. */
  readonly detail?: Words
}

/** Passes notices from stores to the UI; stores do not depend on React. Notices without a listener are kept. */
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
