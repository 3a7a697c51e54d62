import { getScale } from '../matrix.ts'
import { shiftDashes, toStrokeStyle } from '../dashPattern.ts'
import type { Ink, ShapePart } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, LeafKind, Surface } from './context.ts'
import { parseShare } from './fills.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { localName, getName, formatPlace } from './namespaces.ts'
import type { Style } from './styles.ts'

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
  const scale = getScale(matrix)
  const dashes = readDashes(style, scale, getDiagonal(context.viewport))
  const cap = style.get('stroke-linecap')
  return {
    fill: surface.fills.fill(style, matrix, place),
    stroke: width > 0 ? surface.fills.stroke(style, matrix, place) : none,
    strokeWidth: width * scale,
    strokeStyle: toStrokeStyle(dashes, width * scale),
    ...(dashes ? { dashes } : {}),
    lineEnds: cap === 'round' || cap === 'square' ? cap : 'butt',
    ...getHeads(element, context, surface),
  }
}

/** Dash pattern in drawing pixels from its first dash, including its offset; undefined for solid lines. */
function readDashes(style: Style, scale: number, whole: number): readonly number[] | undefined {
  const lengths = (style.get('stroke-dasharray') ?? '')
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .slice(0, dashLimit)
    .map((text) => (readLength(text, whole) ?? Number.NaN) * scale)
  if (lengths.length === 0 || !lengths.every((length) => length >= 0) || lengths.every((length) => length === 0))
    return undefined
  return shiftDashes(lengths, (readLength(style.get('stroke-dashoffset'), whole) ?? 0) * scale)
}

const dashLimit = 40

/** Plain arrowheads of a line with bound values; other markers are drawn as shapes. */
function getHeads(element: XmlElement, context: Context, surface: Surface): Pick<Ink, 'startArrow' | 'endArrow'> {
  if (!context.attached?.requests || !pathKinds.has(localName(element))) return {}
  const { book } = surface.sketch
  const [path, sourceName] = [formatPlace(element), getName(element)]
  const heads = (['marker-start', 'marker-end'] as const).map((name) => surface.fills.marker(context.style, name))
  if (heads.some((head) => head && !isArrowHead(head))) book.change(path, sourceName, 'arrow.shape')
  if (localName(element) !== 'line' && surface.fills.marker(context.style, 'marker-mid'))
    book.lose(path, sourceName, 'arrow.middle')
  return { startArrow: heads[0] !== undefined, endArrow: heads[1] !== undefined }
}
