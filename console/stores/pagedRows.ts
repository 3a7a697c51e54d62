import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

export interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** One page of the server's rows, by the query last shown: the server's truth, never changed here. */
export abstract class PagedRows<Row, Query, Page extends PageOfRows<Row> = PageOfRows<Row>> {
  rows: readonly Row[] = []
  total = 0
  readonly #latest = new LatestRequest()
  #query: Query | null = null

  constructor() {
    makeObservable(this, { rows: observableRef, total: observable, loading: computed, clear: action })
  }

  /** `first`: nothing to show yet. `again`: the old rows stay while the new ones come. */
  get loading(): 'first' | 'again' | null {
    if (!this.#latest.isLoading) return null
    return this.rows.length > 0 ? 'again' : 'first'
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** The session ended: the next one must not see this one's rows. */
  clear(): void {
    this.#latest.clear()
    this.#query = null
    this.rows = []
    this.total = 0
    this.forget()
  }

  /** Loads what this query asks for; the answer to an older one is dropped. */
  show(query: Query): void {
    if (JSON.stringify(query) !== JSON.stringify(this.#query)) runInAction(() => this.turn())
    this.#query = query
    void this.#load(query)
  }

  /** The last query again: after an error, or when a row came, changed or went. */
  async reload(): Promise<void> {
    if (this.#query) await this.#load(this.#query)
  }

  /** Asks the server; throws a CallFailure. */
  protected abstract ask(query: Query, signal: AbortSignal): Promise<Page>

  /** Takes what else the answer says; within an action. */
  protected take(_page: Page): void { /* rows and total are taken already */ }

  /** Another query is shown from now on; within an action. */
  protected turn(): void { /* nothing but rows belongs to a query */ }

  /** Forgets what else belongs to the session; within an action. */
  protected forget(): void { /* rows are forgotten already */ }

  #load(query: Query): Promise<void> {
    return this.#latest.ask((signal) => this.ask(query, signal), (page) => {
      this.rows = page.rows
      this.total = page.total
      this.take(page)
    })
  }
}
