import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { BodyInputOf, LibraryEntry, Routes, WholeLibraryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'
import type { LibraryQuery } from './libraryQuery.ts'

type Described = BodyInputOf<Routes['library.describe']>

/** One page of the component library, by the query last shown, and the one entry that is looked at. */
export class LibraryStore {
  rows: readonly LibraryEntry[] = []
  total = 0
  /** All that there are, to choose from. */
  types: readonly string[] = []
  /** `first`: nothing to show yet. `again`: the old rows stay while the new ones come. */
  loading: 'first' | 'again' | null = null
  failure: CallFailure | null = null
  /** The entry that the detail page shows. */
  entry: WholeLibraryEntry | null = null
  entryFailure: CallFailure | null = null
  readonly #client: Client
  #query: LibraryQuery | null = null
  #running: AbortController | null = null
  #opening: AbortController | null = null

  constructor(client: Client) {
    this.#client = client
    makeObservable(this, {
      rows: observableRef, total: observable, types: observableRef, loading: observable, failure: observableRef,
      entry: observableRef, entryFailure: observableRef, clear: action, open: action,
    })
  }

  /** The session ended: the next one must not see this one's private entries. */
  clear(): void {
    this.#running?.abort()
    this.#opening?.abort()
    this.#query = null
    this.rows = []
    this.total = 0
    this.types = []
    this.loading = null
    this.failure = null
    this.entry = null
    this.entryFailure = null
  }

  /** Loads what this query asks for; the answer to an older one is dropped. */
  show(query: LibraryQuery): void {
    this.#query = query
    void this.#load(query)
  }

  /** The last query again: after an error, or when an entry came, changed or went. */
  async reload(): Promise<void> {
    if (this.#query) await this.#load(this.#query)
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

  async #load(query: LibraryQuery): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.loading = this.rows.length > 0 ? 'again' : 'first' })
    const { page, pageSize, search, type } = query
    try {
      const list = await this.#client.call(
        'library.list', { query: { page, pageSize, search, ...(type && { type }) } }, { signal: running.signal, quiet: true },
      )
      runInAction(() => {
        this.rows = list.rows
        this.total = list.total
        this.types = list.types
        this.failure = null
        this.loading = null
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => {
        this.failure = thrown
        this.loading = null
      })
    }
  }
}
