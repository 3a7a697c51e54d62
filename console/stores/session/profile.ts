import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { AccountDetails, Profile } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from '../entities/latestRequest.ts'

/** Details of the user's own account. */
export class ProfileStore {
  profile: Profile | null = null
  readonly #client: Pick<Client, 'call'>
  readonly #latest = new LatestRequest()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
    makeObservable(this, { profile: observableRef, clear: action })
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** Clears the data at the end of a session. */
  clear(): void {
    this.#latest.clear()
    this.profile = null
  }

  load(): Promise<void> {
    return this.#latest.run(
      (signal) => this.#client.call('profile.read', undefined, { signal, quiet: true }),
      (profile) => {
        this.profile = profile
      },
    )
  }

  /** Throws a CallFailure with problems by field. */
  async save(body: AccountDetails): Promise<void> {
    const over = this.#latest.begin()
    const profile = await this.#client.call(
      'profile.update',
      { body },
      { quiet: true, headers: { repeatSubmit: false } },
    )
    if (!over.aborted)
      runInAction(() => {
        this.profile = profile
      })
  }
}
