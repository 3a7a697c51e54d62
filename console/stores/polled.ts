import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import { useEffect, useState } from 'react'
import { CallFailure } from '../net/failure.ts'

/** Something of the server that is asked for again and again while it is looked at. An answer that does not come leaves the last one standing. */
export class Polled<T> {
  value: T | null = null
  failure: CallFailure | null = null
  isLoading = false
  readonly #ask: (signal: AbortSignal, before: T | null) => Promise<T>
  #running: AbortController | null = null

  constructor(ask: (signal: AbortSignal, before: T | null) => Promise<T>) {
    this.#ask = ask
    makeObservable(this, { value: observableRef, failure: observableRef, isLoading: observable })
  }

  async load(): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.isLoading = true })
    try {
      const value = await this.#ask(running.signal, this.value)
      runInAction(() => {
        this.value = value
        this.failure = null
        this.isLoading = false
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => {
        this.failure = thrown
        this.isLoading = false
      })
    }
  }

  /** Returns how to stop. Nothing is asked for a page that nobody sees, nor before the last answer is there. */
  start(everyMs: number): () => void {
    void this.load()
    const timer = setInterval(() => { if (!document.hidden && !this.isLoading) void this.load() }, everyMs)
    return () => {
      clearInterval(timer)
      this.#running?.abort()
    }
  }
}

/** Asks while the component is there; `key` says what is asked for, and another one begins anew. */
export function usePolled<T>(key: string, everyMs: number, ask: (signal: AbortSignal, before: T | null) => Promise<T>): Polled<T> {
  const [held, setHeld] = useState(() => ({ key, polled: new Polled(ask) }))
  if (held.key !== key) setHeld({ key, polled: new Polled(ask) })
  const { polled } = held
  useEffect(() => polled.start(everyMs), [polled, everyMs])
  return polled
}
