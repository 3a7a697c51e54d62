import { toInstant } from '../../entity/timeZone.ts'
import { telemetryLimits } from '../../telemetry/limits.ts'

export const timeFormats = ['auto', 'iso', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const
/** `auto`: ISO 8601 if it is a text, otherwise a number since 1970 whose unit follows from its size. */
export type TimeFormat = (typeof timeFormats)[number]

const { earliestAt, latestAt } = telemetryLimits.frame
const minuteMs = 60_000

/**
 * Returns a function that reads source times as milliseconds since 1970, or null if a time is unreadable or not in the
 * years 2000 to 2099. `zone` (IANA) applies to texts without a zone.
 */
export function compileTime(format: TimeFormat, zone: string): (raw: unknown) => number | null {
  const local = new LocalTimes(zone)
  let lastText = ''
  let lastMs: number | null = null
  const readIso = (text: string): number | null => {
    if (text === lastText) return lastMs
    lastMs = parseIso(text, local)
    lastText = text
    return lastMs
  }
  return (raw) => {
    const ms =
      typeof raw === 'number'
        ? readNumber(raw, format)
        : typeof raw === 'string'
          ? readText(raw, format, readIso)
          : null
    return ms !== null && ms >= earliestAt && ms <= latestAt ? ms : null
  }
}

const divisors = { seconds: 0.001, milliseconds: 1, microseconds: 1e3, nanoseconds: 1e6 } as const

function readNumber(value: number, format: TimeFormat): number | null {
  if (!Number.isFinite(value) || format === 'iso') return null
  if (format !== 'auto') return Math.round(value / divisors[format])
  const unit = value < 1e11 ? 'seconds' : value < 1e14 ? 'milliseconds' : value < 1e17 ? 'microseconds' : 'nanoseconds'
  return Math.round(value / divisors[unit])
}

function readText(text: string, format: TimeFormat, readIso: (text: string) => number | null): number | null {
  const isNumber = /^\s*\d+(?:\.\d+)?\s*$/.test(text)
  if (isNumber) return readNumber(Number(text), format)
  return format === 'auto' || format === 'iso' ? readIso(text) : null
}

const datePart = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.source
const clockPart = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?/.source
const zonePart = /(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)/.source
const iso = new RegExp(`^\\s*${datePart}(?:[T ]${clockPart})?\\s*${zonePart}?\\s*$`)

/** Parses ISO 8601, also with a space for `T`, slashes for dashes, and fractions down to nanoseconds. */
function parseIso(text: string, local: LocalTimes): number | null {
  if (text.length > 64) return null
  const match = iso.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(date).getUTCMonth() !== Number(month) - 1 || Number(day) < 1) return null
  // A leap second counts as the next second.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const wall =
    date + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(`${fraction}000`.slice(0, 3))
  if (zone === undefined) return local.toInstant(wall)
  if (/^[A-Za-z]/.test(zone)) return wall
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs
  return sign === '-' ? wall + offset : wall - offset
}

const quarterMs = 15 * minuteMs

/**
 * Local times of one zone. Offsets are cached for quarters of an hour, because looking one up takes tens of
 * microseconds.
 */
class LocalTimes {
  readonly #zone: string
  readonly #offsets = new Map<number, number | null>()

  constructor(zone: string) {
    this.#zone = zone
  }

  /** `wall`: what the clock shows, as milliseconds since 1970 in UTC. */
  toInstant(wall: number): number {
    const quarter = Math.floor(wall / quarterMs)
    let offset = this.#offsets.get(quarter)
    if (offset === undefined) {
      offset = this.#findOffset(quarter * quarterMs)
      if (this.#offsets.size >= 1000) this.#offsets.clear()
      this.#offsets.set(quarter, offset)
    }
    return offset === null ? this.#convert(wall) : wall - offset
  }

  /** Null if the clock is changed within this quarter of an hour. */
  #findOffset(start: number): number | null {
    const first = this.#convert(start)
    const last = this.#convert(start + quarterMs - minuteMs)
    return last - first === quarterMs - minuteMs ? start - first : null
  }

  #convert(wall: number): number {
    const date = new Date(wall)
    const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    return toInstant(this.#zone, day, (wall - midnight) / minuteMs)
  }
}
