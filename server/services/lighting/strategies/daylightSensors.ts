import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import type { Reading } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import { defaultPeriodMinutes } from '../sensorStatistics/index.ts'
import { readMean as readPeriodMean } from '../sensorStatistics/mean.ts'

/** Readings of a tunnel's control sensors; null if none is reliable. */
export interface DaylightReading {
  /** In cd/m². */
  readonly luminance: Controlled | null
  /** In vehicles per hour and lane, averaged over the statistic period. */
  readonly flow: Controlled | null
}

export interface Controlled {
  readonly value: number
  readonly sensor: string
}

export interface DaylightOptions {
  readonly db: Db
  readonly getNewest: (tag: string) => Reading | undefined
}

const minuteMs = 60_000
const freshMs = 5 * minuteMs
/** Minimum milliseconds between computations of the average. */
const meanIntervalMs = minuteMs

/**
 * Reads the control sensors of a tunnel, the main one first; silent or unreliable sensors are skipped. Values are
 * multiplied by the coefficients of sensor and tunnel.
 */
export function createDaylightSensors({ db, getNewest }: DaylightOptions) {
  const means = new Map<string, { readonly at: number; readonly value: number | null }>()

  /** Average of the values per minute. Constant values are stored at least once a minute. */
  const readMean = async (tag: string, minutes: number, now: number): Promise<number | null> => {
    const key = `${tag}/${minutes}`
    const cached = means.get(key)
    if (cached && now >= cached.at && now - cached.at < meanIntervalMs) return cached.value
    const value = await readPeriodMean(db, tag, now - minutes * minuteMs, now)
    means.set(key, { at: now, value })
    return value
  }

  /** Newest value if it is current. `seldom`: reporting interval in minutes of slow sensors. */
  const readCurrent = (tag: string, now: number, maxAgeMinutes = 0): number | null => {
    const reading = getNewest(tag)
    const isCurrent =
      reading && reading.quality < quality.bad && now - reading.at <= Math.max(freshMs, maxAgeMinutes * minuteMs)
    return isCurrent ? reading.value : null
  }

  return async (tunnel: string, now: number): Promise<DaylightReading> => {
    const { rows } =
      await sql<SensorRow>`select s.project, s.device, s.point, s.name, s.kind, coalesce(s.coefficient, 1) * coalesce(t.coefficient, 1) as coefficient,
      coalesce(s.lane_count, t.lane_count, 1) as lanes, coalesce(s.statistic_period, t.statistic_period, ${defaultPeriodMinutes}) as minutes from lighting_sensor s join lighting_tunnel t on t.id = s.tunnel
      where s.tunnel = ${tunnel} and s.kind in (2, 3) and s.work_mode = 1 and s.installation = 'installed' and s.device is not null order by s.is_main desc, s.id`.execute(
        db,
      )
    let [luminance, flow]: (Controlled | null)[] = [null, null]
    for (const { project, device, point, name, kind, coefficient, lanes, minutes } of rows) {
      if ((kind === 2 ? luminance : flow) !== null) continue
      const tag = `${project}/${device}/${point}`
      const present = readCurrent(tag, now, kind === 3 ? minutes : 0)
      if (present === null) continue
      if (kind === 2) luminance = { value: present * coefficient, sensor: name }
      else flow = { value: (((await readMean(tag, minutes, now)) ?? present) * coefficient) / lanes, sensor: name }
    }
    return { luminance: luminance ?? null, flow: flow ?? null }
  }
}

interface SensorRow {
  readonly project: string
  readonly device: string
  readonly point: string
  readonly name: string
  readonly kind: number
  readonly coefficient: number
  readonly lanes: number
  readonly minutes: number
}
