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
  /** Audits the result of a strategy for an object. */
  readonly noted: (object: string, content: Readonly<Record<string, unknown>>, work: () => Promise<Sent>) => Promise<void>
  /** Called with lamps that followed daylight in the last round and may now have another program or none. */
  readonly release: (left: ReadonlySet<string>, now: number) => Promise<void>
}

/** A lamp and its segment, if any. */
export interface Lamp extends Target {
  readonly tunnel: string | null
  readonly zone: string | null
}

/** Minimum step in percent of a segment's level, and minimum milliseconds between steps. */
const leastStep = 5
const dwellMs = 60_000
const mostWaitMs = 15 * 60_000
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const

/** Controls tunnel segments by outside luminance and traffic. Levels and reached lamps are persisted. */
export function createTunnels({ db, directory, newest, send, memory, noted, release }: TunnelParts) {
  const outsideOf = createDaylightSensors({ db, newest })
  /** Lamps that left daylight control, and tunnels not persisted yet. A failed round leaves them to the next. */
  const left = new Set<string>()
  const changed = new Set<string>()

  const tunnelRows = async (only?: string): Promise<readonly TunnelRow[]> => {
    const { rows } = await sql<TunnelRow>`select t.id, t.project, t.direction, b.name as strategy, b.threshold1 as th1, b.threshold2 as th2, b.transition1 as tr1, b.transition2 as tr2, b.interior as "in", b.exit as ex,
      b.design_luminance as "designLuminance", b.least, b.light_traffic as "lightTraffic" from lighting_tunnel t join lighting_brightness b on b.id = t.brightness where ${only === undefined ? sql`true` : sql`t.id = ${only}`}`.execute(db)
    return rows
  }

  const shareOf = ({ lightTraffic, direction }: TunnelRow, { flow }: DaylightReading): number => trafficShare(lightTraffic, direction === 'both' ? 'both' : 'one', flow?.value ?? null)

  /**
   * Lamps following daylight by segment, for all tunnels or one. Starts from the sections, so that lamps are found by
   * index; without statistics a join would read all lamps.
   */
  const lampsOf = async (only?: string): Promise<ReadonlyMap<string, readonly Target[]>> => {
    const { rows } = await sql<Target & { readonly key: string }>`select s.tunnel || '/' || s.zone as key, lamp.project, lamp.device from lighting_tunnel_section s cross join lateral (
      select p.project, p.device from lighting_pole p where p.section = s.id and ${activeProgram} = 'daylight' offset 0) lamp where s.zone is not null and ${only === undefined ? sql`true` : sql`s.tunnel = ${only}`}`.execute(db)
    const lamps = new Map<string, Target[]>()
    for (const { key, project, device } of isInService(rows, directory)) lamps.set(key, [...lamps.get(key) ?? [], { project, device }])
    return lamps
  }

  /**
   * Sends a level to lamps of a segment. Lamps in `again` are also switched on if switched off individually. Sending
   * takes time, so lamps that left daylight control since the start of the round are skipped.
   */
  const tell = async (key: string, level: number, lamps: readonly Target[], again: ReadonlySet<string>, now: number, reached: Reached): Promise<Sent> => {
    const still = new Set(lamps.length > 0 ? (await lampsOf(tunnelOf(key))).get(key)?.map(nameOf) : [])
    const wanted = lamps.filter((pole) => still.has(nameOf(pole))).flatMap((pole) => lampValues(pole, again.has(nameOf(pole)) ? withLamp({ dimming: level }) : { dimming: level }))
    return sendCommands({ db, send }, `s/${key}/${now}`, wanted, reached)
  }

  /**
   * Retries lamps that a segment's level did not reach, with back-off; otherwise they would keep the old level until
   * daylight changes. Also sends it to lamps added since, even if switched off individually. Returns the new segment
   * state, or null if unchanged.
   */
  const lightLate = async (key: string, before: Shown, lamps: readonly Target[], now: number): Promise<Shown | null> => {
    const names = new Set(lamps.map(nameOf))
    // State stored before targets were recorded counts as targeting all lamps.
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
        // A wall clock set back does not block a new level.
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
    // A tunnel without a strategy is reset.
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
    /** Sends the levels required by daylight since the last run. */
    run,

    /** Returns lamps to daylight control: the next round sends their level and retries those not reached. */
    async resume(lamps: readonly Lamp[], now: number): Promise<void> {
      const names = new Map<string, Set<string>>()
      for (const lamp of lamps) {
        const key = `${lamp.tunnel ?? ''}/${lamp.zone ?? ''}`
        names.set(key, (names.get(key) ?? new Set()).add(nameOf(lamp)))
      }
      await memory.owe([...names].map(([key, again]) => ({ key, debt: { lamps: again, again, at: now, waitMs: dwellMs / 2 } })))
    },

    /** Current control of a tunnel and the last levels sent; null if no strategy is bound. */
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

/** A lamp of a segment; without a project: a section without lamps. */
interface Standing {
  readonly zone: string
  readonly project: string | null
  readonly device: string | null
  readonly isByScene: boolean | null
  readonly follows: LampProgram | null
}

export interface TunnelLight extends DaylightReading {
  readonly strategy: string
  /** Brightness factor for traffic. */
  readonly share: number
  /** Zones of the tunnel's sections. */
  readonly segments: readonly {
    readonly zone: (typeof zones)[number]
    /** Level in percent; null before the first evaluation. */
    readonly level: number | null
    /** Time the level was sent; null if sent to no lamp. */
    readonly sentAt: number | null
    /** Number of lamps, of those following daylight, and of those excluded by their work mode. */
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
