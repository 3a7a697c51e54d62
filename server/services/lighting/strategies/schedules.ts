import { sql } from 'kysely'
import type { DateRange, DayCalendar, Schedule } from '../../../../contract/lighting/timetableDays.ts'
import type { Timetable } from '../../../../contract/lighting/timetablePhase.ts'
import type { TimePoint } from '../../../../contract/lighting/timetablePoints.ts'
import type { Db } from '../../../database/index.ts'

/** Schedules by the id of their timetable. */
export type Schedules = ReadonlyMap<string, Schedule<Timetable>>

/** Reads all timetables with those that replace them and the calendars. `id`: only this timetable. */
export async function readSchedules(db: Db, id?: string): Promise<Schedules> {
  const filter = id === undefined ? sql`true` : sql`t.id = ${id} or t.replaces = ${id}`
  const { rows: timetables } = await sql<TimetableRow>`
    select t.id, t.project, t.name, t.points, t.days, t.dates, t.calendars, t.replaces from lighting_timetable t where ${filter}`.execute(
    db,
  )
  const { rows: calendars } = timetables.some((timetable) => (timetable.calendars?.length ?? 0) > 0)
    ? await sql<CalendarRow>`select id, project, priority, days from lighting_light_calendar`.execute(db)
    : { rows: [] }
  return new Map(
    timetables.map((base) => [
      base.id,
      {
        base,
        replacements: timetables.filter(
          ({ id: other, replaces, project }) => replaces === base.id && other !== base.id && project === base.project,
        ),
        calendars: calendars.filter(({ project }) => project === base.project),
      },
    ]),
  )
}

/**
 * SQL for the position of an area `a` in sunrise and sunset: that of the first cabinet of its lamps and loops. Only for
 * a timetable `t` that refers to the sun, or is replaced by others.
 */
export const areaPosition = sql`left join lateral (
  select c.longitude, c.latitude from lighting_cabinet c where c.longitude is not null and c.latitude is not null and c.id = coalesce(
    (select min(p.cabinet) from lighting_pole p where p.area = a.id), (select min(l.cabinet) from lighting_loop l where l.area = a.id))
    and (t.points::text like '%"sun%' or exists (select 1 from lighting_timetable r where r.replaces = t.id))) place on true`

interface TimetableRow extends Timetable {
  readonly project: string
  readonly points: readonly TimePoint[]
  readonly dates: readonly DateRange[] | null
  readonly replaces: string | null
}

interface CalendarRow extends DayCalendar {
  readonly project: string
}
