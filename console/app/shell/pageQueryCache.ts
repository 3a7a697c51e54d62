interface Visited {
  readonly isCached?: boolean | undefined
}

/**
 * Remembers the last query of each cached page for this tab and session. Navigating to the bare path of a page restores
 * its last query; changing or clearing the query on the page itself is respected.
 */
export class PageQueryCache {
  readonly #queries = new Map<string, string>()
  #currentPath = ''
  #username: string | null = null

  /**
   * Records that a page is about to open. Returns the query to open it with instead, or `null` to open it as requested.
   */
  open(username: string | null, path: string, search: string, page: Visited | undefined): string | null {
    if (username !== this.#username) this.#queries.clear()
    this.#username = username
    const cached = this.#queries.get(path) ?? ''
    const isBack = path !== this.#currentPath && search === '' && cached !== '' && page?.isCached === true
    this.#currentPath = path
    if (isBack) return cached
    this.#queries.set(path, search)
    return null
  }
}
