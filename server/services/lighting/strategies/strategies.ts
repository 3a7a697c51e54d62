import { sql } from 'kysely'
import type { Reading } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { audit } from '../../base/audit.ts'
import { systemContext } from '../../base/requestContext.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'
import type { FacilityIndex } from '../facilityIndex.ts'
import { createStrategyState } from './pendingLevels.ts'
import type { LightSetting } from '../../../../contract/lighting/lampTypes.ts'
import type { LampCommandParts, LightOrder, LightTarget, SendResult, Target } from './lampCommands.ts'
import { filterInService, toDeviceKey, createDeliveryResult, sendCommands, switchOnIfLit } from './lampCommands.ts'
import { lightColumns, lights } from './lights.ts'
import { activeProgram, type LampProgram } from './activeProgramSql.ts'
import type { LoopPlan, TimetablePlan, TimePoint } from './plan.ts'
import { findLoopPhase, findTimetablePhase } from './plan.ts'
import { createTunnels, type Lamp, type TunnelLight } from './tunnels.ts'

export interface StrategyParts {
  readonly db: Db
  readonly log: Log
  readonly facilities: FacilityIndex
  readonly newest: (tag: string) => Reading | undefined
  readonly send: LampCommandParts['send']
}

const settingKey = 'lightingApplied'

/**
 * Executes lighting strategies: timetables of areas and loops, the astronomical clock, and daylight control of tunnels.
 * Each point is sent once when due, so a manual setting holds until the next one. Sent points and segment levels are
 * persisted: after a restart nothing is sent twice or skipped.
 */
export function createStrategies({ db, log, facilities, newest: getNewest, send }: StrategyParts) {
  /** Time of the last point sent, by target; 0 sends the current one. */
  let applied: Map<string, number> | undefined
  const strategyState = createStrategyState(db)
  const commandParts: LampCommandParts = { db, send, getNewest }

  const loadApplied = async (): Promise<Map<string, number>> => {
    if (applied) return applied
    const stored: unknown = JSON.parse((await readSetting(db, settingKey)) ?? '{}')
    applied = new Map(
      typeof stored === 'object' && stored !== null
        ? Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
        : [],
    )
    return applied
  }

  const runAndAudit = async (
    object: string,
    content: Readonly<Record<string, unknown>>,
    work: () => Promise<SendResult>,
  ): Promise<void> => {
    // Commands of the server are not subject to component passwords.
    const { guarded: _guarded, ...result } = await work()
    if (result.sent + result.refused > 0)
      await audit(db, systemContext, { object, action: 'strategy', content: { ...content, ...result } })
    if (result.refused > 0) log.info('a strategy did not reach all lamps', { object, ...result })
  }

  /**
   * Key prefix for sending a phase now, or null if it is not due; it makes commands idempotent. A phase seen for the
   * first time began before the binding and is not sent. A resumed one is always sent.
   */
  const findDue = async (key: string, from: number, now: number): Promise<DueCommand | null> => {
    const map = await loadApplied()
    const before = map.get(key)
    if (before === from) return null
    map.set(key, from)
    if (before === undefined) return null
    const id = key.slice(key.indexOf('/') + 1)
    return before === 0
      ? { keyPrefix: `s/${id}/again/${now}`, isResumed: true }
      : { keyPrefix: `s/${id}/${from}`, isResumed: false }
  }

  /** Stores the last values sent to an area's lamps, limited to points that exist. Editors see no conflict. */
  const storeAreaState = async (
    area: string,
    { dimming, colorTemperature }: LightSetting,
    points: ReadonlySet<string>,
    now: number,
  ): Promise<void> => {
    const at = new Date(now)
    if (dimming !== undefined && points.has('dimming'))
      await sql`update lighting_area set dimming = ${dimming}, is_on = ${dimming > 0}, commanded_at = ${at} where id = ${area}`.execute(
        db,
      )
    if (colorTemperature !== undefined && points.has('colorTemperature'))
      await sql`update lighting_area set color_temperature = ${colorTemperature}, color_commanded_at = ${at} where id = ${area}`.execute(
        db,
      )
  }

  /** When all lamps of an area follow daylight again, no area command applies. */
  const clearAreaState = async (area: string): Promise<void> => {
    await sql`update lighting_area set dimming = null, is_on = false, commanded_at = null where id = ${area}`.execute(
      db,
    )
  }

  const areaRows = async (only?: readonly string[]): Promise<readonly AreaRow[]> => {
    const { rows } =
      await sql<AreaRow>`select a.id, a.project, p.time_zone as zone, t.id as timetable, t.points, t.days from lighting_area a join project p on p.id = a.project
      join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where d.project = a.project and d.is_default limit 1)) where ${only ? sql`a.id = any(${only}::text[])` : sql`true`}`.execute(
        db,
      )
    return rows
  }

  /**
   * Sends a timetable point to the area's lamps that follow it, or to those in `only`. The area's row is updated if all
   * were targeted.
   */
  const lightArea = async (
    { id, project, timetable }: AreaRow,
    { at, ...point }: TimePoint,
    { keyPrefix, isResumed: isAgain }: DueCommand,
    now: number,
    only?: ReadonlySet<string>,
  ): Promise<void> => {
    const setting = isAgain ? switchOnIfLit(point) : point
    await runAndAudit(`area/${id}`, { timetable, point: at, ...point }, async () => {
      const { rows } =
        await sql<LightTarget>`select ${lightColumns} from ${lights} p where p.area = ${id} and p.project = ${project} and ${activeProgram} = 'timetable'`.execute(
          db,
        )
      const all = filterInService(rows, facilities)
      const poles = only ? all.filter((pole) => only.has(toDeviceKey(pole))) : all
      const reached = createDeliveryResult()
      const sendResult = await sendCommands(
        commandParts,
        keyPrefix,
        poles.map((target) => ({ target, setting })),
        reached,
      )
      if (poles.length === all.length) await storeAreaState(id, setting, reached.points, now)
      return sendResult
    })
  }

  const areas = async (now: number): Promise<void> => {
    for (const area of await areaRows()) {
      const phase = findTimetablePhase(area.points, area.days ?? [], area.zone ?? 'UTC', now)
      const due = phase && (await findDue(`area/${area.id}`, phase.from, now))
      if (phase && due) await lightArea(area, phase.does, due, now)
    }
  }

  /**
   * Applies area timetables immediately to lamps that left daylight control. Other lamps of the areas keep manual
   * settings.
   */
  const applyTimetable = async (releasedLamps: ReadonlySet<string>, now: number): Promise<void> => {
    const { rows } = await sql<{
      area: string
    }>`select distinct p.area from ${lights} p where p.project || '/' || p.device = any(${[...releasedLamps]}::text[]) and p.area is not null and ${activeProgram} = 'timetable'`.execute(
      db,
    )
    for (const area of await areaRows(rows.map((row) => row.area))) {
      const phase = findTimetablePhase(area.points, area.days ?? [], area.zone ?? 'UTC', now)
      if (phase)
        await lightArea(
          area,
          phase.does,
          { keyPrefix: `s/${area.id}/left/${now}`, isResumed: true },
          now,
          releasedLamps,
        )
    }
  }

  /** Loops with a timetable of their own, the astronomical clock, or neither area nor section: then the project's. */
  const loopRows = async (only?: string): Promise<readonly LoopRow[]> => {
    const { rows } =
      await sql<LoopRow>`select l.id, l.project, l.device, 'loop' as facility, l.kind, l.work_mode as mode, l.on_offset as "on", l.off_offset as off, l.is_reversed as "isReversed", c.longitude, c.latitude, p.time_zone as zone, t.points, t.days
      from lighting_loop l join lighting_cabinet c on c.id = l.cabinet join project p on p.id = l.project
      left join lighting_timetable t on t.id = coalesce(l.timetable, (select id from lighting_timetable d where d.project = l.project and d.is_default limit 1))
      where l.device is not null and (l.work_mode = 1 or l.timetable is not null or (l.area is null and l.section is null)) ${only === undefined ? sql`` : sql`and l.id = ${only}`}`.execute(
        db,
      )
    return rows.map((row) => ({ ...row, dimmingRatio: null, dimmingRatio2: null, colorRatio: null }))
  }

  const loops = async (now: number): Promise<void> => {
    for (const loop of await loopRows()) {
      const [target] = filterInService([loop], facilities)
      const phase = findLoopPhase(loop, now)
      const due = target && phase && (await findDue(`loop/${loop.id}`, phase.from, now))
      if (!target || !phase || !due) continue
      const setting = due.isResumed ? switchOnIfLit(phase.does) : phase.does
      await runAndAudit(`loop/${loop.id}`, { on: (setting.dimming ?? 0) > 0, ...phase.does }, () =>
        sendCommands(commandParts, due.keyPrefix, [{ target, setting }]),
      )
    }
  }

  const tunnels = createTunnels({
    db,
    facilities: facilities,
    commandParts,
    strategyState,
    runAndAudit,
    applyTimetable,
  })

  /** Program of a lamp or loop from its area's timetable or its tunnel's daylight control; scene mode has none. */
  const getLightProgram = async (id: string, now: number): Promise<Program | null> => {
    const {
      rows: [light],
    } =
      await sql<LightRow>`select ${lightColumns}, ${activeProgram} as follows, s.tunnel, s.zone as segment, z.time_zone as zone, t.points, t.days from ${lights} p join project z on z.id = p.project
      left join lighting_area a on a.id = p.area
      left join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where a.id is not null and d.project = a.project and d.is_default limit 1))
      left join lighting_tunnel_section s on s.id = p.section where p.id = ${id}`.execute(db)
    if (!light || light.follows === null) return null
    if (light.follows === 'daylight') {
      const level = (await strategyState.shownNow()).get(`${light.tunnel ?? ''}/${light.segment ?? ''}`)
      // No level exists before the first evaluation, which then targets all lamps.
      return {
        follows: 'daylight',
        from: level?.at ?? now,
        until: null,
        target: light,
        wanted: level ? [{ target: light, setting: switchOnIfLit({ dimming: level.level }) }] : [],
      }
    }
    const phase = findTimetablePhase(light.points ?? [], light.days ?? [], light.zone ?? 'UTC', now)
    return (
      phase && {
        follows: 'timetable',
        from: phase.from,
        until: phase.until,
        target: light,
        wanted: [{ target: light, setting: switchOnIfLit(phase.does) }],
      }
    )
  }

  const getLoopProgram = async (id: string, now: number): Promise<Program | null> => {
    const [loop] = await loopRows(id)
    if (!loop) return await getLightProgram(id, now)
    const phase = findLoopPhase(loop, now)
    if (!phase) return null
    return {
      follows: loop.mode === 1 ? 'sun' : 'timetable',
      from: phase.from,
      until: phase.until,
      target: loop,
      wanted: [{ target: loop, setting: phase.does }],
    }
  }

  return {
    /** Current program of a lamp or loop; null if none is bound. */
    getProgram: (kind: 'pole' | 'loop', id: string, now: number): Promise<Program | null> =>
      kind === 'pole' ? getLightProgram(id, now) : getLoopProgram(id, now),

    /** Current control of a tunnel and the last levels sent; null if no strategy is bound. */
    getTunnelLight: (id: string, now: number): Promise<TunnelLight | null> => tunnels.getTunnelLight(id, now),

    /** Sends the current program value of one lamp or loop, regardless of earlier sends. */
    async sendProgram({ target, wanted: targetValues }: Program, id: string, now: number): Promise<SendResult> {
      return await sendCommands(
        commandParts,
        `s/${id}/again/${now}`,
        filterInService([target], facilities).length > 0 ? targetValues : [],
      )
    },

    /** Sends everything due since the last run. */
    async run(now: number): Promise<void> {
      const before = JSON.stringify([...(await loadApplied())])
      await areas(now)
      await loops(now)
      await tunnels.run(now)
      const after = await loadApplied()
      if (JSON.stringify([...after]) !== before)
        await writeSetting(db, settingKey, JSON.stringify(Object.fromEntries(after)))
    },

    /** Applies a newly bound timetable to the lamps of an area. */
    async rebind(area: string): Promise<void> {
      ;(await loadApplied()).set(`area/${area}`, 0)
    },

    /**
     * Ends manual settings of an area with the next round, because there may be a thousand lamps. Returns the number of
     * lamps following daylight.
     */
    async resume(area: string, now: number): Promise<number> {
      ;(await loadApplied()).set(`area/${area}`, 0)
      const { rows } = await sql<
        Lamp & { follows: LampProgram | null }
      >`select p.project, p.device, s.tunnel, s.zone, ${activeProgram} as follows from ${lights} p left join lighting_tunnel_section s on s.id = p.section
        where p.area = ${area} and p.device is not null`.execute(db)
      const following = rows.filter(({ follows }) => follows === 'daylight')
      await tunnels.resume(following, now)
      if (following.length > 0 && filterInService(rows, facilities).every(({ follows }) => follows === 'daylight'))
        await clearAreaState(area)
      return following.length
    },

    /** Sets the lamps of an area manually until the next point of its timetable. */
    async setArea(
      area: string,
      setting: LightSetting,
      keyPrefix: string,
      sendBy: LampCommandParts['send'],
      now: number,
    ): Promise<SendResult & { readonly lamps: number }> {
      const { rows: poles } =
        await sql<LightTarget>`select ${lightColumns} from ${lights} p where p.area = ${area} and p.device is not null`.execute(
          db,
        )
      const lamps = filterInService(poles, facilities)
      const reached = createDeliveryResult()
      const sendResult = await sendCommands(
        { ...commandParts, send: sendBy },
        keyPrefix,
        lamps.map((target) => ({ target, setting })),
        reached,
      )
      await storeAreaState(area, setting, reached.points, now)
      return { lamps: lamps.length, ...sendResult }
    },
  }
}

export type Strategies = ReturnType<typeof createStrategies>

interface DueCommand {
  readonly keyPrefix: string
  /** True to override manual settings made meanwhile. */
  readonly isResumed: boolean
}

export interface Program {
  readonly follows: 'timetable' | 'sun' | 'daylight'
  /** Start of the current value. */
  readonly from: number
  /** End of the current value; null for daylight control. */
  readonly until: number | null
  readonly target: Target
  readonly wanted: readonly LightOrder[]
}

interface AreaRow extends TimetablePlan {
  readonly id: string
  readonly project: string
  readonly timetable: string
  readonly points: readonly TimePoint[]
}

interface LightRow extends LightTarget, TimetablePlan {
  readonly follows: LampProgram | null
  readonly tunnel: string | null
  readonly segment: string | null
}

interface LoopRow extends LightTarget, LoopPlan {
  readonly id: string
}
