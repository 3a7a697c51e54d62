import type { Entity, Row } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'
import { mayStart } from '../../contract/entity/read.ts'
import { valueOf, valuesOf } from './shape.ts'
import { useRights } from './useRights.ts'

/** The moves that a row's state allows and this account may make, in the declaration's order. For observers. */
export function useMoves(entity: Entity): (row: Row) => readonly { readonly name: string; readonly words: Words }[] {
  const may = useRights(entity)
  const { lifecycle } = entity
  return (row) => Object.entries(lifecycle?.moves ?? {}).flatMap(([name, move]) =>
    (!move.hidden && lifecycle && mayStart(move, valueOf(row, lifecycle.field), valuesOf(row, Object.entries(entity.fields))) && may(name, row.project) ? [{ name, words: move.words }] : []))
}
