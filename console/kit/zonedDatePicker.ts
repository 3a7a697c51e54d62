import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { toInstant, toWallTime } from '../../contract/entity/timeZone.ts'

dayjs.extend(utc)

/**
 * What a picker of dates is given so that it shows what a zone's clock shows at a moment: a clock in Greenwich that shows the same, for this
 * browser's leaves out an hour in spring.
 */
export const toPickerDate = (at: number, zone: string): Dayjs => dayjs.utc(toWallTime(zone, at))

/** The moment at which a zone's clock shows what was picked. */
export const fromPickerDate = (picked: Dayjs, zone: string): number =>
  toInstant(zone, { year: picked.year(), month: picked.month() + 1, day: picked.date() }, picked.hour() * 60 + picked.minute() + picked.second() / 60 + picked.millisecond() / 60_000)
