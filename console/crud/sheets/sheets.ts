import { normalizeCell } from '../../../contract/entity/cellFormat.ts'
import type { CellFormat } from '../../../contract/entity/cellFormat.ts'
import type { Cell, Language } from '../../../contract/entity/spreadsheetCells.ts'
import { toCell, isInSheets } from '../../../contract/entity/spreadsheetCells.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { formFields, storedFields } from '../../../contract/entity/define.ts'
import { type EntityField, usesProjectCalendar, type TextField, type Words } from '../../../contract/entity/field.ts'
import type { RootStore } from '../../stores/root.ts'
import type { ReadSheet, Sheet, SheetCell } from '../../../workers/spreadsheet/api.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { getValue } from '../config/screenConfig.ts'

/** Column titles that no declaration contains. */
export interface SheetWords {
  /** Titles of the common columns of every row. */
  readonly project: string
  readonly created: string
  readonly changed: string
}

/** Project names and time zones for an export. */
export interface SheetFacts {
  readonly projectName: (id: string) => string
  readonly zones: Pick<RootStore['zones'], 'of' | 'own' | 'server' | 'isElsewhere'>
}

/**
 * Converts rows to a table with headers in `language` and titles in place of references. Where the project's time zone,
 * or for runs the server's, differs from the browser's, the headers name the zone. The columns can be imported again.
 */
export function exportRows(
  { entity, texts, clock }: Pick<ScreenConfig, 'entity' | 'texts' | 'clock'>,
  rows: readonly Row[],
  language: Language,
  words: SheetWords,
  { projectName, zones }: SheetFacts,
): SheetCell[][] {
  const fields = storedFields(entity).filter(([, { kind }]) => kind !== 'secret')
  const isInProjects = entity.scope === 'project'
  const plant = [...new Set(rows.map(({ project }) => zones.of(project)))]
  const isRuns = clock === 'runs'
  const isElsewhere = isRuns
    ? zones.isElsewhere(zones.server)
    : isInProjects && plant.some((zone) => zones.isElsewhere(zone))
  const by = (title: string, isPlants: boolean): string =>
    isElsewhere ? `${title} (${isPlants ? plant.join(', ') : isRuns ? zones.server : zones.own})` : title
  // Headers of importable columns stay unchanged, so that the import recognises them.
  const getHeader = (field: EntityField): string =>
    field.kind === 'instant' && field.readOnly
      ? by(field.words[language], usesProjectCalendar(field))
      : field.words[language]
  const header = [
    ...fields.map(([, field]) => getHeader(field)),
    ...(isInProjects ? [words.project] : []),
    by(words.created, false),
    by(words.changed, false),
  ]
  return [
    header,
    ...rows.map((row) => {
      const timeZones = { plant: zones.of(row.project), ...(isRuns && { moments: zones.server }) }
      return [
        ...fields.map(
          ([name, field]): SheetCell =>
            texts?.[name]?.(row)[language] ?? toCell(field, getValue(row, name), language, row.titles, timeZones),
        ),
        ...(isInProjects ? [projectName(row.project ?? '')] : []),
        ...[row.createdAt, row.updatedAt].map((at) => toCell(moment, at, language, {}, timeZones)),
      ]
    }),
  ]
}

/**
 * Creates the import template: headers (`*` marks required columns), an example row, and a sheet with all options and
 * their codes.
 */
export function templateSheets(
  entity: Entity,
  language: Language,
  codes: { readonly sheet: string; readonly header: readonly [string, string, string] },
): Sheet[] {
  const fields = importFields(entity)
  const choices = fields.flatMap(([, field]) => {
    const title = field.words[language]
    if (field.kind === 'choice' || field.kind === 'choices')
      return field.options.map((option): SheetCell[] => [title, option.value, option.words[language]])
    return field.kind === 'flag'
      ? [true, false].map((value): SheetCell[] => [title, value ? 1 : 0, String(toCell(field, value, language))])
      : []
  })
  return [
    {
      rows: [
        fields.map(([, field]) => `${field.words[language]}${isMarkedRequired(field) ? ' *' : ''}`),
        fields.map(([, field]) => getExample(field, language)),
      ],
    },
    { name: codes.sheet, rows: [[...codes.header], ...choices] },
  ]
}

export interface ImportRows {
  readonly rows: readonly Readonly<Record<string, Cell>>[]
  /** Row numbers as displayed by the spreadsheet program. */
  readonly places: readonly number[]
  /** Columns of the file that match no field. */
  readonly ignored: readonly string[]
}

/**
 * The file does not match the template. `missing` lists missing or duplicate columns; empty if no column was
 * recognised.
 */
export interface NoTemplate {
  readonly rows?: undefined
  readonly missing: readonly Words[]
}

/**
 * Reads the rows of a sheet by field. Columns are recognised by their header in either language, in any order. The
 * example row of the template is skipped. `format`: notation of numbers and dates in a text table.
 */
export function importRows(
  entity: Entity,
  { rows: [header = [], ...body], places: [, ...places] }: ReadSheet,
  format?: CellFormat,
): ImportRows | NoTemplate {
  const fields = importFields(entity)
  const namesByTitle = new Map(
    fields.flatMap(([name, { words }]) =>
      [words.en, words.zh, name].map((title) => [normalizeTitle(title), name] as const),
    ),
  )
  const columns = header.map((title) => namesByTitle.get(normalizeTitle(title)))
  const named = columns.filter((name) => name !== undefined)
  if (named.length === 0) return { missing: [] }
  const missing = fields.filter(
    ([name, field]) =>
      (isMarkedRequired(field) && !named.includes(name)) || named.indexOf(name) !== named.lastIndexOf(name),
  )
  if (missing.length > 0) return { missing: missing.map(([, { words }]) => words) }
  const examples = (['en', 'zh'] as const).map((language) =>
    JSON.stringify(
      pick(
        columns,
        columns.map((name) => {
          const field = fields.find(([each]) => each === name)?.[1]
          return field ? getExample(field, language) : null
        }),
      ),
    ),
  )
  const rows: Readonly<Record<string, Cell>>[] = []
  const rowNumbers: number[] = []
  const columnFields = columns.map((name) => (name === undefined ? undefined : entity.fields[name]))
  for (const [index, cells] of body.entries()) {
    const row = pick(
      columns,
      format ? cells.map((cell, at) => normalizeColumnCell(columnFields[at], cell, format)) : cells,
    )
    if (Object.keys(row).length === 0 || examples.includes(JSON.stringify(row))) continue
    rows.push(row)
    rowNumbers.push(places[index] ?? index + 2)
  }
  return {
    rows,
    places: rowNumbers,
    ignored: header.flatMap((title, index) =>
      columns[index] === undefined && title !== null && title !== '' ? [String(title)] : [],
    ),
  }
}

/** Column title for the error report. */
export const columnWords = (entity: Entity, field: string): Words =>
  entity.fields[field]?.words ?? { en: field, zh: field }

const importFields = (entity: Entity): [name: string, field: EntityField][] =>
  formFields(entity, 'create').filter(([, field]) => isInSheets(field))

/** Flags are not marked: a missing flag gets its declared default. */
const isMarkedRequired = (field: EntityField): boolean =>
  field.required && field.kind !== 'flag' && field.when === undefined && field.default === null

const normalizeTitle = (title: Cell): string =>
  String(title ?? '')
    .replace(/\s*[*＊]\s*$/u, '')
    .trim()
    .toLowerCase()

const normalizeColumnCell = (field: EntityField | undefined, cell: Cell, format: CellFormat): Cell =>
  field ? normalizeCell(field, cell, format) : cell

function pick(columns: readonly (string | undefined)[], cells: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(
    columns.flatMap((name, index) => {
      const cell = cells[index] ?? null
      return name === undefined || cell === null || cell === '' ? [] : [[name, cell] as const]
    }),
  )
}

const moment: EntityField = {
  kind: 'instant',
  words: { en: '', zh: '' },
  required: false,
  default: null,
  precision: 'second',
}

/** Example value that shows the expected format. */
function getExample(field: EntityField, language: Language): SheetCell {
  switch (field.kind) {
    case 'text':
      return textExample(field, language)
    case 'number':
      return field.default ?? Math.min(field.max, Math.max(field.min, 0))
    case 'flag':
      return String(toCell(field, field.default, language))
    case 'choice':
    case 'choices':
      return field.options[0]?.words[language] ?? ''
    case 'instant':
      return field.precision === 'day' ? '2026-01-31' : '2026-01-31 08:00:00'
    // A title that does not exist; the example row is skipped on import.
    case 'ref':
    case 'refs':
      return `${field.words[language]} 1`
    default:
      return ''
  }
}

function textExample({ format, words, default: usual, maxLength }: TextField, language: Language): string {
  if (usual !== null) return usual
  switch (format) {
    case 'phone':
      return '13800000000'
    case 'email':
      return 'name@example.com'
    case 'url':
    case 'endpoint':
      return 'https://example.com'
    case 'rtsp':
      return 'rtsp://192.168.1.64/stream1'
    case 'plantName':
    case 'plantDevice':
      return 'lamp-001'
    case 'code':
    case 'drawing':
    case 'scriptId':
      return 'A001'.slice(0, maxLength)
    case 'cron':
      return '0 8 * * *'
    case 'json':
      return '{}'
    case 'tag':
      return 'tunnel/lamp-001/power'
    case 'time':
      return '08:00'
    case 'date':
      return '12-25'
    case 'topic':
      return 'site/{device}/up'
    case 'address':
      return '000000000001'
    case 'line':
    case 'lines':
      return `${words[language]} 1`.slice(0, maxLength)
  }
}
