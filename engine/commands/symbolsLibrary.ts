import * as z from 'zod'
import {
  coordinateSchema, definedSymbol, instantiate, makeComponent, nameSchema, noOverrides, noParams, originSchema, ranksBetween, readDrawing, symbolMap,
  symbolsUsedBy, uprightPlace, groupType,
} from '../document/index.ts'
import { defineCommand } from './command.ts'
import { refuse } from './result.ts'
import { bringSymbols } from './symbolsBring.ts'
import { instanceAround } from './symbolsTouched.ts'
import type { Drawing, DrawingLimits, Id, ParamKinds, SymbolDefinition, TypeLookup } from '../document/index.ts'
import type { Refused } from './result.ts'
import type { Transaction } from './transaction.ts'

/**
 * Puts an instance of a library's symbol on top. `definition` is what a library keeps: a drawing of one instance and of
 * all symbols that it needs. They come along once; of an entry that is here already, however old, another instance is made.
 */
export const addFromLibrary = defineCommand(
  'add-from-library',
  z.strictObject({ definition: z.unknown(), origin: originSchema, x: coordinateSchema, y: coordinateSchema, name: nameSchema.min(1).optional() }),
  (tx, { definition, origin, x, y, name }, { catalog, limits }) => {
    const read = readLibrarySymbol(definition, catalog, limits)
    if (read.refused) return read.refused
    const { symbol: main, drawing } = read
    let id = tx.view.symbols.find((one) => one.origin?.library === origin.library)?.id
    if (id === undefined) {
      const symbols = drawing.symbols?.map((one) => (one === main ? Object.freeze({ ...main, origin }) : one))
      const renamed = bringSymbols(tx, { ...drawing, ...(symbols && { symbols }) }, limits)
      id = renamed.get(main.id) ?? main.id
    }
    const symbol = tx.view.symbols.find((one) => one.id === id) ?? main
    const place = uprightPlace({ x, y, width: symbol.width, height: symbol.height })
    const rank = ranksBetween(tx.view.children(null).at(-1)?.rank ?? null, null, 1)[0]
    const link = { symbol: symbol.id, place, params: noParams, overrides: noOverrides }
    const { instance } = instantiate(makeComponent({ type: groupType, name: name ?? symbol.name, rank, link }), symbolMap(tx.view.symbols), catalog)
    tx.add(instance)
    return { ok: true, created: [instance.id] }
  },
)

/** What a symbol of a drawing becomes when it follows its library: all but its id and its name here. */
type FromLibrary = Pick<SymbolDefinition, 'width' | 'height' | 'params' | 'paramProps' | 'components'>

/**
 * Takes what a library keeps of a symbol, and the symbols within it. Those that only this symbol uses here are replaced;
 * one that is used elsewhere too stays as it is there, and comes as a copy.
 */
export function takeFromLibrary(
  tx: Transaction, before: SymbolDefinition, definition: unknown, types: TypeLookup, limits: DrawingLimits, kinds: ParamKinds,
): { readonly parts: FromLibrary; readonly refused?: undefined } | { readonly refused: Refused } {
  const read = readLibrarySymbol(definition, types, limits, kinds)
  if (read.refused) return read
  const { symbol, drawing } = read
  const nested = symbolsUsedBy(symbol.components, drawing.symbols ?? [])
  const renamed = bringSymbols(tx, { ...drawing, components: symbol.components }, limits, ownOf(tx, before.id, nested))
  const { width, height, params, paramProps } = symbol
  const components = symbol.components.map((component) => {
    const id = component.link && renamed.get(component.link.symbol)
    return component.link && id ? { ...component, link: { ...component.link, symbol: id } } : component
  })
  return { parts: { width, height, params, paramProps, components } }
}

/** The symbol of a drawing that holds one instance and nothing else. */
function readLibrarySymbol(
  definition: unknown, types: TypeLookup, limits: DrawingLimits, kinds?: ParamKinds,
): { readonly drawing: Drawing; readonly symbol: SymbolDefinition; readonly refused?: undefined } | { readonly refused: Refused } {
  const read = readDrawing(definition, types, limits, kinds)
  if (read.problems) return { refused: refuse('command.arguments', read.problems) }
  const { drawing } = read.value
  const symbol = definedSymbol(drawing)
  if (symbol) return { drawing, symbol }
  return { refused: refuse('command.arguments', [{ path: 'definition', code: 'drawing.unknownSymbol', message: 'this is no definition of a library: one instance of a symbol that it has' }]) }
}

/** Which of the symbols nothing uses here but one symbol, directly or through others of them. */
function ownOf(tx: Transaction, main: Id, nested: readonly SymbolDefinition[]): ReadonlySet<Id> {
  const { view } = tx
  const shown = new Set<Id>()
  for (const component of view.all()) if (component.link && instanceAround(view, component) === component) shown.add(component.link.symbol)
  const own = new Set(nested.map(({ id }) => id).filter((id) => !shown.has(id)))
  for (let size = -1; size !== own.size;) {
    size = own.size
    const others = view.symbols.filter(({ id }) => id !== main && !own.has(id))
    for (const { components } of others) for (const { link } of components) if (link) own.delete(link.symbol)
  }
  return own
}
