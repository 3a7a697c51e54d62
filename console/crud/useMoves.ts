import type { Entity, Lifecycle, Move, Row } from '../../contract/entity/define.ts'
import type { EntityValue, Option, Words } from '../../contract/entity/field.ts'
import { mayStart } from '../../contract/entity/read.ts'
import { valueOf, valuesOf } from './screenConfig.ts'
import { useRowRights } from './useRights.ts'

export interface OfferedMove {
  readonly name: string
  readonly words: Words
  /** It brings the row nearer to what is good, and is no way back from there: the one that is looked for. */
  readonly isForward: boolean
}

/** The moves that a row's state allows and this account may make, in the declaration's order. For observers. */
export function useMoves(entity: Entity): (row: Row) => readonly OfferedMove[] {
  const may = useRowRights(entity)
  const { lifecycle } = entity
  return (row) => Object.entries(lifecycle?.moves ?? {}).flatMap(([name, move]) =>
    (!move.hidden && lifecycle && mayStart(move, valueOf(row, lifecycle.field), valuesOf(row, Object.entries(entity.fields))) && may(name, row) ? [{ name, words: move.words, isForward: leadsForward(lifecycle, valueOf(row, lifecycle.field), move) }] : []))
}

/** Whether a move leads from a state that is not good to one that is, or on the way there; or says of itself that it leads on. */
export function leadsForward({ states }: Lifecycle, state: EntityValue | undefined, { to, isForward }: Pick<Move, 'to' | 'isForward'>): boolean {
  const toneOf = (value: EntityValue | undefined): Option['tone'] => states.find((each) => each.value === value)?.tone
  return isForward === true || toneOf(state) !== 'good' && (toneOf(to) === 'good' || toneOf(to) === 'underway')
}
