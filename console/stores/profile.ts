import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { OwnDetails, Profile } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** What the person's own account says of him beside what the session knows. */
export class ProfileStore {
  profile: Profile | null = null
  failure: CallFailure | null = null
  readonly #client: Pick<Client, 'call'>
  #asked = 0

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
    makeObservable(this, { profile: observableRef, failure: observableRef, clear: action })
  }

  /** The session ended: the next person must not see it. */
  clear(): void {
    this.#asked++
    this.profile = null
    this.failure = null
  }

  async load(): Promise<void> {
    const asked = ++this.#asked
    try {
      const profile = await this.#client.call('profile.read', undefined, { quiet: true })
      if (asked === this.#asked) runInAction(() => { [this.profile, this.failure] = [profile, null] })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (asked === this.#asked) runInAction(() => { this.failure = thrown })
    }
  }

  /** Throws a CallFailure that names what is wrong with which field. */
  async save(body: OwnDetails): Promise<void> {
    const asked = ++this.#asked
    const profile = await this.#client.call('profile.update', { body }, { quiet: true, headers: { repeatSubmit: false } })
    if (asked === this.#asked) runInAction(() => { this.profile = profile })
  }
}
