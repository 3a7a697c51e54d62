import dayjs from 'dayjs'

const tenDigits = /^\d{10}$/
const digits = /^\d+$/

/**
 * A moment as people read it: a Date, milliseconds, a numeric string, or epoch seconds of ten digits (specification,
 * section 3, formats). What is no moment becomes an empty text, never "Invalid Date".
 */
export function formatTime(moment: Date | number | string, pattern = 'YYYY-MM-DD HH:mm:ss'): string {
  const read = dayjs(momentOf(moment))
  return read.isValid() ? read.format(pattern) : ''
}

function momentOf(moment: Date | number | string): Date | number | string {
  if (moment instanceof Date) return moment
  const text = String(moment).trim()
  if (tenDigits.test(text)) return Number(text) * 1000
  return digits.test(text) ? Number(text) : moment
}
