import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { CallFailure } from '../../net/failure.ts'

/** Runs requests of which only the latest counts: older ones are aborted and their responses dropped. */
export class LatestRequest {
  isLoading: boolean
  /** Failure of the latest finished request. */
  failure: CallFailure | null = null
  #running: AbortController | null = null

  /** `isLoading`: initial state for stores whose first request is certain to follow. */
  constructor({ isLoading = false }: { readonly isLoading?: boolean } = {}) {
    this.isLoading = isLoading
    makeObservable(this, { isLoading: observable, failure: observableRef, begin: action, stop: action, clear: action })
  }

  /**
   * Runs a request and passes the response to `take` within an action. Failures are stored; other errors are thrown.
   */
  async run<Answer>(request: (signal: AbortSignal) => Promise<Answer>, take: (answer: Answer) => void): Promise<void> {
    const signal = this.#renew()
    runInAction(() => {
      this.isLoading = true
    })
    const settle = (failure: CallFailure | null): void => {
      this.failure = failure
      this.isLoading = false
    }
    try {
      const answer = await request(signal)
      if (signal.aborted) return
      runInAction(() => {
        take(answer)
        settle(null)
      })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => settle(thrown))
    }
  }

  /** Makes a request of the caller the latest one. The signal aborts when it is superseded. */
  begin(): AbortSignal {
    this.isLoading = false
    return this.#renew()
  }

  /** Aborts the running request. */
  stop(): void {
    this.#running?.abort()
    this.isLoading = false
  }

  /** Aborts the running request and clears the failure. */
  clear(): void {
    this.stop()
    this.failure = null
  }

  #renew(): AbortSignal {
    this.#running?.abort()
    this.#running = new AbortController()
    return this.#running.signal
  }
}
