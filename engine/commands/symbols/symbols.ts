import * as z from 'zod'
import {
  checkNesting,
  compileText,
  coordinateSchema,
  fitLink,
  instantiate,
  makeComponent,
  makeId,
  nameSchema,
  noKinds,
  noOverrides,
  noParams,
  paramValuesSchema,
  ProblemList,
  ranksBetween,
  readParamValue,
  readSymbol,
  rootsAmong,
  sizeSchema,
  symbolMap,
  uprightPlace,
  groupType,
} from '../../document/index.ts'
import { getBounds, tidy, unionBoxes } from '../../geometry/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { minGroupSide } from '../edit/frame.ts'
import { commonGroup, frontRank } from '../edit/group.ts'
import { isLongRank, spreadFamily } from '../edit/order.ts'
import { Rejection, reject } from '../base/result.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import { reattachOutside, createTemplate } from './symbolsTemplate.ts'
import { idsSchema, rejectIfLocked, getTargets, withMembers } from '../transaction/targets.ts'
import type {
  Component,
  DrawingLimits,
  Id,
  Override,
  ParamKinds,
  ParamValue,
  ParamValues,
  SymbolDefinition,
  SymbolLink,
} from '../../document/index.ts'
import type { CommandContext } from '../transaction/command.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Creates a symbol from a selection and replaces the selection by its first instance. Tags that equal or begin with the
 * default of a tag parameter are bound to that parameter, so that the instance shows the same values.
 */
export const makeSymbol = defineCommand(
  'make-symbol',
  z.strictObject({
    ids: idsSchema,
    name: nameSchema.min(1),
    params: z.unknown().optional(),
    paramProps: z.unknown().optional(),
  }),
  (tx, { ids, name, params, paramProps }, { catalog, limits }) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    const roots = rootsAmong(tx.view, ids)
    const refused = rejectIfLocked(tx, withMembers(tx, roots))
    if (refused) return refused
    const box = unionBoxes(roots.map(getBounds))
    if (!box)
      return reject('command.arguments', [
        { path: 'ids', code: 'command.tooFew', message: 'a symbol needs at least one component' },
      ])
    const problems = new ProblemList()
    // The corner is rounded like all coordinates, so that members keep their exact position. A straight line has height
    // 0, which would break editing its symbol, so a minimum size applies.
    const place = uprightPlace({
      x: tidy(box.x),
      y: tidy(box.y),
      width: Math.max(minGroupSide, box.width),
      height: Math.max(minGroupSide, box.height),
    })
    const raw = {
      id: makeId(),
      name,
      width: place.width,
      height: place.height,
      params,
      paramProps,
      components: createTemplate(tx, roots, place, catalog, params),
    }
    const symbol = readSymbol(raw, 'symbol', catalog, limits, problems)
    if (!symbol) return reject('command.arguments', problems.list)
    const parent = commonGroup(tx.view, roots)
    const link: SymbolLink = { symbol: symbol.id, place, params: noParams, overrides: noOverrides }
    const instance = makeComponent({
      type: groupType,
      name,
      parent,
      rank: frontRank(tx.view, roots, parent),
      ...box,
      link,
    })
    setSymbols(tx, [...tx.view.symbols, symbol], limits)
    const replaced = withMembers(tx, roots)
    for (const root of roots) tx.remove(root.id)
    tx.add(instance)
    reattachOutside(tx, catalog, replaced, instance.id)
    if (isLongRank(instance.rank)) spreadFamily(tx, parent)
    return { ok: true, created: [instance.id] }
  },
)

/** Adds an instance of a symbol on top, with its box at `x`, `y`. Default size: the size of the symbol. */
export const addInstance = defineCommand(
  'add-instance',
  z.strictObject({
    symbol: z.string(),
    x: coordinateSchema,
    y: coordinateSchema,
    width: sizeSchema.optional(),
    height: sizeSchema.optional(),
    name: nameSchema.min(1).optional(),
    params: paramValuesSchema.optional(),
  }),
  (tx, { symbol: id, x, y, width, height, name, params = noParams }, { catalog, kinds }) => {
    const symbol = getSymbol(tx, id)
    const values = readParams(symbol, params, kinds)
    if (values.refused) return values.refused
    const symbols = symbolMap(tx.view.symbols)
    const place = uprightPlace({ x, y, width: width ?? symbol.width, height: height ?? symbol.height })
    const link = fitLink(
      { symbol: symbol.id, place, params: values.params, overrides: noOverrides },
      symbols,
      catalog,
      [],
      kinds,
    )
    const rank = ranksBetween(tx.view.children(null).at(-1)?.rank ?? null, null, 1)[0]
    const { instance } = instantiate(
      makeComponent({ type: groupType, name: name ?? symbol.name, rank, link }),
      symbols,
      catalog,
    )
    tx.add(instance)
    return { ok: true, created: [instance.id] }
  },
)

/** Merges values into the parameters of instances; null resets a parameter to the symbol's default. */
export const setParams = defineCommand(
  'set-params',
  z.strictObject({
    ids: idsSchema,
    params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  }),
  (tx, { ids, params }, context) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    for (const component of targets.components) {
      if (!component.link) return rejectPlainComponent(component)
      const isWithin = instanceAround(tx.view, component) !== component
      const values = readParams(getSymbol(tx, component.link.symbol), withoutNull(params), context.kinds, isWithin)
      if (values.refused) return values.refused
      changeLink(
        tx,
        component,
        context,
        (link) => ({ ...link, params: { ...without(link.params, params), ...values.params } }),
        (override) => ({
          ...override,
          params: { ...without(override?.params ?? {}, params), ...values.params },
        }),
      )
    }
    const isTyped = Object.values(params).every((value) => typeof value === 'string' || typeof value === 'number')
    return { ok: true, merges: isTyped ? JSON.stringify([ids, Object.keys(params)]) : undefined }
  },
)

/** Removes overrides of instances, or of single members. Parameters are kept. */
export const resetOverrides = defineCommand(
  'reset-overrides',
  z.strictObject({ ids: idsSchema }),
  (tx, { ids }, context) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    for (const component of targets.components) {
      const outermost = instanceAround(tx.view, component)
      if (!outermost?.link) return rejectPlainComponent(component)
      const overridePath = getOverridePath(tx, component, outermost, context)
      const overrides = Object.entries(outermost.link.overrides).flatMap(
        ([at, override]): (readonly [string, Override])[] => {
          if (overridePath !== '' && at !== overridePath && !at.startsWith(`${overridePath}/`)) return [[at, override]]
          return override.params ? [[at, { params: override.params }]] : []
        },
      )
      tx.patch(outermost.id, {
        link: { ...outermost.link, overrides: overrides.length === 0 ? noOverrides : Object.fromEntries(overrides) },
      })
    }
    return { ok: true }
  },
)

/** Converts instances to plain groups. They look the same but no longer follow their symbol. */
export const detach = defineCommand('detach', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = getTargets(tx, ids)
  if (targets.refused) return targets.refused
  for (const component of targets.components) {
    if (!component.link) return rejectPlainComponent(component)
    const around = instanceAround(tx.view, component)
    if (around !== component && !ids.includes(around?.id ?? component.id))
      return reject('command.instanceMember', [
        {
          path: component.id,
          code: 'command.instanceMember',
          message: `${component.name} belongs to the instance ${around?.name ?? ''}`,
        },
      ])
  }
  for (const { id } of targets.components) tx.patch(id, { link: null })
  return { ok: true }
})

/**
 * Returns a symbol by id.
 *
 * @throws Rejection if it does not exist.
 */
export function getSymbol(tx: Transaction, id: string): SymbolDefinition {
  const symbol = tx.view.symbols.find((one) => one.id === id)
  if (!symbol) throw new Rejection('command.unknownSymbol', `unknown symbol ${id.slice(0, 64)}`, 'symbol')
  return symbol
}

/**
 * Replaces the symbols.
 *
 * @throws Rejection if a symbol would contain itself.
 */
export function setSymbols(tx: Transaction, symbols: readonly SymbolDefinition[], limits: DrawingLimits): void {
  const problems = new ProblemList()
  checkNesting(symbols, limits, problems)
  const [problem] = problems.list
  if (problem) throw new Rejection('command.arguments', problem.message, problem.path, problem.code)
  tx.symbols(Object.freeze(symbols))
}

/** Changes the link of an instance or, for a member, the override in its outermost instance. */
function changeLink(
  tx: Transaction,
  component: Component,
  context: CommandContext,
  change: (link: SymbolLink) => SymbolLink,
  changeOverride: (override: Override | undefined) => Override,
): void {
  const outermost = instanceAround(tx.view, component)
  if (!outermost?.link) return
  const overridePath = getOverridePath(tx, component, outermost, context)
  const { [overridePath]: own, ...others } = outermost.link.overrides
  const link =
    overridePath === ''
      ? change(outermost.link)
      : { ...outermost.link, overrides: { ...others, [overridePath]: changeOverride(own) } }
  tx.patch(outermost.id, { link: fitLink(link, symbolMap(tx.view.symbols), context.catalog, [], context.kinds) })
}

/** Returns the override path of a member in the outermost instance; empty for the instance itself. */
function getOverridePath(
  tx: Transaction,
  { id }: Component,
  outermost: Component,
  { catalog }: CommandContext,
): string {
  const paths = new Map<Id, string>()
  if (id !== outermost.id) instantiate(outermost, symbolMap(tx.view.symbols), catalog, paths)
  return paths.get(id) ?? ''
}

type ReadParams = { readonly params: ParamValues; readonly refused?: undefined } | { readonly refused: Rejected }

/** Validates parameter values. Values of nested instances are overrides and cannot contain placeholders. */
function readParams(symbol: SymbolDefinition, params: ParamValues, kinds: ParamKinds, isWithin = false): ReadParams {
  const read: Record<string, ParamValue> = {}
  const problems = new ProblemList()
  for (const [name, rawValue] of Object.entries(params)) {
    const param = symbol.params.find((one) => one.name === name)
    const value = param && readParamValue(param, rawValue, isWithin ? noKinds : kinds)
    if (isWithin && typeof rawValue === 'string' && compileText(rawValue, kinds)) {
      problems.add(
        `params.${name}`,
        'command.placeholderWithin',
        'a nested instance cannot use placeholders: pass the value on in the symbol of the outer instance',
      )
    } else if (value !== undefined) read[name] = value
    else
      problems.add(
        `params.${name}`,
        'drawing.symbolParam',
        param ? `not a valid ${param.kind}` : `${symbol.name} has no such parameter`,
      )
  }
  return problems.list.length > 0 ? { refused: reject('command.arguments', problems.list) } : { params: read }
}

function withoutNull(params: Readonly<Record<string, ParamValue | null>>): ParamValues {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

function without(params: ParamValues, names: object): ParamValues {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !Object.hasOwn(names, name)))
}

function rejectPlainComponent({ id, name }: Component): Rejected {
  return reject('command.notInstance', [
    { path: id, code: 'command.notInstance', message: `${name} is not an instance of a symbol` },
  ])
}
