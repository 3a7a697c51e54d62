import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { toWallTime } from '../../contract/entity/timeZone.ts'

dayjs.extend(utc)

const tenDigits = /^\d{10}$/
const digits = /^\d+$/

/**
 * A moment as people read it: a Date, milliseconds, a numeric string, or epoch seconds of ten digits (specification,
 * section 3, formats), by this browser's clock or by that of the `zone` given. What is no moment becomes an empty text, never "Invalid Date".
 */
export function formatTime(moment: Date | number | string, pattern = 'YYYY-MM-DD HH:mm:ss', zone?: string): string {
  const read = dayjs(momentOf(moment))
  if (!read.isValid()) return ''
  // A clock in Greenwich that shows what the zone's does: it leaves out no hour.
  return (zone === undefined ? read : dayjs.utc(toWallTime(zone, read.valueOf()))).format(pattern)
}

function momentOf(moment: Date | number | string): Date | number | string {
  if (moment instanceof Date) return moment
  const text = String(moment).trim()
  if (tenDigits.test(text)) return Number(text) * 1000
  return digits.test(text) ? Number(text) : moment
}
