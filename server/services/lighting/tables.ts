import { entityOf } from '../../../contract/entities.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import { entityTable } from '../../database/entityColumns.ts'

const known = new Map<string, EntityTable>()

/** Table of an entity without secrets, for custom queries. */
export function tableOf(name: string): EntityTable {
  const table = known.get(name) ?? entityTable(entityOf(name), (text) => text)
  known.set(name, table)
  return table
}
