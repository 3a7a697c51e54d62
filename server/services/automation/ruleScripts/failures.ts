import type { Outcome } from '../../../scripts/runner/index.ts'

/** Failures in a row after which a script is put out of action. */
export const maxFailures = 10

/** Counts failures in a row by script. */
export class FailureCounter {
  readonly #counts = new Map<string, number>()

  /**
   * Counts a run and returns whether the script has just reached the limit. A run that could not start because too many
   * messages were waiting is no failure of the script.
   */
  add(script: string, outcome: Outcome): boolean {
    if (outcome === 'dropped') return false
    if (outcome === 'done') {
      this.#counts.delete(script)
      return false
    }
    const count = (this.#counts.get(script) ?? 0) + 1
    this.#counts.set(script, count)
    return count === maxFailures
  }

  /** Forgets a script, for example after it was saved or enabled. */
  reset(script: string): void {
    this.#counts.delete(script)
  }
}
