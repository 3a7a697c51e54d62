import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { toInstant, toWallTime } from '../../../contract/entity/timeZone.ts'

dayjs.extend(utc)

/**
 * Value for a date picker that shows the wall time of `zone`. Encoded in UTC, because the browser's zone may lack an
 * hour in spring.
 */
export const toPickerDate = (at: number, zone: string): Dayjs => dayjs.utc(toWallTime(zone, at))

/** Converts a picked wall time of `zone` to epoch milliseconds. */
export const fromPickerDate = (picked: Dayjs, zone: string): number =>
  toInstant(
    zone,
    { year: picked.year(), month: picked.month() + 1, day: picked.date() },
    picked.hour() * 60 + picked.minute() + picked.second() / 60 + picked.millisecond() / 60_000,
  )
