import type { DrawingRevision } from '../../../contract/routes.ts'
import { routes } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import type { Downloaded, FilesClient } from '../../net/files.ts'
import { fillPath } from '../../net/query.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'
import { toSvgUrl, ThumbnailCache } from './thumbnails.ts'

export interface RevisionQuery {
  readonly page: number
  readonly pageSize: 10 | 20 | 30 | 50
}

/** The drawing whose revisions are shown. */
export interface HistoryDrawing {
  readonly id: string
  readonly name: string
  readonly project: string
}

/** A revision with its drawing id, which its thumbnail is requested by. */
interface PicturedRevision {
  readonly id: string
  readonly revision: number
}

/** The revisions of one drawing, newest first. */
export class RevisionStore extends PagedRows<DrawingRevision, RevisionQuery> {
  readonly drawing: string
  readonly pictures: ThumbnailCache<PicturedRevision>
  readonly #client: Client
  readonly #files: Pick<FilesClient, 'blob'>

  constructor(client: Client, files: Pick<FilesClient, 'blob'>, drawing: string) {
    super()
    this.drawing = drawing
    this.#client = client
    this.#files = files
    this.pictures = new ThumbnailCache(async ({ id, revision }) =>
      toSvgUrl(await client.text('drawing.revisionThumbnail', { params: { id, revision } }, { quiet: true })),
    )
  }

  /** Sets the note of a revision. Throws a CallFailure for the form. */
  async setNote(revision: number, note: string): Promise<void> {
    await this.#client.call(
      'drawing.setRevisionNote',
      { params: { id: this.drawing, revision }, body: { note } },
      { quiet: true },
    )
    await this.reload()
  }

  /**
   * Restores a revision over the current one. Throws a CallFailure: `drawing.conflict` if the drawing was saved
   * meanwhile.
   */
  async restore(revision: number, present: number): Promise<void> {
    await this.#client.call(
      'drawing.restoreRevision',
      { params: { id: this.drawing, revision } },
      { revision: present, headers: { repeatSubmit: false } },
    )
  }

  /** Downloads a revision as it was saved. Failures have already been shown. */
  download(revision: number): Promise<Downloaded> {
    return this.#files.blob(
      fillPath(routes['drawing.revisionFile'].path, { id: this.drawing, revision: String(revision) }),
    )
  }

  protected override fetchPage(query: RevisionQuery, signal: AbortSignal): Promise<PageOfRows<DrawingRevision>> {
    return this.#client.call('drawing.revisions', { params: { id: this.drawing }, query }, { signal, quiet: true })
  }
}
