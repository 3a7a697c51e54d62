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
const batchSize = 500
const meterPoints = ['energyKwh', 'energy'] as const
/** Record fields with the point names used by devices. */
const pointsByField: Readonly<Record<string, readonly string[]>> = {
  energy: meterPoints,
  voltageA: ['voltageA', 'voltage'],
  voltageB: ['voltageB'],
  voltageC: ['voltageC'],
  currentA: ['currentA', 'current'],
  currentB: ['currentB'],
  currentC: ['currentC'],
  power: ['powerKw'],
}
const points = Object.values(pointsByField).flat()

/**
 * Freezes every meter at each full hour, day and month in the project's time zone, from history, and computes the
 * consumption in between. Missed hours are made up, existing records stay, and unmeasured values are missing. Runs as a
 * scheduled job after each full hour or more often.
 */
export function createMeterFreezes({ db, stored }: FreezeParts) {
  return async ({ now }: { readonly now: number }): Promise<Words> => {
    const { rows: projects } = await sql<{
      id: string
      zone: string | null
    }>`select id, time_zone as zone from project where id in (
      select project from tag where point = any(${[...meterPoints]}::text[])) order by id`.execute(db)
    let [frozenCount, rolledUpCount] = [0, 0]
    for (const { id, zone } of projects) {
      const from = await findStart(id, now)
      frozenCount += await freezeProject(id, zone ?? 'UTC', from, now)
      rolledUpCount += await rollUpEnergy(
        { db, energy: stored('energyData') },
        { project: id, zone: zone ?? 'UTC', from, now },
      )
    }
    return {
      en: `${frozenCount} freeze records and ${rolledUpCount} energy records written`,
      zh: `写入冻结数据 ${frozenCount} 条，能耗数据 ${rolledUpCount} 条`,
    }
  }

  /** Start of the range: the newest freeze, minus the time for late values; initially the whole history. */
  async function findStart(project: string, now: number): Promise<number> {
    const {
      rows: [newest],
    } = await sql<{
      at: Date | null
    }>`select max(at) as at from lighting_freeze_data where project = ${project} and period = 'hour'`.execute(db)
    const oldest = now - historyMs
    return newest?.at ? Math.max(oldest, Math.min(newest.at.getTime(), now - lateMs)) : oldest
  }

  async function freezeProject(project: string, zone: string, from: number, now: number): Promise<number> {
    const { rows: tags } = await sql<{
      id: number
      device: string
      point: string
    }>`select id, device, point from tag where project = ${project} and point = any(${points}::text[])
      and device in (select device from tag where project = ${project} and point = any(${[...meterPoints]}::text[]))`.execute(
      db,
    )
    const byId = new Map(tags.map((tag) => [tag.id, tag]))
    const { rows: existing } = await sql<{ device: string; period: string; at: Date }>`
      select device, period, at from lighting_freeze_data where project = ${project} and at >= ${new Date(from - 2 * hourMs)}`.execute(
      db,
    )
    const existingKeys = new Set(existing.map(({ device, period, at }) => `${device}/${period}/${at.getTime()}`))
    const devices = [...new Set(tags.map(({ device }) => device))]
    let written = 0
    for (let at = hourStart(zone, from - 1) + hourMs; at <= now; at += hourMs) {
      const periods = [
        'hour',
        ...(dayStart(zone, at) === at ? ['day'] : []),
        ...(monthStart(zone, at) === at ? ['month'] : []),
      ]
      const isMissing = (device: string, period: string): boolean => !existingKeys.has(`${device}/${period}/${at}`)
      const missingDevices = new Set(devices.filter((device) => periods.some((period) => isMissing(device, period))))
      if (missingDevices.size === 0) continue
      const ids = tags.flatMap(({ id, device }) => (missingDevices.has(device) ? [id] : []))
      const readings = await readReadings(ids, byId, at)
      const rows = [...readings].flatMap(([device, values]) =>
        periods
          .filter((period) => isMissing(device, period))
          .map((period) => ({ project, values: { device, period, at, ...values } })),
      )
      for (let start = 0; start < rows.length; start += batchSize)
        await stored('freezeData').add(systemContext, rows.slice(start, start + batchSize))
      written += rows.length
    }
    return written
  }

  /** Meter readings at a time; meters without an energy value are omitted. */
  async function readReadings(
    ids: readonly number[],
    byId: ReadonlyMap<number, { readonly device: string; readonly point: string }>,
    at: number,
  ): Promise<Map<string, EntityValues>> {
    const { rows } = await sql<{ tag: number; value: number }>`select distinct on (tag) tag, value from tag_history
      where tag = any(${ids}::int[]) and at > ${new Date(at - freshMs)} and at <= ${new Date(at)} and quality < 2 and value <> 'NaN'::float8 order by tag, at desc`.execute(
      db,
    )
    const valuesByDevice = new Map<string, Map<string, number>>()
    for (const { tag, value } of rows) {
      const tagOfValue = byId.get(tag)
      if (tagOfValue)
        valuesByDevice.set(
          tagOfValue.device,
          (valuesByDevice.get(tagOfValue.device) ?? new Map<string, number>()).set(tagOfValue.point, value),
        )
    }
    const readings = new Map<string, EntityValues>()
    for (const [device, values] of valuesByDevice) {
      const reading = Object.fromEntries(
        Object.entries(pointsByField).map(([field, names]) => [
          field,
          names.map((name) => values.get(name)).find((value) => value !== undefined) ?? null,
        ]),
      )
      if (reading['energy'] !== null) readings.set(device, reading)
    }
    return readings
  }
}
