import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { DrawingSummary, Project, SavedDrawing } from '../../contract/routes.ts'
import type { DrawingQuery } from './drawingQuery.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

const viewKey = 'drawingView'

export type ListView = 'card' | 'list'

export interface NewDrawing {
  readonly name: string
  readonly project: string
  readonly width: number
  readonly height: number
}

/** One page of the server's drawings, by the query last shown, and the projects to choose from. */
export class DrawingListStore {
  rows: readonly DrawingSummary[] = []
  total = 0
  projects: readonly Project[] = []
  /** `first`: nothing to show yet. `again`: the old rows stay while the new ones come. */
  loading: 'first' | 'again' | null = null
  failure: CallFailure | null = null
  view: ListView
  readonly #client: Client
  readonly #storage: Storage
  #query: DrawingQuery | null = null
  #running: AbortController | null = null

  constructor(client: Client, storage: Storage) {
    this.#client = client
    this.#storage = storage
    this.view = storage.getItem(viewKey) === 'list' ? 'list' : 'card'
    makeObservable(this, {
      rows: observableRef, total: observable, projects: observableRef, loading: observable, failure: observableRef, view: observable,
      lookAs: action, clear: action,
    })
  }

  lookAs(view: ListView): void {
    this.view = view
    this.#storage.setItem(viewKey, view)
  }

  /** The session ended: the next one must not see this one's rows. */
  clear(): void {
    this.#running?.abort()
    this.#query = null
    this.rows = []
    this.projects = []
    this.total = 0
    this.failure = null
    this.loading = null
  }

  /** The project's name; its id while it is not known. */
  projectName(id: string): string {
    return this.projects.find((project) => project.id === id)?.name ?? id
  }

  /** Loads what this query asks for; the answer to an older one is dropped. */
  show(query: DrawingQuery): void {
    this.#query = query
    void this.#load(query)
  }

  /** The last query again: after an error, or when a drawing came or went. */
  async reload(): Promise<void> {
    if (this.#query) await this.#load(this.#query)
  }

  /** Throws a CallFailure whose problems the form shows. */
  async create({ name, project, width, height }: NewDrawing): Promise<SavedDrawing> {
    const { newDrawing } = await import('@mimic/engine/document')
    const empty = newDrawing(name)
    const drawing = { ...empty, layer: { ...empty.layer, width, height } }
    return this.#client.call('drawing.create', { body: { project, name, drawing } }, { quiet: true })
  }

  /** The person has been told when this throws. */
  async remove(id: string): Promise<void> {
    await this.#client.call('drawing.remove', { params: { id } })
    await this.reload()
  }

  async #load(query: DrawingQuery): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.loading = this.rows.length > 0 ? 'again' : 'first' })
    const { page, pageSize, project, search } = query
    const quiet = { signal: running.signal, quiet: true } as const
    try {
      const [list, projects] = await Promise.all([
        this.#client.call('drawing.list', { query: { page, pageSize, project, search } }, quiet),
        this.projects.length > 0 ? this.projects : this.#client.call('project.list', undefined, quiet),
      ])
      runInAction(() => {
        this.rows = list.rows
        this.total = list.total
        this.projects = projects
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
