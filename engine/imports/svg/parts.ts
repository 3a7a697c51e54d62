import { getScale } from '../matrix.ts'
import type { Ink, ShapePart } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, LeafKind, Surface } from './context.ts'
import { parseShare } from './fills.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { localName, getName, formatPlace } from './namespaces.ts'
import { numbersIn } from './transform.ts'

/** Transparent. */
export const none = '#00000000'

/** Properties of an element apart from its frame and look. */
export function getPart(element: XmlElement, context: Context, kind: LeafKind): ShapePart {
  const { style, attached } = context
  return {
    path: formatPlace(element),
    sourceName: localName(element),
    name: attached?.name ?? getName(element),
    parent: context.folder,
    opacity: parseShare(style.get('opacity')),
    visible: context.isVisible && style.get('display') !== 'none',
    wishes: attached?.requests?.(kind) ?? [],
    animation: attached?.animation ?? null,
    action: attached?.action ?? null,
  }
}

/** Elements with ends for markers. */
const pathKinds: ReadonlySet<string> = new Set(['path', 'line', 'polyline'])

/** Whether a marker contains corners, like an arrowhead and unlike a dot. */
function isArrowHead(marker: XmlElement): boolean {
  return marker.children.some(
    (child) =>
      typeof child === 'object' && (['path', 'polygon', 'polyline'].includes(localName(child)) || isArrowHead(child)),
  )
}

/** Paints of an element. Reports properties that cannot be kept. */
export function getInk(element: XmlElement, context: Context, surface: Surface): Ink {
  const { style, matrix } = context
  const place = { path: formatPlace(element), sourceName: getName(element) }
  const width = readLength(style.get('stroke-width'), getDiagonal(context.viewport)) ?? 1
  const dashes = numbersIn(style.get('stroke-dasharray') ?? '').filter((length) => length > 0)
  if (dashes.length > 2) surface.sketch.book.change(place.path, place.sourceName, 'paint.dash')
  const heads = (['marker-start', 'marker-end'] as const).map((name) => surface.fills.marker(style, name))
  if (pathKinds.has(localName(element)) && heads.some((head) => head && !isArrowHead(head)))
    surface.sketch.book.change(place.path, place.sourceName, 'arrow.shape')
  if (
    localName(element) !== 'line' &&
    (pathKinds.has(localName(element)) || localName(element) === 'polygon') &&
    surface.fills.marker(style, 'marker-mid')
  )
    surface.sketch.book.lose(place.path, place.sourceName, 'arrow.middle')
  return {
    fill: surface.fills.fill(style, matrix, place),
    stroke: width > 0 ? surface.fills.stroke(style, matrix, place) : none,
    strokeWidth: width * getScale(matrix),
    strokeStyle: dashes[0] === undefined ? 'solid' : dashes[0] <= 1.5 * width ? 'dotted' : 'dashed',
    startArrow: heads[0] !== undefined,
    endArrow: heads[1] !== undefined,
  }
}
