import type { Row } from '../../contract/entity/define.ts'
import { valueOf } from '../crud/shape.ts'
import { countOn, type LiveStates, type Spoken } from '../stores/liveBoard.ts'

/** Which of an area's commands the lamps are compared with. */
export type AreaPoint = 'isOn' | 'dimming'

export interface LampsSaid {
  /** `none`: no lamp at all; `unknown`: nothing is known of any. */
  readonly key: 'none' | 'unknown' | 'lit' | 'level'
  /** How many are lit: a lamp that was switched on and gives no light is not. */
  readonly on: number
  readonly of: number
  /** The mean level of those of which it is known. */
  readonly percent: number
  readonly unknown: number
  /** Some lamp that is known of is otherwise than was asked. */
  readonly differs: boolean
}

/** A lamp reports whole percents, and near enough is there. */
const nearPercent = 2

/** The lamps of an area that are at work, as those that a device speaks for. */
export const lampsOf = (rows: readonly Row[]): Spoken[] => rows.filter((row) => valueOf(row, 'installation') === 'installed').map((row) => {
  const device = valueOf(row, 'device')
  return { id: row.id, kind: 'pole', project: row.project ?? '', device: typeof device === 'string' ? device : '' }
})

/** What the lamps report, and whether that is what was asked: `dimming` in percent, null where nothing was. Of what is not known nothing is said. */
export function lampsSaid(point: AreaPoint, lamps: readonly Pick<Spoken, 'id'>[], live: Pick<LiveStates, 'isOn' | 'levels' | 'states'>, dimming: number | null): LampsSaid {
  const { on, off } = countOn(lamps, live)
  const [known, of] = [on + off, lamps.length]
  const levels = lamps.flatMap(({ id }) => live.levels.get(id) ?? [])
  const count = point === 'isOn' ? known : levels.length
  const percent = Math.round(levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length))
  const differs = dimming !== null && (point === 'isOn' ? (dimming > 0 ? on < known : on > 0) : levels.some((level) => Math.abs(level - dimming) > nearPercent))
  return { key: of === 0 ? 'none' : count === 0 ? 'unknown' : point === 'isOn' ? 'lit' : 'level', on, of, percent, unknown: of - count, differs }
}
