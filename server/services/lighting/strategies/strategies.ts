import { sql } from 'kysely'
import type { Reading } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { audit } from '../../base/audit.ts'
import { systemContext } from '../../base/requestContext.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'
import type { Directory } from '../facilityIndex.ts'
import { createStrategyState } from './pendingLevels.ts'
import type { LampWanted, OrderParts, Sent, Target, Wanted } from './lampCommands.ts'
import { isInService, lampValues, nameOf, noneDelivered, sendCommands, withLamp } from './lampCommands.ts'
import { activeProgram, type LampProgram } from './activeProgramSql.ts'
import type { LoopPlan, Planned, TimePoint } from './plan.ts'
import { loopPhase, timetableAt } from './plan.ts'
import { createTunnels, type Lamp, type TunnelLight } from './tunnels.ts'

export interface StrategyParts {
  readonly db: Db
  readonly log: Log
  readonly directory: Directory
  readonly newest: (tag: string) => Reading | undefined
  readonly send: OrderParts['send']
}

const settingKey = 'lightingApplied'

/**
 * Executes lighting strategies: timetables of areas and loops, the astronomical clock, and daylight control of tunnels.
 * Each point is sent once when due, so a manual setting holds until the next one. Sent points and segment levels are
 * persisted: after a restart nothing is sent twice or skipped.
 */
export function createStrategies({ db, log, directory, newest, send }: StrategyParts) {
  /** Time of the last point sent, by target; 0 sends the current one. */
  let applied: Map<string, number> | undefined
  const memory = createStrategyState(db)

  const known = async (): Promise<Map<string, number>> => {
    if (applied) return applied
    const stored: unknown = JSON.parse(await readSetting(db, settingKey) ?? '{}')
    applied = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number') : [])
    return applied
  }

  const noted = async (object: string, content: Readonly<Record<string, unknown>>, work: () => Promise<Sent>): Promise<void> => {
    // Commands of the server are not subject to component passwords.
    const { guarded: _guarded, ...result } = await work()
    if (result.sent + result.refused > 0) await audit(db, systemContext, { object, action: 'strategy', content: { ...content, ...result } })
    if (result.refused > 0) log.info('a strategy did not reach all lamps', { object, ...result })
  }

  /**
   * Key prefix for sending a phase now, or null if it is not due; it makes commands idempotent. A phase seen for the
   * first time began before the binding and is not sent. A resumed one is always sent.
   */
  const dueOf = async (key: string, from: number, now: number): Promise<Due | null> => {
    const map = await known()
    const before = map.get(key)
    if (before === from) return null
    map.set(key, from)
    if (before === undefined) return null
    const id = key.slice(key.indexOf('/') + 1)
    return before === 0 ? { occasion: `s/${id}/again/${now}`, isAgain: true } : { occasion: `s/${id}/${from}`, isAgain: false }
  }

  /** Stores the last values sent to an area's lamps, limited to points that exist. Editors see no conflict. */
  const sayTold = async (area: string, { dimming, colorTemperature }: LampWanted, points: ReadonlySet<string>, now: number): Promise<void> => {
    const at = new Date(now)
    if (dimming !== undefined && points.has('dimming')) await sql`update lighting_area set dimming = ${dimming}, is_on = ${dimming > 0}, commanded_at = ${at} where id = ${area}`.execute(db)
    if (colorTemperature !== undefined && points.has('colorTemperature')) await sql`update lighting_area set color_temperature = ${colorTemperature}, color_commanded_at = ${at} where id = ${area}`.execute(db)
  }

  /** When all lamps of an area follow daylight again, no area command applies. */
  const sayNothing = async (area: string): Promise<void> => {
    await sql`update lighting_area set dimming = null, is_on = false, commanded_at = null where id = ${area}`.execute(db)
  }

  const areaRows = async (only?: readonly string[]): Promise<readonly AreaRow[]> => {
    const { rows } = await sql<AreaRow>`select a.id, a.project, p.time_zone as zone, t.id as timetable, t.points, t.days from lighting_area a join project p on p.id = a.project
      join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where d.project = a.project and d.is_default limit 1)) where ${only ? sql`a.id = any(${only}::text[])` : sql`true`}`.execute(db)
    return rows
  }

  /**
   * Sends a timetable point to the area's lamps that follow it, or to those in `only`. The area's row is updated if all
   * were targeted.
   */
  const lightArea = async ({ id, project, timetable }: AreaRow, { at, dimming, colorTemperature }: TimePoint, { occasion, isAgain }: Due, now: number, only?: ReadonlySet<string>): Promise<void> => {
    const wanted = isAgain ? withLamp({ dimming, colorTemperature }) : { dimming, colorTemperature }
    await noted(`area/${id}`, { timetable, point: at, dimming, colorTemperature }, async () => {
      const { rows } = await sql<Target>`select p.project, p.device from lighting_pole p where p.area = ${id} and p.project = ${project} and ${activeProgram} = 'timetable'`.execute(db)
      const all = isInService(rows, directory)
      const poles = only ? all.filter((pole) => only.has(nameOf(pole))) : all
      const reached = noneDelivered()
      const told = await sendCommands({ db, send }, occasion, poles.flatMap((pole) => lampValues(pole, wanted)), reached)
      if (poles.length === all.length) await sayTold(id, wanted, reached.points, now)
      return told
    })
  }

  const areas = async (now: number): Promise<void> => {
    for (const area of await areaRows()) {
      const phase = timetableAt(area.points, area.days ?? [], area.zone ?? 'UTC', now)
      const due = phase && await dueOf(`area/${area.id}`, phase.from, now)
      if (phase && due) await lightArea(area, phase.does, due, now)
    }
  }

  /**
   * Applies area timetables immediately to lamps that left daylight control. Other lamps of the areas keep manual
   * settings.
   */
  const release = async (left: ReadonlySet<string>, now: number): Promise<void> => {
    const { rows } = await sql<{ area: string }>`select distinct p.area from lighting_pole p where p.project || '/' || p.device = any(${[...left]}::text[]) and p.area is not null and ${activeProgram} = 'timetable'`.execute(db)
    for (const area of await areaRows(rows.map((row) => row.area))) {
      const phase = timetableAt(area.points, area.days ?? [], area.zone ?? 'UTC', now)
      if (phase) await lightArea(area, phase.does, { occasion: `s/${area.id}/left/${now}`, isAgain: true }, now, left)
    }
  }

  const loopRows = async (only?: string): Promise<readonly LoopRow[]> => {
    const { rows } = await sql<LoopRow>`select l.id, l.project, l.device, l.work_mode as mode, l.on_offset as "on", l.off_offset as off, l.is_reversed as reversed, c.longitude, c.latitude, p.time_zone as zone, t.points, t.days
      from lighting_loop l join lighting_cabinet c on c.id = l.cabinet join project p on p.id = l.project
      left join lighting_timetable t on t.id = coalesce(l.timetable, (select id from lighting_timetable d where d.project = l.project and d.is_default limit 1))
      where l.device is not null ${only === undefined ? sql`` : sql`and l.id = ${only}`}`.execute(db)
    return rows
  }

  const loops = async (now: number): Promise<void> => {
    for (const loop of await loopRows()) {
      const [target] = isInService([loop], directory)
      const phase = loopPhase(loop, now)
      const due = target && phase && await dueOf(`loop/${loop.id}`, phase.from, now)
      if (!target || !phase || !due) continue
      await noted(`loop/${loop.id}`, { on: phase.does }, () =>
        sendCommands({ db, send }, due.occasion, [{ ...target, point: 'switch', value: phase.does === loop.reversed ? 0 : 1 }]))
    }
  }

  const tunnels = createTunnels({ db, directory, newest, send, memory, noted, release })

  /** Program of a lamp from its area's timetable or its tunnel's daylight control; lamps in scene mode have none. */
  const programOfPole = async (id: string, now: number): Promise<Program | null> => {
    const { rows: [pole] } = await sql<PoleRow>`select p.project, p.device, ${activeProgram} as follows, s.tunnel, s.zone as segment, z.time_zone as zone, t.points, t.days from lighting_pole p join project z on z.id = p.project
      left join lighting_area a on a.id = p.area
      left join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where a.id is not null and d.project = a.project and d.is_default limit 1))
      left join lighting_tunnel_section s on s.id = p.section where p.id = ${id}`.execute(db)
    if (!pole || pole.follows === null) return null
    if (pole.follows === 'daylight') {
      const level = (await memory.shownNow()).get(`${pole.tunnel ?? ''}/${pole.segment ?? ''}`)
      // No level exists before the first evaluation, which then targets all lamps.
      return { follows: 'daylight', from: level?.at ?? now, until: null, target: pole, wanted: level ? lampValues(pole, withLamp({ dimming: level.level })) : [] }
    }
    const phase = timetableAt(pole.points ?? [], pole.days ?? [], pole.zone ?? 'UTC', now)
    return phase && { follows: 'timetable', from: phase.from, until: phase.until, target: pole, wanted: lampValues(pole, withLamp(phase.does)) }
  }

  const programOfLoop = async (id: string, now: number): Promise<Program | null> => {
    const [loop] = await loopRows(id)
    const phase = loop && loopPhase(loop, now)
    if (!phase) return null
    return { follows: loop.mode === 1 ? 'sun' : 'timetable', from: phase.from, until: phase.until, target: loop, wanted: [{ project: loop.project, device: loop.device, point: 'switch', value: phase.does === loop.reversed ? 0 : 1 }] }
  }

  return {
    /** Current program of a lamp or loop; null if none is bound. */
    programOf: (kind: 'pole' | 'loop', id: string, now: number): Promise<Program | null> => (kind === 'pole' ? programOfPole(id, now) : programOfLoop(id, now)),

    /** Current control of a tunnel and the last levels sent; null if no strategy is bound. */
    tunnelNow: (id: string, now: number): Promise<TunnelLight | null> => tunnels.lightOf(id, now),

    /** Sends the current program value of one lamp or loop, regardless of earlier sends. */
    async sendProgram({ target, wanted }: Program, id: string, now: number): Promise<Sent> {
      return await sendCommands({ db, send }, `s/${id}/again/${now}`, isInService([target], directory).length > 0 ? wanted : [])
    },

    /** Sends everything due since the last run. */
    async run(now: number): Promise<void> {
      const before = JSON.stringify([...await known()])
      await areas(now)
      await loops(now)
      await tunnels.run(now)
      const after = await known()
      if (JSON.stringify([...after]) !== before) await writeSetting(db, settingKey, JSON.stringify(Object.fromEntries(after)))
    },

    /** Applies a newly bound timetable to the lamps of an area. */
    async rebind(area: string): Promise<void> {
      (await known()).set(`area/${area}`, 0)
    },

    /**
     * Ends manual settings of an area with the next round, because there may be a thousand lamps. Returns the number of
     * lamps following daylight.
     */
    async resume(area: string, now: number): Promise<number> {
      (await known()).set(`area/${area}`, 0)
      const { rows } = await sql<Lamp & { follows: LampProgram | null }>`select p.project, p.device, s.tunnel, s.zone, ${activeProgram} as follows from lighting_pole p left join lighting_tunnel_section s on s.id = p.section
        where p.area = ${area} and p.device is not null`.execute(db)
      const following = rows.filter(({ follows }) => follows === 'daylight')
      await tunnels.resume(following, now)
      if (following.length > 0 && isInService(rows, directory).every(({ follows }) => follows === 'daylight')) await sayNothing(area)
      return following.length
    },

    /** Sets the lamps of an area manually until the next point of its timetable. */
    async setArea(area: string, wanted: LampWanted, occasion: string, sendBy: OrderParts['send'], now: number): Promise<Sent & { readonly lamps: number }> {
      const { rows: poles } = await sql<Target>`select project, device from lighting_pole where area = ${area} and device is not null`.execute(db)
      const lamps = isInService(poles, directory)
      const reached = noneDelivered()
      const told = await sendCommands({ db, send: sendBy }, occasion, lamps.flatMap((pole) => lampValues(pole, wanted)), reached)
      await sayTold(area, wanted, reached.points, now)
      return { lamps: lamps.length, ...told }
    },
  }
}

export type Strategies = ReturnType<typeof createStrategies>

interface Due {
  readonly occasion: string
  /** True to override manual settings made meanwhile. */
  readonly isAgain: boolean
}

export interface Program {
  readonly follows: 'timetable' | 'sun' | 'daylight'
  /** Start of the current value. */
  readonly from: number
  /** End of the current value; null for daylight control. */
  readonly until: number | null
  readonly target: Target
  readonly wanted: readonly Wanted[]
}

interface AreaRow extends Planned {
  readonly id: string
  readonly project: string
  readonly timetable: string
  readonly points: readonly TimePoint[]
}

interface PoleRow extends Target, Planned {
  readonly follows: LampProgram | null
  readonly tunnel: string | null
  readonly segment: string | null
}

interface LoopRow extends Target, LoopPlan {
  readonly id: string
  readonly reversed: boolean
}
