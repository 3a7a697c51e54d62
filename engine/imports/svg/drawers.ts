import { role } from '../../components/roles.ts'
import { safePictureUrl } from '../../schema/index.ts'
import { isClear } from '../color.ts'
import { findIslands, toOutline, uncross } from '../polygonHoles.ts'
import { applyMatrix, placeBox, placeEllipse } from '../matrix.ts'
import type { Corners } from '../outline.ts'
import { getSignedArea, isConvex } from '../planarGeometry.ts'
import { addArea, addEllipse, addLine, addRect } from '../shapes.ts'
import type { Ink } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { getHref, getName, formatPlace } from './namespaces.ts'
import { getInk, none, getPart } from './parts.ts'
import { getRings } from './rings.ts'
import type { Ring } from './rings.ts'
import { addText, isAlongPath } from './text.ts'

/** `picture`: nothing was added, because the shape needs a picture. Never returned for a plain context. */
type Drawn = 'picture' | void
/** Adds a shape to the drawing. */
export type Drawer = (element: XmlElement, context: Context, surface: Surface) => Drawn

/** Drawers by element name. */
export const drawers: ReadonlyMap<string, Drawer> = new Map(
  Object.entries<Drawer>({
    rect(element, context, surface) {
      const [x, y] = [surface.getLength(element, 'x', context), surface.getLength(element, 'y', context)]
      const [width, height] = [
        surface.getLength(element, 'width', context),
        surface.getLength(element, 'height', context),
      ]
      if (!(width > 0) || !(height > 0)) return
      const { frame, scaleX, scaleY, isSheared } = placeBox({ x, y, width, height }, context.matrix)
      const part = getPart(element, context, 'area')
      const ink = getInk(element, context, surface)
      if (isSheared) {
        const corners = [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ]
        return addArea(
          surface.sketch,
          part,
          corners.flatMap(([px = 0, py = 0]) => points(context, px, py)),
          ink,
        )
      }
      const [rx, ry] = [surface.getLength(element, 'rx', context, -1), surface.getLength(element, 'ry', context, -1)]
      if (rx >= 0 && ry >= 0 && Math.abs(rx * scaleX - ry * scaleY) > 0.5)
        surface.sketch.book.change(part.path, part.sourceName, 'shape.corners')
      const radius = Math.min(Math.max(rx < 0 ? ry : rx, 0), width / 2) * Math.sqrt(scaleX * scaleY)
      addRect(surface.sketch, part, frame, ink, radius)
    },
    circle(element, context, surface) {
      const radius = readLength(element.attributes.get('r'), getDiagonal(context.viewport)) ?? 0
      ellipse(element, context, surface, radius, radius)
    },
    ellipse(element, context, surface) {
      const [rx, ry] = [surface.getLength(element, 'rx', context, -1), surface.getLength(element, 'ry', context, -1)]
      ellipse(element, context, surface, rx < 0 ? ry : rx, ry < 0 ? rx : ry)
    },
    line(element, context, surface) {
      const at = (name: string) => surface.getLength(element, name, context)
      const corners = [...points(context, at('x1'), at('y1')), ...points(context, at('x2'), at('y2'))]
      addLine(surface.sketch, getPart(element, context, 'line'), corners, getInk(element, context, surface))
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
      addText(element, context.style, context.matrix, getPart(element, context, 'words'), {
        sketch: surface.sketch,
        fills: surface.fills,
        sheet: surface.sheet,
        viewport: context.viewport,
      })
    },
    image(element, context, surface) {
      const { book } = surface.sketch
      const part = getPart(element, context, 'picture')
      const picture = safePictureUrl(
        getHref(element).replace(
          /^(data:[^,]{0,100},)(.*)$/s,
          (_, head: string, data: string) => head + data.replace(/\s+/g, ''),
        ),
      )
      if (!picture) return book.lose(part.path, getHref(element).slice(0, 80), 'url.refused')
      const [x, y] = [surface.getLength(element, 'x', context), surface.getLength(element, 'y', context)]
      const [width, height] = [
        surface.getLength(element, 'width', context),
        surface.getLength(element, 'height', context),
      ]
      const { frame, isSheared } = placeBox({ x, y, width, height }, context.matrix)
      if (isSheared) book.change(part.path, part.sourceName, 'shape.skew')
      const aspect = element.attributes.get('preserveAspectRatio') ?? ''
      const fit = aspect.includes('none') ? 'fill' : aspect.includes('slice') ? 'cover' : 'contain'
      surface.sketch.add({ ...part, role: role.image, frame, look: { picture, fit } })
    },
  }),
)

function ellipse(element: XmlElement, context: Context, surface: Surface, rx: number, ry: number): void {
  if (!(rx > 0) || !(ry > 0)) return
  const frame = placeEllipse(
    surface.getLength(element, 'cx', context),
    surface.getLength(element, 'cy', context),
    rx,
    ry,
    context.matrix,
  )
  addEllipse(surface.sketch, getPart(element, context, 'area'), frame, getInk(element, context, surface))
}

/** Adds a path or polygon: one polygon per island including its holes; open outlines as lines. */
function outline(element: XmlElement, context: Context, surface: Surface): Drawn {
  const rings = getRings(element, context, surface)
  if (rings.length === 0) return
  const hasFill = (context.style.get('fill') ?? 'black') !== 'none' && isWorthALook(rings)
  const land = hasFill ? getFilledAreas(rings, context, surface) : undefined
  if (hasFill && !land) {
    if (!context.isPlain) return 'picture'
    surface.sketch.book.change(formatPlace(element), getName(element), 'shape.hole')
  }
  const ink = getInk(element, context, surface)
  if (!land || isClear(ink.fill) || land.isAsDrawn) return addRings(element, context, surface, rings, ink)
  const [only] = rings
  const whole = only && rings.length === 1 && only.isClosed ? uncross(only.corners) : undefined
  if (whole) return area(element, context, surface, whole, true, ink)
  const inner = {
    ...context,
    folder: surface.sketch.folder(getName(element), context.folder, formatPlace(element), { isLoose: true }),
  }
  for (const corners of land.areas)
    addArea(surface.sketch, getPart(element, inner, 'area'), corners, { ...ink, stroke: none })
  for (const { corners, isClosed } of isClear(ink.stroke) ? [] : rings) {
    if (isClosed) addArea(surface.sketch, getPart(element, inner, 'line'), corners, { ...ink, fill: none })
    else addLine(surface.sketch, getPart(element, inner, 'line'), corners, ink)
  }
}

/** Adds each outline separately. */
function addRings(element: XmlElement, context: Context, surface: Surface, rings: readonly Ring[], ink: Ink): void {
  const inner =
    rings.length > 1
      ? {
          ...context,
          folder: surface.sketch.folder(getName(element), context.folder, formatPlace(element), { isLoose: true }),
        }
      : context
  for (const { corners, isClosed } of rings) area(element, inner, surface, corners, isClosed, ink)
}

/** Whether the fill needs analysis. A single convex outline does not, and very long ones are simplified anyway. */
function isWorthALook(rings: readonly Ring[]): boolean {
  const [only] = rings
  return (
    rings.length > 1 ||
    (only !== undefined && only.corners.length > 6 && only.corners.length <= lookLimit && !isConvex(only.corners))
  )
}

const lookLimit = 1024

interface FilledAreas {
  readonly areas: readonly Corners[]
  /** Each outline is a separate area without holes. */
  readonly isAsDrawn: boolean
}

/** The filled areas of the outlines, one polygon per island; undefined if polygons cannot represent them. */
function getFilledAreas(rings: readonly Ring[], context: Context, surface: Surface): FilledAreas | undefined {
  const count = rings.reduce((sum, { corners }) => sum + corners.length / 2, 0)
  surface.spend(Math.min(count, lookLimit) ** 2 / 20_000)
  const islands = findIslands(
    rings.map(({ corners }) => corners),
    context.style.get('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero',
  )
  const areas = islands?.flatMap((island) => (island.holes.length === 0 ? [island.outer] : [toOutline(island) ?? []]))
  if (!islands || !areas?.every(({ length }) => length >= 6)) return undefined
  const sum = (list: readonly Corners[]) => list.reduce((all, corners) => all + Math.abs(getSignedArea(corners)), 0)
  const drawn = rings.map(({ corners }) => corners).filter(({ length }) => length >= 6)
  return { areas, isAsDrawn: areas.length === drawn.length && Math.abs(sum(areas) - sum(drawn)) < 1e-6 * sum(drawn) }
}

/** Adds an area with its edge: one component, or two if the edge is open. */
function area(
  element: XmlElement,
  context: Context,
  surface: Surface,
  corners: Corners,
  isClosed: boolean,
  ink: Ink,
): void {
  const isFilled = !isClear(ink.fill) && corners.length >= 6
  const hasRequests = context.attached?.requests !== undefined && isClosed
  if (isClosed && (isFilled || !isClear(ink.stroke) || hasRequests))
    return addArea(surface.sketch, getPart(element, context, 'area'), corners, ink)
  if (isFilled) addArea(surface.sketch, getPart(element, context, 'area'), corners, { ...ink, stroke: none })
  addLine(surface.sketch, getPart(element, context, 'line'), corners, ink)
}

function points(context: Context, x: number, y: number): [number, number] {
  const point = applyMatrix(context.matrix, x, y)
  return [point.x, point.y]
}
