/** Milliseconds of one turn of the event loop that a queue uses at most. */
const maxTurnMs = 4
/** Tasks of a turn in any case, so that a process that was not scheduled for a while makes progress. */
const minTasks = 16

/**
 * Runs tasks in their order, at once while the turn of the event loop has time left, otherwise in later turns. Many
 * messages that arrive or are stored together do not delay requests of the console.
 */
export class TurnQueue {
  /** Tasks in order. Those before `#next` have run and are released; later tasks are added to `#added`. */
  #taken: ((() => void) | undefined)[] = []
  #next = 0
  #added: (() => void)[] = []
  #isTurnOpen = false
  #startedMs = 0
  #tasks = 0
  #idle: (() => void)[] = []

  run(task: () => void): void {
    if (!this.#isTurnOpen) this.#openTurn()
    if (this.#hasWaiting() || !this.#hasTime()) this.#added.push(task)
    else task()
  }

  /** Resolves when no task waits. */
  async waitUntilIdle(): Promise<void> {
    if (this.#hasWaiting()) await new Promise<void>((done) => this.#idle.push(done))
  }

  #openTurn(): void {
    this.#isTurnOpen = true
    this.#startedMs = performance.now()
    this.#tasks = 0
    setImmediate(() => this.#continue())
  }

  #hasWaiting(): boolean {
    return this.#next < this.#taken.length || this.#added.length > 0
  }

  #hasTime(): boolean {
    return this.#tasks++ < minTasks || performance.now() - this.#startedMs < maxTurnMs
  }

  #continue(): void {
    this.#isTurnOpen = false
    if (!this.#hasWaiting()) return
    this.#openTurn()
    // The next turn continues also if a task throws.
    while (this.#hasWaiting() && this.#hasTime()) this.#take()?.()
    if (this.#hasWaiting()) return
    for (const done of this.#idle.splice(0)) done()
  }

  /** Removes the first waiting task. Two lists, so that a queue that never empties keeps no tasks that have run. */
  #take(): (() => void) | undefined {
    if (this.#next === this.#taken.length) {
      this.#taken = this.#added
      this.#added = []
      this.#next = 0
    }
    const task = this.#taken[this.#next]
    this.#taken[this.#next++] = undefined
    return task
  }
}
