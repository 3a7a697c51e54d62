import type { Entity, Lifecycle, Move, Row } from '../../../contract/entity/define.ts'
import type { EntityValue, Option, Words } from '../../../contract/entity/field.ts'
import { canTransition } from '../../../contract/entity/read.ts'
import { getValue, getFormValues } from '../config/screenConfig.ts'
import { useRowRights } from '../config/useRights.ts'

export interface OfferedMove {
  readonly name: string
  readonly words: Words
  /** The transition leads towards a good state and is highlighted. */
  readonly isForward: boolean
}

/**
 * Transitions that the state of a row and the permissions of the account allow, in declared order. Call in an observer.
 */
export function useMoves(entity: Entity): (row: Row) => readonly OfferedMove[] {
  const may = useRowRights(entity)
  const { lifecycle } = entity
  return (row) =>
    Object.entries(lifecycle?.moves ?? {}).flatMap(([name, move]) =>
      !move.hidden &&
      lifecycle &&
      canTransition(move, getValue(row, lifecycle.field), getFormValues(row, Object.entries(entity.fields))) &&
      may(name, row)
        ? [{ name, words: move.words, isForward: leadsForward(lifecycle, getValue(row, lifecycle.field), move) }]
        : [],
    )
}

/**
 * Returns true if a transition leads from a state that is not good to a good one or to one underway, or is declared as
 * forward.
 */
export function leadsForward(
  { states }: Lifecycle,
  state: EntityValue | undefined,
  { to, isForward }: Pick<Move, 'to' | 'isForward'>,
): boolean {
  const getTone = (value: EntityValue | undefined): Option['tone'] => states.find((each) => each.value === value)?.tone
  return isForward === true || (getTone(state) !== 'good' && (getTone(to) === 'good' || getTone(to) === 'underway'))
}
