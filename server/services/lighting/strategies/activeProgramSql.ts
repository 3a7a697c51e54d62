import { sql } from 'kysely'

export type LampProgram = 'daylight' | 'timetable'

/**
 * SQL for the program of a lamp or loop in `lights p`: a `LampProgram`, or null. Daylight control of its tunnel segment
 * takes precedence over its area's timetable, which would leave an entrance dark by day. Lamps outside work mode
 * "Timetable" have none. Manual settings are ignored.
 */
export const ownProgram = sql<LampProgram | null>`case when p.work_mode is distinct from 0 or p.device is null then null
  when exists (select 1 from lighting_tunnel_section lit join lighting_tunnel by_day on by_day.id = lit.tunnel where lit.id = p.section and lit.zone is not null and by_day.brightness is not null) then 'daylight'
  else 'timetable' end`

/** The program that commands a light now: none while a manual setting holds it. */
export const activeProgram = sql<LampProgram | null>`case when exists (select 1 from light_override o where o.target = p.id and o.is_held) then null else ${ownProgram} end`
