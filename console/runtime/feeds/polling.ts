import { limits } from '../../../contract/limits.ts'

/** Part of Document that reports page visibility. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** Result of a request: response or failure. */
export type Outcome<T> = { readonly answer: T } | { readonly failure: unknown }

/**
 * Maximum delay of a due request in milliseconds after the computer wakes from sleep, when timers resume where they
 * stopped.
 */
const wakeMs = 10_000

/**
 * Delivers the time immediately and at every multiple of the interval, so that clocks with equal intervals are in step.
 * Returns a function that stops.
 */
export function tick(everyMs: number, deliver: (nowMs: number) => void, page: Page): () => void {
  const every = Math.max(limits.feed.everyMs, Math.round(everyMs))
  let timer: ReturnType<typeof setTimeout> | undefined
  const notify = (): void => {
    clearTimeout(timer)
    const now = Date.now()
    deliver(now)
    timer = setTimeout(notify, every - (now % every))
  }
  // Background tabs are throttled; update immediately when the page becomes visible.
  const handleVisibility = (): void => {
    if (!page.hidden) notify()
  }
  page.addEventListener('visibilitychange', handleVisibility)
  notify()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', handleVisibility)
  }
}

/** Calls a function periodically, also in the background. Returns a function that stops. */
export function repeat(everyMs: number, call: () => void): () => void {
  const timer = setInterval(call, everyMs)
  return () => clearInterval(timer)
}

/**
 * Shared polling. Subscribers with the same key and interval share one request. Requests never overlap, time out like
 * other calls, and pause while the page is hidden.
 */
export class Polls<T> {
  readonly #page: Page
  readonly #open = new Map<string, Poll<T>>()

  constructor(page: Page) {
    this.#page = page
  }

  subscribe(
    key: string,
    everyMs: number,
    request: (signal: AbortSignal) => Promise<T>,
    notify: (outcome: Outcome<T>) => void,
  ): () => void {
    const name = `${everyMs} ${key}`
    const poll = this.#open.get(name) ?? new Poll(request, Math.max(limits.feed.everyMs, everyMs), this.#page)
    this.#open.set(name, poll)
    const leave = poll.join(notify)
    return () => {
      leave()
      if (poll.hasListeners) return
      poll.stop()
      if (this.#open.get(name) === poll) this.#open.delete(name)
    }
  }
}

class Poll<T> {
  readonly #request: (signal: AbortSignal) => Promise<T>
  readonly #everyMs: number
  readonly #page: Page
  readonly #abort = new AbortController()
  readonly #listeners = new Set<(outcome: Outcome<T>) => void>()
  #last: Outcome<T> | undefined
  #isRequesting = false
  /**
   * Due times on the monotonic clock, which may stop during sleep, and on the system clock, which may be set back. The
   * earlier one counts.
   */
  #dueAt = 0
  #dueAtDay = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: (signal: AbortSignal) => Promise<T>, everyMs: number, page: Page) {
    this.#request = request
    this.#everyMs = everyMs
    this.#page = page
    page.addEventListener('visibilitychange', this.#check)
    // Deferred, so that feeds opened together share the first request.
    this.#timer = setTimeout(this.#check, 0)
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  join(notify: (outcome: Outcome<T>) => void): () => void {
    const listener = (outcome: Outcome<T>): void => notify(outcome)
    this.#listeners.add(listener)
    if (this.#last) listener(this.#last)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
    this.#page.removeEventListener('visibilitychange', this.#check)
  }

  #check = (): void => {
    clearTimeout(this.#timer)
    if (this.#page.hidden || this.#isRequesting || this.#abort.signal.aborted) return
    const left = Math.min(this.#dueAt - performance.now(), this.#dueAtDay - Date.now())
    if (left > 0) this.#timer = setTimeout(this.#check, Math.min(left, wakeMs))
    else void this.#round()
  }

  async #round(): Promise<void> {
    this.#isRequesting = true
    this.#dueAt = performance.now() + this.#everyMs
    this.#dueAtDay = Date.now() + this.#everyMs
    const outcome = await this.#fetch()
    this.#isRequesting = false
    if (this.#abort.signal.aborted) return
    this.#last = outcome
    for (const listener of this.#listeners) listener(outcome)
    this.#check()
  }

  /** Failures are returned as outcomes; subscribers decide how to show them. */
  async #fetch(): Promise<Outcome<T>> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), limits.http.timeoutMs)
    try {
      return { answer: await this.#request(AbortSignal.any([this.#abort.signal, late.signal])) }
    } catch (failure) {
      return { failure }
    } finally {
      clearTimeout(timer)
    }
  }
}
