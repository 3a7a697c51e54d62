import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type {
  RouteResponse,
  RouteBodyInput,
  LibraryEntry,
  Routes,
  WholeLibraryEntry,
} from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from '../entities/latestRequest.ts'
import type { LibraryQuery } from './libraryQuery.ts'
import { PagedRows } from '../entities/pagedRows.ts'

type Described = RouteBodyInput<Routes['library.describe']>

type LibraryPage = RouteResponse<Routes['library.list']>

/** One page of the component library, and the entry on the detail page. */
export class LibraryStore extends PagedRows<LibraryEntry, LibraryQuery, LibraryPage> {
  /** All existing types, for the filter. */
  types: readonly string[] = []
  /** Entry on the detail page. */
  entry: WholeLibraryEntry | null = null
  readonly #client: Client
  readonly #opening = new LatestRequest()

  constructor(client: Client) {
    super()
    this.#client = client
    makeObservable(this, { types: observableRef, entry: observableRef, open: action })
  }

  get entryFailure(): CallFailure | null {
    return this.#opening.failure
  }

  /** Loads an entry for the detail page. An empty id sends no request. */
  open(id: string): void {
    if (this.entry?.id !== id) this.entry = null
    this.#opening.clear()
    if (id !== '')
      void this.#opening.run(
        (signal) => this.#client.call('library.read', { params: { id } }, { signal, quiet: true }),
        (entry) => {
          this.entry = entry
        },
      )
  }

  /** Changes an entry. Throws a CallFailure with problems for the form. */
  async describe(id: string, description: Described): Promise<void> {
    const after = await this.#client.call('library.describe', { params: { id }, body: description }, { quiet: true })
    runInAction(() => {
      if (this.entry?.id === id) this.entry = { ...this.entry, ...after }
    })
    await this.reload()
  }

  /** Deletes an entry. Failures have already been shown. */
  async remove(id: string): Promise<void> {
    await this.#client.call('library.remove', { params: { id } })
    await this.reload()
  }

  protected override fetchPage(
    { page, pageSize, search, type }: LibraryQuery,
    signal: AbortSignal,
  ): Promise<LibraryPage> {
    return this.#client.call(
      'library.list',
      { query: { page, pageSize, search, ...(type && { type }) } },
      { signal, quiet: true },
    )
  }

  protected override receivePage({ types }: LibraryPage): void {
    this.types = types
  }

  /** The next account must not see private entries of this one. */
  protected override onClear(): void {
    this.#opening.clear()
    this.types = []
    this.entry = null
  }
}
