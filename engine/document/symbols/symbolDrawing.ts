import { defaultLayer, drawingVersion } from '../model/drawing.ts'
import { instantiate } from './instantiate.ts'
import { symbolMap, symbolsUsedBy } from '../model/symbolMap.ts'
import type { PageTheme } from '../model/component.ts'
import type { Drawing } from '../model/drawing.ts'
import type { TypeLookup } from '../props/props.ts'
import type { SymbolDefinition } from '../model/symbol.ts'

/**
 * Returns a symbol as a separate drawing for editing; its own components (`getOwnComponents`) are the input of
 * `update-symbol`. Create its `CommandBus` with the `params` of the symbol, because the drawing contains placeholders.
 * `theme`: theme of the page.
 */
export function symbolDrawing(
  symbol: SymbolDefinition,
  symbols: readonly SymbolDefinition[],
  types: TypeLookup,
  theme: PageTheme = defaultLayer.theme,
): Drawing {
  const within = symbolsUsedBy(symbol.components, symbols)
  const map = symbolMap(within)
  const components = symbol.components.flatMap((component) => {
    if (!component.link) return [component]
    const { instance, members } = instantiate(component, map, types)
    return [instance, ...members]
  })
  const layer = Object.freeze({
    ...defaultLayer,
    theme,
    width: Math.max(1, symbol.width),
    height: Math.max(1, symbol.height),
  })
  return {
    version: drawingVersion,
    name: symbol.name,
    layer,
    components,
    ...(within.length > 0 && { symbols: within }),
  }
}
