import { limits } from '../../contract/limits.ts'

export interface Submission {
  readonly method: string
  readonly url: string
  readonly body: string
}

/**
 * Rejects a POST or PUT with the same URL and body as the previous one within 1,000 ms, so that a double click does not
 * create duplicates (specification, section 5). Only the previous request is remembered.
 */
export class DuplicateGuard {
  #previous: { readonly submission: Submission; readonly atMs: number } | null = null
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns true if the request can be sent, and remembers it. */
  admit(submission: Submission): boolean {
    if (submission.method !== 'POST' && submission.method !== 'PUT') return true
    const atMs = this.#now()
    const previous = this.#previous
    const repeats =
      previous !== null &&
      previous.submission.url === submission.url &&
      previous.submission.body === submission.body &&
      atMs - previous.atMs < limits.http.duplicateSubmitMs
    if (repeats) return false
    this.#previous = { submission, atMs }
    return true
  }
}
