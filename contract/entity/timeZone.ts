/** A day of the calendar, and the weekday it is: 0 is Monday. */
export interface LocalDay {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  readonly weekday: number
}

export interface LocalTime extends LocalDay {
  /** Minutes since midnight as a clock on the wall shows them. */
  readonly minutes: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Whether this is a zone of the IANA list, such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false // the answer to the question asked
  }
}

/** What clock and calendar of a zone show at a moment. */
export function toLocal(zone: string, atMs: number): LocalTime {
  const wall = new Date(toWallTime(zone, atMs))
  return {
    year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate(), weekday: (wall.getUTCDay() + 6) % 7,
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  }
}

/**
 * The moment at which a zone's clock shows this; minutes may have parts. Every time of an hour that a change of the clocks leaves out is
 * the moment of that change, at which the clock shows the hour's end: none comes behind a later time of the same day. Of an hour that comes
 * twice it is the first: a lamp is switched once in either night.
 */
export function toInstant(zone: string, { year, month, day }: Pick<LocalDay, 'year' | 'month' | 'day'>, minutes = 0): number {
  const wall = Date.UTC(year, month - 1, day) + Math.round(minutes * minuteMs)
  const offsets = [...new Set([-dayMs, 0, dayMs].map((away) => offsetAt(zone, wall + away)))]
  const fitting = offsets.map((offset) => wall - offset).filter((at) => toWallTime(zone, at) === wall)
  if (fitting.length > 0) return Math.min(...fitting)
  return firstPast(zone, wall, wall - Math.max(...offsets), wall - Math.min(...offsets))
}

/** The first moment at which a zone's clock is past what it never shows; `before` it is not yet, at `after` it is. */
function firstPast(zone: string, wall: number, before: number, after: number): number {
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (toWallTime(zone, between) > wall) after = between
    else before = between
  }
  return after
}

/** The midnight with which the day of a moment begins, or the day so many days later. */
export function dayStart(zone: string, atMs: number, later = 0): number {
  const { year, month, day } = toLocal(zone, atMs)
  return toInstant(zone, { year, month, day: day + later })
}

/** The beginning of the month of a moment, or of the month so many months later. */
export function monthStart(zone: string, atMs: number, later = 0): number {
  const { year, month } = toLocal(zone, atMs)
  return toInstant(zone, { year, month: month + later, day: 1 })
}

/** The full hour of the zone's clock at or before a moment; zones of half hours have theirs at half past. */
export function hourStart(zone: string, atMs: number): number {
  const offset = offsetAt(zone, atMs)
  return Math.floor((atMs + offset) / hourMs) * hourMs - offset
}

/** The day of the calendar that a moment falls on in a zone, as `yyyy-MM-dd`. */
export function dateAt(zone: string, atMs: number): string {
  const { year, month, day } = toLocal(zone, atMs)
  return dateOf(Date.UTC(year, month - 1, day))
}

/** The date so many days later, as `yyyy-MM-dd`; a negative number of days is earlier. */
export const dateAfter = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs)

/** The moment at which a date (`yyyy-MM-dd`) begins in a zone. */
export const dateStart = (zone: string, date: string): number => toInstant(zone, { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) })

/**
 * Whether the clocks of two zones show the same at a moment and through the year after it, whatever the zones are called. Each day is
 * looked at, and each hour of those on which a clock is changed: some differ for two days of the year, some for three hours.
 */
export function hasSameOffset(one: string, other: string, atMs: number): boolean {
  if (one === other) return true
  const isSame = (at: number): boolean => offsetAt(one, at) === offsetAt(other, at)
  const isSameDay = (at: number): boolean => isSame(at) && (offsetAt(one, at) === offsetAt(one, at + dayMs) || Array.from({ length: 24 }, (_, hour) => at + hour * hourMs).every(isSame))
  return Array.from({ length: 367 }, (_, day) => atMs + day * dayMs).every(isSameDay)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the zone's clock shows at a moment, as the moment at which one in Greenwich shows the same. */
export function toWallTime(zone: string, atMs: number): number {
  const parts = new Map(formatOf(zone).formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) + (((atMs % 1000) + 1000) % 1000)
}

const dateOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)
const offsetAt = (zone: string, atMs: number): number => toWallTime(zone, atMs) - atMs

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  })
  formats.set(zone, made)
  return made
}
