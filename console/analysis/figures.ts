import type { Row } from '../../contract/entity/define.ts'
import { dateAfter } from '../../contract/entity/timeZone.ts'

/** Returns `count` dates (`yyyy-MM-dd`) that end with `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dateAfter(last, index + 1 - count))

/**
 * Returns all dates (`yyyy-MM-dd`) of a month. `later` is an offset in months from the month of `date`: `-1` is the
 * month before.
 */
export function daysOfMonth(date: string, later: number): string[] {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + later
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  return Array.from({ length: 31 }, (_, index) => dateAfter(`${first}-01`, index)).filter((day) =>
    day.startsWith(first),
  )
}

/** Short form of a date for axes: `MM-dd`. */
export const shortDay = (date: string): string => date.slice(5)

/** Returns the date (`yyyy-MM-dd`) of a row in the time zone of its project; undefined if the row has no timestamp. */
export type GetDate = (row: object) => string | undefined

export function valueIn(row: object, name: string): unknown {
  const values: Readonly<Record<string, unknown>> = { ...row }
  return values[name]
}
export const numberIn = (row: object, name: string): number | null => {
  const value = valueIn(row, name)
  return typeof value === 'number' ? value : null
}

/** Returns the rows on these days. */
export function filterByDays<One extends object>(
  rows: readonly One[],
  getDate: GetDate,
  days: readonly string[],
): One[] {
  const selectedDays = new Set(days)
  return rows.filter((row) => selectedDays.has(getDate(row) ?? ''))
}

/** Sums the field `what` per day; counts rows if `what` is omitted. */
export function perDay(
  rows: readonly object[],
  getDate: GetDate,
  days: readonly string[],
  summedField?: string,
): number[] {
  const place = new Map(days.map((day, index) => [day, index]))
  const sums = days.map(() => 0)
  for (const row of rows) {
    const index = place.get(getDate(row) ?? '')
    if (index !== undefined)
      sums[index] = (sums[index] ?? 0) + (summedField === undefined ? 1 : (numberIn(row, summedField) ?? 0))
  }
  return sums
}

/** Sums the field `what` per value of `field`, or counts rows if `what` is omitted. Sorted by sum, largest first. */
export function perValue(
  rows: readonly object[],
  field: string,
  summedField?: string,
): { readonly value: string; readonly sum: number }[] {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const value = valueIn(row, field)
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue
    sums.set(
      String(value),
      (sums.get(String(value)) ?? 0) + (summedField === undefined ? 1 : (numberIn(row, summedField) ?? 0)),
    )
  }
  return [...sums].map(([value, sum]) => ({ value, sum })).toSorted((a, b) => b.sum - a.sum)
}

/**
 * Returns a function that gives the title of a device. Devices with the same title get their id appended, so that two
 * devices do not merge into one bar.
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

/** Share of estimated energy in a set of rows: none, part or all. Rows without energy are ignored. */
export type Estimate = 'none' | 'part' | 'all'
export const isEstimated = (row: object): boolean => valueIn(row, 'isEstimated') === true
export function splitEstimates(rows: readonly object[]): Estimate {
  const known = rows.filter((row) => numberIn(row, 'energy') !== null)
  const count = known.filter(isEstimated).length
  return count === 0 ? 'none' : count < known.length ? 'part' : 'all'
}

export const sumNumbers = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)

/** Relative change (0.1 = +10 %); null if there is no earlier value to compare with. */
export const change = (now: number, before: number): number | null => (before > 0 ? (now - before) / before : null)

export const inspections = ['inspected', 'open', 'discarded'] as const
/** Maps the status of a work order to its inspection result (specification, section 4). */
export function toInspection(status: unknown): (typeof inspections)[number] {
  return status === 'processed' || status === 'ended' ? 'inspected' : status === 'abnormal' ? 'discarded' : 'open'
}
