import { makeObservable, observableRef } from 'mobx'
import { useEffect, useState } from 'react'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/** A value polled from the server. A failed request keeps the last value. */
export class Polled<T> {
  value: T | null = null
  readonly #ask: (signal: AbortSignal, before: T | null) => Promise<T>
  readonly #latest = new LatestRequest()

  constructor(ask: (signal: AbortSignal, before: T | null) => Promise<T>) {
    this.#ask = ask
    makeObservable(this, { value: observableRef })
  }

  get isLoading(): boolean {
    return this.#latest.isLoading
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  load(): Promise<void> {
    return this.#latest.ask((signal) => this.#ask(signal, this.value), (value) => { this.value = value })
  }

  /** Loads now and periodically (milliseconds). Returns a function that stops. */
  start(everyMs: number): () => void {
    void this.load()
    const stopAsking = pollEvery(everyMs, { isLoading: () => this.isLoading, ask: () => this.load() })
    return () => {
      stopAsking()
      this.#latest.stop()
    }
  }
}

/**
 * Polls periodically (milliseconds), except while the page is hidden or the last request is still running. Returns a
 * function that stops.
 */
export function pollEvery(everyMs: number, { isLoading, ask }: { readonly isLoading: () => boolean; readonly ask: () => Promise<void> }): () => void {
  const timer = setInterval(() => { if (!document.hidden && !isLoading()) void ask() }, everyMs)
  return () => clearInterval(timer)
}

/** Polls while the component is mounted. A different `key` starts again without the old value. */
export function usePolling<T>(key: string, everyMs: number, ask: (signal: AbortSignal, before: T | null) => Promise<T>): Polled<T> {
  const [held, setHeld] = useState(() => ({ key, polled: new Polled(ask) }))
  if (held.key !== key) setHeld({ key, polled: new Polled(ask) })
  const { polled } = held
  useEffect(() => polled.start(everyMs), [polled, everyMs])
  return polled
}
