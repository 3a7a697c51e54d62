import { nextRuns } from '../../../../contract/entity/cron.ts'

/** Timer of a linkage: a cron expression, or a time of day on some weekdays (0 = Sunday) in the project's time zone. */
export type Timer = { readonly cron: string } | { readonly time: string; readonly weekdays: readonly string[] }

/** Returns the next time a timer fires after `after` in a time zone, or null if it never fires. */
export function getNextFire(timer: Timer, zone: string, after: number): number | null {
  const cron = 'cron' in timer ? timer.cron : toCron(timer)
  return cron === null ? null : (nextRuns(cron, 1, zone, new Date(after))?.[0]?.getTime() ?? null)
}

function toCron({ time, weekdays }: { readonly time: string; readonly weekdays: readonly string[] }): string | null {
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined || Number.isNaN(hour) || Number.isNaN(minute) || weekdays.length === 0)
    return null
  return `${minute} ${hour} * * ${weekdays.join(',')}`
}
