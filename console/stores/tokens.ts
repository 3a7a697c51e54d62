import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { ApiToken, BodyInputOf, Routes } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

export type NewToken = BodyInputOf<Routes['token.create']>

/** The API tokens that this account may see: its own, and all for a super administrator. The token itself is never kept here. */
export class TokenStore {
  rows: readonly ApiToken[] = []
  /** `first`: nothing to show yet. `again`: the old rows stay while the new ones come. */
  loading: 'first' | 'again' | null = null
  failure: CallFailure | null = null
  /** The time by which one is valid or over. */
  readonly now: () => number
  readonly #client: Pick<Client, 'call'>
  #asked = 0

  constructor(client: Pick<Client, 'call'>, now: () => number) {
    this.#client = client
    this.now = now
    makeObservable(this, { rows: observableRef, loading: observable, failure: observableRef, clear: action })
  }

  /** The session ended. */
  clear(): void {
    this.#asked++
    this.rows = []
    this.loading = null
    this.failure = null
  }

  async load(): Promise<void> {
    const asked = ++this.#asked
    runInAction(() => { this.loading = this.rows.length > 0 ? 'again' : 'first' })
    try {
      const rows = await this.#client.call('token.list', undefined, { quiet: true })
      if (asked === this.#asked) runInAction(() => { [this.rows, this.failure] = [rows, null] })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (asked === this.#asked) runInAction(() => { this.failure = thrown })
    } finally {
      if (asked === this.#asked) runInAction(() => { this.loading = null })
    }
  }

  /** Makes a token and returns it, to be shown once. Throws a CallFailure that the form shows. */
  async create(body: NewToken): Promise<string> {
    const { token } = await this.#client.call('token.create', { body }, { quiet: true, headers: { repeatSubmit: false } })
    void this.load()
    return token
  }

  /** Counts at once. */
  async revoke(id: string): Promise<void> {
    await this.#client.call('token.revoke', { params: { id } })
    await this.load()
  }
}
