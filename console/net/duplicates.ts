import { limits } from '../../contract/limits.ts'

export interface Submission {
  readonly method: string
  readonly url: string
  readonly body: string
}

/**
 * Refuses a POST or PUT that repeats the previous one (same address, same body) within 1,000 ms: a double click
 * must not create twice (specification, section 5). Only the previous one is remembered, as there.
 */
export class DuplicateGuard {
  #previous: { readonly submission: Submission; readonly atMs: number } | null = null
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether this submission may go out; one that may is remembered. */
  admit(submission: Submission): boolean {
    if (submission.method !== 'POST' && submission.method !== 'PUT') return true
    const atMs = this.#now()
    const previous = this.#previous
    const repeats = previous !== null
      && previous.submission.url === submission.url
      && previous.submission.body === submission.body
      && atMs - previous.atMs < limits.http.duplicateSubmitMs
    if (repeats) return false
    this.#previous = { submission, atMs }
    return true
  }
}
