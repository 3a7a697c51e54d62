import { getEntity } from '../../../contract/entities.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { entityTable } from '../../database/entities/entityColumns.ts'

const tablesByName = new Map<string, EntityTable>()

/** Table of an entity without secrets, for custom queries. */
export function getTable(name: string): EntityTable {
  const table = tablesByName.get(name) ?? entityTable(getEntity(name), (text) => text)
  tablesByName.set(name, table)
  return table
}
