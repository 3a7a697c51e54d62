import { groupType } from '../model/component.ts'
import { getBounds } from '../values/frame.ts'
import { toBox, fitGroup, widen } from './groupBox.ts'
import { memberId } from '../model/memberId.ts'
import { getFallback, isParamValue, paramTextLength, paramValueLength } from '../props/paramValue.ts'
import { placeFrame } from './symbolPlacement.ts'
import { patchRecord } from '../model/record.ts'
import { withOverrides, compileSymbol } from './compiledSymbol.ts'
import type { Component, Id } from '../model/component.ts'
import type { Box } from '../values/frame.ts'
import type { Edges } from './groupBox.ts'
import type { Scope } from '../props/placeholder.ts'
import type { SymbolMap } from '../model/symbolMap.ts'
import type { PlanItem } from './compiledSymbol.ts'
import type { TypeLookup } from '../props/props.ts'
import type { Override, ParamValue, SymbolDefinition, SymbolLink, SymbolParam } from '../model/symbol.ts'

/** Result of `instantiate`: an instance and the members generated from its symbol. */
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
export function instantiate(
  instance: Component,
  symbols: SymbolMap,
  types: TypeLookup,
  paths?: Map<Id, string>,
): Instantiated {
  const generated: Component[] = []
  const box = expand(instance, '', { symbols, types, generated, paths })
  return {
    instance: fitGroup(instance, box ?? (instance.link ? getBounds(instance.link.place) : instance)),
    members: generated.reverse(),
  }
}

/** Returns the ids of all members in the order of `instantiate`, without generating them. */
export function listMemberIds(instance: Id, symbol: Id, symbols: SymbolMap): Id[] {
  return (symbols.get(symbol)?.components ?? []).flatMap(({ id, link }) => {
    const own = memberId(instance, id)
    return link ? [own, ...listMemberIds(own, link.symbol, symbols)] : [own]
  })
}

interface Expansion {
  readonly symbols: SymbolMap
  readonly types: TypeLookup
  /** Collected front to back; members precede their groups, whose boxes depend on them. */
  readonly generated: Component[]
  readonly paths: Map<Id, string> | undefined
}

/** Adds the members of one instance, front to back. Returns their bounding box. */
function expand(instance: Component, memberPath: string, expansion: Expansion): Box | null {
  const definition = instance.link && expansion.symbols.get(instance.link.symbol)
  if (!instance.link || !definition) return null
  const { place, overrides } = instance.link
  const scope = createScope(definition, instance.link)
  const items = compileSymbol(definition, expansion.types)
  const ids = new Map(items.map(({ template }) => [template.id, memberId(instance.id, template.id)]))
  let nested: ReadonlyMap<Id, Id> | undefined
  const targets = (target: Id): Id | undefined =>
    ids.get(target) ?? (nested ??= mapNestedTargets(instance.id, definition, expansion.symbols)).get(target)
  const boxes = new Map<Id | null, Edges>()
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]
    if (!item) continue
    const { template } = item
    const id = ids.get(template.id) ?? template.id
    const override = Object.hasOwn(overrides, template.id) ? overrides[template.id] : undefined
    const frame = template.type === groupType ? noFrame : placeFrame(template, definition, place)
    const link =
      template.link && resolveLink(item, template.link, definition, instance.link, scope, override, expansion.symbols)
    const parent = template.parent === null ? instance.id : (ids.get(template.parent) ?? instance.id)
    let member = patchRecord(template, {
      id,
      parent,
      copies: null,
      ...frame,
      ...withOverrides(item, scope, override, targets),
      ...(link && { link }),
    })
    expansion.paths?.set(id, memberPath + template.id)
    if (link)
      member = fitGroup(member, expand(member, `${memberPath}${template.id}/`, expansion) ?? getBounds(link.place))
    else if (template.type === groupType) member = fitGroup(member, toBox(boxes.get(template.id)) ?? member)
    expansion.generated.push(member)
    widen(boxes, template.parent, getBounds(member))
  }
  return toBox(boxes.get(null))
}

const noFrame = {}

function createScope(definition: SymbolDefinition, { params }: SymbolLink): Scope {
  return new Map(
    definition.params.map((param) => {
      const assigned = Object.hasOwn(params, param.name) ? params[param.name] : undefined
      if (assigned === undefined) return [param.name, param.default]
      return [param.name, isParamValue(param.kind, assigned) ? assigned : getFallback(param)]
    }),
  )
}

/** Returns the link of a nested instance with outer parameters resolved and outer overrides merged. */
function resolveLink(
  item: PlanItem,
  link: SymbolLink,
  definition: SymbolDefinition,
  outer: SymbolLink,
  scope: Scope,
  override: Override | undefined,
  symbols: SymbolMap,
): SymbolLink {
  const params: Record<string, ParamValue> = { ...link.params }
  const declared = symbols.get(link.symbol)?.params
  for (const [name, make] of item.params)
    params[name] = limitInnerValue(
      declared?.find((param) => param.name === name),
      make(scope),
    )
  Object.assign(params, override?.params)
  const prefix = `${item.template.id}/`
  const within = Object.entries(outer.overrides)
    .filter(([memberPath]) => memberPath.startsWith(prefix))
    .map(([memberPath, inner]) => [memberPath.slice(prefix.length), inner] as const)
  const overrides = within.length === 0 ? link.overrides : { ...link.overrides }
  if (overrides !== link.overrides) {
    for (const [memberPath, inner] of within)
      Object.assign(overrides, { [memberPath]: mergeOverrides(link.overrides[memberPath], inner) })
  }
  return { symbol: link.symbol, place: placeFrame(link.place, definition, outer.place), params, overrides }
}

/**
 * Limits a value passed to an inner parameter to values that a file may contain, because it is saved when the outer
 * instance is detached. An invalid tag becomes unassigned instead of the inner default. A text in braces may be a
 * placeholder in the symbol's own drawing.
 */
function limitInnerValue(param: SymbolParam | undefined, value: ParamValue): ParamValue {
  if (param?.kind === 'tag' && !isParamValue('tag', value) && !String(value).includes('{')) return getFallback(param)
  if (param?.kind === 'text') return String(value).slice(0, paramTextLength)
  return typeof value === 'string' ? value.slice(0, paramValueLength) : value
}

function mergeOverrides(below: Override | undefined, above: Override): Override {
  if (!below) return above
  return {
    ...below,
    ...above,
    ...(below.props && { props: { ...below.props, ...above.props } }),
    ...(below.extras && { extras: { ...below.extras, ...above.extras } }),
    ...(below.params && { params: { ...below.params, ...above.params } }),
  }
}

/**
 * A line in a symbol may be attached to a member of a nested instance, by the id that the member has in the symbol's
 * own drawing.
 */
function mapNestedTargets(outer: Id, definition: SymbolDefinition, symbols: SymbolMap): Map<Id, Id> {
  const targets = new Map<Id, Id>()
  for (const { id, link } of definition.components) {
    if (!link) continue
    const generated = listMemberIds(memberId(outer, id), link.symbol, symbols)
    for (const [i, own] of listMemberIds(id, link.symbol, symbols).entries()) targets.set(own, generated[i] ?? own)
  }
  return targets
}
