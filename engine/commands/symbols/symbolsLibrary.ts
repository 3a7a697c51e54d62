import * as z from 'zod'
import {
  coordinateSchema,
  getDefinedSymbol,
  instantiate,
  makeComponent,
  nameSchema,
  noOverrides,
  noParams,
  originSchema,
  ranksBetween,
  readDrawing,
  symbolMap,
  symbolsUsedBy,
  uprightPlace,
  groupType,
} from '../../document/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { reject } from '../base/result.ts'
import { importSymbols, relinkSymbol } from './importSymbols.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import type {
  Drawing,
  DrawingLimits,
  Id,
  ParamKinds,
  SymbolDefinition,
  SymbolOrigin,
  TypeLookup,
} from '../../document/index.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Adds an instance of a library symbol on top. `definition` is the library item: a drawing with one instance and all
 * symbols it needs, which are imported once. If the drawing already contains the library symbol, in any revision, that
 * one is used.
 */
export const addFromLibrary = defineCommand(
  'add-from-library',
  z.strictObject({
    definition: z.unknown(),
    origin: originSchema,
    x: coordinateSchema,
    y: coordinateSchema,
    name: nameSchema.min(1).optional(),
  }),
  (tx, { definition, origin, x, y, name }, { catalog, limits }) => {
    const read = readLibrarySymbol(definition, catalog, limits)
    if (read.refused) return read.refused
    const { symbol: main, drawing } = read
    let id = tx.view.symbols.find((one) => one.origin?.library === origin.library)?.id
    if (id === undefined) {
      const symbols = drawing.symbols?.map((one) => (one === main ? Object.freeze({ ...main, origin }) : one))
      const renamed = importSymbols(tx, { ...drawing, ...(symbols && { symbols }) }, limits)
      id = renamed.get(main.id) ?? main.id
    }
    const symbol = tx.view.symbols.find((one) => one.id === id) ?? main
    const place = uprightPlace({ x, y, width: symbol.width, height: symbol.height })
    const rank = ranksBetween(tx.view.children(null).at(-1)?.rank ?? null, null, 1)[0]
    const link = { symbol: symbol.id, place, params: noParams, overrides: noOverrides }
    const { instance } = instantiate(
      makeComponent({ type: groupType, name: name ?? symbol.name, rank, link }),
      symbolMap(tx.view.symbols),
      catalog,
    )
    tx.add(instance)
    return { ok: true, created: [instance.id] }
  },
)

/** Parts of a symbol that follow its library; id and name stay local. */
type FromLibrary = Pick<SymbolDefinition, 'width' | 'height' | 'params' | 'paramProps' | 'components'>

/**
 * Imports a library symbol and its nested symbols. Nested symbols used only by this symbol are replaced; those also
 * used elsewhere are imported as copies. A symbol is never replaced by an older revision of its library item; the
 * existing one is used. `followed` are all symbols updated in this step.
 */
export function importFromLibrary(
  tx: Transaction,
  before: SymbolDefinition,
  definition: unknown,
  types: TypeLookup,
  limits: DrawingLimits,
  kinds: ParamKinds,
  followed: ReadonlySet<Id>,
): { readonly parts: FromLibrary; readonly refused?: undefined } | { readonly refused: Rejected } {
  const read = readLibrarySymbol(definition, types, limits, kinds)
  if (read.refused) return read
  const { drawing } = read
  const reused = findReusedSymbols(
    tx.view.symbols.filter(({ id }) => id !== before.id),
    symbolsUsedBy(read.symbol.components, drawing.symbols ?? []),
    followed,
  )
  const symbol = relinkSymbol(read.symbol, reused)
  const symbols = (drawing.symbols ?? []).filter(({ id }) => !reused.has(id)).map((one) => relinkSymbol(one, reused))
  const nested = symbolsUsedBy(symbol.components, symbols)
  const renamed = importSymbols(
    tx,
    { ...drawing, symbols, components: symbol.components },
    limits,
    findReplacedSymbols(tx, before.id, nested, followed),
    followed,
  )
  const { width, height, params, paramProps, components } = relinkSymbol(symbol, renamed)
  return { parts: { width, height, params, paramProps, components } }
}

/**
 * Sorts entries so that nested symbols come before the symbols that contain them. Links are then validated against the
 * new definitions.
 */
export function sortByNesting<T extends { readonly library: unknown; readonly origin: SymbolOrigin }>(
  entries: readonly T[],
  types: TypeLookup,
  limits: DrawingLimits,
  kinds: ParamKinds,
): readonly T[] {
  if (entries.length < 2) return entries
  const within = new Map(
    entries.map((entry) => {
      const read = readDrawing(entry.library, types, limits, kinds)
      return [entry, new Set(read.value?.drawing.symbols?.flatMap(({ origin }) => (origin ? [origin.library] : [])))]
    }),
  )
  const sorted = new Set<T>()
  const entered = new Set<T>()
  const visit = (entry: T): void => {
    if (entered.has(entry)) return
    entered.add(entry)
    for (const other of entries) if (within.get(entry)?.has(other.origin.library)) visit(other)
    sorted.add(entry)
  }
  for (const entry of entries) visit(entry)
  return [...sorted]
}

/** Returns the symbol of a drawing that contains exactly one instance. */
function readLibrarySymbol(
  definition: unknown,
  types: TypeLookup,
  limits: DrawingLimits,
  kinds?: ParamKinds,
):
  | { readonly drawing: Drawing; readonly symbol: SymbolDefinition; readonly refused?: undefined }
  | { readonly refused: Rejected } {
  const read = readDrawing(definition, types, limits, kinds)
  if (read.problems) return { refused: reject('command.arguments', read.problems) }
  const { drawing } = read.value
  const symbol = getDefinedSymbol(drawing)
  if (symbol) return { drawing, symbol }
  return {
    refused: reject('command.arguments', [
      {
        path: 'definition',
        code: 'drawing.unknownSymbol',
        message: 'not a valid library definition: it must contain one instance of a symbol that it defines',
      },
    ]),
  }
}

/**
 * Returns nested symbols that need no import, with their replacement: an existing symbol of the same library item and a
 * newer revision, or a symbol that is updated in this step, unless the imported one is still newer.
 */
function findReusedSymbols(
  symbols: readonly SymbolDefinition[],
  nested: readonly SymbolDefinition[],
  followed: ReadonlySet<Id>,
): ReadonlyMap<Id, Id> {
  return new Map(
    nested.flatMap((one) => {
      const { origin } = one
      if (!origin)
        return followed.has(one.id) && symbols.some(({ id }) => id === one.id) ? [[one.id, one.id] as const] : []
      const twins = symbols.filter((twin) => twin.origin?.library === origin.library)
      const newest = twins.reduce<SymbolDefinition | undefined>(
        (best, twin) => (getRevision(twin) > (best ? getRevision(best) : 0) ? twin : best),
        undefined,
      )
      const isServed =
        newest &&
        (getRevision(newest) > origin.revision || (getRevision(newest) === origin.revision && followed.has(newest.id)))
      return isServed ? [[one.id, newest.id] as const] : []
    }),
  )
}

/**
 * Returns the symbols to replace in place: those used only by this symbol, and those of the same library item that are
 * updated in this step or used only by updated symbols.
 */
function findReplacedSymbols(
  tx: Transaction,
  main: Id,
  nested: readonly SymbolDefinition[],
  followed: ReadonlySet<Id>,
): ReadonlySet<Id> {
  const sameOrigin = nested.filter(
    ({ id, origin }) => origin && tx.view.symbols.find((twin) => twin.id === id)?.origin?.library === origin.library,
  )
  return new Set([
    ...findExclusiveSymbols(tx, new Set([main]), nested),
    ...findExclusiveSymbols(tx, new Set([main, ...followed]), sameOrigin),
    ...sameOrigin.map(({ id }) => id).filter((id) => followed.has(id)),
  ])
}

function getRevision({ origin }: SymbolDefinition): number {
  return origin?.revision ?? 0
}

/** Returns the symbols used only by the main symbols, directly or indirectly. */
function findExclusiveSymbols(
  tx: Transaction,
  mains: ReadonlySet<Id>,
  nested: readonly SymbolDefinition[],
): ReadonlySet<Id> {
  const { view } = tx
  const shown = new Set<Id>()
  for (const component of view.all())
    if (component.link && instanceAround(view, component) === component) shown.add(component.link.symbol)
  const exclusive = new Set(nested.map(({ id }) => id).filter((id) => !shown.has(id)))
  for (let size = -1; size !== exclusive.size;) {
    size = exclusive.size
    const others = view.symbols.filter(({ id }) => !mains.has(id) && !exclusive.has(id))
    for (const { components } of others) for (const { link } of components) if (link) exclusive.delete(link.symbol)
  }
  return exclusive
}
