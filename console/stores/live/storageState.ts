import { makeObservable, observableRef, runInAction } from 'mobx'
import { CallFailure } from '../../net/failure.ts'
import { pollEvery } from '../entities/polling.ts'

/** Reason why the server cannot store data. */
export type StorageFault = 'full' | 'failed' | 'unreachable'

const everyMs = 15_000
const faults = ['full', 'failed', 'unreachable'] as const

/** State of the server's storage: checked periodically while a page shows it, and updated by rejected requests. */
export class StorageState {
  fault: StorageFault | null = null
  readonly #check: () => Promise<unknown>
  #isChecking = false

  /** `check` resolves if the server is ready, and throws the failure otherwise. */
  constructor(check: () => Promise<unknown>) {
    this.#check = check
    makeObservable(this, { fault: observableRef })
  }

  /** Checks now and periodically. Returns a function that stops. */
  start(): () => void {
    void this.#poll()
    return pollEvery(everyMs, { isLoading: () => this.#isChecking, request: () => this.#poll() })
  }

  /** Evaluates the failure of any request. Failures without information about storage keep the state. */
  report({ error, detail }: CallFailure): void {
    const found =
      faults.find((fault) => error === `storage.${fault}` || detail['storage'] === fault) ??
      (typeof detail['database'] === 'string' ? 'unreachable' : null)
    if (found !== null)
      runInAction(() => {
        this.fault = found
      })
  }

  async #poll(): Promise<void> {
    this.#isChecking = true
    try {
      await this.#check()
      runInAction(() => {
        this.fault = null
      })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      this.report(thrown)
    } finally {
      this.#isChecking = false
    }
  }
}
