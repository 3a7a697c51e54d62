import { catalog } from '@mimic/engine/catalog'
import {
  groupType,
  instantiate,
  type Layer,
  makeComponent,
  newDrawing,
  type SymbolDefinition,
  symbolMap,
  symbolsUsedBy,
} from '@mimic/engine/document'
import { renderSvg } from '@mimic/engine/paint'

interface CachedPicture {
  /** Nested symbols at the time the picture was created. */
  readonly within: readonly SymbolDefinition[]
  readonly address: string
}

const cache: Readonly<Record<Layer['theme'], WeakMap<SymbolDefinition, CachedPicture>>> = {
  muted: new WeakMap(),
  vivid: new WeakMap(),
}
const marginShare = 0.05

/** Data URL of the picture of a symbol with default parameters, in the given theme. */
export function symbolPicture(
  symbol: SymbolDefinition,
  symbols: readonly SymbolDefinition[],
  theme: Layer['theme'],
): string {
  const cached = cache[theme].get(symbol)
  const within = symbolsUsedBy(symbol.components, symbols)
  if (cached?.within.length === within.length && within.every((one, i) => one === cached.within[i]))
    return cached.address
  const { width, height } = symbol
  const margin = Math.max(width, height) * marginShare
  const place = { x: margin, y: margin, width, height, angleDeg: 0, flipX: false, flipY: false }
  const { instance, members } = instantiate(
    makeComponent({ ...place, type: groupType, link: { symbol: symbol.id, place, params: {}, overrides: {} } }),
    symbolMap(symbols),
    catalog,
  )
  const drawing = newDrawing()
  const svg = renderSvg(
    {
      ...drawing,
      layer: {
        ...drawing.layer,
        theme,
        backColor: '#00000000',
        width: width + 2 * margin,
        height: height + 2 * margin,
      },
      components: [instance, ...members],
    },
    catalog,
  )
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  cache[theme].set(symbol, { within, address })
  return address
}
