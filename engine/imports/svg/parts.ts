import { scaleOf } from '../matrix.ts'
import type { Ink, ShapePart } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, LeafKind, Surface } from './context.ts'
import { shareOf } from './fills.ts'
import { diagonalOf, readLength } from './lengths.ts'
import { localName, nameOf, placeOf } from './namespaces.ts'
import { numbersIn } from './transform.ts'

/** No colour at all. */
export const none = '#00000000'

/** What a part of an element is, beside its place and look. */
export function partOf(element: XmlElement, context: Context, kind: LeafKind): ShapePart {
  const { style, attached } = context
  return {
    path: placeOf(element), what: localName(element), name: attached?.name ?? nameOf(element), parent: context.folder,
    opacity: shareOf(style.get('opacity')), visible: context.isVisible && style.get('display') !== 'none',
    wishes: attached?.wishes?.(kind) ?? [], animation: attached?.animation ?? null, action: attached?.action ?? null,
  }
}

/** What has ends that a marker may stand at. */
const pathKinds: ReadonlySet<string> = new Set(['path', 'line', 'polyline'])

/** Whether a marker has corners, as heads of arrows have: a dot has none. */
function isArrowHead(marker: XmlElement): boolean {
  return marker.children.some((child) => typeof child === 'object' && (['path', 'polygon', 'polyline'].includes(localName(child)) || isArrowHead(child)))
}

/** An element's paints, with what cannot be kept of them reported. */
export function inkOf(element: XmlElement, context: Context, surface: Surface): Ink {
  const { style, matrix } = context
  const place = { path: placeOf(element), what: nameOf(element) }
  const width = readLength(style.get('stroke-width'), diagonalOf(context.viewport)) ?? 1
  const dashes = numbersIn(style.get('stroke-dasharray') ?? '').filter((length) => length > 0)
  if (dashes.length > 2) surface.sketch.book.change(place.path, place.what, 'paint.dash')
  const heads = (['marker-start', 'marker-end'] as const).map((name) => surface.fills.marker(style, name))
  if (pathKinds.has(localName(element)) && heads.some((head) => head && !isArrowHead(head))) surface.sketch.book.change(place.path, place.what, 'arrow.shape')
  if (localName(element) !== 'line' && (pathKinds.has(localName(element)) || localName(element) === 'polygon') && surface.fills.marker(style, 'marker-mid')) surface.sketch.book.lose(place.path, place.what, 'arrow.middle')
  return {
    fill: surface.fills.fill(style, matrix, place),
    stroke: width > 0 ? surface.fills.stroke(style, matrix, place) : none,
    strokeWidth: width * scaleOf(matrix),
    strokeStyle: dashes[0] === undefined ? 'solid' : dashes[0] <= 1.5 * width ? 'dotted' : 'dashed',
    startArrow: heads[0] !== undefined, endArrow: heads[1] !== undefined,
  }
}
