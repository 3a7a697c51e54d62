import * as z from 'zod'
import {
  canFollow,
  drawingVersion,
  fitLink,
  fitSymbols,
  isId,
  getParamKinds,
  nameSchema,
  originSchema,
  ProblemList,
  readDrawing,
  readSymbol,
  sizeSchema,
  symbolMap,
} from '../../document/index.ts'
import { defineCommand, type CommandContext } from '../transaction/command.ts'
import { reject } from '../base/result.ts'
import { setSymbols, getSymbol } from './symbols.ts'
import { sortByNesting, importFromLibrary } from './symbolsLibrary.ts'
import { importSymbols, relinkSymbol } from './importSymbols.ts'
import { renameParams } from './symbolsRename.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import type { Component, Id, ParamKinds, SymbolDefinition, TypeLookup } from '../../document/index.ts'
import type { Success, Rejected } from '../base/result.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Changes a symbol and all its instances in one step. Given parts replace the existing ones. Instances keep the
 * parameters and overrides that still fit; `unfit` is the number of instances that lost some.
 * - `renames`: new parameter names by old names; placeholders and instance parameters follow.
 * - `symbols`: symbols used by the new components. Missing or different ones are imported, as by `paste`.
 * - `library`: a library definition, as for `add-from-library`; replaces everything except the name.
 */
export const updateSymbol = defineCommand('update-symbol', changeSchema(), (tx, change, context) => {
  const changed = changeSymbol(tx, change, context, new Set([getSymbol(tx, change.symbol).id]))
  return typeof changed === 'number' ? doneWith(changed) : changed
})

/**
 * Updates several symbols from their libraries, like `update-symbol`, in one step or not at all. The order does not
 * matter: each symbol ends at the newest revision that any of the definitions contains.
 */
export const updateFromLibrary = defineCommand(
  'update-from-library',
  z.strictObject({
    symbols: z
      .array(z.strictObject({ symbol: z.string(), library: z.unknown(), origin: originSchema }))
      .min(1)
      .max(1000),
  }),
  (tx, { symbols }, context) => {
    let unfit = 0
    const followed = new Set(symbols.map(({ symbol }) => getSymbol(tx, symbol).id))
    for (const one of sortByNesting(symbols, context.catalog, context.limits, context.kinds)) {
      const changed = changeSymbol(tx, one, context, followed)
      if (typeof changed !== 'number') return changed
      unfit += changed
    }
    return doneWith(unfit)
  },
)

/** Renames a symbol; its instances keep their names. */
export const renameSymbol = defineCommand(
  'rename-symbol',
  z.strictObject({ symbol: z.string(), name: nameSchema.min(1) }),
  (tx, { symbol: id, name }) => {
    const symbol = getSymbol(tx, id)
    tx.symbols(Object.freeze(tx.view.symbols.map((one) => (one === symbol ? Object.freeze({ ...one, name }) : one))))
    return { ok: true, merges: id }
  },
)

/**
 * Deletes a symbol without instances. With `force` its instances are first converted to plain groups. A symbol used in
 * another symbol cannot be deleted.
 */
export const delSymbol = defineCommand(
  'del-symbol',
  z.strictObject({ symbol: z.string(), force: z.boolean().optional() }),
  (tx, { symbol: id, force = false }) => {
    const symbol = getSymbol(tx, id)
    const around = tx.view.symbols.find(({ components }) => components.some(({ link }) => link?.symbol === id))
    if (around) return rejectUsedSymbol(symbol, `it is part of the symbol ${around.name}`)
    const instances = [...tx.view.all()].filter(({ link }) => link?.symbol === id)
    if (instances.length > 0 && !force) return rejectUsedSymbol(symbol, `it has ${instances.length} instances`)
    for (const instance of instances) tx.patch(instance.id, { link: null })
    tx.symbols(Object.freeze(tx.view.symbols.filter((one) => one !== symbol)))
    return { ok: true }
  },
)

/** Removes parameters and overrides that no longer fit their symbols. Returns the number of affected instances. */
export function fitInstances(tx: Transaction, types: TypeLookup, kinds: ParamKinds): number {
  const symbols = symbolMap(tx.view.symbols)
  const unfit: (readonly [Component, Component['link']])[] = []
  for (const component of tx.view.all()) {
    if (!component.link || instanceAround(tx.view, component) !== component) continue
    const link = fitLink(component.link, symbols, types, [], kinds)
    if (link !== component.link) unfit.push([component, link])
  }
  for (const [{ id }, link] of unfit) tx.patch(id, { link })
  return unfit.length
}

/**
 * Returns the parameter bindings of properties whose component and parameter still exist; used if the change does not
 * contain them.
 */
function fitParamProps(
  symbol: SymbolDefinition,
  newParts: { readonly components?: unknown; readonly params?: unknown },
  types: TypeLookup,
): SymbolDefinition['paramProps'] {
  const ids = new Set(namesIn(newParts.components ?? symbol.components, 'id').filter(isId))
  const kinds = namesIn(newParts.params ?? symbol.params, 'kind')
  const params = new Map(namesIn(newParts.params ?? symbol.params, 'name').map((name, i) => [name, kinds[i]]))
  const before = getParamKinds(symbol.params)
  return Object.fromEntries(
    Object.entries(symbol.paramProps).flatMap(([id, props]) => {
      const component = symbol.components.find((one) => one.id === id)
      const isFitting = (prop: string, param: string): boolean =>
        params.get(param) === before.get(param) ||
        (component !== undefined && canFollow(component, prop, params.get(param), types))
      const remaining = Object.entries(props).filter(([prop, param]) => params.has(param) && isFitting(prop, param))
      return isId(id) && ids.has(id) && remaining.length > 0 ? [[id, Object.fromEntries(remaining)] as const] : []
    }),
  )
}

function changeSchema() {
  return z.strictObject({
    symbol: z.string(),
    name: nameSchema.min(1).optional(),
    width: sizeSchema.optional(),
    height: sizeSchema.optional(),
    params: z.unknown().optional(),
    components: z.unknown().optional(),
    paramProps: z.unknown().optional(),
    renames: z.record(z.string(), z.string()).optional(),
    origin: originSchema.optional(),
    library: z.unknown().optional(),
    symbols: z.unknown().optional(),
  })
}

/** Replaces a symbol. Returns the number of instances that lost parameters or overrides. */
function changeSymbol(
  tx: Transaction,
  { symbol: id, library, symbols, renames = {}, ...own }: z.infer<ReturnType<typeof changeSchema>>,
  { catalog, limits, kinds }: CommandContext,
  followed: ReadonlySet<Id>,
): number | Rejected {
  const names = new Map(Object.entries(renames).filter(([from, to]) => from !== to))
  const before = names.size > 0 ? renameParams(tx, getSymbol(tx, id), names, catalog) : getSymbol(tx, id)
  const fromLibrary =
    library === undefined ? undefined : importFromLibrary(tx, before, library, catalog, limits, kinds, followed)
  if (fromLibrary?.refused) return fromLibrary.refused
  const newParts = { ...own, ...fromLibrary?.parts }
  const problems = new ProblemList()
  const after = readSymbol(
    { ...before, paramProps: fitParamProps(before, newParts, catalog), ...omitUndefined(newParts) },
    'symbol',
    catalog,
    limits,
    problems,
  )
  if (!after) return reject('command.arguments', problems.list)
  const importedSymbols =
    symbols === undefined
      ? undefined
      : readDrawing({ version: drawingVersion, components: [], symbols }, catalog, limits)
  if (importedSymbols?.problems) return reject('command.arguments', importedSymbols.problems)
  const renamed =
    importedSymbols && importSymbols(tx, { ...importedSymbols.value.drawing, components: after.components }, limits)
  const dropped: string[] = []
  setSymbols(
    tx,
    fitSymbols(
      tx.view.symbols.map((one) => (one === before ? relinkSymbol(after, renamed ?? noIds) : one)),
      catalog,
      dropped,
    ),
    limits,
  )
  return fitInstances(tx, catalog, kinds) + (dropped.length > 0 ? 1 : 0)
}

const noIds: ReadonlyMap<Id, Id> = new Map()

function doneWith(unfit: number): Success {
  const message = `${unfit} instances had parameters or overrides that are no longer valid`
  return { ok: true, ...(unfit > 0 && { unfit, warnings: [{ path: 'symbol', code: 'drawing.symbolUnfit', message }] }) }
}

function namesIn(list: unknown, key: string): unknown[] {
  return Array.isArray(list)
    ? list.map((one: unknown) =>
        typeof one === 'object' && one !== null ? Object.entries(one).find(([name]) => name === key)?.[1] : undefined,
      )
    : []
}

function omitUndefined(newParts: object): object {
  return Object.fromEntries(Object.entries(newParts).filter(([, value]) => value !== undefined))
}

function rejectUsedSymbol({ name }: SymbolDefinition, reason: string): Rejected {
  return reject('command.symbolUsed', [
    { path: 'symbol', code: 'command.symbolUsed', message: `${name} cannot be deleted: ${reason}` },
  ])
}
