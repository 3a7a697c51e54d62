import { sql } from 'kysely'

export type LampProgram = 'daylight' | 'timetable'

/**
 * What a lamp follows by itself, for a query over `lighting_pole p`: a `LampProgram`, or null. One lamp, one program: where a brightness strategy lights its segment it is the
 * daylight and no timetable, which would leave an entrance dark by day; else the timetable of its area, if there is one. Who is not in work mode "Timetable" follows nothing.
 */
export const activeProgram = sql<LampProgram | null>`case when p.work_mode is distinct from 0 or p.device is null then null
  when exists (select 1 from lighting_tunnel_section lit join lighting_tunnel by_day on by_day.id = lit.tunnel where lit.id = p.section and lit.zone is not null and by_day.brightness is not null) then 'daylight'
  else 'timetable' end`
