import type { ApiToken, RouteBodyInput, Routes } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'

export type NewToken = RouteBodyInput<Routes['token.create']>

/**
 * API tokens of the account, or of all accounts for a super administrator, all on one page. Token values are never
 * stored here.
 */
export class TokenStore extends PagedRows<ApiToken, 'all'> {
  /** Current time, used to determine validity. */
  readonly now: () => number
  readonly #client: Pick<Client, 'call'>

  constructor(client: Pick<Client, 'call'>, now: () => number) {
    super()
    this.#client = client
    this.now = now
  }

  load(): void {
    this.show('all')
  }

  /** Creates a token and returns its value, to be shown once. Throws a CallFailure for the form. */
  async create(body: NewToken): Promise<string> {
    const { token } = await this.#client.call(
      'token.create',
      { body },
      { quiet: true, headers: { repeatSubmit: false } },
    )
    this.load()
    return token
  }

  /** Revokes immediately. */
  async revoke(id: string): Promise<void> {
    await this.#client.call('token.revoke', { params: { id } })
    await this.reload()
  }

  protected override async fetchPage(_query: 'all', signal: AbortSignal): Promise<PageOfRows<ApiToken>> {
    const rows = await this.#client.call('token.list', undefined, { signal, quiet: true })
    return { rows, total: rows.length }
  }
}
