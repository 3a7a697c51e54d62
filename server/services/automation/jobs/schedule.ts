import { nextRuns } from '../../../../contract/entity/cron.ts'

/** A run a little late is not missed: the server was busy, not away. */
export const lateMs = 60_000

/** When a cron expression fires next after a moment; null where it never does again. */
export const nextAfter = (cron: string, after: number): number | null => nextRuns(cron, 1, undefined, new Date(after))?.[0]?.getTime() ?? null

/** What to do about a run that was due: one that was missed while no server ran is made up for once, or left out, as the job says. */
export function isRunDue({ dueAt, now, misfire }: { readonly dueAt: number; readonly now: number; readonly misfire: 'once' | 'skip' }): boolean {
  return dueAt <= now && (misfire === 'once' || now - dueAt <= lateMs)
}
