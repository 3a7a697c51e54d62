import { extraFields } from '../values/promptFields.ts'
import { compileTag, noKinds, plainPath } from '../props/placeholder.ts'
import { getFallback, isParamValue, isTagValue, getParamKinds } from '../props/paramValue.ts'
import { ProblemList } from '../values/problems.ts'
import { fitsField, readBindings } from '../props/props.ts'
import { groupType } from '../model/component.ts'
import type { Component } from '../model/component.ts'
import type { SymbolMap } from '../model/symbolMap.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { TypeLookup } from '../props/props.ts'
import type { Override, ParamValue, ParamValues, SymbolDefinition, SymbolLink, SymbolParam } from '../model/symbol.ts'
import type { Fields, FieldValue } from '../../schema/index.ts'

export const noParams: ParamValues = Object.freeze({})
export const noOverrides: SymbolLink['overrides'] = Object.freeze({})
const noFields: Fields = Object.freeze({})

/**
 * Removes from a link all that does not fit its symbol: unknown or invalid parameters, default values, and overrides of
 * missing members or properties. Returns the same link if nothing changed. Names of removed parts are added to
 * `dropped`. An invalid tag becomes empty, not the symbol's default, which could be another real device. `outer` are
 * the parameters of the surrounding symbol, whose placeholders the values may contain.
 */
export function fitLink(
  link: SymbolLink,
  symbols: SymbolMap,
  types: TypeLookup,
  dropped: string[] = [],
  outer: ParamKinds = noKinds,
): SymbolLink {
  const definition = symbols.get(link.symbol)
  if (!definition) return link
  const params = fitParams(link.params, definition, outer, dropped)
  const overrides = fitOverrides(link.overrides, definition, symbols, types, dropped)
  return params === link.params && overrides === link.overrides ? link : { ...link, params, overrides }
}

/** Returns a parameter value in normalized form, or undefined if it is invalid. */
export function readParamValue(
  param: SymbolParam,
  value: ParamValue,
  outer: ParamKinds = noKinds,
): ParamValue | undefined {
  if (typeof value !== 'string' || !value.includes('{') || outer.size === 0)
    return isParamValue(param.kind, value) ? value : undefined
  const whole = /^\{(\w+)\}$/.exec(value)?.[1]
  if (whole !== undefined && outer.has(whole))
    return outer.get(whole) === param.kind || param.kind === 'text' ? value : undefined
  if (param.kind === 'tag') return compileTag(value, outer, isTagValue).template ? plainPath(value) : undefined
  return param.kind === 'text' && isParamValue('text', value) ? value : undefined
}

/** Returns the tag parameters without a value. Bindings that depend on them are omitted. */
export function findUnassignedParams(definition: SymbolDefinition, params: ParamValues): readonly SymbolParam[] {
  return definition.params.filter(
    (param) => param.kind === 'tag' && (Object.hasOwn(params, param.name) ? params[param.name] : param.default) === '',
  )
}

function fitParams(
  params: ParamValues,
  definition: SymbolDefinition,
  outer: ParamKinds,
  dropped: string[],
): ParamValues {
  const fitted: Record<string, ParamValue> = {}
  let isSame = true
  for (const [name, rawValue] of Object.entries(params)) {
    const param = definition.params.find((one) => one.name === name)
    const read = param && readParamValue(param, rawValue, outer)
    if (read === undefined) dropped.push(`params.${name}`)
    const value = param && (read ?? getFallback(param))
    if (value !== undefined && value !== param?.default) fitted[name] = value
    isSame &&= fitted[name] === rawValue
  }
  return isSame ? params : Object.keys(fitted).length === 0 ? noParams : fitted
}

function fitOverrides(
  overrides: SymbolLink['overrides'],
  definition: SymbolDefinition,
  symbols: SymbolMap,
  types: TypeLookup,
  dropped: string[],
): SymbolLink['overrides'] {
  const fitted: Record<string, Override> = {}
  let isSame = true
  for (const [memberPath, override] of Object.entries(overrides)) {
    const target = findMember(memberPath, definition, symbols)
    const before = dropped.length
    const fittedLink = target
      ? fitOverride(override, target, symbols, types, (key) => dropped.push(`overrides.${memberPath}.${key}`))
      : undefined
    if (!target) dropped.push(`overrides.${memberPath}`)
    const isWhole =
      fittedLink !== undefined &&
      dropped.length === before &&
      Object.keys(fittedLink).length === Object.keys(override).length &&
      !isEmpty(fittedLink)
    isSame &&= isWhole
    if (fittedLink && !isEmpty(fittedLink)) fitted[memberPath] = isWhole ? override : fittedLink
  }
  return isSame ? overrides : Object.keys(fitted).length === 0 ? noOverrides : fitted
}

const isEmpty = (override: Override): boolean => Object.keys(override).length === 0

/** Returns the component at an override path, through nested symbols. */
export function findMember(
  memberPath: string,
  definition: SymbolDefinition,
  symbols: SymbolMap,
): Component | undefined {
  let within: SymbolDefinition | undefined = definition
  let member: Component | undefined
  for (const id of memberPath.split('/')) {
    member = within?.components.find((component) => component.id === id)
    within = member?.link ? symbols.get(member.link.symbol) : undefined
  }
  return member
}

function fitOverride(
  override: Override,
  target: Component,
  symbols: SymbolMap,
  types: TypeLookup,
  drop: (key: string) => void,
): Override {
  const { props, extras, bindings, params, ...rest } = override
  const fields = target.type === groupType ? noFields : types.get(target.type)?.fields
  const inner = target.link ? symbols.get(target.link.symbol) : undefined
  return {
    ...rest,
    ...part('props', props && fitValues(props, fields, (name) => drop(`props.${name}`))),
    ...part('extras', extras && fitValues(extras, extraFields, (name) => drop(`extras.${name}`))),
    ...(bindings && areFitting(bindings, fields, () => drop('bindings')) && { bindings }),
    ...part('params', params && fitOwnParams(params, inner, (name) => drop(`params.${name}`))),
  }
}

function part<Key extends string, Value extends object>(
  key: Key,
  values: Value | undefined,
): { readonly [K in Key]?: Value } {
  return values && Object.keys(values).length > 0 ? ({ [key]: values } as { [K in Key]: Value }) : {}
}

function fitValues(
  values: Readonly<Record<string, FieldValue | null>>,
  fields: Fields | undefined,
  drop: (name: string) => void,
): Record<string, FieldValue | null> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
      const isFitting = !fields || (field !== undefined && (value === null || fitsField(field, value)))
      if (!isFitting) drop(name)
      return isFitting
    }),
  )
}

/** Unlike parameters of an instance, overrides keep default values, because the symbol may set a different value. */
function fitOwnParams(
  params: ParamValues,
  definition: SymbolDefinition | undefined,
  drop: (name: string) => void,
): ParamValues {
  const kinds = getParamKinds(definition?.params ?? [])
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): (readonly [string, ParamValue])[] => {
      const kind = kinds.get(name)
      if (kind !== undefined && isParamValue(kind, value)) return [[name, value]]
      drop(name)
      return kind === 'tag' ? [[name, '']] : []
    }),
  )
}

function areFitting(bindings: Override['bindings'], fields: Fields | undefined, drop: () => void): boolean {
  const problems = new ProblemList()
  readBindings(bindings, fields, '', problems)
  if (problems.list.length > 0) drop()
  return problems.list.length === 0
}
