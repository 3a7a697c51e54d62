import type { ChoiceField, EntityFields, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import type { Fault } from '../../../contract/entity/read.ts'
import type { DictionaryEntry } from '../../../contract/routes.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { readDictionary } from '../base/dictionary.ts'
import { faultAt, invalid } from './validationErrors.ts'

/** Enabled entries by dictionary. */
export type Entries = ReadonlyMap<string, readonly DictionaryEntry[]>

/** Values to write and the stored values. */
interface Values {
  readonly values: EntityValues
  readonly before?: EntityValues
}

type DictionaryField = ChoiceField & { readonly dictionary: string }

/**
 * Throws for a value that is neither declared nor an enabled entry of its dictionary. Unchanged values stay valid after
 * an entry is disabled.
 */
export async function checkDictionaries(tx: Db, tables: readonly EntityTable[], fields: EntityFields, rows: readonly Values[]): Promise<void> {
  const added = rows.flatMap((row) => addedIn(fields, row))
  if (added.length === 0) return
  const entries = await entriesOf(tx, tables, added.map(({ field }) => field.dictionary))
  const faults = added.filter(({ field, value }) => !isEntry(entries, field, value)).map(({ field, path }) => unknownOption(field, path))
  if (faults.length > 0) throw invalid(...faults)
}

/** Reads the enabled entries of dictionaries. Returns none if the server has no dictionary entity (tests). */
export async function entriesOf(db: Db, tables: readonly EntityTable[], types: readonly string[]): Promise<Entries> {
  const found = new Map<string, readonly DictionaryEntry[]>()
  if (!tables.some(({ entity }) => entity.name === 'dictEntry')) return found
  for (const type of new Set(types)) found.set(type, await readDictionary(db, type))
  return found
}

/** Resolves text from a spreadsheet to an entry's value, by value or by label in either language. */
export function entryValue(entries: Entries, { dictionary }: DictionaryField, text: string): string | undefined {
  const own = entries.get(dictionary) ?? []
  const small = text.toLowerCase()
  return (own.find(({ dictValue }) => dictValue === text) ?? own.find(({ dictLabel, dictLabelZh }) => dictLabel.toLowerCase() === small || dictLabelZh === text))?.dictValue
}

export const hasDictionary = (field: EntityFields[string] | undefined): field is DictionaryField => field?.kind === 'choice' && field.dictionary !== undefined

export const unknownOption = ({ words }: DictionaryField, path: string): Fault =>
  faultAt(path, 'option', { en: `${words.en}: must be one of the options`, zh: `${words.zh}：应为选项之一` })

interface Added {
  readonly field: DictionaryField
  readonly path: string
  readonly value: string
}

/** Values that are neither declared options nor previously stored in that field, including rows inside the row. */
function addedIn(fields: EntityFields, { values, before = {} }: Values): Added[] {
  return Object.entries(fields).flatMap(([name, field]): Added[] => {
    if (hasDictionary(field)) return added(field, name, values[name], [before[name]])
    if (field.kind !== 'rows') return []
    const had = rowsOf(before[name])
    return rowsOf(values[name]).flatMap((row, index) => Object.entries(field.fields).flatMap(([inner, within]) =>
      (hasDictionary(within) ? added(within, `${name}.${index}.${inner}`, row[inner], had.map((one) => one[inner])) : [])))
  })
}

const added = (field: DictionaryField, path: string, value: EntityValue | undefined, had: readonly (EntityValue | undefined)[]): Added[] =>
  (typeof value !== 'string' || had.includes(value) || field.options.some((option) => option.value === value) ? [] : [{ field, path, value }])

const isEntry = (entries: Entries, { dictionary }: DictionaryField, value: string): boolean => (entries.get(dictionary) ?? []).some(({ dictValue }) => dictValue === value)

const rowsOf = (value: EntityValue | undefined): readonly EntityValues[] =>
  (Array.isArray(value) ? value.filter((row): row is EntityValues => typeof row === 'object' && !Array.isArray(row)) : [])
