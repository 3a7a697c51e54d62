import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { dayStart, hourStart } from '../../../../contract/entity/timeZone.ts'
import { lightPoints } from '../../../../contract/lighting/lampTypes.ts'
import type { AreaFigures, FigurePeriod } from '../../../../contract/routes.ts'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'
import { integrateLevel, type PointChange } from './commandedLevel.ts'
import { type AreaMeter, type MeterEnergy, sumMeters } from './measuredEnergy.ts'

const hourMs = 3_600_000
const dayCounts = { week: 7, month: 30 } as const
/** Color and other points do not change the power. */
const levelPoints = lightPoints.filter((point) => point !== 'colorTemperature')

/** Reads the figures of an area. Throws `object.missing` if it does not exist. */
export async function readAreaFigures(db: Db, id: string, period: FigurePeriod, now: number): Promise<AreaFigures> {
  const {
    rows: [area],
  } = await sql<AreaRow>`select a.project, p.time_zone as zone, a.luminaire, a.power, a.spacing, a.height
    from lighting_area a join project p on p.id = a.project where a.id = ${id}`.execute(db)
  if (!area) throw new ApiError('object.missing')
  const { rows: lamps } =
    await sql<LampRow>`select device, cabinet, coalesce(rated_power, ${area.power}::float8) as power
    from lighting_pole where area = ${id} and installation = 'installed'`.execute(db)
  const edges = listEdges(area.zone ?? 'UTC', period, now)
  const expected = await readExpected(db, area.project, lamps, edges)
  const measured = sumMeters(
    await readMeters(db, id, lamps),
    await readEnergy(db, area.project, period === 'today' ? 'hour' : 'day', edges),
    edges,
  )
  const rated = lamps.filter(({ power }) => power !== null)
  const power = rated.length > 0 ? rated.reduce((sum, lamp) => sum + (lamp.power ?? 0), 0) : null
  const length = area.spacing !== null && area.spacing > 0 && lamps.length > 0 ? area.spacing * lamps.length : null
  return {
    luminaire: area.luminaire,
    lamps: lamps.length,
    unrated: lamps.length - rated.length,
    power,
    length,
    powerPerMetre: power === null || length === null ? null : power / length,
    spacingToHeight: area.spacing && area.height ? area.spacing / area.height : null,
    from: edges[0] ?? now,
    to: edges.at(-1) ?? now,
    expected: sumKnown(expected.steps),
    knownShare: expected.knownShare,
    measured: sumKnown(measured.steps),
    source: measured.source,
    isShared: measured.isShared,
    isEstimated: measured.isEstimated,
    steps: edges.slice(0, -1).map((at, index) => ({
      at,
      expected: expected.steps[index] ?? null,
      measured: measured.steps[index] ?? null,
    })),
  }
}

/** Starts of the hours or days of a period and the end of the last one, in the project's time zone. */
export function listEdges(zone: string, period: FigurePeriod, now: number): number[] {
  if (period !== 'today')
    return Array.from({ length: dayCounts[period] + 1 }, (_, day) => dayStart(zone, now, day - dayCounts[period]))
  const [first, last] = [dayStart(zone, now), hourStart(zone, now)]
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / hourMs)) + 1 },
    (_, hour) => first + hour * hourMs,
  )
}

/** Expected energy by step: rated power times the commanded level of each lamp. */
async function readExpected(
  db: Db,
  project: string,
  lamps: readonly LampRow[],
  edges: readonly number[],
): Promise<{ readonly steps: readonly (number | null)[]; readonly knownShare: number }> {
  const rated = lamps.filter(({ power }) => power !== null)
  const changes = await readChanges(
    db,
    rated.flatMap(({ device }) => (device === null ? [] : levelPoints.map((point) => `${project}/${device}/${point}`))),
    edges,
  )
  const steps = edges.slice(1).map(() => ({ energy: 0, knownHours: 0 }))
  for (const { device, power } of rated)
    for (const [index, { fullHours, knownHours }] of integrateLevel(changes.get(device ?? '') ?? [], edges).entries()) {
      const step = steps[index]
      if (!step) continue
      step.energy += (fullHours * (power ?? 0)) / 1000
      step.knownHours += knownHours
    }
  const allHours = (lamps.length * ((edges.at(-1) ?? 0) - (edges[0] ?? 0))) / hourMs
  return {
    steps: steps.map(({ energy, knownHours }) => (knownHours > 0 ? energy : null)),
    knownShare: allHours > 0 ? steps.reduce((sum, { knownHours }) => sum + knownHours, 0) / allHours : 0,
  }
}

/** Commands to points by device, oldest first: those of the period and the last one before. Failed ones are ignored. */
async function readChanges(
  db: Db,
  paths: readonly string[],
  edges: readonly number[],
): Promise<ReadonlyMap<string, readonly PointChange[]>> {
  const [from, to] = [new Date(edges[0] ?? 0), new Date(edges.at(-1) ?? 0)]
  const { rows } = await sql<{ tag: string; at: Date; value: number }>`with known as (
      select path from tag where path = any(${paths}::text[]))
    select tag, created_at as at, value from command join known on known.path = tag
      where created_at >= ${from} and created_at < ${to} and value is not null and state not in ('failed', 'expired')
    union all select earlier.tag, earlier.created_at, earlier.value from known cross join lateral (
      select tag, created_at, value from command where tag = known.path and created_at < ${from} and value is not null and state not in ('failed', 'expired')
      order by created_at desc limit 1) earlier
    order by at`.execute(db)
  const changes = new Map<string, PointChange[]>()
  for (const { tag, at, value } of rows) {
    const { device, point } = parseTag(tag) ?? {}
    if (device === undefined || point === undefined) continue
    const list = changes.get(device)
    const change = { at: at.getTime(), point, value }
    if (list) list.push(change)
    else changes.set(device, [change])
  }
  return changes
}

/** Meters that measure the lamps: their own devices, those of the area's loops, and their cabinets by rated power. */
async function readMeters(db: Db, area: string, lamps: readonly LampRow[]): Promise<AreaMeter[]> {
  const { rows: loops } = await sql<{
    device: string
  }>`select device from lighting_loop where area = ${area} and device is not null and installation = 'installed'`.execute(
    db,
  )
  const { rows: cabinets } = await sql<{ device: string; share: number | null }>`
    select c.device, (sum(coalesce(p.rated_power, a.power)) filter (where p.area = ${area}) / nullif(sum(coalesce(p.rated_power, a.power)), 0))::float8 as share
    from lighting_pole p join lighting_cabinet c on c.id = p.cabinet left join lighting_area a on a.id = p.area
    where p.installation = 'installed' and c.device is not null and p.cabinet = any(${[...new Set(lamps.map(({ cabinet }) => cabinet))]}::text[])
    group by c.device`.execute(db)
  return [
    ...lamps.flatMap(({ device }) => (device === null ? [] : [{ device, source: 'lamps' as const, share: 1 }])),
    ...loops.map(({ device }) => ({ device, source: 'loops' as const, share: 1 })),
    ...cabinets.flatMap(({ device, share }) =>
      share === null ? [] : [{ device, source: 'cabinets' as const, share }],
    ),
  ]
}

async function readEnergy(
  db: Db,
  project: string,
  period: 'hour' | 'day',
  edges: readonly number[],
): Promise<readonly MeterEnergy[]> {
  const { rows } = await sql<{ device: string; at: Date; energy: number | null; isEstimated: boolean }>`
    select device, at, energy, is_estimated as "isEstimated" from lighting_energy_data
    where project = ${project} and period = ${period} and at >= ${new Date(edges[0] ?? 0)} and at < ${new Date(edges.at(-1) ?? 0)}`.execute(
    db,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }))
}

const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}

interface AreaRow {
  readonly project: string
  readonly zone: string | null
  readonly luminaire: string | null
  readonly power: number | null
  readonly spacing: number | null
  readonly height: number | null
}

interface LampRow {
  readonly device: string | null
  readonly cabinet: string
  readonly power: number | null
}
