import type { Language } from '../../contract/entity/spreadsheetCells.ts'
import { toCell } from '../../contract/entity/spreadsheetCells.ts'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { ChoiceField, EntityField, Option, Words } from '../../contract/entity/field.ts'
import { tunnelSection } from '../../contract/lighting/tunnel.ts'
import { permissionTree } from '../../contract/permissions.ts'
import { account } from '../../contract/system/access.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { loggedName } from './logLabels.ts'

/** One logged change: a field with old and new value, or a single value. */
export interface LoggedChange {
  readonly name: string
  readonly words: Words
  /** Undefined if only the new value is logged. */
  readonly before?: Words
  readonly after: Words
  /** True for technical values that help in searches; they are shown only in the table. */
  readonly isMark: boolean
}

/** Context of a log entry. */
export interface LogContext {
  readonly entity: Entity | undefined
  /** Titles of rows by `entity/id`, delivered with the entry. */
  readonly titles?: Row['titles']
  /** Returns the options of a choice field, including those of a dictionary. */
  readonly getOptions?: (field: ChoiceField) => readonly Option[]
}

/** Converts the JSON content of a log entry to readable changes; null if it is not JSON. */
export function loggedChanges(content: string, about: LogContext): readonly LoggedChange[] | null {
  const read = parsed(content)
  if (!isRecord(read)) return null
  const line = (name: string, value: unknown): LoggedChange => toChange(name, value, about)
  const lines = Object.entries(read).flatMap(([name, value]) =>
    name === 'values' && isRecord(value)
      ? Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .map(([inner, its]) => line(inner, its))
      : [line(name, value)],
  )
  return lines.toSorted((a, b) => Number(a.isMark) - Number(b.isMark))
}

/** Technical names. */
const marks = new Set(['id', 'hash', 'job', 'command', 'link', 'key', 'kept', 'ids'])

function toChange(name: string, value: unknown, about: LogContext): LoggedChange {
  const { entity } = about
  const field = getField(name, entity)
  const words = field?.words ?? loggedName(name)
  const isMark = field === undefined && marks.has(name)
  if (isRecord(value) && Object.keys(value).length === 2 && 'before' in value && 'after' in value) {
    return {
      name,
      words,
      before: inBoth(value['before'], name, field, about),
      after: inBoth(value['after'], name, field, about),
      isMark,
    }
  }
  return { name, words, after: inBoth(value, name, field, about), isMark }
}

/** Returns the declared field of a name. States, and the start and end of a move, use the options of the state. */
function getField(name: string, entity: Entity | undefined): EntityField | undefined {
  const lifecycle = entity?.lifecycle
  if (lifecycle && (name === lifecycle.field || name === 'from' || name === 'to')) {
    return {
      kind: 'choice',
      words: name === lifecycle.field ? lifecycle.words : loggedName(name),
      required: false,
      default: null,
      options: lifecycle.states,
    }
  }
  return entity?.fields[name] ?? moveField(name, entity)
}

/** Inputs of moves are not fields of the row. */
const moveField = (name: string, entity: Entity | undefined): EntityField | undefined =>
  Object.values(entity?.lifecycle?.moves ?? {})
    .flatMap(({ fields }) => fields?.[name] ?? [])
    .at(0)

const inBoth = (value: unknown, name: string, field: EntityField | undefined, about: LogContext): Words => ({
  en: formatValue(value, name, field, about, 'en'),
  zh: formatValue(value, name, field, about, 'zh'),
})

/** Formats a value. Hidden fields and values unknown to the declaration are shown as logged. */
function formatValue(
  value: unknown,
  name: string,
  field: EntityField | undefined,
  about: LogContext,
  language: Language,
): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return yesNo[language][value ? 'yes' : 'no']
  if (name === 'permissions') return permissionNames(value, language)
  if (field && value !== '***') return ofField(value, field, about, language)
  if (typeof value === 'number' && /(?:At|Until|^at|^until)$/.test(name)) return formatTime(value)
  const unit = measured[name]
  if (typeof value === 'number' && unit) return `${rounded(value)} ${unit[language]}`
  if (Array.isArray(value))
    return listed(
      value.map((each) => formatValue(each, name, undefined, about, language)),
      language,
    )
  if (isRecord(value))
    return `(${Object.entries(value)
      .map(([inner, its]) => `${loggedName(inner)[language]}: ${formatValue(its, inner, undefined, about, language)}`)
      .join(', ')})`
  if (typeof value !== 'string') return JSON.stringify(value)
  // Releases log the name of a field as value.
  if (name === 'field') return about.entity?.fields[value]?.words[language] ?? value
  const kind = kinds[name]
  return (
    named[name]?.[value]?.[language] ?? (kind === undefined ? value : (about.titles?.[`${kind}/${value}`] ?? value))
  )
}

function ofField(value: unknown, field: EntityField, about: LogContext, language: Language): string {
  const title = (to: string, id: unknown): string =>
    typeof id === 'string' ? (about.titles?.[`${to}/${id}`] ?? id) : String(id)
  switch (field.kind) {
    case 'ref':
      return title(field.to, value)
    case 'refs':
      return listed(
        toList(value).map((id) => title(field.to, id)),
        language,
      )
    case 'rows':
      return listed(
        toList(value).map((row) =>
          isRecord(row)
            ? `(${Object.entries(row)
                .map(([name, its]) => innerLine(name, its, field.fields[name]))
                .join(', ')})`
            : String(row),
        ),
        language,
      )
    case 'choice': {
      const options = about.getOptions?.(field) ?? field.options
      return options.find((option) => String(option.value) === String(value))?.words[language] ?? String(value)
    }
    case 'number':
      return `${String(value)}${field.unit === '' ? '' : ` ${field.unit}`}`
    case 'text':
      if (field.format === 'drawing') return title('drawing', value)
      break
    case 'flag':
    case 'choices':
    case 'instant':
    case 'files':
    case 'secret':
    case 'live':
  }
  return isPlain(value) ? String(toCell(field, value, language)) || '–' : JSON.stringify(value)

  function innerLine(name: string, its: unknown, inner: EntityField | undefined): string {
    return `${(inner?.words ?? loggedName(name))[language]}: ${formatValue(its, name, inner, about, language)}`
  }
}

/** Formats permissions, for example “Poles: Change, Delete”. Unknown ones are shown as logged. */
function permissionNames(value: unknown, language: Language): string {
  const all = (typeof value === 'string' ? value.split('\n') : toList(value).map(String)).filter((each) => each !== '')
  const left = new Set(all)
  const groups = permissionTree()
    .flatMap(({ groups: own }) => own)
    .flatMap(({ words, permissions }) => {
      const granted = permissions.filter(({ permission }) => left.delete(permission))
      return granted.length === 0
        ? []
        : [`${words[language]}${colon[language]}${granted.map((each) => each.words[language]).join(comma[language])}`]
    })
  const rest = [...left].map((each) => (each === '*:*:*' ? allPermissionsText[language] : each))
  return [...rest, ...groups].join('\n') || '–'
}

/** Undeclared names whose values are row ids. */
const kinds: Readonly<Record<string, string>> = {
  project: 'project',
  projects: 'project',
  drawing: 'drawing',
  drawings: 'drawing',
  alarm: 'alarm',
  floor: 'floor',
  linkage: 'linkage',
  account: 'account',
}
const getOptionWords = (field: EntityField): Readonly<Record<string, Words>> =>
  Object.fromEntries(field.kind === 'choice' ? field.options.map(({ value, words }) => [value, words]) : [])
const ranks = getOptionWords(account.fields.role)
/** Undeclared names whose values are codes. */
const named: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  role: ranks,
  roles: ranks,
  cause: { crash: { en: 'the server had stopped', zh: '服务器曾中断' } },
  zone: getOptionWords(tunnelSection.fields.zone),
}
/** Units of undeclared names whose values are measurements. */
const measured: Readonly<Record<string, Words>> = {
  dimming: { en: '%', zh: '%' },
  dimming2: { en: '%', zh: '%' },
  colorTemperature: { en: '%', zh: '%' },
  luminance: { en: 'cd/m²', zh: 'cd/m²' },
  flow: { en: 'vehicles/h per lane', zh: '辆/(h·车道)' },
}

const rounded = (value: number): number => Math.round(value * 100) / 100
const yesNo = { en: { yes: 'Yes', no: 'No' }, zh: { yes: '是', no: '否' } } as const
const comma = { en: ', ', zh: '、' } as const
const colon = { en: ': ', zh: '：' } as const
const allPermissionsText: Words = { en: 'Everything', zh: '全部权限' }
const listed = (texts: readonly string[], language: Language): string =>
  texts.length === 0 ? '–' : texts.join(comma[language])
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isPlain = (value: unknown): value is string | number | boolean | readonly string[] =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // free text, shown as it is
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
