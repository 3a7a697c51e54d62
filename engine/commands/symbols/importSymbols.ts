import { makeId, patchRecord, symbolsUsedBy } from '../../document/index.ts'
import { setSymbols } from './symbols.ts'
import { isSame } from '../settle/symbolsOverride.ts'
import type { Drawing, DrawingLimits, Id, SymbolDefinition } from '../../document/index.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Imports the symbols that another drawing's components use. Returns the new ids by the old ids.
 * - An identical symbol is shared.
 * - A different symbol with the same id is added as a copy with a new id and a free name.
 * - A symbol in `replaced` replaces the existing symbol with that id instead. Symbols in `named` keep their names.
 */
export function importSymbols(
  tx: Transaction,
  drawing: Drawing,
  limits: DrawingLimits,
  replaced: ReadonlySet<Id> = noIds,
  named: ReadonlySet<Id> = noIds,
): ReadonlyMap<Id, Id> {
  const imported = symbolsUsedBy(drawing.components, drawing.symbols ?? [])
  const existing = new Map(tx.view.symbols.map((symbol) => [symbol.id, symbol]))
  const renamed = new Map<Id, Id>()
  for (let size = -1; size !== renamed.size;) {
    size = renamed.size
    for (const symbol of imported) {
      const twin = existing.get(symbol.id)
      if (
        twin &&
        !renamed.has(symbol.id) &&
        !replaced.has(symbol.id) &&
        (!isSame(twin, symbol) || usesAny(symbol, renamed))
      )
        renamed.set(symbol.id, makeId())
    }
  }
  const names = new Set(tx.view.symbols.map(({ name }) => name))
  const added = imported
    .filter(({ id }) => !existing.has(id) || renamed.has(id))
    .map((symbol) => {
      const name = renamed.has(symbol.id) ? freeName(symbol.name, names) : symbol.name
      names.add(name)
      return relinkSymbol({ ...symbol, id: renamed.get(symbol.id) ?? symbol.id, name }, renamed)
    })
  const anew = new Map(
    imported
      .filter(({ id }) => existing.has(id) && replaced.has(id))
      .map((symbol) => {
        const name = named.has(symbol.id) ? (existing.get(symbol.id)?.name ?? symbol.name) : symbol.name
        return [symbol.id, relinkSymbol({ ...symbol, name }, renamed)]
      }),
  )
  if (added.length + anew.size > 0)
    setSymbols(tx, [...tx.view.symbols.map((symbol) => anew.get(symbol.id) ?? symbol), ...added], limits)
  return renamed
}

/** Returns a symbol whose nested instances refer to the renamed symbols. */
export function relinkSymbol(symbol: SymbolDefinition, renamed: ReadonlyMap<Id, Id>): SymbolDefinition {
  return Object.freeze({
    ...symbol,
    components: symbol.components.map((component) => {
      const id = component.link && renamed.get(component.link.symbol)
      return component.link && id ? patchRecord(component, { link: { ...component.link, symbol: id } }) : component
    }),
  })
}

const noIds: ReadonlySet<Id> = new Set()

function usesAny(symbol: SymbolDefinition, renamed: ReadonlyMap<Id, Id>): boolean {
  return symbol.components.some(({ link }) => link && renamed.has(link.symbol))
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  const stem = name.replace(/ \(\d{1,9}\)$/, '').slice(0, 180)
  let count = 2
  while (usedNames.has(`${stem} (${count})`)) count++
  return `${stem} (${count})`
}
