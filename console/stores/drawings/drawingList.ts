import { action, makeObservable, observable } from 'mobx'
import { limits } from '../../../contract/limits.ts'
import type { DrawingSummary, ListedDrawing, SavedDrawing } from '../../../contract/routes.ts'
import type { DrawingQuery } from './drawingQuery.ts'
import type { Client } from '../../net/client.ts'
import { copyName, originalName } from '../entities/copyName.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'

const viewKey = 'drawingView'
/** Maximum number of existing names that a copy's name is compared with. */
const maxNames = Math.max(...limits.list.pageSizes)

export type ListView = 'card' | 'list'

/** Properties of a drawing in a form, apart from its content. */
export interface DrawingFacts {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly description?: string | undefined
  /** `undefined` keeps the cover, `null` removes it. */
  readonly cover?: string | null | undefined
  /** Empty for no floor. */
  readonly floor?: string | undefined
  /** If false, only the author and super administrators see the drawing. */
  readonly isPublic?: boolean | undefined
}

export interface NewDrawing extends DrawingFacts {
  readonly project: string
}

/** One page of drawings, and actions on whole drawings. */
export class DrawingListStore extends PagedRows<ListedDrawing, DrawingQuery> {
  view: ListView
  readonly #client: Client
  readonly #storage: Storage

  constructor(client: Client, storage: Storage) {
    super()
    this.#client = client
    this.#storage = storage
    this.view = storage.getItem(viewKey) === 'list' ? 'list' : 'card'
    makeObservable(this, { view: observable, setView: action })
  }

  setView(view: ListView): void {
    this.view = view
    this.#storage.setItem(viewKey, view)
  }

  /** Creates a drawing. Throws a CallFailure with problems for the form. */
  async create({
    name,
    project,
    width,
    height,
    description = '',
    cover = null,
    floor = '',
    isPublic = true,
  }: NewDrawing): Promise<SavedDrawing> {
    const { newDrawing } = await import('@mimic/engine/document')
    const empty = newDrawing(name.trim())
    const drawing = { ...empty, layer: { ...empty.layer, width, height } }
    const body = { project, name: name.trim(), drawing, description, cover, floor: floor.trim() || null, isPublic }
    return this.#client.call('drawing.create', { body }, { quiet: true })
  }

  /**
   * Changes the properties of a drawing. Name and resolution are part of the drawing and create a revision, provided
   * that no newer one was saved meanwhile; other properties do not. Throws a CallFailure for the form.
   */
  async change(
    before: DrawingSummary,
    { name, width, height, description = '', cover, floor = '', isPublic = before.isPublic }: DrawingFacts,
  ): Promise<void> {
    const { id } = before
    if (name.trim() !== before.name || width !== before.width || height !== before.height) {
      const { drawing, revision } = await this.#client.call('drawing.read', { params: { id } }, { quiet: true })
      const widthHeightRatio = drawing.layer.widthHeightRatio > 0 ? width / height : 0
      const changed = { ...drawing, name: name.trim(), layer: { ...drawing.layer, width, height, widthHeightRatio } }
      await this.#client.call('drawing.save', { params: { id }, body: { drawing: changed } }, { quiet: true, revision })
    }
    const facts = {
      ...(description !== before.description && { description }),
      ...((floor.trim() || null) !== before.floor && { floor: floor.trim() || null }),
      ...(cover !== undefined && { cover }),
      ...(isPublic !== before.isPublic && { isPublic }),
    }
    if (Object.keys(facts).length > 0)
      await this.#client.call('drawing.describe', { params: { id }, body: facts }, { quiet: true })
    await this.reload()
  }

  /**
   * Duplicates the last saved drawing in its project and returns the name of the copy. Component passwords are not
   * copied, because they never leave the server. Failures have already been shown.
   */
  async duplicate(
    { id, project, name, description, floor, isPublic, cover: mark }: DrawingSummary,
    language: 'en' | 'zh',
  ): Promise<string> {
    const [{ drawing }, cover, { rows }] = await Promise.all([
      this.#client.call('drawing.read', { params: { id } }),
      mark === null ? null : this.#client.call('drawing.cover', { params: { id } }),
      this.#client.call('drawing.list', {
        query: { page: 1, pageSize: maxNames, project, search: originalName(name) },
      }),
    ])
    const copy = copyName(
      name,
      rows.map((row) => row.name),
      language,
    )
    await this.#client.call('drawing.create', {
      body: { project, name: copy, drawing: { ...drawing, name: copy }, description, cover, floor, isPublic },
    })
    await this.reload()
    return copy
  }

  /** Deletes a drawing. Failures have already been shown. */
  async remove(id: string): Promise<void> {
    await this.#client.call('drawing.remove', { params: { id } })
    await this.reload()
  }

  /** Adds a drawing to the account's favourites or removes it. Failures have already been shown. */
  async star(id: string, isStarred: boolean): Promise<void> {
    await this.#client.call(
      'drawing.star',
      { params: { id }, body: { isStarred } },
      { headers: { repeatSubmit: false } },
    )
    await this.reload()
  }

  protected override fetchPage(
    { page, pageSize, project, search, isFavourite }: DrawingQuery,
    signal: AbortSignal,
  ): Promise<PageOfRows<ListedDrawing>> {
    return this.#client.call(
      'drawing.list',
      { query: { page, pageSize, project, search, ...(isFavourite && { starred: 'true' as const }) } },
      { signal, quiet: true },
    )
  }
}
