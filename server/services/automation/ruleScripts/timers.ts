import type { Clock } from '../../base/scheduler.ts'
import { getNextRun, isRunDue } from '../jobs/schedule.ts'

interface TimedScript {
  readonly id: string
  readonly cron: string | null
}

/** Decides which timed scripts are due. Runs missed while the server did not run are skipped. */
export class ScriptTimers {
  readonly #clock: Pick<Clock, 'now'>
  readonly #next = new Map<string, { readonly cron: string; at: number | null }>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Replaces the scripts. The next time of a script whose schedule is unchanged stays. */
  set(scripts: readonly TimedScript[]): void {
    const now = this.#clock.now()
    const ids = new Set(scripts.map(({ id }) => id))
    for (const id of this.#next.keys()) if (!ids.has(id)) this.#next.delete(id)
    for (const { id, cron } of scripts) {
      if (cron === null || this.#next.get(id)?.cron === cron) continue
      this.#next.set(id, { cron, at: getNextRun(cron, now) })
    }
  }

  /** Returns the scripts that are due and schedules their next run. */
  takeDue(): readonly string[] {
    const now = this.#clock.now()
    const due: string[] = []
    for (const [id, entry] of this.#next) {
      if (entry.at === null || entry.at > now) continue
      if (isRunDue({ dueAt: entry.at, now, misfire: 'skip' })) due.push(id)
      entry.at = getNextRun(entry.cron, now)
    }
    return due
  }

  /** Time of the next run of any script; undefined if there is none. */
  get nextAt(): number | undefined {
    const times = [...this.#next.values()].flatMap(({ at }) => at ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }
}
