import { groupType } from './component.ts'
import { boundsOf } from './frame.ts'
import { boxOf, fitted, widen } from './groupBox.ts'
import { memberId } from './memberId.ts'
import { fallbackOf, isParamValue, paramTextLength, paramValueLength } from './paramValue.ts'
import { placed } from './symbolPlacement.ts'
import { patched } from './record.ts'
import { withOverrides, compileSymbol } from './compiledSymbol.ts'
import type { Component, Id } from './component.ts'
import type { Box } from './frame.ts'
import type { Edges } from './groupBox.ts'
import type { Scope } from './placeholder.ts'
import type { SymbolMap } from './symbolMap.ts'
import type { PlanItem } from './compiledSymbol.ts'
import type { TypeLookup } from './props.ts'
import type { Override, ParamValue, SymbolDefinition, SymbolLink, SymbolParam } from './symbol.ts'

export interface Instantiated {
  /** The instance with the bounding box of its members. */
  readonly instance: Component
  /** Members in paint order, including members of nested instances. */
  readonly members: readonly Component[]
}

/**
 * Generates the members of an instance from its symbol. Members are plain records, so painting, hit testing and
 * selection need no knowledge of symbols. Equal instances and definitions give identical members; files therefore omit
 * them. Returns no members for an unknown symbol. `ways` receives each member's override path.
 */
export function instantiate(instance: Component, symbols: SymbolMap, types: TypeLookup, ways?: Map<Id, string>): Instantiated {
  const made: Component[] = []
  const box = expand(instance, '', { symbols, types, made, ways })
  return { instance: fitted(instance, box ?? (instance.link ? boundsOf(instance.link.place) : instance)), members: made.reverse() }
}

/** Returns the ids of all members in the order of `instantiate`, without generating them. */
export function memberIdsOf(instance: Id, symbol: Id, symbols: SymbolMap): Id[] {
  return (symbols.get(symbol)?.components ?? []).flatMap(({ id, link }) => {
    const own = memberId(instance, id)
    return link ? [own, ...memberIdsOf(own, link.symbol, symbols)] : [own]
  })
}

interface Expansion {
  readonly symbols: SymbolMap
  readonly types: TypeLookup
  /** Collected front to back; members precede their groups, whose boxes depend on them. */
  readonly made: Component[]
  readonly ways: Map<Id, string> | undefined
}

/** Adds the members of one instance, front to back. Returns their bounding box. */
function expand(instance: Component, way: string, expansion: Expansion): Box | null {
  const definition = instance.link && expansion.symbols.get(instance.link.symbol)
  if (!instance.link || !definition) return null
  const { place, overrides } = instance.link
  const scope = scopeOf(definition, instance.link)
  const items = compileSymbol(definition, expansion.types)
  const ids = new Map(items.map(({ template }) => [template.id, memberId(instance.id, template.id)]))
  let nested: ReadonlyMap<Id, Id> | undefined
  const targets = (target: Id): Id | undefined => ids.get(target) ?? (nested ??= nestedTargets(instance.id, definition, expansion.symbols)).get(target)
  const boxes = new Map<Id | null, Edges>()
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]
    if (!item) continue
    const { template } = item
    const id = ids.get(template.id) ?? template.id
    const override = Object.hasOwn(overrides, template.id) ? overrides[template.id] : undefined
    const frame = template.type === groupType ? noFrame : placed(template, definition, place)
    const link = template.link && linkOf(item, template.link, definition, instance.link, scope, override, expansion.symbols)
    const parent = template.parent === null ? instance.id : ids.get(template.parent) ?? instance.id
    let member = patched(template, { id, parent, copies: null, ...frame, ...withOverrides(item, scope, override, targets), ...(link && { link }) })
    expansion.ways?.set(id, way + template.id)
    if (link) member = fitted(member, expand(member, `${way}${template.id}/`, expansion) ?? boundsOf(link.place))
    else if (template.type === groupType) member = fitted(member, boxOf(boxes.get(template.id)) ?? member)
    expansion.made.push(member)
    widen(boxes, template.parent, boundsOf(member))
  }
  return boxOf(boxes.get(null))
}

const noFrame = {}

function scopeOf(definition: SymbolDefinition, { params }: SymbolLink): Scope {
  return new Map(definition.params.map((param) => {
    const given = Object.hasOwn(params, param.name) ? params[param.name] : undefined
    if (given === undefined) return [param.name, param.default]
    return [param.name, isParamValue(param.kind, given) ? given : fallbackOf(param)]
  }))
}

/** Returns the link of a nested instance with outer parameters resolved and outer overrides merged. */
function linkOf(
  item: PlanItem, link: SymbolLink, definition: SymbolDefinition, outer: SymbolLink, scope: Scope, override: Override | undefined, symbols: SymbolMap,
): SymbolLink {
  const params: Record<string, ParamValue> = { ...link.params }
  const declared = symbols.get(link.symbol)?.params
  for (const [name, make] of item.params) params[name] = handedOn(declared?.find((param) => param.name === name), make(scope))
  Object.assign(params, override?.params)
  const prefix = `${item.template.id}/`
  const within = Object.entries(outer.overrides).filter(([way]) => way.startsWith(prefix)).map(([way, inner]) => [way.slice(prefix.length), inner] as const)
  const overrides = within.length === 0 ? link.overrides : { ...link.overrides }
  if (overrides !== link.overrides) {
    for (const [way, inner] of within) Object.assign(overrides, { [way]: laidOver(link.overrides[way], inner) })
  }
  return { symbol: link.symbol, place: placed(link.place, definition, outer.place), params, overrides }
}

/**
 * Limits a value passed to an inner parameter to values that a file may contain, because it is saved when the outer
 * instance is detached. An invalid tag becomes unassigned instead of the inner default. A text in braces may be a
 * placeholder in the symbol's own drawing.
 */
function handedOn(param: SymbolParam | undefined, value: ParamValue): ParamValue {
  if (param?.kind === 'tag' && !isParamValue('tag', value) && !String(value).includes('{')) return fallbackOf(param)
  if (param?.kind === 'text') return String(value).slice(0, paramTextLength)
  return typeof value === 'string' ? value.slice(0, paramValueLength) : value
}

function laidOver(below: Override | undefined, above: Override): Override {
  if (!below) return above
  return {
    ...below, ...above,
    ...(below.props && { props: { ...below.props, ...above.props } }),
    ...(below.extras && { extras: { ...below.extras, ...above.extras } }),
    ...(below.params && { params: { ...below.params, ...above.params } }),
  }
}

/**
 * A line in a symbol may be attached to a member of a nested instance, by the id that the member has in the symbol's
 * own drawing.
 */
function nestedTargets(outer: Id, definition: SymbolDefinition, symbols: SymbolMap): Map<Id, Id> {
  const targets = new Map<Id, Id>()
  for (const { id, link } of definition.components) {
    if (!link) continue
    const made = memberIdsOf(memberId(outer, id), link.symbol, symbols)
    for (const [i, own] of memberIdsOf(id, link.symbol, symbols).entries()) targets.set(own, made[i] ?? own)
  }
  return targets
}
