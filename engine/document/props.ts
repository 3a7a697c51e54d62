import { parse, schemaOfField } from '../schema/index.ts'
import { extraFields, noExtras } from './extras.ts'
import { deepFreeze, noBindings, noProps } from './record.ts'
import { anyValueSchema, bindingSchema, forbiddenKeys, knownBindingSchema } from './schemas.ts'
import type { ProblemList } from './problems.ts'
import type { Binding, Props, Via } from './component.ts'
import type { Extras } from './extras.ts'
import type { Field, Fields, FieldValue, Parsed, TextFormat } from '../schema/index.ts'
import type { ZodType } from 'zod'

/** What the document needs to know of the installed component types. */
export interface TypeLookup {
  get(type: string): { readonly fields: Fields; readonly ends?: { readonly from: string; readonly to: string } } | undefined
}

/** The properties that every component has and a binding may drive. */
export const commonBindable: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'angleDeg', 'opacity', 'visible'])

/**
 * Checks properties against their type's fields and drops what equals the default. `fields` undefined: the type is not
 * installed, so anything that a field could hold is kept.
 */
export function readProps(raw: unknown, fields: Fields | undefined, path: string, problems: ProblemList): Props {
  if (!isObject(raw)) return problems.add(path, 'invalid_type', 'must be an object of properties') ?? noProps
  const checks = fields && checksOf(fields)
  const props: Record<string, FieldValue> = {}
  let isEmpty = true
  for (const name in raw) {
    const check = checks?.get(name)
    if (forbiddenKeys.has(name)) problems.add(`${path}.${name}`, 'drawing.forbiddenKey', 'this key is not allowed')
    else if (checks && !check) problems.add(`${path}.${name}`, 'unrecognized_keys', 'this type has no such property')
    else {
      const value = readValue(raw[name], check, `${path}.${name}`, problems)
      if (value === undefined || (check && isSame(value, check.field.default))) continue
      props[name] = value
      isEmpty = false
    }
  }
  return isEmpty ? noProps : deepFreeze(props)
}

/** Checks what any component may have beside its type's properties; what is as by default is dropped. */
export function readExtras(raw: unknown, path: string, problems: ProblemList): Extras {
  const read = readProps(raw, extraFields, path, problems)
  return read === noProps ? noExtras : read
}

/** Checks bindings: their own shape, that the property can be bound, and that states give values the property can take. */
export function readBindings(raw: unknown, fields: Fields | undefined, path: string, problems: ProblemList): readonly Binding[] {
  if (!Array.isArray(raw)) return problems.add(path, 'invalid_type', 'must be a list of bindings') ?? noBindings
  if (raw.length > bindingLimit) return problems.add(path, 'too_big', `at most ${bindingLimit} bindings`) ?? noBindings
  const bindings: Binding[] = []
  for (const [i, item] of raw.entries()) {
    const read = readBinding(item, `${path}.${i}`)
    if (read.problems) problems.addAll(read.problems)
    else if (bindings.some((other) => other.prop === read.value.prop)) {
      problems.add(`${path}.${i}.prop`, 'drawing.duplicate', `${read.value.prop} is bound twice`)
    } else if (isBindable(read.value, fields, `${path}.${i}`, problems)) bindings.push(read.value)
  }
  return bindings.length === 0 ? noBindings : deepFreeze(bindings)
}

/**
 * Reads one binding. Equal vias of a plant's thousand lamps become one frozen object: checked once, held once, and
 * resolved by one plan that stays in the processor's cache.
 */
function readBinding(item: unknown, path: string): Parsed<Binding> {
  const key = isObject(item) && isObject(item['via']) ? JSON.stringify(item['via']) : undefined
  const known = key === undefined ? undefined : sharedVias.get(key)
  if (known) {
    const read = parse(knownBindingSchema, item, path)
    return read.problems ? read : { value: { ...read.value, via: known } }
  }
  const read = parse(bindingSchema, item, path)
  if (read.problems || key === undefined) return read
  if (sharedVias.size >= sharedLimit) sharedVias.clear()
  sharedVias.set(key, deepFreeze(read.value.via))
  return read
}

const sharedVias = new Map<string, Via>()
const sharedLimit = 2000

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const bindingLimit = 64

/** Whether a value is one that a field can hold. */
export function fitsField(field: Field, value: unknown): value is FieldValue {
  return isPlainlyFine(value, field) || schemaOf(field).safeParse(value).success
}

const schemas = new WeakMap<Field, ZodType<FieldValue>>()

function schemaOf(field: Field): ZodType<FieldValue> {
  let schema = schemas.get(field)
  if (!schema) {
    schema = schemaOfField(field)
    schemas.set(field, schema)
  }
  return schema
}

interface FieldCheck {
  readonly field: Field
  readonly schema: ZodType<FieldValue>
}

const checksByFields = new WeakMap<Fields, ReadonlyMap<string, FieldCheck>>()

function checksOf(fields: Fields): ReadonlyMap<string, FieldCheck> {
  let checks = checksByFields.get(fields)
  if (!checks) {
    checks = new Map(Object.entries(fields).map(([name, field]) => [name, { field, schema: schemaOf(field) }]))
    checksByFields.set(fields, checks)
  }
  return checks
}

function readValue(raw: unknown, check: FieldCheck | undefined, path: string, problems: ProblemList): FieldValue | undefined {
  if (check && isPlainlyFine(raw, check.field)) return raw
  const read = parse(check?.schema ?? anyValueSchema, raw, path)
  return read.problems ? problems.addAll(read.problems) : read.value
}

/** Lets the commonest values through without asking their schema, which alone says what is wrong: half the time of opening a drawing. */
function isPlainlyFine(raw: unknown, field: Field): raw is FieldValue {
  if (field.kind === 'number') return typeof raw === 'number' && raw >= field.min && raw <= field.max
  if (field.kind === 'text') return typeof raw === 'string' && raw.length <= field.maxLength && isOfPlainFormat(raw, field.format)
  return field.kind === 'flag' && typeof raw === 'boolean'
}

/** Words are as they are; any other format is for its schema to judge. */
function isOfPlainFormat(text: string, format: TextFormat): boolean {
  return text === '' || format === 'lines' || (format === 'line' && !text.includes('\n'))
}

function isBindable(binding: Binding, fields: Fields | undefined, path: string, problems: ProblemList): boolean {
  if (!fields || commonBindable.has(binding.prop)) return true
  const check = checksOf(fields).get(binding.prop)
  if (!check?.field.bindable) {
    problems.add(`${path}.prop`, 'drawing.unbindable', `${binding.prop} cannot be bound`)
    return false
  }
  if (binding.via.kind !== 'states') return true
  const { states, otherwise } = binding.via
  const before = problems.list.length
  for (const [i, state] of states.entries()) readValue(state.value, check, `${path}.via.states.${i}.value`, problems)
  if (otherwise !== undefined) readValue(otherwise, check, `${path}.via.otherwise`, problems)
  return problems.list.length === before
}

function isSame(a: FieldValue, b: FieldValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.length === b.length && a.every((value, i) => value === b[i])
}
