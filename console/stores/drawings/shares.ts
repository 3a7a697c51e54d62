import type { RouteBodyInput, Routes, Share } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'

export type ShareSettings = RouteBodyInput<Routes['share.change']>

/** Share links of a drawing, newest first. Passwords are never stored here. */
export class ShareStore extends PagedRows<Share, string> {
  readonly #client: Pick<Client, 'call'>
  readonly #drawing: string
  readonly #now: () => number

  constructor(client: Pick<Client, 'call'>, drawing: string, now: () => number = Date.now) {
    super()
    this.#client = client
    this.#drawing = drawing
    this.#now = now
  }

  load(): void {
    this.show(this.#drawing)
  }

  /** Returns the time `ms` milliseconds from now. */
  after(ms: number): number {
    return this.#now() + ms
  }

  /** Creates a link. Throws a CallFailure for the form. */
  async create({ password = null, expiresAt = null }: ShareSettings): Promise<void> {
    await this.#client.call(
      'share.create',
      { params: { id: this.#drawing }, body: { password, expiresAt } },
      { quiet: true, headers: { repeatSubmit: false } },
    )
    await this.reload()
  }

  /** Changes a link; omitted settings are kept. Throws a CallFailure for the form. */
  async change(share: string, settings: ShareSettings): Promise<void> {
    await this.#client.call(
      'share.change',
      { params: { id: this.#drawing, share }, body: settings },
      { quiet: true, headers: { repeatSubmit: false } },
    )
    await this.reload()
  }

  /** Revokes immediately. */
  async revoke(share: string): Promise<void> {
    await this.#client.call('share.revoke', { params: { id: this.#drawing, share } })
    await this.reload()
  }

  protected override async fetchPage(drawing: string, signal: AbortSignal): Promise<PageOfRows<Share>> {
    const rows = await this.#client.call('share.list', { params: { id: drawing } }, { signal, quiet: true })
    return { rows, total: rows.length }
  }
}
