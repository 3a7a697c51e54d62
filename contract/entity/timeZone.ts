/** A calendar day. `weekday` 0 is Monday. */
export interface LocalDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly weekday: number
}

/** A local calendar day and time of day in a time zone. */
export interface LocalTime extends LocalDay {
  /** Local minutes since midnight. */
  readonly minutes: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Returns true for an IANA time zone name such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false // not valid
  }
}

/** Returns the local date and time of an instant in a time zone. */
export function toLocal(zone: string, atMs: number): LocalTime {
  const wall = new Date(toWallTime(zone, atMs))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    weekday: (wall.getUTCDay() + 6) % 7,
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  }
}

/**
 * Converts a local date and time to an instant (milliseconds since 1970). `minutes` since midnight may be fractional.
 * Times in a skipped hour map to the instant of the clock change, so the order of times within a day is preserved.
 * Times in a repeated hour map to the first occurrence, so a schedule runs once.
 */
export function toInstant(
  zone: string,
  { year, month, day }: Pick<LocalDay, 'year' | 'month' | 'day'>,
  minutes = 0,
): number {
  const wall = Date.UTC(year, month - 1, day) + Math.round(minutes * minuteMs)
  const offsets = [...new Set([-dayMs, 0, dayMs].map((away) => offsetAt(zone, wall + away)))]
  const matches = offsets.map((offset) => wall - offset).filter((at) => toWallTime(zone, at) === wall)
  if (matches.length > 0) return Math.min(...matches)
  return firstPast(zone, wall, wall - Math.max(...offsets), wall - Math.min(...offsets))
}

/**
 * Returns the first instant at which the local time is past `wall`, a skipped time. The local time is not past it at
 * `before` and is past it at `after`.
 */
function firstPast(zone: string, wall: number, before: number, after: number): number {
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (toWallTime(zone, between) > wall) after = between
    else before = between
  }
  return after
}

/** Returns the local midnight that starts the day of an instant, or the day `later` days after it. */
export function dayStart(zone: string, atMs: number, later = 0): number {
  const { year, month, day } = toLocal(zone, atMs)
  return toInstant(zone, { year, month, day: day + later })
}

/** Returns the start of the month of an instant, or of the month `later` months after it. */
export function monthStart(zone: string, atMs: number, later = 0): number {
  const { year, month } = toLocal(zone, atMs)
  return toInstant(zone, { year, month: month + later, day: 1 })
}

/**
 * Returns the last full local hour at or before an instant. Zones with a half-hour offset have full hours at half past
 * UTC.
 */
export function hourStart(zone: string, atMs: number): number {
  const offset = offsetAt(zone, atMs)
  return Math.floor((atMs + offset) / hourMs) * hourMs - offset
}

/** Returns the local date of an instant as `yyyy-MM-dd`. */
export function dateAt(zone: string, atMs: number): string {
  const { year, month, day } = toLocal(zone, atMs)
  return formatDate(Date.UTC(year, month - 1, day))
}

/** Adds days to a date (`yyyy-MM-dd`). Negative values subtract. */
export const dateAfter = (date: string, days: number): string => formatDate(Date.parse(date) + days * dayMs)

/** Returns the instant at which a date (`yyyy-MM-dd`) starts in a zone. */
export const dateStart = (zone: string, date: string): number =>
  toInstant(zone, { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) })

/**
 * Returns true if both zones have the same offset from the given instant through the following year. Checks each day,
 * and each hour of days with a clock change: some zones differ for two days a year, some for three hours.
 */
export function hasSameOffset(one: string, other: string, atMs: number): boolean {
  if (one === other) return true
  const isSame = (at: number): boolean => offsetAt(one, at) === offsetAt(other, at)
  const isSameDay = (at: number): boolean =>
    isSame(at) &&
    (offsetAt(one, at) === offsetAt(one, at + dayMs) ||
      Array.from({ length: 24 }, (_, hour) => at + hour * hourMs).every(isSame))
  return Array.from({ length: 367 }, (_, day) => atMs + day * dayMs).every(isSameDay)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of an instant, encoded as the UTC milliseconds that show the same clock time. */
export function toWallTime(zone: string, atMs: number): number {
  const parts = new Map(
    getFormat(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
    (((atMs % 1000) + 1000) % 1000)
  )
}

const formatDate = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)
const offsetAt = (zone: string, atMs: number): number => toWallTime(zone, atMs) - atMs

function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
