import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import type { Reading } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { audit } from '../../audit.ts'
import { serverCaller } from '../../caller.ts'
import { readSetting, writeSetting } from '../../install.ts'
import type { Directory } from '../directory.ts'
import type { OrderParts, Sent, Target, Wanted } from './orders.ts'
import { atWork, sendAll } from './orders.ts'
import type { Phase, Segments, TimePoint } from './plan.ts'
import { brightnessAt, sunAt, timetableAt } from './plan.ts'

export interface StrategyParts {
  readonly db: Db
  readonly log: Log
  readonly directory: Directory
  readonly newest: (tag: string) => Reading | undefined
  readonly send: OrderParts['send']
}

const settingKey = 'lightingApplied'
const freshMs = 5 * 60_000
/** A segment follows the day in steps of this many percent, and not more often than once a minute. */
const leastStep = 5
const dwellMs = 60_000
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const

/**
 * Executes what is bound: areas by their timetable, loops by theirs or by the sun, tunnels by the luminance outside. A point is
 * sent when it comes and then no more, so that what a person sets by hand holds until the next one. Which one was sent last is
 * kept: after a restart nothing is sent twice and nothing that came meanwhile is left out.
 */
export function createStrategies({ db, log, directory, newest, send }: StrategyParts) {
  /** By what is lit: the moment of the point that was sent last; 0: the present one is to be sent. */
  let applied: Map<string, number> | undefined
  const shown = new Map<string, { readonly level: number; readonly at: number }>()

  const known = async (): Promise<Map<string, number>> => {
    if (applied) return applied
    const stored: unknown = JSON.parse(await readSetting(db, settingKey) ?? '{}')
    applied = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number') : [])
    return applied
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

  /** The area's row says what was asked of it last, by hand or by program; nobody who is editing it is disturbed. */
  const sayAsked = async (area: string, { dimming, colorTemperature }: LampWanted): Promise<void> => {
    await sql`update lighting_area set dimming = coalesce(${dimming ?? null}::float8, dimming), color_temperature = coalesce(${colorTemperature ?? null}::float8, color_temperature),
      is_on = coalesce(${dimming === undefined ? null : dimming > 0}::boolean, is_on) where id = ${area}`.execute(db)
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
      await sayAsked(id, { dimming, colorTemperature })
      await noted(`area/${id}`, { timetable, point: at, dimming, colorTemperature }, async () => {
        const { rows: poles } = await sql<Target>`select project, device from lighting_pole where area = ${id} and work_mode = 0 and device is not null and project = ${project}`.execute(db)
        return sendAll({ db, send }, due.occasion, atWork(poles, directory).flatMap((pole) => lampValues(pole, wanted)))
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

  const tunnels = async (now: number): Promise<void> => {
    const { rows } = await sql<TunnelRow>`select t.id, t.project, b.threshold1 as th1, b.threshold2 as th2, b.transition1 as tr1, b.transition2 as tr2, b.interior as "in", b.exit as ex, b.design_luminance as "designLuminance", b.least
      from lighting_tunnel t join lighting_brightness b on b.id = t.brightness`.execute(db)
    for (const tunnel of rows) {
      const luminance = await luminanceOf(tunnel.id, now)
      const levels = brightnessAt(tunnel, tunnel, luminance)
      for (const zone of zones) {
        const key = `${tunnel.id}/${zone}`
        const before = shown.get(key)
        const level = levels[zone]
        if (before && (Math.abs(before.level - level) < leastStep || now - before.at < dwellMs)) continue
        shown.set(key, { level, at: now })
        await noted(`tunnel/${tunnel.id}`, { zone, level, luminance }, async () => {
          const { rows: poles } = await sql<Target>`select p.project, p.device from lighting_pole p join lighting_tunnel_section s on s.id = p.section
            where s.tunnel = ${tunnel.id} and s.zone = ${zone} and p.work_mode = 0 and p.device is not null`.execute(db)
          return sendAll({ db, send }, `s/${key}/${now}`, atWork(poles, directory).flatMap((pole) => lampValues(pole, { dimming: level })))
        })
      }
    }
  }

  /** What the ruling sensor outside says; the main one where there are several. Null: none says anything fresh. */
  const luminanceOf = async (tunnel: string, now: number): Promise<number | null> => {
    const { rows } = await sql<{ project: string; device: string; point: string; coefficient: number | null }>`select project, device, point, coefficient from lighting_sensor
      where tunnel = ${tunnel} and kind = 2 and work_mode = 1 and installation = 'installed' and device is not null order by is_main desc, id`.execute(db)
    for (const { project, device, point, coefficient } of rows) {
      const reading = newest(`${project}/${device}/${point}`)
      if (reading && reading.value !== null && reading.quality < quality.bad && now - reading.at <= freshMs) return reading.value * (coefficient ?? 1)
    }
    return null
  }

  /** Of a lamp, what its area's timetable or its tunnel's daylight asks of it; who lights scenes by hand has no program. */
  const programOfPole = async (id: string, now: number): Promise<Program | null> => {
    const { rows: [pole] } = await sql<PoleRow>`select p.project, p.device, s.tunnel, s.zone as segment, z.time_zone as zone, t.points, t.days from lighting_pole p join project z on z.id = p.project
      left join lighting_area a on a.id = p.area
      left join lighting_timetable t on t.id = coalesce(a.timetable, (select id from lighting_timetable d where a.id is not null and d.project = a.project and d.is_default limit 1))
      left join (lighting_tunnel_section s join lighting_tunnel u on u.id = s.tunnel and u.brightness is not null) on s.id = p.section
      where p.id = ${id} and p.work_mode = 0 and p.device is not null`.execute(db)
    if (!pole) return null
    if (pole.tunnel !== null) {
      const level = shown.get(`${pole.tunnel}/${pole.segment ?? ''}`)
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

    /** What is lit follows its program again from now on: after another one was bound, or to end what was set by hand. */
    async resume(area: string): Promise<void> {
      (await known()).set(`area/${area}`, 0)
    },

    /** Sets the lamps of an area by hand, until the next point of its timetable. */
    async setArea(area: string, wanted: LampWanted, occasion: string, sendBy: OrderParts['send']): Promise<Sent & { readonly lamps: number }> {
      const { rows: poles } = await sql<Target>`select project, device from lighting_pole where area = ${area} and device is not null`.execute(db)
      const lamps = atWork(poles, directory)
      if (lamps.length > 0) await sayAsked(area, wanted)
      return { lamps: lamps.length, ...await sendAll({ db, send: sendBy }, occasion, lamps.flatMap((pole) => lampValues(pole, wanted))) }
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

export interface LampWanted {
  readonly dimming?: number | undefined
  readonly colorTemperature?: number | undefined
  /** Also from a lamp that was switched off by itself. */
  readonly isOn?: true
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
  readonly tunnel: string | null
  readonly segment: string | null
  readonly zone: string | null
  readonly points: readonly TimePoint[] | null
  readonly days: readonly string[] | null
}

interface LoopRow extends Target {
  readonly id: string
  readonly mode: number
  readonly on: number | null
  readonly off: number | null
  readonly reversed: boolean
  readonly longitude: number | null
  readonly latitude: number | null
  readonly zone: string | null
  readonly points: readonly TimePoint[] | null
  readonly days: readonly string[] | null
}

interface TunnelRow extends Segments {
  readonly id: string
  readonly project: string
  readonly designLuminance: number
  readonly least: number
}

/** A lamp that knows on and off only burns at any brightness but none. */
const lampValues = (pole: Target, { dimming, colorTemperature, isOn }: LampWanted): Wanted[] => [
  ...(isOn ? [{ ...pole, point: 'lamp', value: 1 }] : []),
  ...(dimming === undefined ? [] : [{ ...pole, point: 'dimming', value: dimming, otherwise: ['lamp', 'switch'].map((point) => ({ point, value: dimming > 0 ? 1 : 0 })) }]),
  ...(colorTemperature === undefined ? [] : [{ ...pole, point: 'colorTemperature', value: colorTemperature }]),
]

/** Whoever asks for light, or for the program's again, gets it also from a lamp that was switched off by itself. */
export const withLamp = ({ dimming, colorTemperature }: LampWanted): LampWanted => ({ dimming, colorTemperature, ...(dimming !== undefined && dimming > 0 ? { isOn: true } : {}) })

function loopPhase({ mode, on, off, longitude, latitude, zone, points, days }: LoopRow, now: number): Phase<boolean> | null {
  if (mode === 1) {
    return longitude === null || latitude === null ? null : sunAt({ longitude, latitude }, { on: on ?? 0, off: off ?? 0 }, zone ?? 'UTC', now)
  }
  const phase = timetableAt(points ?? [], days ?? [], zone ?? 'UTC', now)
  return phase && { ...phase, does: phase.does.dimming > 0 }
}
