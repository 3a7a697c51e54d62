import type { Row } from '../../contract/entity/define.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { countOn, type LiveStates, type AnnouncedState } from '../stores/liveStates.ts'

/** Which of an area's commands the lamps are compared with. */
export type AreaPoint = 'isOn' | 'dimming'

export interface LampSummary {
  /** `none`: no lamp at all; `unknown`: nothing is known of any. */
  readonly key: 'none' | 'unknown' | 'lit' | 'level'
  /** How many are lit: a lamp that was switched on and gives no light is not. */
  readonly on: number
  readonly of: number
  /** The mean level of those of which it is known. */
  readonly percent: number
  readonly unknown: number
  /** Some lamp that is known of, and that the area's commands rule, is otherwise than was asked. */
  readonly differs: boolean
}

/** A lamp reports whole percents, and near enough is there. */
const nearPercent = 2

/** The lamps of an area that are at work, as those that a device speaks for. */
export const lampsOf = (rows: readonly Row[]): AnnouncedState[] => rows.filter((row) => valueOf(row, 'installation') === 'installed').map((row) => {
  const device = valueOf(row, 'device')
  return { id: row.id, kind: 'pole', project: row.project ?? '', device: typeof device === 'string' ? device : '' }
})

/** Of lamps in sections of tunnels, those that follow the daylight: they obey their area until it changes, and then are otherwise than it was asked. `lit`: where that is known, the sections that a brightness strategy lights. */
export const inDaylight = (rows: readonly Row[], lit: ReadonlySet<string> | null): ReadonlySet<string> => new Set(rows.filter((row) => isInSegment(row, lit)).map(({ id }) => id))

/** Whether some lamp could be one of these. */
export const isInTunnel = (rows: readonly Row[]): boolean => rows.some((row) => isInSegment(row, null))

function isInSegment(row: Row, lit: ReadonlySet<string> | null): boolean {
  const section = valueOf(row, 'section')
  return typeof section === 'string' && valueOf(row, 'workMode') === 0 && (lit?.has(section) ?? true)
}

/** The sections of lit segments: they have a zone, and their tunnel a brightness strategy. */
export function litSections(sections: readonly Row[], tunnels: readonly Row[]): ReadonlySet<string> {
  const lit = new Set<unknown>(tunnels.filter((row) => typeof valueOf(row, 'brightness') === 'string').map(({ id }) => id))
  return new Set(sections.filter((row) => typeof valueOf(row, 'zone') === 'string' && lit.has(valueOf(row, 'tunnel'))).map(({ id }) => id))
}

/** What the lamps report, and whether that is what was asked: `dimming` in percent, null where nothing was. Of what is not known nothing is said, and of whom is in `free` not whether it is as asked. */
export function lampSummary(point: AreaPoint, lamps: readonly Pick<AnnouncedState, 'id'>[], live: Pick<LiveStates, 'isOn' | 'levels' | 'states'>, dimming: number | null, free: ReadonlySet<string>): LampSummary {
  const { on, off } = countOn(lamps, live)
  const [known, of] = [on + off, lamps.length]
  const levels = lamps.flatMap(({ id }) => live.levels.get(id) ?? [])
  const count = point === 'isOn' ? known : levels.length
  const percent = Math.round(levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length))
  const differs = dimming !== null && differsFrom(dimming, point, lamps.filter(({ id }) => !free.has(id)), live)
  return { key: of === 0 ? 'none' : count === 0 ? 'unknown' : point === 'isOn' ? 'lit' : 'level', on, of, percent, unknown: of - count, differs }
}

function differsFrom(dimming: number, point: AreaPoint, lamps: readonly Pick<AnnouncedState, 'id'>[], live: Pick<LiveStates, 'isOn' | 'levels' | 'states'>): boolean {
  const { on, off } = countOn(lamps, live)
  if (point === 'isOn') return dimming > 0 ? off > 0 : on > 0
  return lamps.some(({ id }) => Math.abs((live.levels.get(id) ?? dimming) - dimming) > nearPercent)
}
