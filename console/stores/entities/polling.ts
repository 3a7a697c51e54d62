import { makeObservable, observableRef, runInAction } from 'mobx'
import { useEffect, useState } from 'react'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/** A value polled from the server. A failed request keeps the last value. */
export class Polled<T> {
  value: T | null = null
  readonly #request: (signal: AbortSignal, before: T | null) => Promise<T>
  readonly #latest = new LatestRequest()

  constructor(request: (signal: AbortSignal, before: T | null) => Promise<T>) {
    this.#request = request
    makeObservable(this, { value: observableRef })
  }

  get isLoading(): boolean {
    return this.#latest.isLoading
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  load(): Promise<void> {
    return this.#latest.run(
      (signal) => this.#request(signal, this.value),
      (value) => {
        this.value = value
      },
    )
  }

  /** Drops the value and a running request. */
  clear(): void {
    this.#latest.clear()
    runInAction(() => {
      this.value = null
    })
  }

  /** Loads now and periodically (milliseconds). Returns a function that stops. */
  start(everyMs: number): () => void {
    void this.load()
    const stopPolling = pollEvery(everyMs, { isLoading: () => this.isLoading, request: () => this.load() })
    return () => {
      stopPolling()
      this.#latest.stop()
    }
  }
}

/**
 * Polls periodically (milliseconds), except while the page is hidden or the last request is still running. Returns a
 * function that stops.
 */
export function pollEvery(
  everyMs: number,
  { isLoading, request }: { readonly isLoading: () => boolean; readonly request: () => Promise<void> },
): () => void {
  const timer = setInterval(() => {
    if (!document.hidden && !isLoading()) void request()
  }, everyMs)
  return () => clearInterval(timer)
}

/** Polls while the component is mounted. A different `key` starts again without the old value. */
export function usePolling<T>(
  key: string,
  everyMs: number,
  request: (signal: AbortSignal, before: T | null) => Promise<T>,
): Polled<T> {
  const [state, setState] = useState(() => ({ key, polled: new Polled(request) }))
  if (state.key !== key) setState({ key, polled: new Polled(request) })
  const { polled } = state
  useEffect(() => polled.start(everyMs), [polled, everyMs])
  return polled
}
