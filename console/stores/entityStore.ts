import { makeObservable, observable, observableRef, runInAction, action } from 'mobx'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityClient, EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

/** One page of an entity's rows, by the query last shown: the server's truth, never changed here. */
export class EntityStore {
  rows: readonly Row[] = []
  total = 0
  /** There are more rows than `total`. */
  atLeast = false
  /** `first`: nothing to show yet. `again`: the old rows stay while the new ones come. */
  loading: 'first' | 'again' | null = null
  failure: CallFailure | null = null
  /** The selected rows' ids; they end with the page. */
  chosen: readonly string[] = []
  readonly client: EntityClient
  #query: EntityQuery | null = null
  #running: AbortController | null = null

  constructor(client: EntityClient) {
    this.client = client
    makeObservable(this, {
      rows: observableRef, total: observable, atLeast: observable, loading: observable, failure: observableRef, chosen: observableRef, choose: action, clear: action,
    })
  }

  choose(ids: readonly string[]): void {
    this.chosen = ids
  }

  /** The session ended: the next one must not see this one's rows. */
  clear(): void {
    this.#running?.abort()
    this.#query = null
    this.rows = []
    this.chosen = []
    this.total = 0
    this.failure = null
    this.loading = null
  }

  /** Loads what this query asks for; the answer to an older one is dropped. */
  show(query: EntityQuery): void {
    if (JSON.stringify(query) !== JSON.stringify(this.#query)) runInAction(() => { this.chosen = [] })
    this.#query = query
    void this.#load(query)
  }

  /** The last query again: after an error, or when a row came, changed or went. */
  async reload(): Promise<void> {
    if (this.#query) await this.#load(this.#query)
  }

  /** The person has been told when this throws. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.client.remove(ids)
    runInAction(() => { this.chosen = this.chosen.filter((id) => !ids.includes(id)) })
    await this.reload()
  }

  async #load(query: EntityQuery): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.loading = this.rows.length > 0 ? 'again' : 'first' })
    try {
      const { rows, total, atLeast = false } = await this.client.list(query, { signal: running.signal, quiet: true })
      runInAction(() => {
        this.rows = rows
        this.total = total
        this.atLeast = atLeast
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

/** The stores of the entities that pages have asked for, one each. Given declarations: all of them at once would be in the first chunk. */
export class EntityStores {
  readonly #make: (entity: Entity) => EntityStore
  readonly #made = new Map<string, EntityStore>()

  constructor(make: (entity: Entity) => EntityStore) {
    this.#make = make
  }

  of(entity: Entity): EntityStore {
    const known = this.#made.get(entity.name)
    if (known) return known
    const store = this.#make(entity)
    this.#made.set(entity.name, store)
    return store
  }

  clear(): void {
    for (const store of this.#made.values()) store.clear()
  }
}
