import { sql } from 'kysely'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { dayStart, hourStart, monthStart } from '../../../../contract/entity/timeZone.ts'
import type { Db } from '../../../database/index.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import type { CumulativeReading, Consumption } from './consumption.ts'
import { computeConsumption } from './consumption.ts'

export interface RollupOptions {
  readonly db: Db
  readonly energy: StoredEntityService
}

export interface RollupRequest {
  readonly project: string
  readonly zone: string
  /** Periods ending earlier are final. */
  readonly from: number
  readonly now: number
}

interface Span {
  readonly period: 'hour' | 'day' | 'month'
  readonly from: number
  readonly to: number
}

const hourMs = 3_600_000
/** Maximum distance of the nearest reading from the end of a day or month. */
const slackMs = { hour: 0, day: 3 * hourMs, month: 36 * hourMs } as const
const batchSize = 500

/**
 * Writes the consumption of each meter for every completed hour, day and month since its first reading, without a value
 * if unknown. Missing or estimated values are corrected when late values arrive; others stay.
 */
export async function rollUpEnergy(
  { db, energy }: RollupOptions,
  { project, zone, from, now }: RollupRequest,
): Promise<number> {
  const spans = listSpans(zone, from, now)
  const earliest = Math.min(...spans.map((span) => span.from), from)
  const { rows: freezes } = await sql<{
    device: string
    period: string
    at: Date
    energy: number
  }>`select device, period, at, energy from lighting_freeze_data
    where project = ${project} and at >= ${new Date(earliest)} and energy is not null and (period = 'day' or (period = 'hour' and at >= ${new Date(dayStart(zone, from))})) order by device, at`.execute(
    db,
  )
  const { rows: firsts } = await sql<{
    device: string
    at: Date
  }>`select device, min(at) as at from lighting_freeze_data where project = ${project} group by device`.execute(db)
  const { rows: existing } = await sql<{
    id: string
    device: string
    period: string
    at: Date
    energy: number | null
    estimated: boolean
  }>`
    select id, device, period, at, energy, is_estimated as estimated from lighting_energy_data where project = ${project} and at >= ${new Date(earliest)}`.execute(
    db,
  )
  const existingByKey = new Map(existing.map((row) => [`${row.device}/${row.period}/${row.at.getTime()}`, row]))
  const readings = groupReadings(freezes)
  const newRows: { project: string; values: EntityValues }[] = []
  let correctedCount = 0
  for (const { device, at: first } of firsts) {
    for (const { period, from: begin, to } of spans) {
      if (to <= first.getTime()) continue
      const consumption: Consumption = computeConsumption(
        readings.get(`${device}/${period === 'month' ? 'day' : 'hour'}`) ?? [],
        begin,
        to,
        slackMs[period],
      )
      const row = existingByKey.get(`${device}/${period}/${begin}`)
      if (!row) newRows.push({ project, values: { device, period, at: begin, ...consumption } })
      else if (
        (row.energy === null || row.estimated) &&
        consumption.energy !== null &&
        (consumption.energy !== row.energy || consumption.isEstimated !== row.estimated)
      ) {
        await energy.set(row.id, { ...consumption })
        correctedCount++
      }
    }
  }
  for (let start = 0; start < newRows.length; start += batchSize)
    await energy.add(systemContext, newRows.slice(start, start + batchSize))
  return newRows.length + correctedCount
}

/** Hours, days and months completed since `from` in the project's time zone, where a day may have 23 hours. */
export function listSpans(zone: string, from: number, now: number): Span[] {
  const spans: Span[] = []
  for (let at = hourStart(zone, from); at + hourMs <= now; at += hourMs)
    spans.push({ period: 'hour', from: at, to: at + hourMs })
  for (let at = dayStart(zone, from), end = dayStart(zone, at, 1); end <= now; at = end, end = dayStart(zone, at, 1))
    spans.push({ period: 'day', from: at, to: end })
  for (
    let at = monthStart(zone, from), end = monthStart(zone, at, 1);
    end <= now;
    at = end, end = monthStart(zone, at, 1)
  )
    spans.push({ period: 'month', from: at, to: end })
  return spans
}

function groupReadings(
  freezes: readonly { readonly device: string; readonly period: string; readonly at: Date; readonly energy: number }[],
): Map<string, CumulativeReading[]> {
  const readings = new Map<string, CumulativeReading[]>()
  for (const { device, period, at, energy } of freezes) {
    const key = `${device}/${period}`
    const list = readings.get(key) ?? []
    list.push({ at: at.getTime(), energy })
    readings.set(key, list)
  }
  return readings
}
