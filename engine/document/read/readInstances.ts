import { groupType } from '../model/component.ts'
import { isNear } from '../symbols/fittedGroups.ts'
import { instantiate } from '../symbols/instantiate.ts'
import { symbolMap } from '../model/symbolMap.ts'
import { SymbolSizes } from '../symbols/symbolSizes.ts'
import { noKinds } from '../props/placeholder.ts'
import { patchRecord, recordProblem } from '../model/record.ts'
import { fitLink } from '../symbols/symbolLink.ts'
import type { Component, Id } from '../model/component.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { ProblemList } from '../values/problems.ts'
import type { TypeLookup } from '../props/props.ts'
import type { SymbolDefinition } from '../model/symbol.ts'
import type { Problem } from '../../schema/index.ts'

/**
 * Generates the members of instances, which files omit, after checking their number. Parts of a link that do not fit
 * the symbol are dropped with a warning. Members contained in the file are kept as a plain group if the symbol is
 * unknown; otherwise the file is contradictory and rejected.
 */
export function withInstances(
  components: readonly Component[],
  symbols: readonly SymbolDefinition[],
  types: TypeLookup,
  limits: DrawingLimits,
  problems: ProblemList,
  warnings: Problem[],
  kinds: ParamKinds = noKinds,
): readonly Component[] {
  const map = symbolMap(symbols)
  const unknown = new Map<Id, number>()
  for (const symbol of symbols)
    for (const { link } of symbol.components) if (link && !map.has(link.symbol)) count(unknown, link.symbol)
  if (!components.some(({ link }) => link)) {
    warnUnknownSymbols(unknown, warnings)
    return components
  }
  if (!areFewEnough(components, new SymbolSizes(map, limits), limits, problems)) return []
  const parents = new Set(components.map(({ parent }) => parent))
  const ids = new Set(components.map(({ id }) => id))
  const unfit = new Map<Id, number>()
  const whole: Component[] = []
  for (const component of components) {
    const { id, link } = component
    if (!link) {
      whole.push(component)
      continue
    }
    if (!map.has(link.symbol)) {
      count(unknown, link.symbol)
      whole.push(parents.has(id) ? patchRecord(component, { link: null }) : component)
      continue
    }
    if (parents.has(id))
      problems.add('components', 'drawing.instanceMember', `${id} is an instance: its members come from its symbol`)
    const dropped: string[] = []
    const fitted = fitLink(link, map, types, dropped, kinds)
    if (dropped.length > 0) count(unfit, link.symbol)
    const { instance, members } = instantiate(
      fitted === link ? component : patchRecord(component, { link: fitted }),
      map,
      types,
    )
    whole.push(isNear(component, instance) ? patchRecord(component, { link: fitted }) : instance)
    for (const member of members) {
      const problem = recordProblem(member)
      if (problem) problems.add(`components.${id}`, problem.code, problem.message)
      if (ids.has(member.id))
        problems.add('components', 'drawing.duplicate', `${member.id} is also the id of a member of ${id}`)
      ids.add(member.id)
      whole.push(member)
    }
  }
  warnUnknownSymbols(unknown, warnings)
  for (const [symbol, instances] of unfit) {
    warnings.push({
      path: 'symbols',
      code: 'drawing.symbolUnfit',
      message: `${instances} instances of ${map.get(symbol)?.name ?? symbol} had invalid parameters or overrides`,
    })
  }
  return problems.list.length > 0 ? [] : whole
}

function areFewEnough(
  components: readonly Component[],
  sizes: SymbolSizes,
  limits: DrawingLimits,
  problems: ProblemList,
): boolean {
  const depths = new Map<Id, number>()
  let total = components.length
  for (const { id, type, parent, link } of components) {
    const depth = parent === null ? 0 : (depths.get(parent) ?? 0) + 1
    if (type === groupType) depths.set(id, depth)
    if (!link) continue
    const size = sizes.of(link.symbol)
    total += size.count
    if (depth + size.height > limits.nesting) {
      problems.add(
        'components',
        'drawing.cycle',
        `${id} is an instance with groups nested deeper than ${limits.nesting} levels`,
      )
      return false
    }
  }
  if (total > limits.components)
    problems.add(
      'components',
      'drawing.tooMany',
      `more than ${limits.components} components, including members of instances`,
    )
  return total <= limits.components
}

/** Counts instances in the drawing and within its symbols. */
function warnUnknownSymbols(unknown: ReadonlyMap<Id, number>, warnings: Problem[]): void {
  for (const [symbol, instances] of unknown) {
    warnings.push({
      path: 'symbols',
      code: 'drawing.unknownSymbol',
      message: `${instances} instances of symbol ${symbol}, which the drawing does not have`,
    })
  }
}

function count(counts: Map<Id, number>, id: Id): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}
