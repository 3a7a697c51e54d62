import { action, makeObservable, observableRef } from 'mobx'
import type { Role } from '../../../contract/access.ts'
import type { TwoFactorSetup, TwoFactorRequirement, TwoFactorStatus } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from '../entities/latestRequest.ts'

const silently = { quiet: true, headers: { repeatSubmit: false } } as const

/**
 * Two-factor sign-in of the own account, and the roles that require it. Secrets and recovery codes are never stored
 * here.
 */
export class SecondStepStore {
  status: TwoFactorStatus | null = null
  readonly #client: Pick<Client, 'call'>
  readonly #latest = new LatestRequest()

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
    makeObservable(this, { status: observableRef, clear: action })
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** Clears the data at the end of a session. */
  clear(): void {
    this.#latest.clear()
    this.status = null
  }

  load(): Promise<void> {
    return this.#latest.run(
      (signal) => this.#client.call('secondStep.read', undefined, { signal, quiet: true }),
      (status) => {
        this.status = status
      },
    )
  }

  /** Requests a new secret to display; it is not active yet. Throws a CallFailure. */
  begin(): Promise<TwoFactorSetup> {
    return this.#client.call('secondStep.begin', undefined, silently)
  }

  /**
   * Activates the second step and returns the recovery codes, to be shown once. Throws a CallFailure with the invalid
   * field (`password`, `code`).
   */
  async confirm(password: string, code: string): Promise<readonly string[]> {
    return (await this.#client.call('secondStep.confirm', { body: { password, code } }, silently)).recoveryCodes
  }

  /** Deactivates the second step. Throws a CallFailure like `confirm`. */
  async remove(password: string, code: string): Promise<void> {
    await this.#client.call('secondStep.remove', { body: { password, code } }, silently)
    await this.load()
  }

  /** Returns the roles that require a second step and the number of accounts without one. */
  demand(signal: AbortSignal): Promise<TwoFactorRequirement> {
    return this.#client.call('secondStep.demand', undefined, { signal, quiet: true })
  }

  /**
   * Sets the roles that require a second step. Takes effect immediately, also for open sessions. Throws a CallFailure.
   */
  async setRequiredRoles(roles: readonly Role[]): Promise<void> {
    await this.#client.call('secondStep.setDemand', { body: { roles: [...roles] } }, silently)
  }
}
