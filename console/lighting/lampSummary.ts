import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { countOn, type LiveStates, type StateSource } from '../stores/live/liveStates.ts'

/** The area command with which the lamps are compared. */
export type AreaPoint = 'isOn' | 'dimming'

export interface LampSummary {
  /** `none`: the area has no lamps; `unknown`: no lamp reports. */
  readonly key: 'none' | 'unknown' | 'lit' | 'level'
  /** Number of lit lamps. A lamp that is switched on but gives no light is not counted. */
  readonly on: number
  readonly of: number
  /** Mean level of the lamps that report one. */
  readonly percent: number
  readonly unknown: number
  /** At least one lamp controlled by the area reports a state other than commanded. */
  readonly differs: boolean
}

/** Tolerance in percentage points, because lamps report whole percentages. */
const nearPercent = 2

/** Installed lamps of an area with their devices. */
export const getLamps = (rows: readonly Row[]): StateSource[] =>
  rows
    .filter((row) => getValue(row, 'installation') === 'installed')
    .map((row) => {
      const device = getValue(row, 'device')
      return { id: row.id, kind: 'pole', project: row.project ?? '', device: typeof device === 'string' ? device : '' }
    })

/**
 * Ids of lamps in tunnel sections that follow daylight. They obey an area command only until the daylight changes.
 * `lit`: sections that a brightness strategy controls; null if unknown, then all sections count.
 */
export const inDaylight = (rows: readonly Row[], lit: ReadonlySet<string> | null): ReadonlySet<string> =>
  new Set(rows.filter((row) => isInSegment(row, lit)).map(({ id }) => id))

/** Returns true if any lamp can follow daylight. */
export const isInTunnel = (rows: readonly Row[]): boolean => rows.some((row) => isInSegment(row, null))

function isInSegment(row: Row, lit: ReadonlySet<string> | null): boolean {
  const section = getValue(row, 'section')
  return typeof section === 'string' && getValue(row, 'workMode') === 0 && (lit?.has(section) ?? true)
}

/** Sections that have a zone and belong to a tunnel with a brightness strategy. */
export function litSections(sections: readonly Row[], tunnels: readonly Row[]): ReadonlySet<string> {
  const lit = new Set<unknown>(
    tunnels.filter((row) => typeof getValue(row, 'brightness') === 'string').map(({ id }) => id),
  )
  return new Set(
    sections
      .filter((row) => typeof getValue(row, 'zone') === 'string' && lit.has(getValue(row, 'tunnel')))
      .map(({ id }) => id),
  )
}

/**
 * Summarizes the reported states and compares them with the command.
 *
 * - `dimming`: commanded level in percent; null without a command.
 * - `free`: lamps that are excluded from the comparison.
 */
export function lampSummary(
  point: AreaPoint,
  lamps: readonly Pick<StateSource, 'id'>[],
  live: Pick<LiveStates, 'isOn' | 'levels' | 'states'>,
  dimming: number | null,
  free: ReadonlySet<string>,
): LampSummary {
  const { on, off } = countOn(lamps, live)
  const [knownCount, of] = [on + off, lamps.length]
  const levels = lamps.flatMap(({ id }) => live.levels.get(id) ?? [])
  const count = point === 'isOn' ? knownCount : levels.length
  const percent = Math.round(levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length))
  const differs =
    dimming !== null &&
    differsFrom(
      dimming,
      point,
      lamps.filter(({ id }) => !free.has(id)),
      live,
    )
  return {
    key: of === 0 ? 'none' : count === 0 ? 'unknown' : point === 'isOn' ? 'lit' : 'level',
    on,
    of,
    percent,
    unknown: of - count,
    differs,
  }
}

function differsFrom(
  dimming: number,
  point: AreaPoint,
  lamps: readonly Pick<StateSource, 'id'>[],
  live: Pick<LiveStates, 'isOn' | 'levels' | 'states'>,
): boolean {
  const { on, off } = countOn(lamps, live)
  if (point === 'isOn') return dimming > 0 ? off > 0 : on > 0
  return lamps.some(({ id }) => Math.abs((live.levels.get(id) ?? dimming) - dimming) > nearPercent)
}
