import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { toWallTime } from '../../../contract/entity/timeZone.ts'

dayjs.extend(utc)

const tenDigits = /^\d{10}$/
const digits = /^\d+$/

/**
 * Formats a Date, milliseconds, a numeric string, or epoch seconds of ten digits (specification, section 3, formats).
 * Uses the time zone of the browser, or `zone`. Returns an empty string for invalid input.
 */
export function formatTime(moment: Date | number | string, pattern = 'YYYY-MM-DD HH:mm:ss', zone?: string): string {
  const read = dayjs(toMoment(moment))
  if (!read.isValid()) return ''
  // Format the wall time as UTC, which has no missing hours.
  return (zone === undefined ? read : dayjs.utc(toWallTime(zone, read.valueOf()))).format(pattern)
}

function toMoment(moment: Date | number | string): Date | number | string {
  if (moment instanceof Date) return moment
  const text = String(moment).trim()
  if (tenDigits.test(text)) return Number(text) * 1000
  return digits.test(text) ? Number(text) : moment
}
