import { role } from '../../components/roles.ts'
import { safePictureUrl } from '../../schema/index.ts'
import { isClear } from '../color.ts'
import { islandsOf, outlineOf, uncrossed } from '../polygonHoles.ts'
import { applied, placed, placedEllipse } from '../matrix.ts'
import type { Corners } from '../outline.ts'
import { areaOf, isConvex } from '../planarGeometry.ts'
import { addArea, addEllipse, addLine, addRect } from '../shapes.ts'
import type { Ink } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { diagonalOf, readLength } from './lengths.ts'
import { hrefOf, nameOf, placeOf } from './namespaces.ts'
import { inkOf, none, partOf } from './parts.ts'
import { ringsOf } from './rings.ts'
import type { Ring } from './rings.ts'
import { addText, isAlongPath } from './text.ts'

/** `picture`: nothing was added, because the shape needs a picture. Never returned for a plain context. */
type Drawn = 'picture' | void
/** Adds a shape to the drawing. */
export type Drawer = (element: XmlElement, context: Context, surface: Surface) => Drawn

/** Drawers by element name. */
export const drawers: ReadonlyMap<string, Drawer> = new Map(Object.entries<Drawer>({
  rect(element, context, surface) {
    const [x, y] = [surface.lengthOf(element, 'x', context), surface.lengthOf(element, 'y', context)]
    const [width, height] = [surface.lengthOf(element, 'width', context), surface.lengthOf(element, 'height', context)]
    if (!(width > 0) || !(height > 0)) return
    const { frame, scaleX, scaleY, isSheared } = placed({ x, y, width, height }, context.matrix)
    const part = partOf(element, context, 'area')
    const ink = inkOf(element, context, surface)
    if (isSheared) {
      const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
      return addArea(surface.sketch, part, corners.flatMap(([px = 0, py = 0]) => points(context, px, py)), ink)
    }
    const [rx, ry] = [surface.lengthOf(element, 'rx', context, -1), surface.lengthOf(element, 'ry', context, -1)]
    if (rx >= 0 && ry >= 0 && Math.abs(rx * scaleX - ry * scaleY) > 0.5) surface.sketch.book.change(part.path, part.what, 'shape.corners')
    const radius = Math.min(Math.max(rx < 0 ? ry : rx, 0), width / 2) * Math.sqrt(scaleX * scaleY)
    addRect(surface.sketch, part, frame, ink, radius)
  },
  circle(element, context, surface) {
    const radius = readLength(element.attributes.get('r'), diagonalOf(context.viewport)) ?? 0
    ellipse(element, context, surface, radius, radius)
  },
  ellipse(element, context, surface) {
    const [rx, ry] = [surface.lengthOf(element, 'rx', context, -1), surface.lengthOf(element, 'ry', context, -1)]
    ellipse(element, context, surface, rx < 0 ? ry : rx, ry < 0 ? rx : ry)
  },
  line(element, context, surface) {
    const at = (name: string) => surface.lengthOf(element, name, context)
    const corners = [...points(context, at('x1'), at('y1')), ...points(context, at('x2'), at('y2'))]
    addLine(surface.sketch, partOf(element, context, 'line'), corners, inkOf(element, context, surface))
  },
  polyline(element, context, surface) {
    return outline(element, context, surface)
  },
  polygon(element, context, surface) {
    return outline(element, context, surface)
  },
  path(element, context, surface) {
    return outline(element, context, surface)
  },
  text(element, context, surface) {
    if (!context.isPlain && isAlongPath(element)) return 'picture'
    addText(element, context.style, context.matrix, partOf(element, context, 'words'), { sketch: surface.sketch, fills: surface.fills, sheet: surface.sheet, viewport: context.viewport })
  },
  image(element, context, surface) {
    const { book } = surface.sketch
    const part = partOf(element, context, 'picture')
    const picture = safePictureUrl(hrefOf(element).replace(/^(data:[^,]{0,100},)(.*)$/s, (_, head: string, data: string) => head + data.replace(/\s+/g, '')))
    if (!picture) return book.lose(part.path, hrefOf(element).slice(0, 80), 'url.refused')
    const [x, y] = [surface.lengthOf(element, 'x', context), surface.lengthOf(element, 'y', context)]
    const [width, height] = [surface.lengthOf(element, 'width', context), surface.lengthOf(element, 'height', context)]
    const { frame, isSheared } = placed({ x, y, width, height }, context.matrix)
    if (isSheared) book.change(part.path, part.what, 'shape.skew')
    const aspect = element.attributes.get('preserveAspectRatio') ?? ''
    const fit = aspect.includes('none') ? 'fill' : aspect.includes('slice') ? 'cover' : 'contain'
    surface.sketch.add({ ...part, role: role.image, frame, look: { picture, fit } })
  },
}))

function ellipse(element: XmlElement, context: Context, surface: Surface, rx: number, ry: number): void {
  if (!(rx > 0) || !(ry > 0)) return
  const frame = placedEllipse(surface.lengthOf(element, 'cx', context), surface.lengthOf(element, 'cy', context), rx, ry, context.matrix)
  addEllipse(surface.sketch, partOf(element, context, 'area'), frame, inkOf(element, context, surface))
}

/** Adds a path or polygon: one polygon per island including its holes; open outlines as lines. */
function outline(element: XmlElement, context: Context, surface: Surface): Drawn {
  const rings = ringsOf(element, context, surface)
  if (rings.length === 0) return
  const isAsked = (context.style.get('fill') ?? 'black') !== 'none' && isWorthALook(rings)
  const land = isAsked ? landOf(rings, context, surface) : undefined
  if (isAsked && !land) {
    if (!context.isPlain) return 'picture'
    surface.sketch.book.change(placeOf(element), nameOf(element), 'shape.hole')
  }
  const ink = inkOf(element, context, surface)
  if (!land || isClear(ink.fill) || land.isAsDrawn) return lay(element, context, surface, rings, ink)
  const [only] = rings
  const whole = only && rings.length === 1 && only.isClosed ? uncrossed(only.corners) : undefined
  if (whole) return area(element, context, surface, whole, true, ink)
  const inner = { ...context, folder: surface.sketch.folder(nameOf(element), context.folder, placeOf(element), { isLoose: true }) }
  for (const corners of land.areas) addArea(surface.sketch, partOf(element, inner, 'area'), corners, { ...ink, stroke: none })
  for (const { corners, isClosed } of isClear(ink.stroke) ? [] : rings) {
    if (isClosed) addArea(surface.sketch, partOf(element, inner, 'line'), corners, { ...ink, fill: none })
    else addLine(surface.sketch, partOf(element, inner, 'line'), corners, ink)
  }
}

/** Adds each outline separately. */
function lay(element: XmlElement, context: Context, surface: Surface, rings: readonly Ring[], ink: Ink): void {
  const inner = rings.length > 1 ? { ...context, folder: surface.sketch.folder(nameOf(element), context.folder, placeOf(element), { isLoose: true }) } : context
  for (const { corners, isClosed } of rings) area(element, inner, surface, corners, isClosed, ink)
}

/** Whether the fill needs analysis. A single convex outline does not, and very long ones are simplified anyway. */
function isWorthALook(rings: readonly Ring[]): boolean {
  const [only] = rings
  return rings.length > 1 || (only !== undefined && only.corners.length > 6 && only.corners.length <= lookLimit && !isConvex(only.corners))
}

const lookLimit = 1024

interface Land {
  readonly areas: readonly Corners[]
  /** Each outline is a separate area without holes. */
  readonly isAsDrawn: boolean
}

/** The filled areas of the outlines, one polygon per island; undefined if polygons cannot represent them. */
function landOf(rings: readonly Ring[], context: Context, surface: Surface): Land | undefined {
  const count = rings.reduce((sum, { corners }) => sum + corners.length / 2, 0)
  surface.spend(Math.min(count, lookLimit) ** 2 / 20_000)
  const islands = islandsOf(rings.map(({ corners }) => corners), context.style.get('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero')
  const areas = islands?.flatMap((island) => (island.holes.length === 0 ? [island.outer] : [outlineOf(island) ?? []]))
  if (!islands || !areas?.every(({ length }) => length >= 6)) return undefined
  const sum = (list: readonly Corners[]) => list.reduce((all, corners) => all + Math.abs(areaOf(corners)), 0)
  const drawn = rings.map(({ corners }) => corners).filter(({ length }) => length >= 6)
  return { areas, isAsDrawn: areas.length === drawn.length && Math.abs(sum(areas) - sum(drawn)) < 1e-6 * sum(drawn) }
}

/** Adds an area with its edge: one component, or two if the edge is open. */
function area(element: XmlElement, context: Context, surface: Surface, corners: Corners, isClosed: boolean, ink: Ink): void {
  const isFilled = !isClear(ink.fill) && corners.length >= 6
  const asks = context.attached?.wishes !== undefined && isClosed
  if (isClosed && (isFilled || !isClear(ink.stroke) || asks)) return addArea(surface.sketch, partOf(element, context, 'area'), corners, ink)
  if (isFilled) addArea(surface.sketch, partOf(element, context, 'area'), corners, { ...ink, stroke: none })
  addLine(surface.sketch, partOf(element, context, 'line'), corners, ink)
}

function points(context: Context, x: number, y: number): [number, number] {
  const point = applied(context.matrix, x, y)
  return [point.x, point.y]
}
