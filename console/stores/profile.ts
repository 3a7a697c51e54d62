import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { OwnDetails, Profile } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/** What the person's own account says of him beside what the session knows. */
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

  /** The session ended: the next person must not see it. */
  clear(): void {
    this.#latest.clear()
    this.profile = null
  }

  load(): Promise<void> {
    return this.#latest.ask((signal) => this.#client.call('profile.read', undefined, { signal, quiet: true }), (profile) => { this.profile = profile })
  }

  /** Throws a CallFailure that names what is wrong with which field. */
  async save(body: OwnDetails): Promise<void> {
    const over = this.#latest.begin()
    const profile = await this.#client.call('profile.update', { body }, { quiet: true, headers: { repeatSubmit: false } })
    if (!over.aborted) runInAction(() => { this.profile = profile })
  }
}
