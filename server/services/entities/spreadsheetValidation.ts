import { sql } from 'kysely'
import type { Cell, ToInstant } from '../../../contract/entity/spreadsheetCells.ts'
import { fieldForColumn, isInSheets, readCell } from '../../../contract/entity/spreadsheetCells.ts'
import { formFields } from '../../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { findFieldFault, readValues } from '../../../contract/entity/read.ts'
import type { CellFault } from '../../../contract/entity/routes.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { sqlName } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { readEntries, findEntryValue, hasDictionary, createUnknownOptionFault } from './dictionaries.ts'
import { duplicateErrors } from './validationErrors.ts'
import type { Pauses } from './pauses.ts'
import { createPauses } from './pauses.ts'
import type { SheetRow } from './rowChunks.ts'
import type { Author, EntityService } from './types.ts'

export interface SheetParts {
  readonly db: Db
  readonly table: EntityTable
  readonly tables: readonly EntityTable[]
  readonly getService: (name: string) => EntityService
}

/** Maximum keys looked up in one query. */
const lookupBatchSize = 2_000

/** A sheet row with valid cells. */
interface ValidRow {
  /** Row number, starting at 1. */
  readonly row: number
  readonly values: EntityValues
}

interface SheetResult {
  readonly values: readonly EntityValues[]
  readonly faults: readonly CellFault[]
  readonly faultCount: number
}

/** Validates every cell, referenced rows and uniqueness. Yields to other requests in between. */
export async function checkSheet(
  { db, table, tables, getService }: SheetParts,
  author: Author,
  project: string,
  sheet: readonly SheetRow[],
  toInstant: ToInstant,
): Promise<SheetResult> {
  const { entity } = table
  const pauses = createPauses()
  const fields: [string, EntityField][] = []
  for (const [name, field] of formFields(entity, 'create')) {
    if (!isInSheets(field)) continue
    if (pauses.isDue) await pauses.yieldNow()
    fields.push([name, fieldForColumn(field, name, sheet)])
  }
  const columnNames = new Set(fields.map(([name]) => name))
  const filled = new Set<string>()
  for (const row of sheet) {
    if (pauses.isDue) await pauses.yieldNow()
    for (const [name, cell] of Object.entries(row)) {
      if (!columnNames.has(name)) throw new ApiError('import.format')
      if (!isBlank(cell)) filled.add(name)
    }
  }
  const entries = await readEntries(
    db,
    tables,
    fields.flatMap(([name, field]) => (hasDictionary(field) && filled.has(name) ? [field.dictionary] : [])),
  )
  const resolve = await createResolver({ db, author, fields, sheet, project, getService: getService, pauses })
  const faults: CellFault[] = []
  let faultCount = 0
  const addFault = (row: number, field: string, words: CellFault['words']): void => {
    faultCount++
    if (faults.length < limits.entity.importFaults) faults.push({ row, field, words })
  }
  const validRows: ValidRow[] = []
  for (const [index, cells] of sheet.entries()) {
    if (pauses.isDue) await pauses.yieldNow()
    const read: Record<string, EntityValue> = {}
    const invalidFields = new Set<string>()
    for (const [name, field] of fields) {
      if (!Object.hasOwn(cells, name)) continue
      const cell = cells[name]
      if (isBlank(cell)) continue // An empty cell uses the default, as in a form.
      const cellResult = readCell(field, cell, resolve, toInstant)
      if (cellResult.words) {
        addFault(index + 1, name, cellResult.words)
        invalidFields.add(name)
        continue
      }
      const { value } = cellResult
      const isEntry =
        hasDictionary(field) && typeof value === 'string' && !field.options.some((option) => option.value === value)
      const entry = isEntry ? findEntryValue(entries, field, value) : value
      if (entry !== undefined) read[name] = entry
      else if (isEntry) {
        addFault(index + 1, name, createUnknownOptionFault(field, name).words)
        invalidFields.add(name)
      }
    }
    if (invalidFields.size > 0) {
      // Report further field errors at once. Rules across several fields cannot be checked yet.
      for (const [name, field] of fields) {
        const words = Object.hasOwn(read, name) ? findFieldFault(field, read[name]) : null
        if (words) addFault(index + 1, name, words)
      }
      continue
    }
    const checked = readValues(entity, read, 'create')
    if (checked.problems)
      for (const { path, words } of checked.problems) addFault(index + 1, path.split('.')[0] ?? path, words)
    else validRows.push({ row: index + 1, values: checked.values })
  }
  await checkUnique({ db, table, project, validRows, addFault, pauses })
  return { values: validRows.map(({ values }) => values), faults: faults.toSorted((a, b) => a.row - b.row), faultCount }
}

interface ResolverParts {
  readonly db: Db
  readonly author: Author
  readonly fields: readonly (readonly [string, EntityField])[]
  readonly sheet: readonly SheetRow[]
  readonly project: string
  readonly getService: (name: string) => EntityService
  readonly pauses: Pauses
}

async function createResolver({
  db,
  author,
  fields,
  sheet,
  project,
  getService,
  pauses,
}: ResolverParts): Promise<(to: string, text: string) => string | undefined> {
  const texts = new Map<string, Set<string>>()
  for (const [name, field] of fields) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue
    const lookups = texts.get(field.to) ?? new Set()
    texts.set(field.to, lookups)
    // Reading the cell collects the lookups it needs.
    for (const row of sheet) {
      if (pauses.isDue) await pauses.yieldNow()
      if (!isBlank(row[name]))
        readCell(field, row[name], (_to, text) => {
          lookups.add(text)
          return text
        })
    }
  }
  const found = new Map<string, ReadonlyMap<string, readonly string[]>>()
  for (const [to, lookups] of texts)
    found.set(to, lookups.size > 0 ? await getService(to).findIds(db, [...lookups], project, author) : new Map())
  return (to, text) => {
    const ids = found.get(to)?.get(text) ?? []
    return ids.length === 1 ? ids[0] : undefined
  }
}

interface UniqueParts {
  readonly db: Db
  readonly table: EntityTable
  readonly project: string
  readonly validRows: readonly ValidRow[]
  readonly addFault: (row: number, field: string, words: CellFault['words']) => void
  readonly pauses: Pauses
}

async function checkUnique({ db, table, project, validRows, addFault: fault, pauses }: UniqueParts): Promise<void> {
  const valuesByRow = new Map(validRows.map(({ row, values }) => [row, values]))
  for (const group of table.entity.unique) {
    const columns = group.map((field) => table.column(field))
    const rowByKey = new Map<string, number>()
    for (const { row, values } of validRows) {
      if (pauses.isDue) await pauses.yieldNow()
      const parts = group.map((field) => values[field] ?? null)
      if (parts.includes(null)) continue
      const key = JSON.stringify(parts)
      if (rowByKey.has(key)) reportDuplicate(row)
      else rowByKey.set(key, row)
    }
    const lookups = [...rowByKey]
    for (let from = 0; from < lookups.length; from += lookupBatchSize) {
      const batch = lookups.slice(from, from + lookupBatchSize).map(([, row]) => ({
        n: row,
        ...Object.fromEntries(
          columns.map(({ field, name, encode }) => [name, encode(valuesByRow.get(row)?.[field] ?? null, '')]),
        ),
      }))
      const { rows } = await sql<{
        n: number
      }>`select r.n from json_to_recordset(${JSON.stringify(batch)}::json) as r(n int, ${sql.join(columns.map(({ name, sqlType }) => sql`${sqlName(name)} ${sql.raw(sqlType)}`))})
        where exists (select 1 from ${sqlName(table.name)} t where t.project = ${project} and ${sql.join(
          columns.map(({ name }) => sql`t.${sqlName(name)} = r.${sqlName(name)}`),
          sql` and `,
        )})`.execute(db)
      for (const { n } of rows) reportDuplicate(n)
    }
    function reportDuplicate(row: number): void {
      for (const { path, words } of duplicateErrors(table.entity, group).slice(0, 1)) fault(row, path, words)
    }
  }
}

const isBlank = (cell: Cell | undefined): boolean => cell === undefined || cell === null || String(cell).trim() === ''
