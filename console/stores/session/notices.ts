import type { Words } from '@mimic/engine/schema'
import type { Presentation } from '../../../contract/errors.ts'

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
  #pending: Notice[] = []

  post(notice: Notice): void {
    if (this.#listeners.size === 0) this.#pending.push(notice)
    for (const listener of this.#listeners) listener(notice)
  }

  onPost(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    const pending = this.#pending
    this.#pending = []
    for (const notice of pending) listener(notice)
    return () => this.#listeners.delete(listener)
  }
}
