import type { Component, Id } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'

/** Symbol definitions of a drawing by id. */
export type SymbolMap = ReadonlyMap<Id, SymbolDefinition>

export const noSymbols: readonly SymbolDefinition[] = Object.freeze([])

const maps = new WeakMap<readonly SymbolDefinition[], SymbolMap>()

/** Returns definitions by id. Cached per list, because lists are immutable. */
export function symbolMap(symbols: readonly SymbolDefinition[]): SymbolMap {
  let map = maps.get(symbols)
  if (!map) {
    map = new Map(symbols.map((symbol) => [symbol.id, symbol]))
    maps.set(symbols, map)
  }
  return map
}

/** Returns the symbols that can be used inside a symbol: all that do not contain it. */
export function symbolsBeside(
  symbol: SymbolDefinition,
  symbols: readonly SymbolDefinition[],
): readonly SymbolDefinition[] {
  const around = new Set([symbol.id])
  for (let size = 0; size !== around.size;) {
    size = around.size
    for (const { id, components } of symbols)
      if (components.some(({ link }) => link && around.has(link.symbol))) around.add(id)
  }
  return symbols.filter(({ id }) => !around.has(id))
}

/** Returns the symbols used by components, directly or through nested symbols, in list order. */
export function symbolsUsedBy(
  components: Iterable<Component>,
  symbols: readonly SymbolDefinition[],
): readonly SymbolDefinition[] {
  if (symbols.length === 0) return noSymbols
  const map = symbolMap(symbols)
  const used = new Set<Id>()
  const open = [components]
  for (let list = open.pop(); list; list = open.pop()) {
    for (const { link } of list) {
      if (!link || used.has(link.symbol)) continue
      used.add(link.symbol)
      open.push(map.get(link.symbol)?.components ?? [])
    }
  }
  return symbols.filter(({ id }) => used.has(id))
}
