import { sql } from 'kysely'
import type { EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { sqlName, createSearchColumns, snake } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { getReferencePlaces } from './references.ts'
import type { EntityService } from './types.ts'

type RecycledRow = Record<string, EntityValue>

/**
 * Adapts a deleted row (as JSON of its columns) before restoring: makes a unique name free and clears references to
 * missing rows.
 */
export async function prepareRestored(
  tx: Db,
  table: EntityTable,
  recycled: string,
  getService: (name: string) => EntityService,
): Promise<{ readonly row: string; readonly name?: string }> {
  const [row] = JSON.parse(recycled) as [RecycledRow]
  const isChanged = await clearMissingReferences(tx, table, row, getService)
  const name = await findFreeName(tx, table, row)
  if (!isChanged && name === undefined) return { row: recycled }
  const column = table.column(table.entity.title).name
  if (name !== undefined) Object.assign(row, { [column]: name })
  const values: EntityValues = Object.fromEntries(
    table.columns.map(({ field, name: columnName }) => [field, row[columnName] ?? null]),
  )
  return {
    row: JSON.stringify([{ ...row, ...createSearchColumns(table, values) }]),
    ...(name !== undefined && { name }),
  }
}

async function findFreeName(tx: Db, table: EntityTable, row: RecycledRow): Promise<string | undefined> {
  const { entity } = table
  const title = table.column(entity.title).name
  const originalName = row[title]
  const declared = entity.fields[entity.title]
  const groups = entity.unique.filter((group) => group.includes(entity.title))
  if (typeof originalName !== 'string' || groups.length === 0 || declared?.kind !== 'text') return undefined
  const isTaken = async (name: string): Promise<boolean> => {
    for (const group of groups) {
      const others = group.filter((field) => field !== entity.title).map((field) => table.column(field).name)
      const same = others.map(
        (column) => sql` and to_jsonb(${sqlName(column)}) = ${JSON.stringify(row[column] ?? null)}::jsonb`,
      )
      const { rows } =
        await sql`select 1 from ${sqlName(table.name)} where project = ${row['project']} and ${sqlName(title)} = ${name}${sql.join(same, sql``)} limit 1`.execute(
          tx,
        )
      if (rows.length > 0) return true
    }
    return false
  }
  if (!(await isTaken(originalName))) return undefined
  for (let count = 2; ; count++) {
    const end = ` (${count})`
    const name = originalName.slice(0, declared.maxLength - end.length) + end
    if (!(await isTaken(name))) return name
  }
}

/** Returns true if a reference was cleared. */
async function clearMissingReferences(
  tx: Db,
  { entity }: EntityTable,
  row: RecycledRow,
  getService: (name: string) => EntityService,
): Promise<boolean> {
  let isChanged = false
  for (const { field, inner, to } of getReferencePlaces(entity.fields)) {
    const nestedRows: readonly RecycledRow[] = inner === undefined ? [row] : toRows(row[snake(field)])
    const key = inner ?? snake(field)
    const ids = nestedRows.flatMap((one) => toIds(one[key]))
    if (ids.length === 0) continue
    const existing = await getService(to).getTitles(tx, ids, true)
    for (const one of nestedRows) {
      if (toIds(one[key]).every((id) => existing.has(id))) continue
      const value = one[key]
      one[key] = Array.isArray(value) ? toIds(value).filter((id) => existing.has(id)) : null
      isChanged = true
    }
  }
  return isChanged
}

const toIds = (value: EntityValue | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((id): id is string => typeof id === 'string')
      : []
const toRows = (value: EntityValue | undefined): RecycledRow[] =>
  Array.isArray(value)
    ? value.filter((one): one is RecycledRow => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []
