import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { AnswerOf, BodyInputOf, LibraryEntry, Routes, WholeLibraryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'
import type { LibraryQuery } from './libraryQuery.ts'
import { PagedRows } from './pagedRows.ts'

type Described = BodyInputOf<Routes['library.describe']>

type LibraryPage = AnswerOf<Routes['library.list']>

/** One page of the component library, and the one entry that is looked at. */
export class LibraryStore extends PagedRows<LibraryEntry, LibraryQuery, LibraryPage> {
  /** All that there are, to choose from. */
  types: readonly string[] = []
  /** The entry that the detail page shows. */
  entry: WholeLibraryEntry | null = null
  entryFailure: CallFailure | null = null
  readonly #client: Client
  #opening: AbortController | null = null

  constructor(client: Client) {
    super()
    this.#client = client
    makeObservable(this, { types: observableRef, entry: observableRef, entryFailure: observableRef, open: action })
  }

  /** Loads the entry of the detail page. */
  open(id: string): void {
    if (this.entry?.id !== id) this.entry = null
    this.entryFailure = null
    void this.#open(id)
  }

  /** Throws a CallFailure whose problems the form shows. */
  async describe(id: string, said: Described): Promise<void> {
    const after = await this.#client.call('library.describe', { params: { id }, body: said }, { quiet: true })
    runInAction(() => { if (this.entry?.id === id) this.entry = { ...this.entry, ...after } })
    await this.reload()
  }

  /** The person has been told when this throws. */
  async remove(id: string): Promise<void> {
    await this.#client.call('library.remove', { params: { id } })
    await this.reload()
  }

  async #open(id: string): Promise<void> {
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    try {
      const entry = await this.#client.call('library.read', { params: { id } }, { signal: opening.signal, quiet: true })
      runInAction(() => { this.entry = entry })
    } catch (thrown) {
      if (opening.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.entryFailure = thrown })
    }
  }

  protected override ask({ page, pageSize, search, type }: LibraryQuery, signal: AbortSignal): Promise<LibraryPage> {
    return this.#client.call('library.list', { query: { page, pageSize, search, ...(type && { type }) } }, { signal, quiet: true })
  }

  protected override take({ types }: LibraryPage): void {
    this.types = types
  }

  /** Another person must not see this one's private entries. */
  protected override forget(): void {
    this.#opening?.abort()
    this.types = []
    this.entry = null
    this.entryFailure = null
  }
}
