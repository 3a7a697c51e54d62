import { defaultLayer, drawingVersion } from './drawing.ts'
import { instantiate } from './instantiate.ts'
import { symbolMap, symbolsUsedBy } from './symbolMap.ts'
import type { PageTheme } from './component.ts'
import type { Drawing } from './drawing.ts'
import type { TypeLookup } from './props.ts'
import type { SymbolDefinition } from './symbol.ts'

/**
 * A symbol as a drawing of its own, to be edited as any drawing is; its own components (`ownComponents`) are then what
 * `update-symbol` takes. Its document wants a bus that is told the symbol's parameters, for their placeholders stand in it. `theme` is that of the
 * page it is edited for.
 */
export function symbolDrawing(symbol: SymbolDefinition, symbols: readonly SymbolDefinition[], types: TypeLookup, theme: PageTheme = defaultLayer.theme): Drawing {
  const within = symbolsUsedBy(symbol.components, symbols)
  const map = symbolMap(within)
  const components = symbol.components.flatMap((component) => {
    if (!component.link) return [component]
    const { instance, members } = instantiate(component, map, types)
    return [instance, ...members]
  })
  const layer = Object.freeze({ ...defaultLayer, theme, width: Math.max(1, symbol.width), height: Math.max(1, symbol.height) })
  return { version: drawingVersion, name: symbol.name, layer, components, ...(within.length > 0 && { symbols: within }) }
}
