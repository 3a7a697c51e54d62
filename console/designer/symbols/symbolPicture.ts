import { catalog } from '@mimic/engine/catalog'
import { type Layer, newDrawing, type SymbolDefinition, symbolDrawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'

const known: Readonly<Record<Layer['theme'], WeakMap<SymbolDefinition, string>>> = { muted: new WeakMap(), vivid: new WeakMap() }
const marginShare = 0.05

/** A symbol as its parameters' defaults make it on a page of this theme: an address for an `<img>`. */
export function symbolPicture(symbol: SymbolDefinition, symbols: readonly SymbolDefinition[], theme: Layer['theme']): string {
  const made = known[theme].get(symbol)
  if (made !== undefined) return made
  const drawing = symbolDrawing(symbol, symbols, catalog, theme)
  const margin = Math.max(symbol.width, symbol.height) * marginShare
  const svg = svgOf({
    ...newDrawing(), layer: { ...drawing.layer, backColor: '#00000000', width: symbol.width + 2 * margin, height: symbol.height + 2 * margin },
    components: drawing.components.map((component) => ({ ...component, x: component.x + margin, y: component.y + margin })),
  }, catalog)
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  known[theme].set(symbol, address)
  return address
}
