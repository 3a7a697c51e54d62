import { fieldForTrait } from '../components/roles.ts'
import type { Trait } from '../components/roles.ts'
import { bindingSchema, commonBindable } from '../document/index.ts'
import type { Binding, Via } from '../document/index.ts'
import { parse, readGradient, createFieldSchema } from '../schema/index.ts'
import type { Field, Fields, FieldValue } from '../schema/index.ts'
import type { CommonProp, Look, StyleRequest } from './styleRequest.ts'
import { getMeanColor } from './paint.ts'
import type { FindingCode, ReportBook } from './report.ts'
import type { TagNames } from './tagNames.ts'

type ReportLoss = (trait: string, code: FindingCode) => void

/**
 * Converts a look to properties of a type. Values are fitted to their fields or left out; both are reported to `tell`.
 */
export function fitLook(
  fields: Fields,
  look: Look,
  report: ReportLoss = () => {},
): { readonly props: readonly (readonly [string, FieldValue])[]; has(trait: Trait): boolean } {
  const props: (readonly [string, FieldValue])[] = []
  const found = new Set<string>()
  for (const trait of getTraits(look)) {
    const name = fieldForTrait(fields, trait)
    const field = name === undefined ? undefined : fields[name]
    if (name === undefined || !field) continue
    found.add(trait)
    const value = look[trait]
    const fitted =
      value === undefined
        ? undefined
        : fitValue(field, value, (code) => {
            report(trait, code)
          })
    if (fitted !== undefined) props.push([name, fitted])
  }
  return { props, has: (trait) => found.has(trait) }
}

/** Converts binding requests to bindings, at most one per property. Requests that do not fit are reported as lost. */
export function fitRequests(
  fields: Fields,
  requests: readonly StyleRequest[],
  tags: TagNames,
  book: ReportBook,
): Binding[] {
  const bindings: Binding[] = []
  for (const request of requests) {
    const prop = isCommon(request.prop) ? request.prop : fieldForTrait(fields, request.prop)
    const field = prop === undefined ? undefined : fields[prop]
    if (prop === undefined || (!isCommon(request.prop) && !field?.bindable) || bindings.length >= bindingLimit) {
      book.lose(request.path, `${request.name} → ${request.prop}`, 'binding.prop')
      continue
    }
    if (bindings.some((other) => other.prop === prop)) {
      book.lose(request.path, `${request.name} → ${request.prop}`, 'binding.twice')
      continue
    }
    const tag = tags.of(request.name, request.path)
    if (tag === undefined) continue
    const read = parse(bindingSchema, { prop, tag, via: field ? fitVia(field, request.via) : request.via })
    if (read.problems) book.lose(request.path, `${request.name} → ${request.prop}`, 'binding.condition')
    else bindings.push(read.value)
  }
  return bindings
}

/** Maximum number of bindings of a component. */
const bindingLimit = 64

function isCommon(prop: Trait | CommonProp): prop is CommonProp {
  return commonBindable.has(prop)
}

/** Drops state values that do not fit the property, which would invalidate the whole drawing. */
function fitVia(field: Field, via: Via): Via {
  if (via.kind !== 'states') return via
  const states = via.states
    .flatMap((state) => {
      const value = fitValue(field, state.value, () => {})
      return value === undefined ? [] : [{ ...state, value }]
    })
    .slice(0, stateLimit)
  const otherwise = via.otherwise === undefined ? undefined : fitValue(field, via.otherwise, () => {})
  return { kind: 'states', states, ...(otherwise === undefined ? {} : { otherwise }) }
}

const stateLimit = 64

function fitValue(field: Field, value: FieldValue, report: (code: FindingCode) => void): FieldValue | undefined {
  const clamped = clampValue(field, value, report)
  if (!parse(createFieldSchema(field), clamped).problems) return clamped
  report('prop.unfit')
  return undefined
}

function clampValue(field: Field, value: FieldValue, report: (code: FindingCode) => void): FieldValue {
  if (field.kind === 'number' && typeof value === 'number' && Number.isFinite(value)) {
    const within = Math.min(Math.max(value, field.min), field.max)
    if (within !== value) report('prop.clamped')
    return Math.round(within * 1e6) / 1e6 + 0
  }
  if (
    field.kind === 'text' &&
    typeof value === 'string' &&
    field.format === 'lines' &&
    value.length > field.maxLength
  ) {
    report('prop.clamped')
    return value.slice(0, field.maxLength)
  }
  if (field.kind === 'color' && typeof value === 'string' && !field.gradient && readGradient(value)) {
    report('paint.gradient')
    return getMeanColor(value)
  }
  return value
}

function getTraits(look: Look): Trait[] {
  return Object.keys(look).filter((key): key is Trait => key in look)
}
