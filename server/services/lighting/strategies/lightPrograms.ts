import { sql } from 'kysely'
import type { LightSetting } from '../../../../contract/lighting/lampTypes.ts'
import type { Db } from '../../../database/index.ts'
import { type LampProgram, ownProgram } from './activeProgramSql.ts'
import { type LightOrder, type LightTarget, switchOnIfLit, type Target } from './lampCommands.ts'
import { lightColumns, lights } from './lights.ts'
import type { LightKind } from './overrides.ts'
import type { StrategyState } from './pendingLevels.ts'
import { findTimetablePhase, type Phase } from '../../../../contract/lighting/timetablePhase.ts'
import { findLoopPhase, type LoopPlan, toPlace } from './plan.ts'
import { areaPosition, readSchedules } from './schedules.ts'

/** The current program of a lamp or loop. */
export interface Program {
  readonly follows: 'timetable' | 'sun' | 'daylight'
  /** The timetable is the default of the project. */
  readonly isDefault: boolean
  /** Start of the current value. */
  readonly from: number
  /** End of the current value; null for daylight control, or if nothing follows. */
  readonly until: number | null
  readonly target: Target
  readonly wanted: readonly LightOrder[]
  /** The value after `until`; null without one. */
  readonly next: LightSetting | null
}

/** A loop that follows a plan of its own. */
export interface LoopRow extends LightTarget, LoopPlan {
  readonly id: string
  /** Id of its timetable, or of the project default; null without one. */
  readonly timetable: string | null
  readonly isDefault: boolean
}

/** Reads the programs of lamps and loops. */
export function createLightPrograms(db: Db, strategyState: StrategyState) {
  /**
   * Loops with a timetable of their own, the astronomical clock, or neither area nor section: then the project's. `id`:
   * only this loop, also while a manual setting holds it.
   */
  const loopRows = async (id?: string): Promise<readonly LoopRow[]> => {
    const { rows } =
      await sql<LoopRow>`select l.id, l.project, l.device, 'loop' as facility, l.kind, l.work_mode as mode, l.on_offset as "on", l.off_offset as off, l.is_reversed as "isReversed", c.longitude, c.latitude, p.time_zone as zone, t.id as timetable,
      l.work_mode = 0 and l.timetable is null as "isDefault" from lighting_loop l join lighting_cabinet c on c.id = l.cabinet join project p on p.id = l.project
      left join lighting_timetable t on t.id = coalesce(l.timetable, (select id from lighting_timetable d where d.project = l.project and d.is_default limit 1))
      where l.device is not null and (l.work_mode = 1 or l.timetable is not null or (l.area is null and l.section is null))
        and ${id === undefined ? sql`not exists (select 1 from light_override o where o.target = l.id and o.is_held)` : sql`l.id = ${id}`}`.execute(
        db,
      )
    return rows.map((row) => ({ ...row, dimmingRatio: null, dimmingRatio2: null, colorRatio: null }))
  }

  const findSchedule = async (timetable: string | null) =>
    timetable === null ? undefined : (await readSchedules(db, timetable)).get(timetable)

  /** Program of a lamp or loop from its area's timetable or its tunnel's daylight control; scene mode has none. */
  const readLightProgram = async (id: string, now: number): Promise<Program | null> => {
    const {
      rows: [light],
    } =
      await sql<LightRow>`select ${lightColumns}, ${ownProgram} as follows, s.tunnel, s.zone as segment, z.time_zone as zone, t.id as timetable, place.longitude, place.latitude, a.timetable is null as "isDefault" from ${lights} p join project z on z.id = p.project
      left join lighting_area a on a.id = p.area
      left join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where a.id is not null and d.project = a.project and d.is_default limit 1))
      ${areaPosition}
      left join lighting_tunnel_section s on s.id = p.section where p.id = ${id}`.execute(db)
    if (!light || light.follows === null) return null
    if (light.follows === 'timetable') {
      const schedule = await findSchedule(light.timetable)
      return toProgram('timetable', light, schedule ? findTimetablePhase(schedule, toPlace(light), now) : null)
    }
    const level = (await strategyState.shownNow()).get(`${light.tunnel ?? ''}/${light.segment ?? ''}`)
    // No level exists before the first evaluation, which then targets all lamps.
    return {
      follows: 'daylight',
      isDefault: false,
      from: level?.at ?? now,
      until: null,
      target: light,
      wanted: level ? [{ target: light, setting: switchOnIfLit({ dimming: level.level }) }] : [],
      next: null,
    }
  }

  return {
    loopRows,

    /** Loops of an area with a timetable of their own or the astronomical clock. */
    async findOwnLoops(area: string): Promise<readonly string[]> {
      const { rows } = await sql<{
        id: string
      }>`select id from lighting_loop where area = ${area} and device is not null and (work_mode = 1 or timetable is not null)`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },

    /** Current program of a lamp or loop, whether it is overridden or not; null if none is bound. */
    async getProgram(kind: LightKind, id: string, now: number): Promise<Program | null> {
      const [loop] = kind === 'loop' ? await loopRows(id) : []
      return loop
        ? toProgram(
            loop.mode === 1 ? 'sun' : 'timetable',
            loop,
            findLoopPhase(loop, await findSchedule(loop.timetable), now),
          )
        : await readLightProgram(id, now)
    },
  }
}

const toProgram = (
  follows: Program['follows'],
  target: LightTarget & { readonly isDefault: boolean },
  phase: Phase<LightSetting> | null,
): Program | null =>
  phase && {
    follows,
    isDefault: target.isDefault,
    from: phase.from,
    until: phase.until,
    target,
    wanted: [{ target, setting: switchOnIfLit(phase.does) }],
    next: phase.next,
  }

interface LightRow extends LightTarget, Pick<LoopPlan, 'zone' | 'longitude' | 'latitude'> {
  readonly follows: LampProgram | null
  readonly timetable: string | null
  readonly isDefault: boolean
  readonly tunnel: string | null
  readonly segment: string | null
}
