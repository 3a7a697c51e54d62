import type { Dayjs } from 'dayjs'
import { momentOf } from '../../contract/entity/zone.ts'
import { formatTime } from './formatTime.ts'

/** What a picker of dates is given so that it shows what a zone's clock shows at a moment: such pickers know this browser's clock only. */
export const toPicked = (at: number, zone: string): string => formatTime(at, 'YYYY-MM-DDTHH:mm:ss.SSS', zone)

/** The moment at which a zone's clock shows what was picked. */
export const fromPicked = (picked: Dayjs, zone: string): number =>
  momentOf(zone, { year: picked.year(), month: picked.month() + 1, day: picked.date() }, picked.hour() * 60 + picked.minute()) + picked.second() * 1000 + picked.millisecond()
