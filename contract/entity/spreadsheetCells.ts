import { decodeLocalized } from '../localizedText.ts'
import {
  type EntityField,
  type EntityValue,
  type EntityValues,
  type FlagField,
  usesProjectCalendar,
  type Option,
  type StoredFile,
  type Words,
} from './field.ts'
import { toWallTime } from './timeZone.ts'

/** Value of a spreadsheet cell. */
export type Cell = string | number | boolean | null

/** Result of reading a spreadsheet cell: the value of the field, or an error message in both languages. */
export type CellRead =
  | { readonly value: EntityValue; readonly words?: undefined }
  | { readonly value?: undefined; readonly words: Words }

/** Resolves a title or id to a row id. Returns undefined if there is no row or more than one. */
export type Resolve = (to: string, text: string) => string | undefined

/** Local date and time without a time zone. */
export interface WallTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}
/** Converts a local time to milliseconds since 1970. `isProjects`: use the time zone of the project. */
export type ToInstant = (wall: WallTime, isProjects: boolean) => number

/** Language of headers and labels in a spreadsheet. */
export type Language = 'en' | 'zh'

/** Returns true if a spreadsheet can contain the field: not files, secrets, live fields and inner rows. */
export const isInSheets = ({ kind }: EntityField): boolean =>
  kind !== 'files' && kind !== 'secret' && kind !== 'live' && kind !== 'rows'

/**
 * Converts a cell to a field value: options by code or by label in either language, instants from a date or an epoch,
 * references by title or id. `readValues` checks limits and formats afterwards. Dates contain no zone: `toTimestamp`
 * converts them, by default in the local time zone.
 */
export function readCell(
  field: EntityField,
  cell: Cell | undefined,
  resolve: Resolve = (_to, text) => text,
  toInstant: ToInstant = toLocalInstant,
): CellRead {
  const text = cell === null || cell === undefined ? '' : String(cell).trim()
  if (text === '') return { value: field.kind === 'flag' || Array.isArray(field.default) ? field.default : null }
  const wrong = (en: string, zh: string): CellRead => ({
    words: { en: `${field.words.en}: ${en}`, zh: `${field.words.zh}：${zh}` },
  })
  switch (field.kind) {
    case 'text':
      return { value: field.format === 'lines' || field.format === 'json' ? String(cell) : text }
    case 'number': {
      const value = typeof cell === 'number' ? cell : parseNumber(text)
      return value === undefined ? wrong('must be a number', '应为数字') : { value }
    }
    case 'flag': {
      const value = typeof cell === 'boolean' ? cell : parseFlag(field, text.toLowerCase())
      return value === undefined ? wrong('must be yes or no', '应为是或否') : { value }
    }
    case 'choice': {
      const value = findOption(field.options, text)
      if (value !== undefined) return { value }
      return field.dictionary === undefined
        ? wrong(`must be one of ${formatLabels(field.options, 'en')}`, `应为 ${formatLabels(field.options, 'zh')} 之一`)
        : { value: text }
    }
    case 'choices': {
      const values = splitList(text).map((part) => findOption(field.options, part))
      return values.every((value) => value !== undefined)
        ? { value: values.map(String) }
        : wrong(
            `must be a list of ${formatLabels(field.options, 'en')}`,
            `应为 ${formatLabels(field.options, 'zh')} 中的若干项`,
          )
    }
    case 'instant': {
      const value = parseInstant(text, (wall) => toInstant(wall, usesProjectCalendar(field)))
      return value === undefined
        ? wrong('must be a date, yyyy-MM-dd HH:mm:ss', '应为日期 yyyy-MM-dd HH:mm:ss')
        : { value }
    }
    case 'ref': {
      const value = resolve(field.to, text)
      return value === undefined ? wrong(`${text} does not exist`, `不存在 ${text}`) : { value }
    }
    case 'refs': {
      const ids: string[] = []
      for (const part of splitList(text)) {
        const id = resolve(field.to, part)
        if (id === undefined) return wrong(`${part} does not exist`, `不存在 ${part}`)
        ids.push(id)
      }
      return { value: ids }
    }
    case 'files':
    case 'secret':
    case 'rows':
    case 'live':
      return wrong('cannot be imported from a spreadsheet', '不能由表格导入')
  }
}

/** Returns the field as this column uses it: the meaning of 1 depends on the other cells of the column. */
export function fieldForColumn(
  field: EntityField,
  name: string,
  sheet: readonly Readonly<Record<string, Cell>>[],
): EntityField {
  if (field.kind !== 'flag' || !field.acceptsOneTwo) return field
  return sheet.some((row) => /^2(?!\d)/.test(String(row[name] ?? '').trim()))
    ? { ...field, codes: { ...field.codes, ...oneTwo } }
    : field
}

/**
 * Time zones for writing instants: `plant` for fields in project time, `moments` for all others. Default: local time
 * zone.
 */
interface CellZones {
  readonly plant?: string
  readonly moments?: string
}

/**
 * Converts a field value to a cell. `titles` maps ids to the titles of referenced rows. `readCell` can read the result.
 */
export function toCell(
  field: EntityField,
  value: EntityValue | undefined,
  language: Language,
  titles: Readonly<Record<string, string>> = {},
  zones: CellZones = {},
): Cell {
  if (value === null || value === undefined || value === '') return ''
  const plain = typeof value === 'object' ? '' : String(value)
  const getLabel = (options: readonly Option[], one: string): string =>
    options.find((option) => String(option.value) === one)?.words[language] ?? one
  switch (field.kind) {
    // Read-only texts are bilingual. Device names are followed by the id, because display names are not unique. Neither
    // is imported again.
    case 'text':
      if (field.isDevice) return titles[plain] === undefined ? plain : `${titles[plain]} (${plain})`
      return field.readOnly ? decodeLocalized(plain)[language] : plain
    case 'number':
      return typeof value === 'number' ? value : plain
    case 'flag':
      return flagWords[language][value === true ? 'yes' : 'no']
    case 'choice':
      return getLabel(field.options, plain)
    case 'choices':
      return toTextList(value)
        .map((one) => getLabel(field.options, one))
        .join(', ')
    case 'instant':
      return typeof value === 'number'
        ? dateText(value, field.precision, usesProjectCalendar(field) ? zones.plant : zones.moments)
        : ''
    case 'ref':
      return titles[plain] ?? plain
    case 'refs':
      return toTextList(value)
        .map((id) => titles[id] ?? id)
        .join(', ')
    case 'files':
      return toFiles(value)
        .map(({ name }) => name)
        .join(', ')
    case 'secret':
      return value === true ? '***' : ''
    case 'rows':
      return toRows(value)
        .map((row) =>
          Object.entries(field.fields)
            .map(([name, inner]) => toCell(inner, row[name], language, titles, zones))
            .join(' '),
        )
        .join('; ')
    case 'live':
      return ''
  }
}

const flagWords = { en: { yes: 'yes', no: 'no' }, zh: { yes: '是', no: '否' } } as const
const flags = new Map<string, boolean>([
  ['yes', true],
  ['no', false],
  ['1', true],
  ['0', false],
  ['是', true],
  ['否', false],
  ['true', true],
  ['false', false],
  ['y', true],
  ['n', false],
])

const oneTwo = { '1': false, '2': true } as const

/** Uses the word beside a number if there is one, because the numbers are ambiguous: `0 central`, `2-是`. */
function parseFlag({ codes = {}, acceptsOneTwo: isAlsoOneTwo }: FlagField, text: string): boolean | undefined {
  const lookUp = (one: string): boolean | undefined => (Object.hasOwn(codes, one) ? codes[one] : flags.get(one))
  const [, number, getLabel = ''] = (isAlsoOneTwo && /^(\d)\s*[-=:.、：）)]?\s*(\D.*)$/.exec(text)) || []
  // A column that counts from 1 has no 0.
  if (text === '0' && Object.hasOwn(codes, '2')) return undefined
  return number === undefined ? lookUp(text) : lookUp(getLabel)
}

const formatLabels = (options: readonly Option[], language: Language): string =>
  options.map(({ words }) => words[language]).join(', ')

/** Codes take precedence: the label of one option may be the code of another. */
function findOption(options: readonly Option[], text: string): string | number | undefined {
  const small = text.toLowerCase()
  return (
    options.find(({ value }) => String(value) === text) ??
    options.find(({ words }) => words.en.toLowerCase() === small || words.zh === text)
  )?.value
}

const splitList = (text: string): string[] =>
  text
    .split(/[,，;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const parseNumber = (text: string): number | undefined =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined

/** Parses `yyyy-MM-dd[ HH:mm[:ss]]` in local time, or seconds (10 digits) or milliseconds (13 digits) since 1970. */
function parseInstant(text: string, toInstant: (wall: WallTime) => number): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && hour < 24 && minute < 60 && second < 60
    ? toInstant({ year, month, day, hour, minute, second })
    : undefined
}

const toLocalInstant: ToInstant = ({ year, month, day, hour, minute, second }) =>
  new Date(year, month - 1, day, hour, minute, second).getTime()

function dateText(at: number, precision: 'day' | 'second', zone: string | undefined): string {
  if (zone !== undefined)
    return new Date(toWallTime(zone, at))
      .toISOString()
      .slice(0, precision === 'day' ? 10 : 19)
      .replace('T', ' ')
  const moment = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return precision === 'day'
    ? day
    : `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

const toTextList = (value: EntityValue): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const toFiles = (value: EntityValue): readonly StoredFile[] =>
  Array.isArray(value)
    ? value.filter((one): one is StoredFile => typeof one === 'object' && 'id' in one && 'name' in one)
    : []
const toRows = (value: EntityValue): readonly EntityValues[] =>
  Array.isArray(value) ? value.filter((one): one is EntityValues => typeof one === 'object' && !Array.isArray(one)) : []
