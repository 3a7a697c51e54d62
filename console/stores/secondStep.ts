import { action, makeObservable, observableRef } from 'mobx'
import type { Role } from '../../contract/access.ts'
import type { TwoFactorSetup, TwoFactorRequirement, TwoFactorStatus } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

const asked = { quiet: true, headers: { repeatSubmit: false } } as const

/** The second step of the person's own sign-in, and which roles demand one. Neither secret nor recovery codes are ever kept here. */
export class SecondStepStore {
  standing: TwoFactorStatus | null = null
  readonly #client: Pick<Client, 'call'>
  readonly #latest = new LatestRequest()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
    makeObservable(this, { standing: observableRef, clear: action })
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** The session ended: the next person must not see it. */
  clear(): void {
    this.#latest.clear()
    this.standing = null
  }

  load(): Promise<void> {
    return this.#latest.ask((signal) => this.#client.call('secondStep.read', undefined, { signal, quiet: true }), (standing) => { this.standing = standing })
  }

  /** A new secret, to be shown; nothing is asked for yet. Throws a CallFailure. */
  begin(): Promise<TwoFactorSetup> {
    return this.#client.call('secondStep.begin', undefined, asked)
  }

  /** Turns it on and answers the recovery codes, to be shown once. Throws a CallFailure that names what was wrong (`password`, `code`). */
  async confirm(password: string, code: string): Promise<readonly string[]> {
    return (await this.#client.call('secondStep.confirm', { body: { password, code } }, asked)).recoveryCodes
  }

  /** Turns it off. Throws a CallFailure as `confirm` does. */
  async remove(password: string, code: string): Promise<void> {
    await this.#client.call('secondStep.remove', { body: { password, code } }, asked)
    await this.load()
  }

  /** Which roles demand one, and how many accounts have none. */
  demand(signal: AbortSignal): Promise<TwoFactorRequirement> {
    return this.#client.call('secondStep.demand', undefined, { signal, quiet: true })
  }

  /** Counts at once, for open sessions too. Throws a CallFailure. */
  async setDemand(roles: readonly Role[]): Promise<void> {
    await this.#client.call('secondStep.setDemand', { body: { roles: [...roles] } }, asked)
  }
}
