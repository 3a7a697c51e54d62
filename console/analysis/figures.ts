import type { Row } from '../../contract/entity/define.ts'

/** The midnights of so many days up to the one that `now` is in, oldest first; each by the calendar, for a day may have 23 hours. */
export function daysUpTo(now: number, count: number): number[] {
  const today = new Date(now)
  return Array.from({ length: count }, (_, index) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index)).getTime())
}

/** The midnights of a whole month by the calendar: `-1` is the month before the one that `now` is in. */
export function daysOfMonth(now: number, later: number): number[] {
  const today = new Date(now)
  const count = new Date(today.getFullYear(), today.getMonth() + later + 1, 0).getDate()
  return Array.from({ length: count }, (_, index) => new Date(today.getFullYear(), today.getMonth() + later, index + 1).getTime())
}

/** The last millisecond of the day that begins at this midnight; a day may have 23 hours. */
export function endOfDay(midnight: number): number {
  const day = new Date(midnight)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1
}

export const midnightOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

export function valueIn(row: object, name: string): unknown {
  const values: Readonly<Record<string, unknown>> = { ...row }
  return values[name]
}
export const numberIn = (row: object, name: string): number | null => {
  const value = valueIn(row, name)
  return typeof value === 'number' ? value : null
}

/** A sum for each day: of `what`, or of ones where nothing is to be summed. */
export function perDay(rows: readonly object[], at: string, days: readonly number[], what?: string): number[] {
  const place = new Map(days.map((day, index) => [day, index]))
  const sums = days.map(() => 0)
  for (const row of rows) {
    const moment = numberIn(row, at)
    const index = moment === null ? undefined : place.get(midnightOf(moment))
    if (index !== undefined) sums[index] = (sums[index] ?? 0) + (what === undefined ? 1 : numberIn(row, what) ?? 0)
  }
  return sums
}

/** A sum for each value of a field, the largest first. */
export function perValue(rows: readonly object[], field: string, what?: string): { readonly value: string; readonly sum: number }[] {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const value = valueIn(row, field)
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue
    sums.set(String(value), (sums.get(String(value)) ?? 0) + (what === undefined ? 1 : numberIn(row, what) ?? 0))
  }
  return [...sums].map(([value, sum]) => ({ value, sum })).toSorted((a, b) => b.sum - a.sum)
}

/**
 * What people call the devices that these rows name, told apart by their own names where two are called the same: who groups by a device
 * must not fold two into one bar.
 */
export function namesIn(rows: readonly Pick<Row, 'titles'>[]): (device: string) => string {
  const titles = new Map<string, string>()
  for (const row of rows) {
    const device = valueIn(row, 'device')
    const title = typeof device === 'string' ? row.titles[device] : undefined
    if (typeof device === 'string' && title !== undefined) titles.set(device, title)
  }
  const counts = new Map<string, number>()
  for (const title of titles.values()) counts.set(title, (counts.get(title) ?? 0) + 1)
  return (device) => {
    const title = titles.get(device)
    return title === undefined ? device : (counts.get(title) ?? 0) > 1 ? `${title} (${device})` : title
  }
}

/** Whether the energy of these rows was metered, or estimated in part or altogether; a row without any says nothing. */
export type Estimate = 'none' | 'part' | 'all'
export const isEstimated = (row: object): boolean => valueIn(row, 'isEstimated') === true
export function estimateOf(rows: readonly object[]): Estimate {
  const known = rows.filter((row) => numberIn(row, 'energy') !== null)
  const count = known.filter(isEstimated).length
  return count === 0 ? 'none' : count < known.length ? 'part' : 'all'
}

export const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)

/** How much more than before, as a share of before; null where there is nothing to compare with. */
export const change = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null)

export const inspections = ['inspected', 'open', 'discarded'] as const
/** What a work order's state means to who counts inspections (specification, section 4). */
export function inspectionOf(status: unknown): (typeof inspections)[number] {
  return status === 'processed' || status === 'ended' ? 'inspected' : status === 'abnormal' ? 'discarded' : 'open'
}
