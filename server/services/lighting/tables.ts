import { entityOf } from '../../../contract/entities.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import { entityTable } from '../../database/entityColumns.ts'

const known = new Map<string, EntityTable>()

/** The table of a declared entity that has no secrets of its own, for questions that are no list and no page. */
export function tableOf(name: string): EntityTable {
  const table = known.get(name) ?? entityTable(entityOf(name), (text) => text)
  known.set(name, table)
  return table
}
