import type { ChoiceField, EntityFields, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import type { Fault } from '../../../contract/entity/read.ts'
import type { DictionaryEntry } from '../../../contract/routes.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { readDictionary } from '../base/dictionary.ts'
import { createFault, createInvalidInputError } from './validationErrors.ts'

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
export async function checkDictionaries(
  tx: Db,
  tables: readonly EntityTable[],
  fields: EntityFields,
  rows: readonly Values[],
): Promise<void> {
  const added = rows.flatMap((row) => findAddedValues(fields, row))
  if (added.length === 0) return
  const entries = await readEntries(
    tx,
    tables,
    added.map(({ field }) => field.dictionary),
  )
  const faults = added
    .filter(({ field, value }) => !isEntry(entries, field, value))
    .map(({ field, path }) => createUnknownOptionFault(field, path))
  if (faults.length > 0) throw createInvalidInputError(...faults)
}

/** Reads the enabled entries of dictionaries. Returns none if the server has no dictionary entity (tests). */
export async function readEntries(db: Db, tables: readonly EntityTable[], types: readonly string[]): Promise<Entries> {
  const entries = new Map<string, readonly DictionaryEntry[]>()
  if (!tables.some(({ entity }) => entity.name === 'dictEntry')) return entries
  for (const type of new Set(types)) entries.set(type, await readDictionary(db, type))
  return entries
}

/** Resolves text from a spreadsheet to an entry's value, by value or by label in either language. */
export function findEntryValue(entries: Entries, { dictionary }: DictionaryField, text: string): string | undefined {
  const dictionaryEntries = entries.get(dictionary) ?? []
  const lowerCase = text.toLowerCase()
  return (
    dictionaryEntries.find(({ dictValue }) => dictValue === text) ??
    dictionaryEntries.find(
      ({ dictLabel, dictLabelZh }) => dictLabel.toLowerCase() === lowerCase || dictLabelZh === text,
    )
  )?.dictValue
}

export const hasDictionary = (field: EntityFields[string] | undefined): field is DictionaryField =>
  field?.kind === 'choice' && field.dictionary !== undefined

export const createUnknownOptionFault = ({ words }: DictionaryField, path: string): Fault =>
  createFault(path, 'option', { en: `${words.en}: must be one of the options`, zh: `${words.zh}：应为选项之一` })

interface AddedValue {
  readonly field: DictionaryField
  readonly path: string
  readonly value: string
}

/** Values that are neither declared options nor previously stored in that field, including rows inside the row. */
function findAddedValues(fields: EntityFields, { values, before = {} }: Values): AddedValue[] {
  return Object.entries(fields).flatMap(([name, field]): AddedValue[] => {
    if (hasDictionary(field)) return toAdded(field, name, values[name], [before[name]])
    if (field.kind !== 'rows') return []
    const previous = getNestedRows(before[name])
    return getNestedRows(values[name]).flatMap((row, index) =>
      Object.entries(field.fields).flatMap(([inner, within]) =>
        hasDictionary(within)
          ? toAdded(
              within,
              `${name}.${index}.${inner}`,
              row[inner],
              previous.map((one) => one[inner]),
            )
          : [],
      ),
    )
  })
}

const toAdded = (
  field: DictionaryField,
  path: string,
  value: EntityValue | undefined,
  previous: readonly (EntityValue | undefined)[],
): AddedValue[] =>
  typeof value !== 'string' || previous.includes(value) || field.options.some((option) => option.value === value)
    ? []
    : [{ field, path, value }]

const isEntry = (entries: Entries, { dictionary }: DictionaryField, value: string): boolean =>
  (entries.get(dictionary) ?? []).some(({ dictValue }) => dictValue === value)

const getNestedRows = (value: EntityValue | undefined): readonly EntityValues[] =>
  Array.isArray(value) ? value.filter((row): row is EntityValues => typeof row === 'object' && !Array.isArray(row)) : []
