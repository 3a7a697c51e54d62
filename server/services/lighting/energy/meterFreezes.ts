import { sql } from 'kysely'
import type { EntityValues, Words } from '../../../../contract/entity/field.ts'
import { dayStart, hourStart, monthStart } from '../../../../contract/entity/timeZone.ts'
import type { Db } from '../../../database/index.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import { rollUpEnergy } from './rollup.ts'

export interface FreezeParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
}

export interface Meter {
  readonly project: string
  readonly device: string
}

const hourMs = 3_600_000
/** Maximum age in milliseconds of a value for the full hour. Constant values are stored at least once a minute. */
const freshMs = 15 * 60_000
/** Time allowed for devices to deliver buffered values after an outage. */
const lateMs = 3 * hourMs
/** History retention. */
const historyMs = 7 * 24 * hourMs
const atOnce = 500
const meterPoints = ['energyKwh', 'energy'] as const
/** Record fields with the point names used by devices. */
const pointsOf: Readonly<Record<string, readonly string[]>> = {
  energy: meterPoints, voltageA: ['voltageA', 'voltage'], voltageB: ['voltageB'], voltageC: ['voltageC'], currentA: ['currentA', 'current'], currentB: ['currentB'], currentC: ['currentC'], power: ['powerKw'],
}
const points = Object.values(pointsOf).flat()

/**
 * Freezes every meter at each full hour, day and month in the project's time zone, from history, and computes the
 * consumption in between. Missed hours are made up, existing records stay, and unmeasured values are missing. Runs as a
 * scheduled job after each full hour or more often.
 */
export function createMeterFreezes({ db, stored }: FreezeParts) {
  return async ({ now }: { readonly now: number }): Promise<Words> => {
    const { rows: projects } = await sql<{ id: string; zone: string | null }>`select id, time_zone as zone from project where id in (
      select project from tag where point = any(${[...meterPoints]}::text[])) order by id`.execute(db)
    let [latched, rolled] = [0, 0]
    for (const { id, zone } of projects) {
      const from = await beginningOf(id, now)
      latched += await freezeProject(id, zone ?? 'UTC', from, now)
      rolled += await rollUpEnergy({ db, energy: stored('energyData') }, { project: id, zone: zone ?? 'UTC', from, now })
    }
    return { en: `${latched} freeze records and ${rolled} energy records written`, zh: `写入冻结数据 ${latched} 条，能耗数据 ${rolled} 条` }
  }

  /** Start of the range: the newest freeze, minus the time for late values; initially the whole history. */
  async function beginningOf(project: string, now: number): Promise<number> {
    const { rows: [newest] } = await sql<{ at: Date | null }>`select max(at) as at from lighting_freeze_data where project = ${project} and period = 'hour'`.execute(db)
    const oldest = now - historyMs
    return newest?.at ? Math.max(oldest, Math.min(newest.at.getTime(), now - lateMs)) : oldest
  }

  async function freezeProject(project: string, zone: string, from: number, now: number): Promise<number> {
    const { rows: tags } = await sql<{ id: number; device: string; point: string }>`select id, device, point from tag where project = ${project} and point = any(${points}::text[])
      and device in (select device from tag where project = ${project} and point = any(${[...meterPoints]}::text[]))`.execute(db)
    const byId = new Map(tags.map((tag) => [tag.id, tag]))
    const { rows: there } = await sql<{ device: string; period: string; at: Date }>`
      select device, period, at from lighting_freeze_data where project = ${project} and at >= ${new Date(from - 2 * hourMs)}`.execute(db)
    const known = new Set(there.map(({ device, period, at }) => `${device}/${period}/${at.getTime()}`))
    const devices = [...new Set(tags.map(({ device }) => device))]
    let written = 0
    for (let at = hourStart(zone, from - 1) + hourMs; at <= now; at += hourMs) {
      const periods = ['hour', ...(dayStart(zone, at) === at ? ['day'] : []), ...(monthStart(zone, at) === at ? ['month'] : [])]
      const isMissing = (device: string, period: string): boolean => !known.has(`${device}/${period}/${at}`)
      const wanted = new Set(devices.filter((device) => periods.some((period) => isMissing(device, period))))
      if (wanted.size === 0) continue
      const ids = tags.flatMap(({ id, device }) => (wanted.has(device) ? [id] : []))
      const latches = await latchesAt(ids, byId, at)
      const rows = [...latches].flatMap(([device, values]) => periods.filter((period) => isMissing(device, period)).map((period) => ({ project, values: { device, period, at, ...values } })))
      for (let start = 0; start < rows.length; start += atOnce) await stored('freezeData').add(systemContext, rows.slice(start, start + atOnce))
      written += rows.length
    }
    return written
  }

  /** Meter readings at a time; meters without an energy value are omitted. */
  async function latchesAt(ids: readonly number[], byId: ReadonlyMap<number, { readonly device: string; readonly point: string }>, at: number): Promise<Map<string, EntityValues>> {
    const { rows } = await sql<{ tag: number; value: number }>`select distinct on (tag) tag, value from tag_history
      where tag = any(${ids}::int[]) and at > ${new Date(at - freshMs)} and at <= ${new Date(at)} and quality < 2 and value <> 'NaN'::float8 order by tag, at desc`.execute(db)
    const shown = new Map<string, Map<string, number>>()
    for (const { tag, value } of rows) {
      const named = byId.get(tag)
      if (named) shown.set(named.device, (shown.get(named.device) ?? new Map<string, number>()).set(named.point, value))
    }
    const latches = new Map<string, EntityValues>()
    for (const [device, values] of shown) {
      const latch = Object.fromEntries(Object.entries(pointsOf).map(([field, names]) => [field, names.map((name) => values.get(name)).find((value) => value !== undefined) ?? null]))
      if (latch['energy'] !== null) latches.set(device, latch)
    }
    return latches
  }
}
