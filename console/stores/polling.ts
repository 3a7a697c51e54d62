import { makeObservable, observableRef } from 'mobx'
import { useEffect, useState } from 'react'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from './latestRequest.ts'

/** Something of the server that is asked for again and again while it is looked at. An answer that does not come leaves the last one standing. */
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

  /** Asks now and at intervals; returns how to stop. */
  start(everyMs: number): () => void {
    void this.load()
    const stopAsking = pollEvery(everyMs, { isLoading: () => this.isLoading, ask: () => this.load() })
    return () => {
      stopAsking()
      this.#latest.stop()
    }
  }
}

/** Asks at intervals and returns how to stop: nothing for a page that nobody sees, nor before the last answer is there. */
export function pollEvery(everyMs: number, { isLoading, ask }: { readonly isLoading: () => boolean; readonly ask: () => Promise<void> }): () => void {
  const timer = setInterval(() => { if (!document.hidden && !isLoading()) void ask() }, everyMs)
  return () => clearInterval(timer)
}

/** Asks while the component is there; `key` says what is asked for, and another one begins anew. */
export function usePolling<T>(key: string, everyMs: number, ask: (signal: AbortSignal, before: T | null) => Promise<T>): Polled<T> {
  const [held, setHeld] = useState(() => ({ key, polled: new Polled(ask) }))
  if (held.key !== key) setHeld({ key, polled: new Polled(ask) })
  const { polled } = held
  useEffect(() => polled.start(everyMs), [polled, everyMs])
  return polled
}
