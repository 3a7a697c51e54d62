import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { sensorDevice } from '../../../../contract/telemetry/index.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { readMean } from './mean.ts'
import { findPeriodEnd, listPeriods } from './periods.ts'

export interface SensorStatisticsParts {
  readonly db: Db
  readonly history: Pick<History, 'write'>
  readonly broker: Pick<Broker, 'publishValues'>
  readonly log: Log
  readonly now: () => number
}

interface SensorRow {
  readonly id: string
  readonly project: string
  readonly zone: string
  readonly name: string
  readonly device: string
  readonly point: string
  readonly coefficient: number
  readonly minutes: number
  readonly average: number | null
  readonly average_at: Date | null
}

export const defaultPeriodMinutes = 15
const minuteMs = 60_000
/** Values may arrive this late and still count. */
const settleMs = 5_000
const maxBackfillMs = 24 * 3_600_000
const averagePoint = 'average'

/** Computes the averages of traffic sensors at the end of each statistic period. */
export function createSensorStatistics({ db, history, broker, log, now }: SensorStatisticsParts) {
  /** End of the period that was published last, by sensor. */
  const published = new Map<string, number>()
  let store: (id: string, values: EntityValues) => Promise<void> = () => Promise.resolve()

  const computeSensor = async (sensor: SensorRow, until: number): Promise<void> => {
    const earliest = until - maxBackfillMs
    const last = sensor.average_at?.getTime()
    // A new sensor has no completed period yet.
    const after = Math.max(
      last ?? findPeriodEnd(sensor.zone, sensor.minutes, until) - 2 * sensor.minutes * minuteMs,
      earliest,
    )
    let [average, at]: [number | null, number | undefined] = [sensor.average, last]
    for (const { from, to } of listPeriods(sensor.zone, sensor.minutes, after, until)) {
      const mean = await readMean(db, `${sensor.project}/${sensor.device}/${sensor.point}`, from, to)
      average = mean === null ? null : Number((mean * sensor.coefficient).toPrecision(12))
      at = to
      await history.write([{ ...toFrame(sensor, average, at), texts: null, acknowledged: true }])
    }
    if (at === undefined) return
    if (at !== last) await store(sensor.id, { average, averageAt: at })
    if (published.get(sensor.id) === at) return
    published.set(sensor.id, at)
    broker.publishValues({
      ...toFrame(sensor, average, at),
      receivedAt: now(),
      arrivedMs: monotonicNow(),
      every: sensor.minutes * minuteMs,
      texts: null,
      acknowledged: false,
    })
  }

  const run = async (): Promise<number> => {
    const until = now() - settleMs
    const sensors = await readSensors(db)
    await describeTags(db, sensors)
    for (const sensor of sensors)
      await computeSensor(sensor, until).catch((cause: unknown) =>
        log.warn('could not compute the average of a sensor', { sensor: sensor.id, cause }),
      )
    return Math.ceil((until + 1) / minuteMs) * minuteMs + settleMs
  }
  const task = createPeriodicTask({ name: 'sensor statistics', clock: systemClock, log, round: run })

  return {
    /** Computes what is due, once. */
    run,

    /** Starts computing. `storeAverage` writes fields of a sensor. Returns a function that stops it. */
    open(storeAverage: (id: string, values: EntityValues) => Promise<void>): () => Promise<void> {
      store = storeAverage
      task.poke()
      return () => task.stop()
    },
  }
}

export type SensorStatistics = ReturnType<typeof createSensorStatistics>

const toFrame = ({ id, project }: SensorRow, average: number | null, at: number) => ({
  project,
  device: sensorDevice(id),
  at,
  points: [averagePoint],
  values: Float64Array.of(average ?? NaN),
  qualities: Uint8Array.of(average === null ? quality.bad : quality.good),
})

async function readSensors(db: Db): Promise<readonly SensorRow[]> {
  const { rows } = await sql<SensorRow>`
    select s.id, s.project, coalesce(p.time_zone, 'UTC') as zone, s.name, s.device, coalesce(s.point, 'value') as point, coalesce(s.coefficient, 1) as coefficient,
      coalesce(s.statistic_period, t.statistic_period, ${defaultPeriodMinutes})::int as minutes, s.average, s.average_at
    from lighting_sensor s join project p on p.id = s.project left join lighting_tunnel t on t.id = s.tunnel
    where s.kind = 3 and s.installation = 'installed' and s.device is not null order by s.id`.execute(db)
  return rows
}

/** Writes the averages to the tag catalogue, so that drawings, curves and alarms find them. */
async function describeTags(db: Db, sensors: readonly SensorRow[]): Promise<void> {
  if (sensors.length === 0) return
  const column = (getText: (sensor: SensorRow) => string): string[] => sensors.map(getText)
  await sql`insert into tag (path, project, device, point, unit, kind, writable, en, zh)
    select project || '/' || device || '/' || ${averagePoint}, project, device, ${averagePoint}, 'veh/h', 'number', false, name || ' · average', name || ' · 周期平均'
    from unnest(${column(({ project }) => project)}::text[], ${column(({ id }) => sensorDevice(id))}::text[], ${column(({ name }) => name)}::text[]) as new (project, device, name)
    on conflict (path) do update set unit = excluded.unit, en = excluded.en, zh = excluded.zh
    where (tag.unit, tag.en) is distinct from (excluded.unit, excluded.en)`.execute(db)
}
