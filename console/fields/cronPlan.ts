/** Schedules that the generator can edit. */
export type CronPlan =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number }
  /** Days from 1 (Monday) to 7 (Sunday). */
  | { readonly kind: 'weekly'; readonly days: readonly number[]; readonly hour: number; readonly minute: number }
  | { readonly kind: 'monthly'; readonly day: number; readonly hour: number; readonly minute: number }

export const planKinds = ['minutes', 'hourly', 'daily', 'weekly', 'monthly'] as const

export function writePlan(plan: CronPlan): string {
  switch (plan.kind) {
    case 'minutes':
      return plan.every === 1 ? '* * * * *' : `*/${plan.every} * * * *`
    case 'hourly':
      return `${plan.minute} * * * *`
    case 'daily':
      return `${plan.minute} ${plan.hour} * * *`
    case 'weekly':
      return `${plan.minute} ${plan.hour} * * ${plan.days.toSorted((a, b) => a - b).join(',')}`
    case 'monthly':
      return `${plan.minute} ${plan.hour} ${plan.day} * *`
  }
}

/** Converts a cron expression of five fields to a schedule; `null` if no kind of schedule matches. */
export function readPlan(cron: string): CronPlan | null {
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== 5) return null
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields
  if (months !== '*') return null
  const isEveryDay = days === '*' && weekdays === '*'
  const every = minutes === '*' ? 1 : numberIn(/^\*\/(\d+)$/.exec(minutes)?.[1], 1, 59)
  if (every !== null) return isEveryDay && hours === '*' ? { kind: 'minutes', every } : null
  const minute = numberIn(minutes, 0, 59)
  if (minute === null) return null
  if (hours === '*') return isEveryDay ? { kind: 'hourly', minute } : null
  const hour = numberIn(hours, 0, 23)
  if (hour === null) return null
  if (isEveryDay) return { kind: 'daily', hour, minute }
  if (days === '*') {
    const chosen = weekdays
      .split(',')
      .map((text) => numberIn(text, 0, 7))
      .map((day) => (day === 0 ? 7 : day))
    return chosen.every((day) => day !== null) ? { kind: 'weekly', days: chosen, hour, minute } : null
  }
  const day = weekdays === '*' ? numberIn(days, 1, 31) : null
  return day === null ? null : { kind: 'monthly', day, hour, minute }
}

function numberIn(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^\d{1,2}$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}
