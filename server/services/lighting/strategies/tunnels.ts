import { sql } from 'kysely'
import type { Reading } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Directory } from '../facilityIndex.ts'
import { activeProgram, type LampProgram } from './activeProgramSql.ts'
import { type StrategyState, type Shown, tunnelOf } from './pendingLevels.ts'
import type { OrderParts, Reached, Sent, Target } from './lampCommands.ts'
import { isInService, lampValues, nameOf, noneDelivered, sendCommands, withLamp } from './lampCommands.ts'
import { createDaylightSensors, type DaylightReading } from './daylightSensors.ts'
import type { Segments } from './plan.ts'
import { brightnessAt, trafficShare } from './plan.ts'

export interface TunnelParts {
  readonly db: Db
  readonly directory: Directory
  readonly newest: (tag: string) => Reading | undefined
  readonly send: OrderParts['send']
  readonly memory: StrategyState
  /** Notes of an object what a strategy did there. */
  readonly noted: (object: string, content: Readonly<Record<string, unknown>>, work: () => Promise<Sent>) => Promise<void>
  /** Hears by name who followed the daylight at the last look, and perhaps does no more: another program has them now, or none. */
  readonly release: (left: ReadonlySet<string>, now: number) => Promise<void>
}

/** A lamp, and the segment in which it stands, if any. */
export interface Lamp extends Target {
  readonly tunnel: string | null
  readonly zone: string | null
}

/** A segment follows the day in steps of this many percent, and not more often than once a minute. */
const leastStep = 5
const dwellMs = 60_000
const mostWaitMs = 15 * 60_000
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const

/** Lights the segments of tunnels by the luminance outside and the traffic. At what level each is, and who was told it, is kept. */
export function createTunnels({ db, directory, newest, send, memory, noted, release }: TunnelParts) {
  const outsideOf = createDaylightSensors({ db, newest })
  /** Who left the daylight, and of which tunnels something is not kept yet: a round that failed leaves it to the next. */
  const left = new Set<string>()
  const changed = new Set<string>()

  const tunnelRows = async (only?: string): Promise<readonly TunnelRow[]> => {
    const { rows } = await sql<TunnelRow>`select t.id, t.project, t.direction, b.name as strategy, b.threshold1 as th1, b.threshold2 as th2, b.transition1 as tr1, b.transition2 as tr2, b.interior as "in", b.exit as ex,
      b.design_luminance as "designLuminance", b.least, b.light_traffic as "lightTraffic" from lighting_tunnel t join lighting_brightness b on b.id = t.brightness where ${only === undefined ? sql`true` : sql`t.id = ${only}`}`.execute(db)
    return rows
  }

  const shareOf = ({ lightTraffic, direction }: TunnelRow, { flow }: DaylightReading): number => trafficShare(lightTraffic, direction === 'both' ? 'both' : 'one', flow?.value ?? null)

  /**
   * Who follows the daylight, by segment: of all tunnels, or of one. From the sections on, for which the lamps are found by their index: a
   * join would read all lamps where the database has no statistics.
   */
  const lampsOf = async (only?: string): Promise<ReadonlyMap<string, readonly Target[]>> => {
    const { rows } = await sql<Target & { readonly key: string }>`select s.tunnel || '/' || s.zone as key, lamp.project, lamp.device from lighting_tunnel_section s cross join lateral (
      select p.project, p.device from lighting_pole p where p.section = s.id and ${activeProgram} = 'daylight' offset 0) lamp where s.zone is not null and ${only === undefined ? sql`true` : sql`s.tunnel = ${only}`}`.execute(db)
    const lamps = new Map<string, Target[]>()
    for (const { key, project, device } of isInService(rows, directory)) lamps.set(key, [...lamps.get(key) ?? [], { project, device }])
    return lamps
  }

  /**
   * Tells lamps of a segment its level: those named in `again` also where they were switched off by themselves. Telling takes its time: who
   * has left the daylight since the round began is told nothing.
   */
  const tell = async (key: string, level: number, lamps: readonly Target[], again: ReadonlySet<string>, now: number, reached: Reached): Promise<Sent> => {
    const still = new Set(lamps.length > 0 ? (await lampsOf(tunnelOf(key))).get(key)?.map(nameOf) : [])
    const wanted = lamps.filter((pole) => still.has(nameOf(pole))).flatMap((pole) => lampValues(pole, again.has(nameOf(pole)) ? withLamp({ dimming: level }) : { dimming: level }))
    return sendCommands({ db, send }, `s/${key}/${now}`, wanted, reached)
  }

  /**
   * Whom the level of a segment did not reach is told it again, and ever more seldom: a lamp whose cabinet was away would else stay as it was until the daylight
   * changes. Who follows only since then is told it too, also where it was switched off by itself: it would stay dark. Returns what of the segment is otherwise then, null where nothing is.
   */
  const lightLate = async (key: string, before: Shown, lamps: readonly Target[], now: number): Promise<Shown | null> => {
    const names = new Set(lamps.map(nameOf))
    // What was kept before it was said who was asked is taken as asked of all.
    const asked = before.asked ?? names
    const debt = (await memory.owedNow()).get(key)
    const isDue = debt !== undefined && (now >= debt.at || debt.at - now > debt.waitMs)
    const late = lamps.filter((lamp) => !asked.has(nameOf(lamp)) || (isDue && debt.lamps.has(nameOf(lamp))))
    const again = new Set(late.map(nameOf).filter((name) => !asked.has(name) || debt?.again.has(name)))
    const reached = noneDelivered()
    await tell(key, before.level, late, again, now, reached)
    const missedAgain = [...reached.missed].filter((name) => again.has(name))
    const waitMs = isDue ? Math.min(debt.waitMs * 2, mostWaitMs) : dwellMs
    const missed = reached.missed.size > 0 ? { lamps: reached.missed, again: new Set(missedAgain), at: now + waitMs, waitMs } : null
    await memory.owe([{ key, before: isDue ? debt : undefined, debt: missed }])
    const isSame = late.length === 0 && before.asked?.size === names.size && [...names].every((name) => asked.has(name))
    if (isSame) return null
    const toldBefore = before.asked ? before.told : [...names].filter((name) => !debt?.lamps.has(name))
    const told = new Set([...toldBefore, ...reached.told].filter((name) => names.has(name)))
    return { ...before, ...(reached.told.size > 0 && told.size === reached.told.size ? { at: now } : {}), asked: names, told }
  }

  const run = async (now: number): Promise<void> => {
    const levelsShown = await memory.shownNow()
    const rows = await tunnelRows()
    const standing = await lampsOf()
    for (const tunnel of rows) {
      const outside = await outsideOf(tunnel.id, now)
      const [luminance, flow] = [outside.luminance?.value ?? null, outside.flow?.value ?? null]
      const levels = brightnessAt(tunnel, tunnel, luminance, shareOf(tunnel, outside))
      for (const zone of zones) {
        const key = `${tunnel.id}/${zone}`
        const before = levelsShown.get(key)
        const level = levels[zone]
        const lamps = standing.get(key) ?? []
        const asked = new Set(lamps.map(nameOf))
        for (const name of before?.asked ?? []) if (!asked.has(name)) left.add(name)
        // A clock that was put back leaves nothing waiting until it is there again.
        if (before && (Math.abs(before.level - level) < leastStep || (now >= before.at && now - before.at < dwellMs))) {
          const later = await lightLate(key, before, lamps, now)
          if (later) changed.add(tunnel.id)
          if (later) levelsShown.set(key, later)
          continue
        }
        const reached = noneDelivered()
        const { told, missed } = reached
        const debt = (await memory.owedNow()).get(key)
        const again = new Set([...asked].filter((name) => !before || before.asked?.has(name) === false || debt?.again.has(name)))
        levelsShown.set(key, { level, at: now, asked, told })
        changed.add(tunnel.id)
        await noted(`tunnel/${tunnel.id}`, { zone, level, luminance, flow }, async () => {
          const sent = await tell(key, level, lamps, again, now, reached)
          await memory.owe([{ key, before: debt, debt: missed.size > 0 ? { lamps: missed, again: new Set([...missed].filter((name) => again.has(name))), at: now + dwellMs, waitMs: dwellMs } : null }])
          return sent
        })
      }
    }
    // A tunnel that has no strategy any more begins anew when it has one.
    const lit = new Set(rows.map(({ id }) => id))
    for (const [key, before] of levelsShown) {
      if (lit.has(tunnelOf(key))) continue
      for (const name of before.asked ?? []) left.add(name)
      levelsShown.delete(key)
      changed.add(tunnelOf(key))
      await memory.owe([{ key, before: (await memory.owedNow()).get(key), debt: null }])
    }
    if (left.size > 0) await release(left, now)
    left.clear()
    await memory.keepShown(changed)
    changed.clear()
  }

  return {
    /** Sends what the daylight asks for since the last time. */
    run,

    /** These lamps follow the daylight again: the next round tells them its level, and goes on with those that it does not reach. */
    async resume(lamps: readonly Lamp[], now: number): Promise<void> {
      const names = new Map<string, Set<string>>()
      for (const lamp of lamps) {
        const key = `${lamp.tunnel ?? ''}/${lamp.zone ?? ''}`
        names.set(key, (names.get(key) ?? new Set()).add(nameOf(lamp)))
      }
      await memory.owe([...names].map(([key, again]) => ({ key, debt: { lamps: again, again, at: now, waitMs: dwellMs / 2 } })))
    },

    /** What rules the light of a tunnel now, and what was sent to its segments last. Null: no strategy is bound to it. */
    async lightOf(id: string, now: number): Promise<TunnelLight | null> {
      const [tunnel] = await tunnelRows(id)
      if (!tunnel) return null
      const outside = await outsideOf(id, now)
      const levelsShown = await memory.shownNow()
      const { rows } = await sql<Standing>`select s.zone, p.project, p.device, p.work_mode <> 0 as "isByScene", ${activeProgram} as follows from lighting_tunnel_section s
        left join lighting_pole p on p.section = s.id where s.tunnel = ${id} and s.zone is not null`.execute(db)
      const segments = zones.flatMap((zone) => {
        const all = rows.filter((row) => row.zone === zone)
        if (all.length === 0) return []
        const lamps = all.filter(({ project }) => project !== null)
        const following = isInService(lamps.flatMap(({ project, device, follows }) => (follows === 'daylight' && project !== null && device !== null ? { project, device } : [])), directory)
        const { level = null, at = null, told = new Set<string>() } = levelsShown.get(`${id}/${zone}`) ?? {}
        const isTold = following.some((lamp) => told.has(nameOf(lamp)))
        return [{ zone, level, sentAt: isTold ? at : null, lamps: lamps.length, following: following.length, byScene: lamps.filter(({ isByScene }) => isByScene).length }]
      })
      return { strategy: tunnel.strategy, ...outside, share: shareOf(tunnel, outside), segments }
    },
  }
}

/** A lamp of a segment; without a project: a section that has none. */
interface Standing {
  readonly zone: string
  readonly project: string | null
  readonly device: string | null
  readonly isByScene: boolean | null
  readonly follows: LampProgram | null
}

export interface TunnelLight extends DaylightReading {
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

interface TunnelRow extends Segments {
  readonly id: string
  readonly project: string
  readonly direction: string | null
  readonly strategy: string
  readonly lightTraffic: number | null
  readonly designLuminance: number
  readonly least: number
}
