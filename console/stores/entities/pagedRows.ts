import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

export interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** One page of rows as delivered by the server for the current query; never modified locally. */
export abstract class PagedRows<Row, Query, Page extends PageOfRows<Row> = PageOfRows<Row>> {
  rows: readonly Row[] = []
  total = 0
  readonly #latest = new LatestRequest()
  #query: Query | null = null

  constructor() {
    makeObservable(this, { rows: observableRef, total: observable, loading: computed, clear: action })
  }

  /** `first`: no rows yet. `again`: the old rows remain visible while loading. */
  get loading(): 'first' | 'again' | null {
    if (!this.#latest.isLoading) return null
    return this.rows.length > 0 ? 'again' : 'first'
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** Clears the rows at the end of a session, so that the next account does not see them. */
  clear(): void {
    this.#latest.clear()
    this.#query = null
    this.rows = []
    this.total = 0
    this.onClear()
  }

  /** Loads the rows of a query; responses of older queries are dropped. */
  show(query: Query): void {
    if (JSON.stringify(query) !== JSON.stringify(this.#query)) runInAction(() => this.onQueryChange())
    this.#query = query
    void this.#load(query)
  }

  /** Repeats the last query, after a failure or a change. */
  async reload(): Promise<void> {
    if (this.#query) await this.#load(this.#query)
  }

  /** Requests a page. Throws a CallFailure. */
  protected abstract fetchPage(query: Query, signal: AbortSignal): Promise<Page>

  /** Stores additional parts of the response; runs within an action. */
  protected receivePage(_page: Page): void {
    /* `rows` and `total` are already set */
  }

  /** Called when the query changes; runs within an action. */
  protected onQueryChange(): void {
    /* a query has no other state */
  }

  /** Clears additional session data; runs within an action. */
  protected onClear(): void {
    /* rows are already cleared */
  }

  #load(query: Query): Promise<void> {
    return this.#latest.run(
      (signal) => this.fetchPage(query, signal),
      (page) => {
        this.rows = page.rows
        this.total = page.total
        this.receivePage(page)
      },
    )
  }
}
