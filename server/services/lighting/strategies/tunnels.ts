import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import type { FacilityIndex } from '../facilityIndex.ts'
import { activeProgram, type LampProgram } from './activeProgramSql.ts'
import { type StrategyState, type SegmentLevel, getTunnelId } from './pendingLevels.ts'
import type { LampCommandParts, DeliveryResult, LightTarget, SendResult, Target } from './lampCommands.ts'
import { lightColumns, lights } from './lights.ts'
import { filterInService, toDeviceKey, createDeliveryResult, sendCommands, switchOnIfLit } from './lampCommands.ts'
import { createDaylightSensors, type DaylightReading } from './daylightSensors.ts'
import type { Segments } from './plan.ts'
import { computeBrightness, computeTrafficShare } from './plan.ts'

export interface TunnelParts {
  readonly db: Db
  readonly facilities: FacilityIndex
  readonly commandParts: LampCommandParts
  readonly strategyState: StrategyState
  /** Audits the result of a strategy for an object. */
  readonly runAndAudit: (
    object: string,
    content: Readonly<Record<string, unknown>>,
    work: () => Promise<SendResult>,
  ) => Promise<void>
  /** Called with lamps that followed daylight in the last round and may now have another program or none. */
  readonly applyTimetable: (releasedLamps: ReadonlySet<string>, now: number) => Promise<void>
}

/** A lamp and its segment, if any. */
export interface Lamp extends Target {
  readonly tunnel: string | null
  readonly zone: string | null
}

/** Minimum step in percent of a segment's level, and minimum milliseconds between steps. */
const minStep = 5
const dwellMs = 60_000
const maxWaitMs = 15 * 60_000
const zones = ['th1', 'th2', 'tr1', 'tr2', 'in', 'ex'] as const

/** Controls tunnel segments by outside luminance and traffic. Levels and reached lamps are persisted. */
export function createTunnels({
  db,
  facilities,
  commandParts,
  strategyState,
  runAndAudit,
  applyTimetable,
}: TunnelParts) {
  const readDaylight = createDaylightSensors(commandParts)
  /** Lamps that left daylight control, and tunnels not persisted yet. A failed round leaves them to the next. */
  const releasedLamps = new Set<string>()
  const changed = new Set<string>()

  const tunnelRows = async (only?: string): Promise<readonly TunnelRow[]> => {
    const { rows } =
      await sql<TunnelRow>`select t.id, t.project, t.direction, b.name as strategy, b.threshold1 as th1, b.threshold2 as th2, b.transition1 as tr1, b.transition2 as tr2, b.interior as "in", b.exit as ex,
      b.design_luminance as "designLuminance", b.least, b.light_traffic as "lightTraffic" from lighting_tunnel t join lighting_brightness b on b.id = t.brightness where ${only === undefined ? sql`true` : sql`t.id = ${only}`}`.execute(
        db,
      )
    return rows
  }

  const getTrafficShare = ({ lightTraffic, direction }: TunnelRow, { flow }: DaylightReading): number =>
    computeTrafficShare(lightTraffic, direction === 'both' ? 'both' : 'one', flow?.value ?? null)

  /**
   * Lamps following daylight by segment, for all tunnels or one. Starts from the sections, so that lamps are found by
   * index; without statistics a join would read all lamps.
   */
  const readLamps = async (only?: string): Promise<ReadonlyMap<string, readonly LightTarget[]>> => {
    const { rows } = await sql<
      LightTarget & { readonly key: string }
    >`select s.tunnel || '/' || s.zone as key, lamp.* from lighting_tunnel_section s cross join lateral (
      select ${lightColumns} from ${lights} p where p.section = s.id and ${activeProgram} = 'daylight' offset 0) lamp where s.zone is not null and ${only === undefined ? sql`true` : sql`s.tunnel = ${only}`}`.execute(
      db,
    )
    const lamps = new Map<string, LightTarget[]>()
    for (const { key, ...lamp } of filterInService(rows, facilities)) lamps.set(key, [...(lamps.get(key) ?? []), lamp])
    return lamps
  }

  /**
   * Sends a level to lamps of a segment. Lamps in `again` are also switched on if switched off individually. Sending
   * takes time, so lamps that left daylight control since the start of the round are skipped.
   */
  const sendLevel = async (
    key: string,
    level: number,
    lamps: readonly LightTarget[],
    switchOn: ReadonlySet<string>,
    now: number,
    deliveryResult: DeliveryResult,
  ): Promise<SendResult> => {
    const currentLamps = new Set(lamps.length > 0 ? (await readLamps(getTunnelId(key))).get(key)?.map(toDeviceKey) : [])
    const orders = lamps
      .filter((target) => currentLamps.has(toDeviceKey(target)))
      .map((target) => ({
        target,
        setting: switchOn.has(toDeviceKey(target)) ? switchOnIfLit({ dimming: level }) : { dimming: level },
      }))
    return sendCommands(commandParts, `s/${key}/${now}`, orders, deliveryResult)
  }

  /**
   * Retries lamps that a segment's level did not reach, with back-off; otherwise they would keep the old level until
   * daylight changes. Also sends it to lamps added since, even if switched off individually. Returns the new segment
   * state, or null if unchanged.
   */
  const retryLevel = async (
    key: string,
    before: SegmentLevel,
    lamps: readonly LightTarget[],
    now: number,
  ): Promise<SegmentLevel | null> => {
    const names = new Set(lamps.map(toDeviceKey))
    // State stored before targets were recorded counts as targeting all lamps.
    const targeted = before.asked ?? names
    const pendingLevel = (await strategyState.owedNow()).get(key)
    const isDue = pendingLevel !== undefined && (now >= pendingLevel.at || pendingLevel.at - now > pendingLevel.waitMs)
    const lateLamps = lamps.filter(
      (lamp) => !targeted.has(toDeviceKey(lamp)) || (isDue && pendingLevel.lamps.has(toDeviceKey(lamp))),
    )
    const switchOn = new Set(
      lateLamps.map(toDeviceKey).filter((name) => !targeted.has(name) || pendingLevel?.again.has(name)),
    )
    const deliveryResult = createDeliveryResult()
    await sendLevel(key, before.level, lateLamps, switchOn, now, deliveryResult)
    const failedSwitchOn = [...deliveryResult.failed].filter((name) => switchOn.has(name))
    const waitMs = isDue ? Math.min(pendingLevel.waitMs * 2, maxWaitMs) : dwellMs
    const failed =
      deliveryResult.failed.size > 0
        ? { lamps: deliveryResult.failed, again: new Set(failedSwitchOn), at: now + waitMs, waitMs }
        : null
    await strategyState.setPending([{ key, before: isDue ? pendingLevel : undefined, debt: failed }])
    const isSame =
      lateLamps.length === 0 && before.asked?.size === names.size && [...names].every((name) => targeted.has(name))
    if (isSame) return null
    const deliveredBefore = before.asked ? before.told : [...names].filter((name) => !pendingLevel?.lamps.has(name))
    const delivered = new Set([...deliveredBefore, ...deliveryResult.delivered].filter((name) => names.has(name)))
    return {
      ...before,
      ...(deliveryResult.delivered.size > 0 && delivered.size === deliveryResult.delivered.size ? { at: now } : {}),
      asked: names,
      told: delivered,
    }
  }

  const run = async (now: number): Promise<void> => {
    const levelsByKey = await strategyState.shownNow()
    const rows = await tunnelRows()
    const lampsBySegment = await readLamps()
    for (const tunnel of rows) {
      const daylight = await readDaylight(tunnel.id, now)
      const [luminance, flow] = [daylight.luminance?.value ?? null, daylight.flow?.value ?? null]
      const levels = computeBrightness(tunnel, tunnel, luminance, getTrafficShare(tunnel, daylight))
      for (const zone of zones) {
        const key = `${tunnel.id}/${zone}`
        const before = levelsByKey.get(key)
        const level = levels[zone]
        const lamps = lampsBySegment.get(key) ?? []
        const targeted = new Set(lamps.map(toDeviceKey))
        for (const name of before?.asked ?? []) if (!targeted.has(name)) releasedLamps.add(name)
        // A wall clock set back does not block a new level.
        if (before && (Math.abs(before.level - level) < minStep || (now >= before.at && now - before.at < dwellMs))) {
          const updated = await retryLevel(key, before, lamps, now)
          if (updated) changed.add(tunnel.id)
          if (updated) levelsByKey.set(key, updated)
          continue
        }
        const deliveryResult = createDeliveryResult()
        const { delivered, failed } = deliveryResult
        const pendingLevel = (await strategyState.owedNow()).get(key)
        const switchOn = new Set(
          [...targeted].filter((name) => !before || before.asked?.has(name) === false || pendingLevel?.again.has(name)),
        )
        levelsByKey.set(key, { level, at: now, asked: targeted, told: delivered })
        changed.add(tunnel.id)
        await runAndAudit(`tunnel/${tunnel.id}`, { zone, level, luminance, flow }, async () => {
          const sent = await sendLevel(key, level, lamps, switchOn, now, deliveryResult)
          await strategyState.setPending([
            {
              key,
              before: pendingLevel,
              debt:
                failed.size > 0
                  ? {
                      lamps: failed,
                      again: new Set([...failed].filter((name) => switchOn.has(name))),
                      at: now + dwellMs,
                      waitMs: dwellMs,
                    }
                  : null,
            },
          ])
          return sent
        })
      }
    }
    // A tunnel without a strategy is reset.
    const controlledTunnels = new Set(rows.map(({ id }) => id))
    for (const [key, before] of levelsByKey) {
      if (controlledTunnels.has(getTunnelId(key))) continue
      for (const name of before.asked ?? []) releasedLamps.add(name)
      levelsByKey.delete(key)
      changed.add(getTunnelId(key))
      await strategyState.setPending([{ key, before: (await strategyState.owedNow()).get(key), debt: null }])
    }
    if (releasedLamps.size > 0) await applyTimetable(releasedLamps, now)
    releasedLamps.clear()
    await strategyState.keepShown(changed)
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
        names.set(key, (names.get(key) ?? new Set()).add(toDeviceKey(lamp)))
      }
      await strategyState.setPending(
        [...names].map(([key, switchOn]) => ({
          key,
          debt: { lamps: switchOn, again: switchOn, at: now, waitMs: dwellMs / 2 },
        })),
      )
    },

    /** Current control of a tunnel and the last levels sent; null if no strategy is bound. */
    async getTunnelLight(id: string, now: number): Promise<TunnelLight | null> {
      const [tunnel] = await tunnelRows(id)
      if (!tunnel) return null
      const daylight = await readDaylight(id, now)
      const levelsByKey = await strategyState.shownNow()
      const { rows } =
        await sql<SegmentLamp>`select s.zone, p.project, p.device, p.work_mode <> 0 as "isByScene", ${activeProgram} as follows from lighting_tunnel_section s
        left join ${lights} p on p.section = s.id where s.tunnel = ${id} and s.zone is not null`.execute(db)
      const segments = zones.flatMap((zone) => {
        const all = rows.filter((row) => row.zone === zone)
        if (all.length === 0) return []
        const lamps = all.filter(({ project }) => project !== null)
        const following = filterInService(
          lamps.flatMap(({ project, device, follows }) =>
            follows === 'daylight' && project !== null && device !== null ? { project, device } : [],
          ),
          facilities,
        )
        const { level = null, at = null, told: delivered = new Set<string>() } = levelsByKey.get(`${id}/${zone}`) ?? {}
        const isDelivered = following.some((lamp) => delivered.has(toDeviceKey(lamp)))
        return [
          {
            zone,
            level,
            sentAt: isDelivered ? at : null,
            lamps: lamps.length,
            following: following.length,
            byScene: lamps.filter(({ isByScene }) => isByScene).length,
          },
        ]
      })
      return { strategy: tunnel.strategy, ...daylight, share: getTrafficShare(tunnel, daylight), segments }
    },
  }
}

/** A lamp of a segment; without a project: a section without lamps. */
interface SegmentLamp {
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
