import { nextRuns } from '../../../../contract/entity/cron.ts'

/** Tolerance in milliseconds. A run delayed by less is late, not missed. */
export const lateMs = 60_000

/** Returns the next time a cron expression fires after `after`, or null if it never fires again. */
export const getNextRun = (cron: string, after: number): number | null =>
  nextRuns(cron, 1, undefined, new Date(after))?.[0]?.getTime() ?? null

/**
 * Returns true if a due run should start. A run missed while no server was running is made up once or skipped,
 * depending on `misfire`.
 */
export function isRunDue({
  dueAt,
  now,
  misfire,
}: {
  readonly dueAt: number
  readonly now: number
  readonly misfire: 'once' | 'skip'
}): boolean {
  return dueAt <= now && (misfire === 'once' || now - dueAt <= lateMs)
}
