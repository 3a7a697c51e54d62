import { type AnyComponentType, catalog } from '@mimic/engine/catalog'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'

const marginShare = 0.06
/** What is long and thin is shown shorter: in a tile its whole length would leave a hair. */
const widest = 2
const known = new Map<string, string>()

/** A component type as it looks by itself, drawn by its own `draw`: an address for an `<img>`. */
export function typePicture({ type, size }: AnyComponentType): string {
  const made = known.get(type)
  if (made !== undefined) return made
  const width = Math.min(size.width, size.height * widest)
  const { height } = size
  const margin = Math.max(width, height) * marginShare
  const empty = newDrawing()
  const svg = svgOf({
    ...empty,
    layer: { ...empty.layer, backColor: '#00000000', width: width + 2 * margin, height: height + 2 * margin },
    components: [makeComponent({ type, name: type, width, height, x: margin, y: margin })],
  }, catalog)
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  known.set(type, address)
  return address
}
