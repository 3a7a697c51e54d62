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
import type { LightKind } from './overrides.ts'
import { createLightPrograms, type Program } from './lightPrograms.ts'
import { createOverrides, type Override, type OverrideRequest } from './overrides.ts'
import type { LampCommandParts, LightTarget, SendResult } from './lampCommands.ts'
import { filterInService, toDeviceKey, createDeliveryResult, sendCommands, switchOnIfLit } from './lampCommands.ts'
import { lightColumns, lights } from './lights.ts'
import { activeProgram, type LampProgram, ownProgram } from './activeProgramSql.ts'
import { formatPoint, type TimePoint } from '../../../../contract/lighting/timetablePoints.ts'
import { findTimetablePhase } from '../../../../contract/lighting/timetablePhase.ts'
import { findLoopPhase, type LoopPlan, toPlace } from './plan.ts'
import { areaPosition, readSchedules } from './schedules.ts'
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
  const programs = createLightPrograms(db, strategyState)
  const overrides = createOverrides(db)
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
      await sql<AreaRow>`select a.id, a.project, p.time_zone as zone, t.id as timetable, place.longitude, place.latitude from lighting_area a join project p on p.id = a.project
      join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where d.project = a.project and d.is_default limit 1)) ${areaPosition} where ${only ? sql`a.id = any(${only}::text[])` : sql`true`}`.execute(
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
    point: TimePoint,
    { keyPrefix, isResumed: isAgain }: DueCommand,
    now: number,
    only?: ReadonlySet<string>,
  ): Promise<void> => {
    const { dimming, dimming2, colorTemperature } = point
    const levels = { dimming, ...(dimming2 === undefined ? {} : { dimming2 }), colorTemperature }
    const setting = isAgain ? switchOnIfLit(levels) : levels
    await runAndAudit(`area/${id}`, { timetable, point: formatPoint(point), ...levels }, async () => {
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
    const schedules = await readSchedules(db)
    for (const area of await areaRows()) {
      const schedule = schedules.get(area.timetable)
      const phase = schedule ? findTimetablePhase(schedule, toPlace(area), now) : null
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
    const schedules = await readSchedules(db)
    for (const area of await areaRows(rows.map((row) => row.area))) {
      const schedule = schedules.get(area.timetable)
      const phase = schedule ? findTimetablePhase(schedule, toPlace(area), now) : null
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

  const loops = async (now: number): Promise<void> => {
    const schedules = await readSchedules(db)
    for (const loop of await programs.loopRows()) {
      const [target] = filterInService([loop], facilities)
      const phase = findLoopPhase(loop, schedules.get(loop.timetable ?? ''), now)
      const due = target && phase && (await findDue(`loop/${loop.id}`, phase.from, now))
      if (!target || !phase || !due) continue
      const { dimming, dimming2, colorTemperature } = phase.does
      const setting = due.isResumed ? switchOnIfLit(phase.does) : phase.does
      await runAndAudit(`loop/${loop.id}`, { on: (dimming ?? 0) > 0, dimming, dimming2, colorTemperature }, () =>
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

  /**
   * Lights whose manual setting has ended return to their program. A setting is removed after the program was sent, so
   * that the next round continues after a failure or a restart; the key prevents sending twice.
   */
  const endOverrides = async (now: number): Promise<void> => {
    for (const ended of await overrides.findEnded(now)) {
      const { id, kind, createdAt } = ended
      try {
        const program = await programs.getProgram(kind, id, now)
        if (program)
          await runAndAudit(`${kind}/${id}`, { overrideEnded: true }, () =>
            sendProgram(program, `s/${id}/ended/${createdAt}/${program.from}`),
          )
        await overrides.removeEnded(ended)
      } catch (cause) {
        log.warn('could not end a manual setting', { object: `${kind}/${id}`, cause })
      }
    }
  }

  /** Sends the current program value of one lamp or loop, once for a key prefix. */
  const sendProgram = async ({ target, wanted }: Program, keyPrefix: string): Promise<SendResult> =>
    await sendCommands(commandParts, keyPrefix, filterInService([target], facilities).length > 0 ? wanted : [])

  /** Sets lights by hand and stores the setting with its reason and end. */
  const setLights = async (
    rows: readonly LightIdRow[],
    request: OverrideRequest,
    keyPrefix: string,
    sendBy: LampCommandParts['send'],
    now: number,
    reached = createDeliveryResult(),
  ): Promise<SendResult & { readonly lamps: number }> => {
    const targets = filterInService(rows, facilities)
    const sendResult = await sendCommands(
      { ...commandParts, send: sendBy },
      keyPrefix,
      targets.map((target) => ({ target, setting: request.setting })),
      reached,
    )
    const delivered = targets.filter((target) => reached.delivered.has(toDeviceKey(target)))
    // Lights of an area share its next point; reading a thousand programs would take long.
    const nextPoints = new Map<string, number | null>()
    for (const { id, facility, group } of delivered)
      if (!nextPoints.has(group)) nextPoints.set(group, (await programs.getProgram(facility, id, now))?.until ?? null)
    await overrides.store(
      delivered.map(({ id, project, facility, group }) => ({
        id,
        project,
        kind: facility,
        nextPoint: nextPoints.get(group) ?? null,
      })),
      request,
      now,
    )
    return { lamps: targets.length, ...sendResult }
  }

  return {
    /** Current program of a lamp or loop, whether overridden or not; null if none is bound. */
    getProgram: (kind: LightKind, id: string, now: number): Promise<Program | null> =>
      programs.getProgram(kind, id, now),

    /** The manual setting of a lamp or loop; null if none. */
    findOverride: (id: string, now: number): Promise<Override | null> => overrides.find(id, now),

    /** Ends the manual setting of a lamp or loop and sends its program. */
    async endOverride(program: Program | null, id: string, now: number): Promise<SendResult> {
      await overrides.remove([id])
      return program ? await sendProgram(program, `s/${id}/again/${now}`) : { sent: 0, refused: 0, guarded: 0 }
    },

    /** Sets one lamp or loop manually. */
    async setLight(
      id: string,
      request: OverrideRequest,
      keyPrefix: string,
      sendBy: LampCommandParts['send'],
      now: number,
    ): Promise<SendResult & { readonly lamps: number }> {
      const { rows } =
        await sql<LightIdRow>`select p.id, p.id as "group", ${lightColumns} from ${lights} p where p.id = ${id} and p.device is not null`.execute(
          db,
        )
      // The ratios apply to commands to groups; a level for one lamp is sent as entered.
      const exact = rows.map((row) => ({ ...row, dimmingRatio: null, dimmingRatio2: null, colorRatio: null }))
      return await setLights(exact, request, keyPrefix, sendBy, now)
    },

    /** Current control of a tunnel and the last levels sent; null if no strategy is bound. */
    getTunnelLight: (id: string, now: number): Promise<TunnelLight | null> => tunnels.getTunnelLight(id, now),

    /** Sends everything due since the last run. */
    async run(now: number): Promise<void> {
      const before = JSON.stringify([...(await loadApplied())])
      await endOverrides(now)
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
     * lamps and loops whose program is not the area's: daylight, an own timetable or the astronomical clock.
     */
    async resume(area: string, now: number): Promise<number> {
      const map = await loadApplied()
      const ownLoops = await programs.findOwnLoops(area)
      for (const key of [`area/${area}`, ...ownLoops.map((id) => `loop/${id}`)]) map.set(key, 0)
      await sql`delete from light_override o using ${lights} p where p.id = o.target and p.area = ${area}`.execute(db)
      const { rows } = await sql<
        Lamp & { follows: LampProgram | null }
      >`select p.project, p.device, s.tunnel, s.zone, ${activeProgram} as follows from ${lights} p left join lighting_tunnel_section s on s.id = p.section
        where p.area = ${area} and p.device is not null`.execute(db)
      const following = rows.filter(({ follows }) => follows === 'daylight')
      await tunnels.resume(following, now)
      if (following.length > 0 && filterInService(rows, facilities).every(({ follows }) => follows === 'daylight'))
        await clearAreaState(area)
      return following.length + ownLoops.length
    },

    /** Sets the lamps and loops of an area manually. */
    async setArea(
      area: string,
      request: OverrideRequest,
      keyPrefix: string,
      sendBy: LampCommandParts['send'],
      now: number,
    ): Promise<SendResult & { readonly lamps: number }> {
      const { rows } =
        await sql<LightIdRow>`select p.id, case when p.facility = 'loop' then p.id else coalesce(${ownProgram}, '') end as "group", ${lightColumns} from ${lights} p where p.area = ${area} and p.device is not null`.execute(
          db,
        )
      const reached = createDeliveryResult()
      const result = await setLights(rows, request, keyPrefix, sendBy, now, reached)
      await storeAreaState(area, request.setting, reached.points, now)
      return result
    },
  }
}

export type Strategies = ReturnType<typeof createStrategies>

interface DueCommand {
  readonly keyPrefix: string
  /** True to override manual settings made meanwhile. */
  readonly isResumed: boolean
}

interface AreaRow extends Pick<LoopPlan, 'zone' | 'longitude' | 'latitude'> {
  readonly id: string
  readonly project: string
  readonly timetable: string
}

interface LightIdRow extends LightTarget {
  readonly id: string
  /** Lights with the same program. */
  readonly group: string
}
