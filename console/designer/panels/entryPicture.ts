import { catalog } from '@mimic/engine/catalog'
import { type Layer, makeComponent, newDrawing } from '@mimic/engine/document'
import { renderSvg } from '@mimic/engine/paint'
import type { Words } from '@mimic/engine/schema'
import { type Entry, createComponent } from './entries.ts'

const marginShare = 0.06
/** Maximum ratio of width to height: longer components are shortened, because scaled down they would be a thin line. */
const maxWidth = 2
const cache = new Map<string, string>()

/** Data URL of the picture of a toolbox entry, in the given theme and language. */
export function entryPicture(entry: Entry, theme: Layer['theme'], language: keyof Words): string {
  const {
    key: name,
    type: { followsPage },
  } = entry
  const { type, size, props } = createComponent(entry, language)
  const key = `${name} ${language} ${followsPage === undefined ? '' : theme}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const width = Math.min(size.width, size.height * maxWidth)
  const { height } = size
  const margin = Math.max(width, height) * marginShare
  const empty = newDrawing()
  const svg = renderSvg(
    {
      ...empty,
      layer: { ...empty.layer, theme, backColor: '#00000000', width: width + 2 * margin, height: height + 2 * margin },
      components: [makeComponent({ type, name: type, width, height, x: margin, y: margin, props })],
    },
    catalog,
    { language },
  )
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  cache.set(key, address)
  return address
}
