import { makeObservable, observableRef, runInAction } from 'mobx'
import { CallFailure } from '../net/failure.ts'
import { pollEvery } from './polling.ts'

/** Why the server cannot store data. */
export type StorageFault = 'full' | 'failed' | 'unreachable'

const everyMs = 15_000
const faults = ['full', 'failed', 'unreachable'] as const

/** Whether the server can store data: checked at intervals while a page shows it, and known at once from a refused request. */
export class StorageState {
  fault: StorageFault | null = null
  readonly #check: () => Promise<unknown>
  #isChecking = false

  /** `check` resolves where the server is ready, and throws the answered failure where it is not. */
  constructor(check: () => Promise<unknown>) {
    this.#check = check
    makeObservable(this, { fault: observableRef })
  }

  /** Checks now and at intervals; returns how to stop. */
  start(): () => void {
    void this.#look()
    return pollEvery(everyMs, { isLoading: () => this.#isChecking, ask: () => this.#look() })
  }

  /** Takes the failure of any request. Without an answer, nothing is known and the last state remains. */
  report({ error, detail }: CallFailure): void {
    const found = faults.find((fault) => error === `storage.${fault}` || detail['storage'] === fault) ?? (typeof detail['database'] === 'string' ? 'unreachable' : null)
    if (found !== null) runInAction(() => { this.fault = found })
  }

  async #look(): Promise<void> {
    this.#isChecking = true
    try {
      await this.#check()
      runInAction(() => { this.fault = null })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      this.report(thrown)
    } finally {
      this.#isChecking = false
    }
  }
}
