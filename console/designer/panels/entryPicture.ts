import { catalog } from '@mimic/engine/catalog'
import { type Layer, makeComponent, newDrawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'
import type { Entry } from './entries.ts'

const marginShare = 0.06
/** What is long and thin is shown shorter: in a tile its whole length would leave a hair. */
const widest = 2
const known = new Map<string, string>()

/** An entry of the toolbox as it looks on a page of this theme, drawn by its own `draw`: an address for an `<img>`. */
export function entryPicture({ key: name, type: { type, size: usual, followsPage }, variant }: Entry, theme: Layer['theme']): string {
  const key = followsPage === undefined ? name : `${name} ${theme}`
  const made = known.get(key)
  if (made !== undefined) return made
  const size = variant?.size ?? usual
  const width = Math.min(size.width, size.height * widest)
  const { height } = size
  const margin = Math.max(width, height) * marginShare
  const empty = newDrawing()
  const svg = svgOf({
    ...empty,
    layer: { ...empty.layer, theme, backColor: '#00000000', width: width + 2 * margin, height: height + 2 * margin },
    components: [makeComponent({ type, name: type, width, height, x: margin, y: margin, props: variant?.props ?? {} })],
  }, catalog)
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  known.set(key, address)
  return address
}
