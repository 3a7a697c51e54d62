import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { CallFailure } from '../net/failure.ts'

/** The newest of some questions to the server: an older one is aborted, and what is answered to it is dropped however late it comes. */
export class LatestRequest {
  isLoading: boolean
  /** Why the newest question that ended was not answered. */
  failure: CallFailure | null = null
  #running: AbortController | null = null

  /** `isLoading`: a question is sure to come, so nothing is missing before it. */
  constructor({ isLoading = false }: { readonly isLoading?: boolean } = {}) {
    this.isLoading = isLoading
    makeObservable(this, { isLoading: observable, failure: observableRef, begin: action, stop: action, clear: action })
  }

  /** Asks, and hands the answer to `take` within an action. Ends when all is settled; throws only what is our own mistake. */
  async ask<Answer>(question: (signal: AbortSignal) => Promise<Answer>, take: (answer: Answer) => void): Promise<void> {
    const signal = this.#renew()
    runInAction(() => { this.isLoading = true })
    const settle = (failure: CallFailure | null): void => {
      this.failure = failure
      this.isLoading = false
    }
    try {
      const answer = await question(signal)
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

  /** What the caller asks in his own way is the newest from now on; the signal says when it is not any more. */
  begin(): AbortSignal {
    this.isLoading = false
    return this.#renew()
  }

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.#running?.abort()
    this.isLoading = false
  }

  /** Stops, and forgets what went wrong. */
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
