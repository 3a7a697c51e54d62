import type { RouteBodyInput, Display, Routes } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'

export type NewDisplay = RouteBodyInput<Routes['display.create']>

/** Wall displays of this installation, all on one page. Tokens are never stored here. */
export class DisplayStore extends PagedRows<Display, 'all'> {
  readonly #client: Pick<Client, 'call'>

  constructor(client: Pick<Client, 'call'>) {
    super()
    this.#client = client
  }

  load(): void {
    this.show('all')
  }

  /** Creates a display and returns its token, to be shown once. Throws a CallFailure for the form. */
  async create(body: NewDisplay): Promise<string> {
    const { token } = await this.#client.call(
      'display.create',
      { body },
      { quiet: true, headers: { repeatSubmit: false } },
    )
    this.load()
    return token
  }

  async setMayOperate(id: string, mayOperate: boolean): Promise<void> {
    await this.#client.call('display.change', { params: { id }, body: { mayOperate } })
    await this.reload()
  }

  async revoke(id: string): Promise<void> {
    await this.#client.call('display.revoke', { params: { id } })
    await this.reload()
  }

  protected override async fetchPage(_query: 'all', signal: AbortSignal): Promise<PageOfRows<Display>> {
    const rows = await this.#client.call('display.list', undefined, { signal, quiet: true })
    return { rows, total: rows.length }
  }
}
