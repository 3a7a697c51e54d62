import type { Problem } from '@mimic/engine/schema'
import { countCharacters } from '../passwords.ts'
import { devicePlaceholder, isCustomTopic } from '../telemetry/customTopics.ts'
import { isName, parseTag } from '../telemetry/tags.ts'
import { cronFault } from './cron.ts'
import type { Entity, Move } from './define.ts'
import { formFields } from './define.ts'
import type {
  Condition,
  EntityField,
  EntityFields,
  EntityTextFormat,
  EntityValue,
  EntityValues,
  TextField,
  Words,
} from './field.ts'

/** One problem of an input, in both languages. `message` is the English text, for API clients. */
export interface Fault extends Problem {
  readonly words: Words
}

/** Result of validating an input: all values of the row, or the problems. */
export type ReadResult =
  | { readonly values: EntityValues; readonly problems?: undefined }
  | { readonly values?: undefined; readonly problems: readonly Fault[] }

/**
 * Validates an input against the entity. On `create`, missing fields get their defaults. On `update`, missing fields
 * keep their value from `present` and are validated together with the new values. Unknown and read-only fields are
 * rejected, on `update` also fixed ones. Never throws.
 */
export function readValues(
  entity: Entity,
  input: unknown,
  purpose: 'create' | 'update',
  present: EntityValues = {},
): ReadResult {
  if (!isRecord(input))
    return { problems: [fault('', 'type', { en: 'must be an object of fields', zh: '应为字段对象' })] }
  const allowed = new Map(formFields(entity, purpose))
  const problems: Fault[] = []
  const values: Record<string, EntityValue> = { ...present }
  for (const name of Object.keys(input))
    if (!allowed.has(name)) problems.push(fault(name, 'unknown', { en: 'Not a writable field', zh: '该字段不可写' }))
  for (const [name, field] of allowed) {
    const raw = Object.hasOwn(input, name) ? input[name] : purpose === 'create' ? field.default : values[name]
    const read = readValue(field, raw, name)
    if (read.problems) problems.push(...read.problems)
    else values[name] = read.value
  }
  for (const [name, field] of allowed) {
    if (!isVisible(field, values)) values[name] = field.default
    else if (field.required && isEmpty(values[name]) && !(field.kind === 'secret' && purpose === 'update')) {
      // Do not report a required list as missing when its rows have problems.
      if (!problems.some(({ path }) => path === name || path.startsWith(`${name}.`)))
        problems.push(fault(name, 'empty', emptyWords(field)))
    }
  }
  if (problems.length === 0) {
    for (const rule of entity.rules) {
      if (rule.holds(values)) continue
      const inside = rule.faults?.(values) ?? []
      problems.push(
        ...(inside.length === 0
          ? [fault(rule.field, 'rule', rule.words)]
          : inside.map(({ path, words }) => fault(path, 'rule', words))),
      )
    }
  }
  return problems.length > 0 ? { problems } : { values }
}

/** Validates the fields that a transition requests. */
export function readFields(fields: EntityFields, input: unknown, at = ''): ReadResult {
  if (!isRecord(input))
    return { problems: [fault(at, 'type', { en: 'must be an object of fields', zh: '应为字段对象' })] }
  const problems: Fault[] = []
  const values: Record<string, EntityValue> = {}
  const place = (name: string): string => (at ? `${at}.${name}` : name)
  for (const name of Object.keys(input))
    if (!Object.hasOwn(fields, name))
      problems.push(fault(place(name), 'unknown', { en: 'Unknown field', zh: '未知字段' }))
  for (const [name, field] of Object.entries(fields)) {
    const read = readValue(field, Object.hasOwn(input, name) ? input[name] : field.default, place(name))
    if (read.problems) problems.push(...read.problems)
    else if (field.required && isEmpty(read.value) && isVisible(field, values))
      problems.push(fault(place(name), 'empty', emptyWords(field)))
    else values[name] = read.value
  }
  return problems.length > 0 ? { problems } : { values }
}

/** Returns the fault of one field's value during input, or null. Rules over several fields are not checked. */
export function findFieldFault(field: EntityField, value: unknown): Words | null {
  const read = readValue(field, value, '')
  if (read.problems) return read.problems[0]?.words ?? null
  return field.required && isEmpty(read.value) ? emptyWords(field) : null
}

/** Adds the defaults of missing fields to an inner row, which may have been stored before a field existed. */
export const addDefaults = (fields: EntityFields, row: EntityValues): EntityValues => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default])),
  ...row,
})

/** Returns true if the form shows the field for these values. */
export const isVisible = ({ when }: EntityField, values: EntityValues): boolean => isMet(when, values)

/** Returns true if the values meet the condition. */
export function isMet(condition: Condition | undefined, values: EntityValues): boolean {
  if (!condition) return true
  const other = values[condition.field]
  return (
    ((typeof other === 'string' || typeof other === 'number' || typeof other === 'boolean') &&
      condition.is.includes(other) &&
      isMet(condition.and, values)) ||
    (condition.or !== undefined && isMet(condition.or, values))
  )
}

/**
 * Returns true if a row may make a transition: its state is one of `from` and it meets the condition of the transition.
 */
export function canTransition(
  { from, when }: Pick<Move, 'from' | 'when'>,
  state: EntityValue | undefined,
  values: EntityValues,
): boolean {
  return (typeof state === 'string' || typeof state === 'number') && from.includes(state) && isMet(when, values)
}

const formatUnit = ({ unit }: { readonly unit: string }): string => (unit === '' ? '' : ` ${unit}`)

export const emptyWords = ({ emptyWords: custom, words, kind }: EntityField): Words =>
  custom ??
  (kind === 'choice' || kind === 'choices' || kind === 'ref' || kind === 'refs' || kind === 'instant'
    ? { en: `Please choose: ${words.en}`, zh: `请选择${words.zh}` }
    : { en: `Please enter: ${words.en}`, zh: `请输入${words.zh}` })

export const isEmpty = (value: EntityValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

type ValueRead =
  | { readonly value: EntityValue; readonly problems?: undefined }
  | { readonly problems: readonly Fault[] }

function readValue(field: EntityField, raw: unknown, at: string): ValueRead {
  const wrong = (code: string, en: string, zh: string): ValueRead => ({
    problems: [fault(at, code, { en: `${field.words.en}: ${en}`, zh: `${field.words.zh}：${zh}` })],
  })
  if (raw === undefined || raw === null || raw === '') {
    if (field.kind === 'flag')
      return raw === undefined ? { value: field.default } : wrong('type', 'must be yes or no', '应为是或否')
    return { value: Array.isArray(field.default) ? [] : null }
  }
  switch (field.kind) {
    case 'text':
      return typeof raw === 'string' ? readText(field, raw, wrong) : wrong('type', 'must be text', '应为文本')
    case 'secret':
      if (typeof raw !== 'string') return wrong('type', 'must be text', '应为文本')
      return countCharacters(raw) >= field.minLength && countCharacters(raw) <= field.maxLength
        ? { value: raw }
        : wrong(
            'length',
            `must have ${field.minLength} to ${field.maxLength} characters`,
            `${field.minLength} 到 ${field.maxLength} 个字符`,
          )
    case 'number':
      if (typeof raw !== 'number' || !Number.isFinite(raw)) return wrong('type', 'must be a number', '应为数字')
      if (field.integer && !Number.isInteger(raw)) return wrong('integer', 'must be an integer', '应为整数')
      return raw >= field.min && raw <= field.max
        ? { value: raw }
        : wrong(
            'range',
            `must be from ${field.min} to ${field.max}${formatUnit(field)}`,
            `应在 ${field.min} 到 ${field.max}${formatUnit(field)} 之间`,
          )
    case 'flag':
      return typeof raw === 'boolean' ? { value: raw } : wrong('type', 'must be yes or no', '应为是或否')
    case 'choice': {
      if (typeof raw !== 'string' && typeof raw !== 'number')
        return wrong('type', 'must be one of the options', '应为选项之一')
      const isKnown = field.options.some(({ value }) => value === raw)
      if (
        !isKnown &&
        (field.dictionary === undefined || typeof raw !== 'string' || raw.length > 64 || unprintable.test(raw))
      )
        return wrong('option', 'must be one of the options', '应为选项之一')
      return { value: raw }
    }
    case 'choices': {
      const list = textList(raw)
      if (!list?.every((value) => field.options.some((option) => option.value === value)))
        return wrong('option', 'must be a list of the options', '应为选项中的若干项')
      return { value: field.options.map(({ value }) => value).filter((value) => list.includes(value)) }
    }
    case 'instant':
      return typeof raw === 'number' && Number.isInteger(raw) && raw >= minInstant && raw <= maxInstant
        ? { value: raw }
        : wrong('type', 'must be a time in milliseconds since 1970', '应为毫秒时间')
    case 'ref':
      return typeof raw === 'string' && isRowId(raw)
        ? { value: raw }
        : wrong('ref', 'must be chosen from the list', '应从列表选择')
    case 'refs': {
      const list = textList(raw)
      if (!list?.every(isRowId)) return wrong('ref', 'must be chosen from the list', '应从列表选择')
      return list.length <= field.max
        ? { value: [...new Set(list)] }
        : wrong('count', `at most ${field.max}`, `最多 ${field.max} 项`)
    }
    case 'files': {
      if (!Array.isArray(raw) || !raw.every(isStoredFile))
        return wrong('type', 'must be a list of uploaded files', '应为已上传的文件')
      return raw.length <= field.max
        ? { value: raw.map(({ id, name }) => ({ id, name })) }
        : wrong('count', `at most ${field.max} files`, `最多 ${field.max} 个文件`)
    }
    case 'rows':
      return readRows(field, raw, at, wrong)
    case 'live':
      return wrong('readOnly', 'read-only: reported by the device', '来自现场，不可写')
  }
}

type Wrong = (code: string, en: string, zh: string) => ValueRead

function readRows(field: Extract<EntityField, { kind: 'rows' }>, raw: unknown, at: string, wrong: Wrong): ValueRead {
  if (!Array.isArray(raw)) return wrong('type', 'must be a list', '应为列表')
  if (raw.length < field.min) return wrong('count', `at least ${field.min}`, `至少 ${field.min} 项`)
  if (raw.length > field.max) return wrong('count', `at most ${field.max}`, `最多 ${field.max} 项`)
  const read = raw.map((row, index) => readFields(field.fields, row, `${at}.${index}`))
  const problems = read.flatMap((row) => row.problems ?? [])
  return problems.length > 0 ? { problems } : { value: read.flatMap(({ values }) => (values ? [values] : [])) }
}

function readText(field: TextField, raw: string, wrong: Wrong): ValueRead {
  const value = field.format === 'lines' || field.format === 'json' ? raw : raw.trim()
  if (value === '') return { value: null }
  // Multi-line texts may contain line breaks and tabs.
  if (unprintable.test(field.format === 'lines' || field.format === 'json' ? value.replaceAll(/[\n\r\t]/g, '') : value))
    return wrong('characters', 'must not contain control characters', '不能含控制字符')
  if (value.length < field.minLength)
    return wrong('length', `at least ${field.minLength} characters`, `至少 ${field.minLength} 个字符`)
  if (value.length > field.maxLength)
    return wrong('length', `at most ${field.maxLength} characters`, `最多 ${field.maxLength} 个字符`)
  const words = textFault(field.format, value)
  return words ? wrong('format', words.en, words.zh) : { value }
}

/** Returns the fault of a text in this format. The console uses the same function. */
function textFault(format: EntityTextFormat, value: string): Words | null {
  switch (format) {
    case 'line':
    case 'lines':
      return null
    case 'code':
    case 'drawing':
      return /^[\w.:-]+$/.test(value)
        ? null
        : { en: 'may contain only letters, digits and . _ : -', zh: '只能含字母、数字和 . _ : -' }
    case 'plantName':
    case 'plantDevice':
      return isName(value)
        ? null
        : { en: 'may contain only lowercase letters, digits and hyphens', zh: '只能含小写字母、数字和连字符' }
    case 'scriptId':
      return /^[A-Za-z][A-Za-z0-9]*$/.test(value)
        ? null
        : { en: 'letters and digits only, starting with a letter', zh: '只能含字母和数字，并以字母开头' }
    case 'phone':
      return /^\+?[0-9][0-9 ()-]{4,18}[0-9]$/.test(value)
        ? null
        : { en: 'must be a valid phone number', zh: '请输入有效的电话号码' }
    case 'email':
      return /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)
        ? null
        : { en: 'must be a valid email address', zh: '请输入有效的邮箱' }
    case 'url':
      return isUrl(value)
        ? null
        : { en: 'must be an http(s) URL or a path on this server', zh: '应为 http、https 地址或本机路径' }
    case 'cron':
      return cronFault(value)
    case 'json':
      return isJson(value) ? null : { en: 'invalid JSON', zh: 'JSON 格式错误' }
    case 'tag':
      return parseTag(value) ? null : { en: 'must be project/device/point', zh: '应为 项目/设备/点位' }
    case 'time':
      return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : { en: 'must be a time, HH:mm', zh: '应为时间 HH:mm' }
    case 'date':
      return isDate(value)
        ? null
        : { en: 'must be a date, MM-DD (each year) or YYYY-MM-DD', zh: '应为日期 MM-DD（每年）或 YYYY-MM-DD' }
    case 'topic':
      return isCustomTopic(value)
        ? null
        : {
            en: `levels separated by /, exactly one of them ${devicePlaceholder}; must not contain + # $ or start with p/ or mimic/`,
            zh: `以 / 分层，其中恰有一层为 ${devicePlaceholder}；不能含 + # $，不能以 p/ 或 mimic/ 开头`,
          }
    case 'endpoint':
      return /^[a-z]+:\/\/[^\s/]+(?:\/\S*)?$/.test(value)
        ? null
        : {
            en: 'must be a URL without spaces, such as https://host/path',
            zh: '应为不含空格的网址，例如 https://主机/路径',
          }
    case 'rtsp':
      return /^rtsps?:\/\/[^\s/@]+(?:\/\S*)?$/.test(value) && URL.canParse(value)
        ? null
        : {
            en: 'must be an rtsp:// or rtsps:// address without user name and password',
            zh: '应为不含用户名和密码的 rtsp:// 或 rtsps:// 地址',
          }
    case 'address':
      return /^[0-9A-Za-z.:_-]+$/.test(value)
        ? null
        : { en: 'may contain only letters, digits and . : _ -', zh: '只能含字母、数字和 . : _ -' }
  }
}

function isUrl(value: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return true
  return /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value)
}

/** Returns true for `MM-dd` or `yyyy-MM-dd` of an existing day. */
function isDate(value: string): boolean {
  const full = value.length === 5 ? `2000-${value}` : value
  if (!/^\d{4}-\d{2}-\d{2}$/.test(full)) return false
  const at = Date.parse(full)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(full)
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false // not valid
  }
}

const fault = (path: string, code: string, words: Words): Fault => ({ path, code, words, message: words.en })
/** Control characters and lone surrogates, which files and databases cannot store. */
const unprintable = /[\p{Cc}\p{Cs}]/u
/** 1900 to 9999: the range that databases and calendars support. */
const minInstant = Date.UTC(1900, 0, 1)
const maxInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
const isRowId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id)
const textList = (raw: unknown): string[] | null =>
  Array.isArray(raw) && raw.every((item): item is string => typeof item === 'string') ? raw : null
const isStoredFile = (file: unknown): file is { id: string; name: string } =>
  isRecord(file) &&
  Object.keys(file).length === 2 &&
  typeof file['id'] === 'string' &&
  isRowId(file['id']) &&
  typeof file['name'] === 'string' &&
  file['name'].length > 0 &&
  file['name'].length <= 200 &&
  !unprintable.test(file['name'])
