import { sql } from 'kysely'
import type { Reading } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { audit } from '../../audit.ts'
import { serverCaller } from '../../caller.ts'
import { readSetting, writeSetting } from '../../install.ts'
import type { Directory } from '../directory.ts'
import { type Owed, readOwed, readShown, type Shown, writeOwed, writeShown } from './kept.ts'
import type { LampWanted, OrderParts, Sent, Target, Wanted } from './orders.ts'
import { atWork, lampValues, nameOf, nobodyReached, sendAll, withLamp } from './orders.ts'
import { lampFollows, type LampProgram } from './follows.ts'
import { createOutside, type Outside } from './outside.ts'
import type { LoopPlan, Segments, TimePoint } from './plan.ts'
import { brightnessAt, loopPhase, timetableAt, trafficShare } from './plan.ts'

export interface StrategyParts {
  readonly db: Db
  readonly log: Log
  readonly directory: Directory
  readonly newest: (tag: string) => Reading | undefined
  readonly send: OrderParts['send']
}

const settingKey = 'lightingApplied'
const shownKey = 'lightingShown'
const owedKey = 'lightingOwed'
/** A segment follows the day in steps of this many percent, and not more often than once a minute. */
const leastStep = 5
const dwellMs = 60_000
const mostWaitMs = 15 * 60_000
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const

/**
 * Executes what is bound: areas by their timetable, loops by theirs or by the sun, tunnels by the luminance outside. A point is
 * sent when it comes and then no more, so that what a person sets by hand holds until the next one. Which one was sent last, and at
 * what level each segment of a tunnel is, is kept: after a restart nothing is sent twice and nothing that came meanwhile is left out.
 */
export function createStrategies({ db, log, directory, newest, send }: StrategyParts) {
  /** By what is lit: the moment of the point that was sent last; 0: the present one is to be sent. */
  let applied: Map<string, number> | undefined
  /** By tunnel and segment: what was sent last. */
  let shown: Map<string, Shown> | undefined
  /** By tunnel and segment: whom what was sent last has not reached, and when they are tried again. */
  let owed: Map<string, Owed> | undefined
  const outsideOf = createOutside({ db, newest })

  const known = async (): Promise<Map<string, number>> => {
    if (applied) return applied
    const stored: unknown = JSON.parse(await readSetting(db, settingKey) ?? '{}')
    applied = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number') : [])
    return applied
  }

  const shownNow = async (): Promise<Map<string, Shown>> => {
    shown ??= readShown(await readSetting(db, shownKey))
    return shown
  }

  const owedNow = async (): Promise<Map<string, Owed>> => {
    owed ??= readOwed(await readSetting(db, owedKey))
    return owed
  }

  /** Kept at once: a server that begins anew goes on with whom it did not reach. */
  const owe = async (key: string, debt: Owed | null): Promise<void> => {
    const all = await owedNow()
    if (debt) all.set(key, debt)
    else if (!all.delete(key)) return
    await writeSetting(db, owedKey, writeOwed(all))
  }

  const noted = async (object: string, content: Readonly<Record<string, unknown>>, work: () => Promise<Sent>): Promise<void> => {
    // The server's own commands are asked for no password: none is guarded from them.
    const { guarded: _guarded, ...result } = await work()
    if (result.sent + result.refused > 0) await audit(db, serverCaller, { object, action: 'strategy', content: { ...content, ...result } })
    if (result.refused > 0) log.info('a strategy did not reach all', { object, ...result })
  }

  /**
   * The occasion on which a phase that began then is to be sent now, or null: it names the commands, so that they are sent once. What is seen for
   * the first time began before anybody bound it here; what is resumed is sent again, whatever was sent for this phase before.
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

  /** The area's row says what its lamps were told last, by hand or by program, and when; nobody who is editing it is disturbed. */
  const sayTold = async (area: string, { dimming, colorTemperature }: LampWanted, now: number): Promise<void> => {
    const at = new Date(now)
    if (dimming !== undefined) await sql`update lighting_area set dimming = ${dimming}, is_on = ${dimming > 0}, commanded_at = ${at} where id = ${area}`.execute(db)
    if (colorTemperature !== undefined) await sql`update lighting_area set color_temperature = ${colorTemperature}, color_commanded_at = ${at} where id = ${area}`.execute(db)
  }

  const areas = async (now: number): Promise<void> => {
    const { rows } = await sql<AreaRow>`select a.id, a.project, p.time_zone as zone, t.id as timetable, t.points, t.days from lighting_area a join project p on p.id = a.project
      join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where d.project = a.project and d.is_default limit 1))`.execute(db)
    for (const { id, project, zone, timetable, points, days } of rows) {
      const phase = timetableAt(points, days ?? [], zone ?? 'UTC', now)
      const due = phase && await dueOf(`area/${id}`, phase.from, now)
      if (!phase || !due) continue
      const { dimming, colorTemperature, at } = phase.does
      const wanted = due.isAgain ? withLamp(phase.does) : { dimming, colorTemperature }
      await noted(`area/${id}`, { timetable, point: at, dimming, colorTemperature }, async () => {
        const { rows: poles } = await sql<Target>`select p.project, p.device from lighting_pole p where p.area = ${id} and p.project = ${project} and ${lampFollows} = 'timetable'`.execute(db)
        const told = await sendAll({ db, send }, due.occasion, atWork(poles, directory).flatMap((pole) => lampValues(pole, wanted)))
        if (told.sent > 0) await sayTold(id, { dimming, colorTemperature }, now)
        return told
      })
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
      const [target] = atWork([loop], directory)
      const phase = loopPhase(loop, now)
      const due = target && phase && await dueOf(`loop/${loop.id}`, phase.from, now)
      if (!target || !phase || !due) continue
      await noted(`loop/${loop.id}`, { on: phase.does }, () =>
        sendAll({ db, send }, due.occasion, [{ ...target, point: 'switch', value: phase.does === loop.reversed ? 0 : 1 }]))
    }
  }

  const tunnelRows = async (only?: string): Promise<readonly TunnelRow[]> => {
    const { rows } = await sql<TunnelRow>`select t.id, t.project, t.direction, b.name as strategy, b.threshold1 as th1, b.threshold2 as th2, b.transition1 as tr1, b.transition2 as tr2, b.interior as "in", b.exit as ex,
      b.design_luminance as "designLuminance", b.least, b.light_traffic as "lightTraffic" from lighting_tunnel t join lighting_brightness b on b.id = t.brightness where ${only === undefined ? sql`true` : sql`t.id = ${only}`}`.execute(db)
    return rows
  }

  const shareOf = ({ lightTraffic, direction }: TunnelRow, { flow }: Outside): number => trafficShare(lightTraffic, direction === 'both' ? 'both' : 'one', flow?.value ?? null)

  const lampsOf = async (tunnel: string, zone: string): Promise<readonly Target[]> => {
    const { rows } = await sql<Target>`select p.project, p.device from lighting_pole p join lighting_tunnel_section s on s.id = p.section
      where s.tunnel = ${tunnel} and s.zone = ${zone} and ${lampFollows} = 'daylight'`.execute(db)
    return atWork(rows, directory)
  }

  /**
   * Whom the level of a segment did not reach is told it again, and ever more seldom: a lamp whose cabinet was away would else stay as it was until the daylight
   * changes. Who follows only since then is told it too. Returns what of the segment is otherwise then, null where nothing is.
   */
  const lightLate = async (key: string, before: Shown, lamps: readonly Target[], now: number): Promise<Shown | null> => {
    const names = new Set(lamps.map(nameOf))
    // What was kept before it was said who was asked is taken as asked of all.
    const asked = before.asked ?? names
    const debt = (await owedNow()).get(key)
    const isDue = debt !== undefined && (now >= debt.at || debt.at - now > debt.waitMs)
    const late = lamps.filter((lamp) => !asked.has(nameOf(lamp)) || (isDue && debt.lamps.has(nameOf(lamp))))
    const reached = nobodyReached()
    await sendAll({ db, send }, `s/${key}/${now}`, late.flatMap((pole) => lampValues(pole, { dimming: before.level })), reached)
    const waitMs = isDue ? Math.min(debt.waitMs * 2, mostWaitMs) : dwellMs
    if (isDue) await owe(key, reached.missed.size > 0 ? { lamps: reached.missed, at: now + waitMs, waitMs } : null)
    else if (reached.missed.size > 0) await owe(key, { at: now + waitMs, waitMs, ...debt, lamps: new Set([...debt?.lamps ?? [], ...reached.missed]) })
    const isSame = late.length === 0 && before.asked?.size === names.size && [...names].every((name) => asked.has(name))
    if (isSame) return null
    const toldBefore = before.asked ? before.told : [...names].filter((name) => !debt?.lamps.has(name))
    const told = new Set([...toldBefore, ...reached.told].filter((name) => names.has(name)))
    return { ...before, ...(reached.told.size > 0 && told.size === reached.told.size ? { at: now } : {}), asked: names, told }
  }

  /** The lamps of these tunnels follow the timetables of their areas from now on, and not from the next point only. */
  const handOver = async (several: readonly string[]): Promise<void> => {
    const { rows } = await sql<{ area: string }>`select distinct p.area from lighting_pole p join lighting_tunnel_section s on s.id = p.section
      where s.tunnel = any(${several}::text[]) and ${lampFollows} = 'timetable'`.execute(db)
    for (const { area } of rows) (await known()).set(`area/${area}`, 0)
  }

  const tunnels = async (now: number): Promise<void> => {
    const levelsShown = await shownNow()
    const rows = await tunnelRows()
    let isChanged = false
    for (const tunnel of rows) {
      const outside = await outsideOf(tunnel.id, now)
      const [luminance, flow] = [outside.luminance?.value ?? null, outside.flow?.value ?? null]
      const levels = brightnessAt(tunnel, tunnel, luminance, shareOf(tunnel, outside))
      for (const zone of zones) {
        const key = `${tunnel.id}/${zone}`
        const before = levelsShown.get(key)
        const level = levels[zone]
        // A clock that was put back leaves nothing waiting until it is there again.
        const lamps = await lampsOf(tunnel.id, zone)
        if (before && (Math.abs(before.level - level) < leastStep || (now >= before.at && now - before.at < dwellMs))) {
          const later = await lightLate(key, before, lamps, now)
          if (later) levelsShown.set(key, later)
          isChanged ||= later !== null
          continue
        }
        const { told, missed } = nobodyReached()
        levelsShown.set(key, { level, at: now, asked: new Set(lamps.map(nameOf)), told })
        isChanged = true
        await noted(`tunnel/${tunnel.id}`, { zone, level, luminance, flow }, async () => {
          const sent = await sendAll({ db, send }, `s/${key}/${now}`, lamps.flatMap((pole) => lampValues(pole, { dimming: level })), { told, missed })
          await owe(key, missed.size > 0 ? { lamps: missed, at: now + dwellMs, waitMs: dwellMs } : null)
          return sent
        })
      }
    }
    // A tunnel that has no strategy any more begins anew when it has one.
    const lit = new Set(rows.map(({ id }) => id))
    const unlit = new Set<string>()
    for (const key of levelsShown.keys()) {
      const id = key.slice(0, key.lastIndexOf('/'))
      if (lit.has(id)) continue
      levelsShown.delete(key)
      isChanged = true
      unlit.add(id)
      await owe(key, null)
    }
    if (unlit.size > 0) await handOver([...unlit])
    if (isChanged) await writeSetting(db, shownKey, writeShown(levelsShown))
  }

  /** Of a lamp, what its area's timetable or its tunnel's daylight asks of it; who lights scenes by hand has no program. */
  const programOfPole = async (id: string, now: number): Promise<Program | null> => {
    const { rows: [pole] } = await sql<PoleRow>`select p.project, p.device, ${lampFollows} as follows, s.tunnel, s.zone as segment, z.time_zone as zone, t.points, t.days from lighting_pole p join project z on z.id = p.project
      left join lighting_area a on a.id = p.area
      left join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where a.id is not null and d.project = a.project and d.is_default limit 1))
      left join lighting_tunnel_section s on s.id = p.section where p.id = ${id}`.execute(db)
    if (!pole || pole.follows === null) return null
    if (pole.follows === 'daylight') {
      const level = (await shownNow()).get(`${pole.tunnel ?? ''}/${pole.segment ?? ''}`)
      // Before the first look at the daylight nothing is asked of any lamp there; the first asks all of them.
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
    /** What a lamp or a loop does by itself now; null where nothing is bound to it. */
    programOf: (kind: 'pole' | 'loop', id: string, now: number): Promise<Program | null> => (kind === 'pole' ? programOfPole(id, now) : programOfLoop(id, now)),

    /** What rules the light of a tunnel now, and what was sent to its segments last. Null: no strategy is bound to it. */
    async tunnelNow(id: string, now: number): Promise<TunnelLight | null> {
      const [tunnel] = await tunnelRows(id)
      if (!tunnel) return null
      const outside = await outsideOf(id, now)
      const levelsShown = await shownNow()
      const { rows } = await sql<Standing>`select s.zone, p.project, p.device, p.work_mode <> 0 as "isByScene", ${lampFollows} as follows from lighting_tunnel_section s
        left join lighting_pole p on p.section = s.id where s.tunnel = ${id} and s.zone is not null`.execute(db)
      const segments = zones.flatMap((zone) => {
        const all = rows.filter((row) => row.zone === zone)
        if (all.length === 0) return []
        const lamps = all.filter(({ project }) => project !== null)
        const following = atWork(lamps.flatMap(({ project, device, follows }) => (follows === 'daylight' && project !== null && device !== null ? { project, device } : [])), directory)
        const { level = null, at = null, told = new Set<string>() } = levelsShown.get(`${id}/${zone}`) ?? {}
        const isTold = following.some((lamp) => told.has(nameOf(lamp)))
        return [{ zone, level, sentAt: isTold ? at : null, lamps: lamps.length, following: following.length, byScene: lamps.filter(({ isByScene }) => isByScene).length }]
      })
      return { strategy: tunnel.strategy, ...outside, share: shareOf(tunnel, outside), segments }
    },

    /** Sends what the program of one lamp or loop asks of it now, whatever was sent before. */
    async sendProgram({ target, wanted }: Program, id: string, now: number): Promise<Sent> {
      return await sendAll({ db, send }, `s/${id}/again/${now}`, atWork([target], directory).length > 0 ? wanted : [])
    },

    /** Sends all that has come since the last time. */
    async run(now: number): Promise<void> {
      const before = JSON.stringify([...await known()])
      await areas(now)
      await loops(now)
      await tunnels(now)
      const after = await known()
      if (JSON.stringify([...after]) !== before) await writeSetting(db, settingKey, JSON.stringify(Object.fromEntries(after)))
    },

    /** The lamps of an area follow its timetable from now on: after another one was bound. */
    async rebind(area: string): Promise<void> {
      (await known()).set(`area/${area}`, 0)
    },

    /** Ends what was set by hand in an area: who follows the daylight is told its level at once, the others with the next round. Returns how many follow the daylight. */
    async resume(area: string, now: number): Promise<number> {
      (await known()).set(`area/${area}`, 0)
      const { rows } = await sql<Target & { tunnel: string; zone: string }>`select p.project, p.device, s.tunnel, s.zone from lighting_pole p join lighting_tunnel_section s on s.id = p.section
        where p.area = ${area} and ${lampFollows} = 'daylight'`.execute(db)
      const levels = await shownNow()
      for (const { tunnel, zone, ...pole } of rows) {
        const level = levels.get(`${tunnel}/${zone}`)?.level
        if (level !== undefined) await sendAll({ db, send }, `s/${area}/again/${now}`, atWork([pole], directory).flatMap((lamp) => lampValues(lamp, withLamp({ dimming: level }))))
      }
      return rows.length
    },

    /** Sets the lamps of an area by hand, until the next point of its timetable. */
    async setArea(area: string, wanted: LampWanted, occasion: string, sendBy: OrderParts['send'], now: number): Promise<Sent & { readonly lamps: number }> {
      const { rows: poles } = await sql<Target>`select project, device from lighting_pole where area = ${area} and device is not null`.execute(db)
      const lamps = atWork(poles, directory)
      const told = await sendAll({ db, send: sendBy }, occasion, lamps.flatMap((pole) => lampValues(pole, wanted)))
      if (told.sent > 0) await sayTold(area, wanted, now)
      return { lamps: lamps.length, ...told }
    },
  }
}

export type Strategies = ReturnType<typeof createStrategies>

interface Due {
  readonly occasion: string
  /** What people set meanwhile ends. */
  readonly isAgain: boolean
}

export interface Program {
  readonly follows: 'timetable' | 'sun' | 'daylight'
  /** Since when it asks for what it asks for. */
  readonly from: number
  /** When it asks for something else; null: when the daylight does. */
  readonly until: number | null
  readonly target: Target
  readonly wanted: readonly Wanted[]
}

/** A lamp of a segment; without a project: a section that has none. */
interface Standing {
  readonly zone: string
  readonly project: string | null
  readonly device: string | null
  readonly isByScene: boolean | null
  readonly follows: LampProgram | null
}

export interface TunnelLight extends Outside {
  readonly strategy: string
  /** The share of the brightness that traffic asks for. */
  readonly share: number
  /** Of the zones that sections of the tunnel have. */
  readonly segments: readonly {
    readonly zone: (typeof zones)[number]
    /** In percent; null before the first look at the daylight. */
    readonly level: number | null
    /** When it was sent; null: to no lamp. */
    readonly sentAt: number | null
    /** How many stand there, how many of them follow the daylight, and how many cannot for their work mode. */
    readonly lamps: number
    readonly following: number
    readonly byScene: number
  }[]
}

interface AreaRow {
  readonly id: string
  readonly project: string
  readonly zone: string | null
  readonly timetable: string
  readonly points: readonly TimePoint[]
  readonly days: readonly string[] | null
}

interface PoleRow extends Target {
  readonly follows: LampProgram | null
  readonly tunnel: string | null
  readonly segment: string | null
  readonly zone: string | null
  readonly points: readonly TimePoint[] | null
  readonly days: readonly string[] | null
}

interface LoopRow extends Target, LoopPlan {
  readonly id: string
  readonly reversed: boolean
}

interface TunnelRow extends Segments {
  readonly id: string
  readonly project: string
  readonly direction: string | null
  readonly strategy: string
  readonly lightTraffic: number | null
  readonly designLuminance: number
  readonly least: number
}
