interface Visited {
  readonly isCached?: boolean | undefined
}

/**
 * Remembers the last query of each cached page for this tab and session. Navigating to the bare path of a page restores
 * its last query; changing or clearing the query on the page itself is respected.
 */
export class PageQueryCache {
  readonly #queries = new Map<string, string>()
  #here = ''
  #who: string | null = null

  /**
   * Records that a page is about to open. Returns the query to open it with instead, or `null` to open it as requested.
   */
  arrive(who: string | null, path: string, search: string, page: Visited | undefined): string | null {
    if (who !== this.#who) this.#queries.clear()
    this.#who = who
    const kept = this.#queries.get(path) ?? ''
    const isBack = path !== this.#here && search === '' && kept !== '' && page?.isCached === true
    this.#here = path
    if (isBack) return kept
    this.#queries.set(path, search)
    return null
  }
}
