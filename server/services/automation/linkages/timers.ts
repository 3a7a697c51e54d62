import { nextRuns } from '../../../../contract/entity/cron.ts'

/** When a linkage's timer goes off: an expression, or a time of the project's clock on some days of the week (0: Sunday). */
export type Timer = { readonly cron: string } | { readonly time: string; readonly weekdays: readonly string[] }

/** The next moment of a timer after another, by the clock of a zone; null where it never comes. */
export function timerAfter(timer: Timer, zone: string, after: number): number | null {
  const cron = 'cron' in timer ? timer.cron : cronOf(timer)
  return cron === null ? null : nextRuns(cron, 1, zone, new Date(after))?.[0]?.getTime() ?? null
}

function cronOf({ time, weekdays }: { readonly time: string; readonly weekdays: readonly string[] }): string | null {
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined || Number.isNaN(hour) || Number.isNaN(minute) || weekdays.length === 0) return null
  return `${minute} ${hour} * * ${weekdays.join(',')}`
}
