import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityClient, EntityQuery } from '../net/entityClient.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

interface EntityPage extends PageOfRows<Row> {
  readonly atLeast?: boolean | undefined
}

/** One page of an entity's rows, and which of them are chosen. */
export class EntityStore extends PagedRows<Row, EntityQuery, EntityPage> {
  /** There are more rows than `total`. */
  atLeast = false
  /** The selected rows' ids; they end with the page. */
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

  /** Throws a CallFailure of which nobody has been told: it says what still needs the rows. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.client.remove(ids, { quiet: true })
    runInAction(() => { this.chosen = this.chosen.filter((id) => !ids.includes(id)) })
    await this.reload()
  }

  protected override ask(query: EntityQuery, signal: AbortSignal): Promise<EntityPage> {
    return this.client.list(query, { signal, quiet: true })
  }

  protected override take({ atLeast = false }: EntityPage): void {
    this.atLeast = atLeast
  }

  protected override turn(): void {
    this.chosen = []
  }

  protected override forget(): void {
    this.chosen = []
    this.atLeast = false
  }
}

/** The stores of the entities that pages have asked for, one each. Given declarations: all of them at once would be in the first chunk. */
export class EntityStores {
  readonly #make: (entity: Entity) => EntityStore
  readonly #made = new Map<string, EntityStore>()
  /** By entity: how often the server told that its rows changed. */
  readonly #turns = observable.map<string, number>()

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

  /** Counts the server's news of an entity's rows: whoever shows some asks anew when it changes. */
  turnOf(name: string): number {
    return this.#turns.get(name) ?? 0
  }

  /** The server told that rows changed. */
  told(name: string): void {
    runInAction(() => this.#turns.set(name, this.turnOf(name) + 1))
  }

  clear(): void {
    for (const store of this.#made.values()) store.clear()
  }
}
