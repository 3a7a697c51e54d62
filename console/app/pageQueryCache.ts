interface Visited {
  readonly isCached?: boolean | undefined
}

/**
 * Where one was on each cached page: its query, for as long as this tab and session last. Coming back to the page's bare
 * path leads to the query that one left it with; a change of the query on the page itself, also to none, is the person's own.
 */
export class PageQueryCache {
  readonly #queries = new Map<string, string>()
  #here = ''
  #who: string | null = null

  /** Notes that a page is about to open. The query to open it with instead, or null to open it as asked. */
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
