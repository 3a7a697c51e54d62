import { groupType } from '../model/component.ts'
import { defaultLayer, drawingVersion } from '../model/drawing.ts'
import { uprightPlace } from './symbolPlacement.ts'
import { ranksBetween } from '../values/rank.ts'
import { makeComponent } from '../model/record.ts'
import { noOverrides, noParams } from './symbolLink.ts'
import { symbolMap, symbolsUsedBy } from '../model/symbolMap.ts'
import { getOwnComponents } from '../model/write.ts'
import type { Drawing } from '../model/drawing.ts'
import type { SymbolDefinition } from '../model/symbol.ts'

/**
 * Returns a symbol as a library item or file: a drawing with one plain instance and exactly the symbols it needs. The
 * `origin` of the symbol is omitted, because the library item is the original.
 */
export function symbolDefinition(
  { origin: _, ...symbol }: SymbolDefinition,
  symbols: readonly SymbolDefinition[],
): Drawing {
  const { id, name, width, height } = symbol
  const place = uprightPlace({ x: 0, y: 0, width, height })
  const link = { symbol: id, place, params: noParams, overrides: noOverrides }
  const instance = makeComponent({
    id,
    type: groupType,
    name,
    rank: ranksBetween(null, null, 1)[0],
    x: 0,
    y: 0,
    width,
    height,
    link,
  })
  const within = symbolsUsedBy(symbol.components, symbols)
  const layer = Object.freeze({ ...defaultLayer, width: Math.max(1, width), height: Math.max(1, height) })
  return { version: drawingVersion, name, layer, components: [instance], symbols: [...within, Object.freeze(symbol)] }
}

/** Returns the symbol defined by such a drawing, or undefined for other drawings. */
export function getDefinedSymbol(drawing: Drawing): SymbolDefinition | undefined {
  const [instance, second] = getOwnComponents(drawing)
  return instance?.link && !second ? symbolMap(drawing.symbols ?? []).get(instance.link.symbol) : undefined
}
