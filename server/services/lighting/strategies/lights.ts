import { sql } from 'kysely'

/**
 * SQL source of everything that lights: poles and loops with the columns of `LightTarget`, their area, section and work
 * mode. A loop with a timetable of its own or the astronomical clock is controlled by that; its work mode is null here.
 */
export const lights = sql`(select id, project, device, area, section, work_mode, 'pole' as facility, kind, dimming as "dimmingRatio",
    dimming2 as "dimmingRatio2", color_temperature as "colorRatio", false as "isReversed" from lighting_pole
  union all select id, project, device, area, section, case when timetable is null and (area is not null or section is not null) then nullif(work_mode, 1) end, 'loop', kind, null, null, null,
    is_reversed from lighting_loop)`

/** Columns of a `LightTarget` in `lights p`. */
export const lightColumns = sql`p.project, p.device, p.facility, p.kind, p."dimmingRatio", p."dimmingRatio2", p."colorRatio", p."isReversed"`
