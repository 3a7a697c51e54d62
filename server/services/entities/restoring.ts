import { sql } from 'kysely'
import type { EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import { named, searchedOf, snake } from '../../database/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { placesOf } from './references.ts'
import type { EntityService } from './types.ts'

type KeptRow = Record<string, EntityValue>

/**
 * Adapts a deleted row (as JSON of its columns) before restoring: makes a unique name free and clears references to
 * missing rows.
 */
export async function prepareRestored(tx: Db, table: EntityTable, kept: string, serviceOf: (name: string) => EntityService): Promise<{ readonly row: string; readonly name?: string }> {
  const [row] = JSON.parse(kept) as [KeptRow]
  const isChanged = await forgetMissing(tx, table, row, serviceOf)
  const name = await freeName(tx, table, row)
  if (!isChanged && name === undefined) return { row: kept }
  const column = table.column(table.entity.title).name
  if (name !== undefined) Object.assign(row, { [column]: name })
  const values: EntityValues = Object.fromEntries(table.columns.map(({ field, name: of }) => [field, row[of] ?? null]))
  return { row: JSON.stringify([{ ...row, ...searchedOf(table, values) }]), ...(name !== undefined && { name }) }
}

async function freeName(tx: Db, table: EntityTable, row: KeptRow): Promise<string | undefined> {
  const { entity } = table
  const title = table.column(entity.title).name
  const own = row[title]
  const declared = entity.fields[entity.title]
  const groups = entity.unique.filter((group) => group.includes(entity.title))
  if (typeof own !== 'string' || groups.length === 0 || declared?.kind !== 'text') return undefined
  const isTaken = async (name: string): Promise<boolean> => {
    for (const group of groups) {
      const others = group.filter((field) => field !== entity.title).map((field) => table.column(field).name)
      const same = others.map((column) => sql` and to_jsonb(${named(column)}) = ${JSON.stringify(row[column] ?? null)}::jsonb`)
      const { rows } = await sql`select 1 from ${named(table.name)} where project = ${row['project']} and ${named(title)} = ${name}${sql.join(same, sql``)} limit 1`.execute(tx)
      if (rows.length > 0) return true
    }
    return false
  }
  if (!await isTaken(own)) return undefined
  for (let count = 2; ; count++) {
    const end = ` (${count})`
    const name = own.slice(0, declared.maxLength - end.length) + end
    if (!await isTaken(name)) return name
  }
}

/** Returns true if a reference was cleared. */
async function forgetMissing(tx: Db, { entity }: EntityTable, row: KeptRow, serviceOf: (name: string) => EntityService): Promise<boolean> {
  let isChanged = false
  for (const { field, inner, to } of placesOf(entity.fields)) {
    const within: readonly KeptRow[] = inner === undefined ? [row] : rowsIn(row[snake(field)])
    const key = inner ?? snake(field)
    const ids = within.flatMap((one) => idsIn(one[key]))
    if (ids.length === 0) continue
    const there = await serviceOf(to).titled(tx, ids, true)
    for (const one of within) {
      if (idsIn(one[key]).every((id) => there.has(id))) continue
      const value = one[key]
      one[key] = Array.isArray(value) ? idsIn(value).filter((id) => there.has(id)) : null
      isChanged = true
    }
  }
  return isChanged
}

const idsIn = (value: EntityValue | undefined): string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [])
const rowsIn = (value: EntityValue | undefined): KeptRow[] => (Array.isArray(value) ? value.filter((one): one is KeptRow => typeof one === 'object' && one !== null && !Array.isArray(one)) : [])
