import { role } from '../../components/roles.ts'
import { safePictureUrl } from '../../schema/index.ts'
import { isClear } from '../color.ts'
import { applied, placed, placedEllipse, scaleOf } from '../matrix.ts'
import { isInside } from '../outline.ts'
import type { Corners } from '../outline.ts'
import { addArea, addEllipse, addLine, addRect } from '../shapes.ts'
import type { Ink, ShapePart } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, LeafKind } from './context.ts'
import { shareOf } from './fills.ts'
import { flattened } from './flatten.ts'
import { diagonalOf, readLength } from './lengths.ts'
import { hrefOf, localName, nameOf, placeOf } from './naming.ts'
import { readPath } from './pathData.ts'
import { addText } from './text.ts'
import { numbersIn } from './transform.ts'
import type { SvgWalker } from './walker.ts'

type Drawer = (element: XmlElement, context: Context, walker: SvgWalker) => void

/** How each kind of shape is put down, by its element's name. */
export const drawers: ReadonlyMap<string, Drawer> = new Map(Object.entries<Drawer>({
  rect(element, context, walker) {
    const [x, y] = [walker.lengthOf(element, 'x', context), walker.lengthOf(element, 'y', context)]
    const [width, height] = [walker.lengthOf(element, 'width', context), walker.lengthOf(element, 'height', context)]
    if (!(width > 0) || !(height > 0)) return
    const { frame, scaleX, scaleY, isSheared } = placed({ x, y, width, height }, context.matrix)
    const part = partOf(element, context, 'area')
    const ink = inkOf(element, context, walker)
    if (isSheared) {
      const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
      return addArea(walker.sketch, part, corners.flatMap(([px = 0, py = 0]) => points(context, px, py)), ink)
    }
    const [rx, ry] = [walker.lengthOf(element, 'rx', context, -1), walker.lengthOf(element, 'ry', context, -1)]
    if (rx >= 0 && ry >= 0 && Math.abs(rx * scaleX - ry * scaleY) > 0.5) walker.sketch.book.change(part.path, part.what, 'shape.corners')
    const radius = Math.min(Math.max(rx < 0 ? ry : rx, 0), width / 2) * Math.sqrt(scaleX * scaleY)
    addRect(walker.sketch, part, frame, ink, radius)
  },
  circle(element, context, walker) {
    const radius = readLength(element.attributes.get('r'), diagonalOf(context.viewport)) ?? 0
    ellipse(element, context, walker, radius, radius)
  },
  ellipse(element, context, walker) {
    const [rx, ry] = [walker.lengthOf(element, 'rx', context, -1), walker.lengthOf(element, 'ry', context, -1)]
    ellipse(element, context, walker, rx < 0 ? ry : rx, ry < 0 ? rx : ry)
  },
  line(element, context, walker) {
    const at = (name: string) => walker.lengthOf(element, name, context)
    const corners = [...points(context, at('x1'), at('y1')), ...points(context, at('x2'), at('y2'))]
    addLine(walker.sketch, partOf(element, context, 'line'), corners, inkOf(element, context, walker))
  },
  polyline(element, context, walker) {
    outline(element, context, walker, false)
  },
  polygon(element, context, walker) {
    outline(element, context, walker, true)
  },
  path(element, context, walker) {
    const subpaths = readPath(element.attributes.get('d') ?? '').map((path) => ({ corners: flattened(path, context.matrix), isClosed: path.isClosed }))
    const drawn = subpaths.filter(({ corners }) => corners.length >= 4)
    if (drawn.length === 0) return
    const inner = drawn.length > 1 ? { ...context, folder: walker.sketch.folder(nameOf(element), context.folder, placeOf(element), { isLoose: true }) } : context
    const ink = inkOf(element, context, walker)
    for (const [i, { corners, isClosed }] of drawn.entries()) {
      const isHole = i > 0 && !isClear(ink.fill) && isClosed && drawn.some((other, j) => j !== i && other.isClosed && isWithin(corners, other.corners))
      if (isHole) walker.sketch.book.change(placeOf(element), nameOf(element), 'shape.hole')
      area(element, inner, walker, corners, isClosed, isHole ? { ...ink, fill: none } : ink)
    }
  },
  text(element, context, walker) {
    addText(element, context.style, context.matrix, partOf(element, context, 'words'), { sketch: walker.sketch, fills: walker.fills, sheet: walker.sheet, viewport: context.viewport })
  },
  image(element, context, walker) {
    const { book } = walker.sketch
    const part = partOf(element, context, 'picture')
    const picture = safePictureUrl(hrefOf(element).replace(/^(data:[^,]{0,100},)(.*)$/s, (_, head: string, data: string) => head + data.replace(/\s+/g, '')))
    if (!picture) return book.lose(part.path, hrefOf(element).slice(0, 80), 'url.refused')
    const [x, y] = [walker.lengthOf(element, 'x', context), walker.lengthOf(element, 'y', context)]
    const [width, height] = [walker.lengthOf(element, 'width', context), walker.lengthOf(element, 'height', context)]
    const { frame, isSheared } = placed({ x, y, width, height }, context.matrix)
    if (isSheared) book.change(part.path, part.what, 'shape.skew')
    const aspect = element.attributes.get('preserveAspectRatio') ?? ''
    const fit = aspect.includes('none') ? 'fill' : aspect.includes('slice') ? 'cover' : 'contain'
    walker.sketch.add({ ...part, role: role.image, frame, look: { picture, fit } })
  },
}))

/** What a part of an element is, beside its place and look. */
export function partOf(element: XmlElement, context: Context, kind: LeafKind): ShapePart {
  const { style, attached } = context
  return {
    path: placeOf(element), what: localName(element), name: attached?.name ?? nameOf(element), parent: context.folder,
    opacity: shareOf(style.get('opacity')), visible: context.isVisible && style.get('display') !== 'none',
    wishes: attached?.wishes?.(kind) ?? [], animation: attached?.animation ?? null, action: attached?.action ?? null,
  }
}

const none = '#00000000'

function ellipse(element: XmlElement, context: Context, walker: SvgWalker, rx: number, ry: number): void {
  if (!(rx > 0) || !(ry > 0)) return
  const frame = placedEllipse(walker.lengthOf(element, 'cx', context), walker.lengthOf(element, 'cy', context), rx, ry, context.matrix)
  addEllipse(walker.sketch, partOf(element, context, 'area'), frame, inkOf(element, context, walker))
}

function outline(element: XmlElement, context: Context, walker: SvgWalker, isClosed: boolean): void {
  const list = numbersIn(element.attributes.get('points') ?? '')
  const corners: number[] = []
  for (let i = 0; i + 1 < list.length; i += 2) corners.push(...points(context, list[i] ?? 0, list[i + 1] ?? 0))
  area(element, context, walker, corners, isClosed, inkOf(element, context, walker))
}

/** An area and its edge: one component, but two where the edge is left open. */
function area(element: XmlElement, context: Context, walker: SvgWalker, corners: Corners, isClosed: boolean, ink: Ink): void {
  const isFilled = !isClear(ink.fill) && corners.length >= 6
  const asks = context.attached?.wishes !== undefined && isClosed
  if (isClosed && (isFilled || !isClear(ink.stroke) || asks)) return addArea(walker.sketch, partOf(element, context, 'area'), corners, ink)
  if (isFilled) addArea(walker.sketch, partOf(element, context, 'area'), corners, { ...ink, stroke: none })
  addLine(walker.sketch, partOf(element, context, 'line'), corners, ink)
}

function points(context: Context, x: number, y: number): [number, number] {
  const point = applied(context.matrix, x, y)
  return [point.x, point.y]
}

function isWithin(inner: Corners, outer: Corners): boolean {
  return isInside(inner[0] ?? 0, inner[1] ?? 0, outer) && isInside(inner[2] ?? 0, inner[3] ?? 0, outer)
}

function inkOf(element: XmlElement, context: Context, walker: SvgWalker): Ink {
  const { style, matrix } = context
  const place = { path: placeOf(element), what: nameOf(element) }
  const width = readLength(style.get('stroke-width'), diagonalOf(context.viewport)) ?? 1
  const dashes = numbersIn(style.get('stroke-dasharray') ?? '').filter((length) => length > 0)
  if (dashes.length > 2) walker.sketch.book.change(place.path, place.what, 'paint.dash')
  const has = (marker: string) => (style.get(marker) ?? 'none') !== 'none'
  return {
    fill: walker.fills.fill(style, matrix, place),
    stroke: width > 0 ? walker.fills.stroke(style, matrix, place) : none,
    strokeWidth: width * scaleOf(matrix),
    strokeStyle: dashes[0] === undefined ? 'solid' : dashes[0] <= 1.5 * width ? 'dotted' : 'dashed',
    startArrow: has('marker-start'), endArrow: has('marker-end'),
  }
}
