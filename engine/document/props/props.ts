import { isFill, parse, createFieldSchema } from '../../schema/index.ts'
import { bindableExtras, extraFields, noExtras } from '../values/promptFields.ts'
import { isObject, isSameJson } from '../values/plainJson.ts'
import { readBinding } from './readBinding.ts'
import { deepFreeze, noBindings, noProps } from '../model/record.ts'
import { forbiddenKeys } from '../model/ids.ts'
import { anyValueSchema } from '../model/schemas.ts'
import type { ProblemList } from '../values/problems.ts'
import type { Binding, Props, Via } from '../model/component.ts'
import type { Extras } from '../values/promptFields.ts'
import type { Field, Fields, FieldValue, TextFormat } from '../../schema/index.ts'
import type { ZodType } from 'zod'

/** The part of the component catalog that the document needs. */
export interface TypeLookup {
  get(type: string):
    | {
        readonly fields: Fields
        readonly ends?: { readonly from: string; readonly to: string }
        readonly isSingle?: boolean
      }
    | undefined
}

export { isObject } from '../values/plainJson.ts'

/** Properties that can be bound on every component. */
export const commonBindable: ReadonlySet<string> = new Set([
  'x',
  'y',
  'width',
  'height',
  'angleDeg',
  'flipX',
  'flipY',
  'opacity',
  'visible',
  'animated',
  'animationSpeed',
  ...bindableExtras,
])

/**
 * Validates properties against their type's fields and drops default values. Consecutive components with equal
 * properties share the same object. If `fields` is undefined (unknown type), any value that a field could have is kept.
 */
export function readProps(raw: unknown, fields: Fields | undefined, path: string, problems: ProblemList): Props {
  if (!isObject(raw)) return problems.add(path, 'invalid_type', 'must be an object of properties') ?? noProps
  const checks = fields && getChecks(fields)
  if (checks?.last && isSameJson(raw, checks.last)) return checks.last
  const before = problems.list.length
  const props: Record<string, FieldValue> = {}
  let isEmpty = true
  for (const name in raw) {
    const check = checks?.byName.get(name)
    if (forbiddenKeys.has(name)) problems.add(`${path}.${name}`, 'drawing.forbiddenKey', 'this key is not allowed')
    else if (checks && !check) problems.add(`${path}.${name}`, 'unrecognized_keys', 'this type has no such property')
    else {
      const value = readValue(raw[name], check, path, name, problems)
      if (value === undefined || (check && isSame(value, check.field.default))) continue
      props[name] = value
      isEmpty = false
    }
  }
  if (isEmpty) return noProps
  const frozen = deepFreeze(props)
  if (checks && problems.list.length === before) checks.last = frozen
  return frozen
}

/** Validates the extra fields and drops default values. */
export function readExtras(raw: unknown, path: string, problems: ProblemList): Extras {
  const read = readProps(raw, extraFields, path, problems)
  return read === noProps ? noExtras : read
}

/**
 * Validates bindings: their structure, that the property can be bound, and that state values are valid for the
 * property.
 */
export function readBindings(
  raw: unknown,
  fields: Fields | undefined,
  path: string,
  problems: ProblemList,
): readonly Binding[] {
  if (!Array.isArray(raw)) return problems.add(path, 'invalid_type', 'must be a list of bindings') ?? noBindings
  if (raw.length > bindingLimit) return problems.add(path, 'too_big', `at most ${bindingLimit} bindings`) ?? noBindings
  if (raw.length === 0) return noBindings
  const first = readOneBinding(raw[0], fields, path, 0, problems)
  // Most components have one binding. A literal array of one has no spare capacity; one grown by `push` reserves
  // sixteen entries.
  const bindings = first ? [first] : []
  for (let i = 1; i < raw.length; i++) {
    const binding = readOneBinding(raw[i], fields, path, i, problems)
    if (!binding) continue
    if (bindings.some((other) => other.prop === binding.prop))
      problems.add(`${path}.${i}.prop`, 'drawing.duplicate', `${binding.prop} is bound twice`)
    else bindings.push(binding)
  }
  return bindings.length === 0 ? noBindings : deepFreeze(bindings)
}

function readOneBinding(
  raw: unknown,
  fields: Fields | undefined,
  path: string,
  i: number,
  problems: ProblemList,
): Binding | undefined {
  const read = readBinding(raw, path, i)
  if (read.problems) return problems.addAll(read.problems)
  return isBindable(read.value, fields, path, i, problems) ? read.value : undefined
}

const bindingLimit = 64

/** Returns true if the field accepts the value. */
export function fitsField(field: Field, value: unknown): value is FieldValue {
  return isPlainlyFine(value, field) || getSchema(field).safeParse(value).success
}

const schemas = new WeakMap<Field, ZodType<FieldValue>>()

function getSchema(field: Field): ZodType<FieldValue> {
  let schema = schemas.get(field)
  if (!schema) {
    schema = createFieldSchema(field)
    schemas.set(field, schema)
  }
  return schema
}

interface FieldCheck {
  readonly field: Field
  readonly schema: ZodType<FieldValue>
}

interface FieldChecks {
  readonly byName: ReadonlyMap<string, FieldCheck>
  /** Last valid properties. */
  last: Props | null
}

const checksByFields = new WeakMap<Fields, FieldChecks>()

function getChecks(fields: Fields): FieldChecks {
  let checks = checksByFields.get(fields)
  if (!checks) {
    checks = {
      byName: new Map(
        Object.entries(fields).map(([name, field]) => [
          name,
          {
            field,
            get schema() {
              return getSchema(field)
            },
          },
        ]),
      ),
      last: null,
    }
    checksByFields.set(fields, checks)
  }
  return checks
}

function readValue(
  raw: unknown,
  check: FieldCheck | undefined,
  path: string,
  name: string,
  problems: ProblemList,
): FieldValue | undefined {
  if (check && isPlainlyFine(raw, check.field)) return Array.isArray(raw) ? [...raw] : raw
  const read = parse(check?.schema ?? anyValueSchema, raw, `${path}.${name}`)
  return read.problems ? problems.addAll(read.problems) : read.value
}

/**
 * Accepts common values without the schema, which is only needed for others and for error messages. Halves the time to
 * open a drawing.
 */
function isPlainlyFine(raw: unknown, field: Field): raw is FieldValue {
  if (field.kind === 'number') return typeof raw === 'number' && raw >= field.min && raw <= field.max
  if (field.kind === 'text')
    return typeof raw === 'string' && raw.length <= field.maxLength && hasPlainFormat(raw, field.format)
  if (field.kind === 'color') return typeof raw === 'string' && isFill(raw, field.gradient)
  if (field.kind === 'points') return Array.isArray(raw) && arePlainPoints(raw)
  return field.kind === 'flag' && typeof raw === 'boolean'
}

function arePlainPoints(list: readonly unknown[]): boolean {
  if (list.length < 4 || list.length > 512 || list.length % 2 !== 0) return false
  for (let i = 0; i < list.length; i++) {
    const share = list[i]
    if (typeof share !== 'number' || !(share >= -10 && share <= 10)) return false
  }
  return true
}

/** Plain text is always valid; other formats are checked by their schema. */
function hasPlainFormat(text: string, format: TextFormat): boolean {
  return text === '' || format === 'lines' || (format === 'line' && !text.includes('\n'))
}

function isBindable(
  binding: Binding,
  fields: Fields | undefined,
  path: string,
  i: number,
  problems: ProblemList,
): boolean {
  if (!fields || commonBindable.has(binding.prop)) return true
  const check = getChecks(fields).byName.get(binding.prop)
  if (!check?.field.bindable) {
    problems.add(`${path}.${i}.prop`, 'drawing.unbindable', `${binding.prop} cannot be bound`)
    return false
  }
  const { via } = binding
  if (via.kind !== 'states' || fitFields.get(via)?.has(check.field)) return true
  const before = problems.list.length
  for (const [at, state] of via.states.entries())
    readValue(state.value, check, `${path}.${i}.via.states.${at}`, 'value', problems)
  if (via.otherwise !== undefined) readValue(via.otherwise, check, `${path}.${i}.via`, 'otherwise', problems)
  const isFitting = problems.list.length === before
  if (isFitting && Object.isFrozen(via)) fitFields.set(via, (fitFields.get(via) ?? new WeakSet()).add(check.field))
  return isFitting
}

/** Caches for shared vias which fields accept all of their state values. */
const fitFields = new WeakMap<Via, WeakSet<Field>>()

function isSame(a: FieldValue, b: FieldValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.length === b.length && a.every((value, i) => value === b[i])
}
