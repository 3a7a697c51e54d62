import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityClient, EntityQuery } from '../../net/entityClient.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

interface EntityPage extends PageOfRows<Row> {
  readonly atLeast?: boolean | undefined
}

/** One page of an entity's rows and the selection. */
export class EntityStore extends PagedRows<Row, EntityQuery, EntityPage> {
  /** There are more rows than `total`. */
  atLeast = false
  /** Ids of the selected rows; cleared when the query changes. */
  chosen: readonly string[] = []
  readonly client: EntityClient

  constructor(client: EntityClient) {
    super()
    this.client = client
    makeObservable(this, { atLeast: observable, chosen: observableRef, choose: action })
  }

  choose(ids: readonly string[]): void {
    this.chosen = ids
  }

  /** Deletes rows. Throws a CallFailure that has not been shown; it names rows that still refer to them. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.client.remove(ids, { quiet: true })
    runInAction(() => {
      this.chosen = this.chosen.filter((id) => !ids.includes(id))
    })
    await this.reload()
  }

  protected override fetchPage(query: EntityQuery, signal: AbortSignal): Promise<EntityPage> {
    return this.client.list(query, { signal, quiet: true })
  }

  protected override receivePage({ atLeast = false }: EntityPage): void {
    this.atLeast = atLeast
  }

  protected override onQueryChange(): void {
    this.chosen = []
  }

  protected override onClear(): void {
    this.chosen = []
    this.atLeast = false
  }
}

/**
 * Creates one store per entity on demand. Declarations are passed in, because importing all of them would enlarge the
 * first chunk.
 */
export class EntityStores {
  readonly #make: (entity: Entity) => EntityStore
  readonly #stores = new Map<string, EntityStore>()
  /** Number of change events by entity. */
  readonly #changeCounts = observable.map<string, number>()

  constructor(make: (entity: Entity) => EntityStore) {
    this.#make = make
  }

  of(entity: Entity): EntityStore {
    const cached = this.#stores.get(entity.name)
    if (cached) return cached
    const store = this.#make(entity)
    this.#stores.set(entity.name, store)
    return store
  }

  /** Counter of change events of an entity; lists reload when it changes. */
  getChangeCount(name: string): number {
    return this.#changeCounts.get(name) ?? 0
  }

  /** Counts a change event of the server. */
  countChange(name: string): void {
    runInAction(() => this.#changeCounts.set(name, this.getChangeCount(name) + 1))
  }

  clear(): void {
    for (const store of this.#stores.values()) store.clear()
  }
}
