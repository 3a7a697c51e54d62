import { parse } from '../../schema/index.ts'
import { groupType } from '../model/component.ts'
import { withFittedGroups } from '../symbols/fittedGroups.ts'
import { getParamKinds, isParamValue } from '../props/paramValue.ts'
import { readComponent } from './readComponent.ts'
import { readComponents } from './readComponents.ts'
import { deepFreeze, patchRecord } from '../model/record.ts'
import { fitLink } from '../symbols/symbolLink.ts'
import { noSymbols, symbolMap } from '../model/symbolMap.ts'
import { SymbolSizes } from '../symbols/symbolSizes.ts'
import { symbolSchema } from '../symbols/symbolSchemas.ts'
import type { Component, Id } from '../model/component.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { ProblemList } from '../values/problems.ts'
import type { TypeLookup } from '../props/props.ts'
import type { SymbolDefinition } from '../model/symbol.ts'
import type { Problem } from '../../schema/index.ts'

/** Reads the symbols of a drawing. Each is validated like a drawing, and no symbol may contain itself. */
export function readSymbols(
  raw: unknown,
  types: TypeLookup,
  limits: DrawingLimits,
  problems: ProblemList,
  warnings: Problem[] = [],
): readonly SymbolDefinition[] {
  if (raw === undefined) return noSymbols
  if (!Array.isArray(raw)) return problems.add('symbols', 'invalid_type', 'must be a list of symbols') ?? noSymbols
  if (raw.length > limits.components)
    return problems.add('symbols', 'drawing.tooMany', `more than ${limits.components} symbols`) ?? noSymbols
  const symbols: SymbolDefinition[] = []
  const ids = new Set<Id>()
  let left = limits.components
  for (let i = 0; i < raw.length && !problems.isFull; i++) {
    const symbol = readSymbol(raw[i], `symbols.${i}`, types, { ...limits, components: left }, problems, warnings)
    if (!symbol) continue
    if (ids.has(symbol.id)) problems.add(`symbols.${i}.id`, 'drawing.duplicate', 'another symbol has the same id')
    ids.add(symbol.id)
    left -= symbol.components.length
    symbols.push(symbol)
  }
  if (problems.list.length > 0 || symbols.length === 0) return noSymbols
  checkNesting(symbols, limits, problems)
  if (problems.list.length > 0) return noSymbols
  const dropped: string[] = []
  const fitted = fitSymbols(symbols, types, dropped)
  if (dropped.length > 0) {
    const some = [...new Set(dropped)].slice(0, 5).join(', ')
    warnings.push({
      path: 'symbols',
      code: 'drawing.symbolUnfit',
      message: `instances inside symbols had invalid parameters or overrides: ${some}`,
    })
  }
  return fitted
}

/**
 * Reads one symbol; corrections are reported as warnings. References to other symbols are checked later, with all
 * symbols.
 */
export function readSymbol(
  raw: unknown,
  path: string,
  types: TypeLookup,
  limits: DrawingLimits,
  problems: ProblemList,
  warnings: Problem[] = [],
): SymbolDefinition | undefined {
  const read = parse(symbolSchema, raw, path)
  if (read.problems) return problems.addAll(read.problems)
  const { params, paramProps } = read.value
  const before = problems.list.length
  for (const [i, param] of params.entries()) {
    if (!isParamValue(param.kind, param.default))
      problems.add(`${path}.params.${i}.default`, 'invalid_value', `is not a valid ${param.kind}`)
    if (params.findIndex(({ name }) => name === param.name) < i)
      problems.add(`${path}.params.${i}.name`, 'drawing.duplicate', 'another parameter has the same name')
  }
  const kinds = getParamKinds(params)
  const whole = withoutEmptyGroups(
    readComponents(read.value.components, `${path}.components`, limits, problems, (one, at) =>
      readComponent(one, at, types, problems, kinds),
    ),
  )
  if (problems.list.length > before) return undefined
  const components = withFittedGroups(whole, `${path}.components`, problems, warnings)
  if (components.length === 0)
    return problems.add(`${path}.components`, 'too_small', 'a symbol needs at least one component')
  checkMembers(components, `${path}.components`, problems)
  checkParamProps(paramProps, components, kinds, types, `${path}.paramProps`, problems)
  return problems.list.length > before ? undefined : deepFreeze({ ...read.value, components, paramProps })
}

/** Removes parts of links between symbols that do not fit. Returns the same list if nothing changed. */
export function fitSymbols(
  symbols: readonly SymbolDefinition[],
  types: TypeLookup,
  dropped: string[] = [],
): readonly SymbolDefinition[] {
  const map = symbolMap(symbols)
  const fitted = symbols.map((symbol) => {
    const components = symbol.components.map((component) => {
      const link = component.link && fitLink(component.link, map, types, dropped, getParamKinds(symbol.params))
      return link === component.link ? component : patchRecord(component, { link })
    })
    return components.every((component, i) => component === symbol.components[i])
      ? symbol
      : deepFreeze({ ...symbol, components })
  })
  return fitted.every((symbol, i) => symbol === symbols[i]) ? symbols : Object.freeze(fitted)
}

/** Adds problems for symbols that contain themselves or exceed the nesting limit. */
export function checkNesting(symbols: readonly SymbolDefinition[], limits: DrawingLimits, problems: ProblemList): void {
  const sizes = new SymbolSizes(symbolMap(symbols), limits)
  for (const [i, symbol] of symbols.entries()) {
    if (sizes.of(symbol.id).height > limits.nesting) {
      problems.add(
        `symbols.${i}`,
        'drawing.symbolCycle',
        `${symbol.name} contains itself, or groups nested deeper than ${limits.nesting} levels`,
      )
    }
  }
}

/** Iterates from the end of the paint order, so that all members are visited before their group. */
function withoutEmptyGroups(components: readonly Component[]): Component[] {
  const parents = new Set<Id | null>()
  return components
    .toReversed()
    .filter(({ id, type, parent, link }) => {
      const isNonEmpty = type !== groupType || link !== null || parents.has(id)
      if (isNonEmpty) parents.add(parent)
      return isNonEmpty
    })
    .reverse()
}

/** Members of nested instances are generated and must not be in the file. */
function checkMembers(components: readonly Component[], path: string, problems: ProblemList): void {
  const instances = new Set(components.filter(({ link }) => link).map(({ id }) => id))
  for (const { id, parent } of components) {
    if (parent !== null && instances.has(parent))
      problems.add(path, 'drawing.instanceMember', `${id} is inside an instance: its members come from its symbol`)
  }
}

/** Returns true if a property can be set by a parameter of a kind. For an unknown type always true. */
export function canFollow({ type }: Component, prop: string, kind: unknown, types: TypeLookup): boolean {
  const fields = types.get(type)?.fields
  const field = fields && Object.hasOwn(fields, prop) ? fields[prop]?.kind : commonKinds[prop]
  return field === undefined
    ? !fields && type !== groupType
    : (kindsByField[field]?.some((one) => one === kind) ?? false)
}

const kindsByField: Readonly<Record<string, readonly string[]>> = {
  number: ['number'],
  color: ['color'],
  flag: ['flag'],
  text: ['text', 'tag'],
  choice: ['text'],
  points: [],
}

function checkParamProps(
  paramProps: SymbolDefinition['paramProps'],
  components: readonly Component[],
  kinds: ParamKinds,
  types: TypeLookup,
  path: string,
  problems: ProblemList,
): void {
  for (const [id, props] of Object.entries(paramProps)) {
    const component = components.find((one) => one.id === id)
    if (!component) problems.add(`${path}.${id}`, 'drawing.symbolParam', 'the component does not exist')
    for (const [prop, param] of component ? Object.entries(props) : []) {
      const kind = kinds.get(param)
      if (kind === undefined) problems.add(`${path}.${id}.${prop}`, 'drawing.symbolParam', `unknown parameter ${param}`)
      else if (component && !canFollow(component, prop, kind, types)) {
        problems.add(`${path}.${id}.${prop}`, 'drawing.symbolParam', `a ${kind} cannot be the value of ${prop}`)
      }
    }
  }
}

const commonKinds: Readonly<Record<string, string>> = { visible: 'flag', opacity: 'number' }
