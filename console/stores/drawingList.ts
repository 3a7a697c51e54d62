import { action, makeObservable, observable } from 'mobx'
import { limits } from '../../contract/limits.ts'
import type { DrawingSummary, ListedDrawing, SavedDrawing } from '../../contract/routes.ts'
import type { DrawingQuery } from './drawingQuery.ts'
import type { Client } from '../net/client.ts'
import { copyName, originalName } from './copyName.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

const viewKey = 'drawingView'
/** Names of drawings that a copy's name is compared with. */
const mostNames = Math.max(...limits.list.pageSizes)

export type ListView = 'card' | 'list'

/** What a person says of a drawing beside what is drawn, as a form has it. */
export interface DrawingFacts {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly description?: string | undefined
  /** Undefined: as it is; null: none. */
  readonly cover?: string | null | undefined
  /** Empty: none. */
  readonly floor?: string | undefined
  /** Without it only who made the drawing and super administrators see it. */
  readonly isPublic?: boolean | undefined
}

export interface NewDrawing extends DrawingFacts {
  readonly project: string
}

/** One page of the server's drawings, and what is done to a drawing as a whole. */
export class DrawingListStore extends PagedRows<ListedDrawing, DrawingQuery> {
  view: ListView
  readonly #client: Client
  readonly #storage: Storage

  constructor(client: Client, storage: Storage) {
    super()
    this.#client = client
    this.#storage = storage
    this.view = storage.getItem(viewKey) === 'list' ? 'list' : 'card'
    makeObservable(this, { view: observable, lookAs: action })
  }

  lookAs(view: ListView): void {
    this.view = view
    this.#storage.setItem(viewKey, view)
  }

  /** Throws a CallFailure whose problems the form shows. */
  async create({ name, project, width, height, description = '', cover = null, floor = '', isPublic = true }: NewDrawing): Promise<SavedDrawing> {
    const { newDrawing } = await import('@mimic/engine/document')
    const empty = newDrawing(name.trim())
    const drawing = { ...empty, layer: { ...empty.layer, width, height } }
    const body = { project, name: name.trim(), drawing, description, cover, floor: floor.trim() || null, isPublic }
    return this.#client.call('drawing.create', { body }, { quiet: true })
  }

  /**
   * Changes what is said of a drawing. Name and resolution are the drawing's own: they are written into its newest revision,
   * on the condition that it still is the newest, so that nothing of anybody's work is lost; the rest makes no revision.
   * Throws a CallFailure that the form shows.
   */
  async change(before: DrawingSummary, { name, width, height, description = '', cover, floor = '', isPublic = before.isPublic }: DrawingFacts): Promise<void> {
    const { id } = before
    if (name.trim() !== before.name || width !== before.width || height !== before.height) {
      const { drawing, revision } = await this.#client.call('drawing.read', { params: { id } }, { quiet: true })
      const widthHeightRatio = drawing.layer.widthHeightRatio > 0 ? width / height : 0
      const changed = { ...drawing, name: name.trim(), layer: { ...drawing.layer, width, height, widthHeightRatio } }
      await this.#client.call('drawing.save', { params: { id }, body: { drawing: changed } }, { quiet: true, revision })
    }
    const said = {
      ...(description !== before.description && { description }),
      ...((floor.trim() || null) !== before.floor && { floor: floor.trim() || null }),
      ...(cover !== undefined && { cover }),
      ...(isPublic !== before.isPublic && { isPublic }),
    }
    if (Object.keys(said).length > 0) await this.#client.call('drawing.describe', { params: { id }, body: said }, { quiet: true })
    await this.reload()
  }

  /**
   * Makes another drawing like this one in the same project, as it was last saved and with what is said of it; answers with its name.
   * Its components have no passwords: these leave no server. The person has been told when this throws.
   */
  async duplicate({ id, project, name, description, floor, isPublic, cover: mark }: DrawingSummary, language: 'en' | 'zh'): Promise<string> {
    const [{ drawing }, cover, { rows }] = await Promise.all([
      this.#client.call('drawing.read', { params: { id } }), mark === null ? null : this.#client.call('drawing.cover', { params: { id } }),
      this.#client.call('drawing.list', { query: { page: 1, pageSize: mostNames, project, search: originalName(name) } }),
    ])
    const copy = copyName(name, rows.map((row) => row.name), language)
    await this.#client.call('drawing.create', { body: { project, name: copy, drawing: { ...drawing, name: copy }, description, cover, floor, isPublic } })
    await this.reload()
    return copy
  }

  /** The person has been told when this throws. */
  async remove(id: string): Promise<void> {
    await this.#client.call('drawing.remove', { params: { id } })
    await this.reload()
  }

  /** Gives a drawing a star of this account's own, or takes it away. The person has been told when this throws. */
  async star(id: string, isStarred: boolean): Promise<void> {
    await this.#client.call('drawing.star', { params: { id }, body: { isStarred } }, { headers: { repeatSubmit: false } })
    await this.reload()
  }

  protected override ask({ page, pageSize, project, search, isFavourite }: DrawingQuery, signal: AbortSignal): Promise<PageOfRows<ListedDrawing>> {
    return this.#client.call('drawing.list', { query: { page, pageSize, project, search, ...(isFavourite && { starred: 'true' as const }) } }, { signal, quiet: true })
  }
}
