import { limits } from '../../../contract/limits.ts'

/** The part of a page that says whether anybody sees it. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** How an asking ended: with an answer, or without one. */
export type Outcome<T> = { readonly answer: T } | { readonly failure: unknown }

/** After the computer slept a timer goes on where it stood: how late a question is asked at most. */
const wakeMs = 10_000

/** Tells the time at once and whenever a multiple of the interval has come, so that clocks of one interval move together. */
export function tick(everyMs: number, deliver: (nowMs: number) => void, page: Page): () => void {
  const every = Math.max(limits.feed.everyMs, Math.round(everyMs))
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (): void => {
    clearTimeout(timer)
    const now = Date.now()
    deliver(now)
    timer = setTimeout(tell, every - (now % every))
  }
  // A page behind others is woken seldom: it shall not show an old time when it is looked at.
  const look = (): void => { if (!page.hidden) tell() }
  page.addEventListener('visibilitychange', look)
  tell()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', look)
  }
}

/** Calls again and again, also while nobody looks. */
export function repeat(everyMs: number, call: () => void): () => void {
  const timer = setInterval(call, everyMs)
  return () => clearInterval(timer)
}

/**
 * Questions to servers, each asked at an interval as long as somebody wants the answer. Who wants the same at the same
 * interval shares one asking. A question is never asked twice at a time, takes no longer than a call may, and is not
 * asked while nobody sees the page.
 */
export class Polls<T> {
  readonly #page: Page
  readonly #open = new Map<string, Poll<T>>()

  constructor(page: Page) {
    this.#page = page
  }

  subscribe(key: string, everyMs: number, ask: (signal: AbortSignal) => Promise<T>, tell: (outcome: Outcome<T>) => void): () => void {
    const name = `${everyMs} ${key}`
    const poll = this.#open.get(name) ?? new Poll(ask, Math.max(limits.feed.everyMs, everyMs), this.#page)
    this.#open.set(name, poll)
    const leave = poll.join(tell)
    return () => {
      leave()
      if (poll.isWanted) return
      poll.stop()
      if (this.#open.get(name) === poll) this.#open.delete(name)
    }
  }
}

class Poll<T> {
  readonly #ask: (signal: AbortSignal) => Promise<T>
  readonly #everyMs: number
  readonly #page: Page
  readonly #over = new AbortController()
  readonly #listeners = new Set<(outcome: Outcome<T>) => void>()
  #last: Outcome<T> | undefined
  #isAsking = false
  /** By a clock that nobody sets, which may stand still while the computer sleeps, and by the time of day, which may be set back: the first that comes counts. */
  #dueAt = 0
  #dueAtDay = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: (signal: AbortSignal) => Promise<T>, everyMs: number, page: Page) {
    this.#ask = ask
    this.#everyMs = everyMs
    this.#page = page
    page.addEventListener('visibilitychange', this.#look)
    // Who opens many feeds at once joins before the first is asked for.
    this.#timer = setTimeout(this.#look, 0)
  }

  get isWanted(): boolean {
    return this.#listeners.size > 0
  }

  join(tell: (outcome: Outcome<T>) => void): () => void {
    const listener = (outcome: Outcome<T>): void => tell(outcome)
    this.#listeners.add(listener)
    if (this.#last) listener(this.#last)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#over.abort()
    this.#page.removeEventListener('visibilitychange', this.#look)
  }

  #look = (): void => {
    clearTimeout(this.#timer)
    if (this.#page.hidden || this.#isAsking || this.#over.signal.aborted) return
    const left = Math.min(this.#dueAt - performance.now(), this.#dueAtDay - Date.now())
    if (left > 0) this.#timer = setTimeout(this.#look, Math.min(left, wakeMs))
    else void this.#round()
  }

  async #round(): Promise<void> {
    this.#isAsking = true
    this.#dueAt = performance.now() + this.#everyMs
    this.#dueAtDay = Date.now() + this.#everyMs
    const outcome = await this.#answer()
    this.#isAsking = false
    if (this.#over.signal.aborted) return
    this.#last = outcome
    for (const listener of this.#listeners) listener(outcome)
    this.#look()
  }

  /** A failure is an outcome like an answer: whoever shows the value decides what it comes to. */
  async #answer(): Promise<Outcome<T>> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), limits.http.timeoutMs)
    try {
      return { answer: await this.#ask(AbortSignal.any([this.#over.signal, late.signal])) }
    } catch (failure) {
      return { failure }
    } finally {
      clearTimeout(timer)
    }
  }
}
