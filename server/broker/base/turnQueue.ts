/** Milliseconds of one turn of the event loop that a queue uses at most. */
const maxTurnMs = 4
/** Tasks of a turn in any case, so that a process that was not scheduled for a while makes progress. */
const minTasks = 16

/**
 * Runs tasks in their order, at once while the turn of the event loop has time left, otherwise in later turns. Many
 * messages that arrive or are stored together do not delay requests of the console.
 */
export class TurnQueue {
  #waiting: (() => void)[] = []
  #next = 0
  #isTurnOpen = false
  #startedMs = 0
  #tasks = 0
  #idle: (() => void)[] = []

  run(task: () => void): void {
    if (!this.#isTurnOpen) this.#openTurn()
    if (this.#next < this.#waiting.length || !this.#hasTime()) this.#waiting.push(task)
    else task()
  }

  /** Resolves when no task waits. */
  async waitUntilIdle(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((done) => this.#idle.push(done))
  }

  #openTurn(): void {
    this.#isTurnOpen = true
    this.#startedMs = performance.now()
    this.#tasks = 0
    setImmediate(() => this.#continue())
  }

  #hasTime(): boolean {
    return this.#tasks++ < minTasks || performance.now() - this.#startedMs < maxTurnMs
  }

  #continue(): void {
    this.#isTurnOpen = false
    if (this.#waiting.length === 0) return
    this.#openTurn()
    // The next turn continues also if a task throws.
    while (this.#next < this.#waiting.length && this.#hasTime()) this.#waiting[this.#next++]?.()
    if (this.#next < this.#waiting.length) return
    this.#waiting = []
    this.#next = 0
    for (const done of this.#idle.splice(0)) done()
  }
}
