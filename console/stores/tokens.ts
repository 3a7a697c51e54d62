import type { ApiToken, BodyInputOf, Routes } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

export type NewToken = BodyInputOf<Routes['token.create']>

/** The API tokens that this account may see, all on one page: its own, and everybody's for a super administrator. The token itself is never kept here. */
export class TokenStore extends PagedRows<ApiToken, 'all'> {
  /** The time by which one is valid or over. */
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

  /** Makes a token and returns it, to be shown once. Throws a CallFailure that the form shows. */
  async create(body: NewToken): Promise<string> {
    const { token } = await this.#client.call('token.create', { body }, { quiet: true, headers: { repeatSubmit: false } })
    this.load()
    return token
  }

  /** Counts at once. */
  async revoke(id: string): Promise<void> {
    await this.#client.call('token.revoke', { params: { id } })
    await this.reload()
  }

  protected override async ask(_query: 'all', signal: AbortSignal): Promise<PageOfRows<ApiToken>> {
    const rows = await this.#client.call('token.list', undefined, { signal, quiet: true })
    return { rows, total: rows.length }
  }
}
