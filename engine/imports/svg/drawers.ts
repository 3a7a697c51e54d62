import { role } from '../../components/roles.ts'
import { safePictureUrl } from '../../schema/index.ts'
import type { Folder } from '../drawingBuilder.ts'
import { addOutlines, findFilledAreas } from '../filledOutlines.ts'
import { applyMatrix, placeBox, placeEllipse } from '../matrix.ts'
import { addArea, addEllipse, addRect } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { drawMarkers, hasMarkers } from './markers.ts'
import { getHref, getName, formatPlace } from './namespaces.ts'
import { getInk, getPart } from './parts.ts'
import { getRings } from './rings.ts'
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
      return outline(element, { ...context, style: new Map([...context.style, ['fill', 'none']]) }, surface)
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
  const hasFill = (context.style.get('fill') ?? 'black') !== 'none'
  const rule = context.style.get('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero'
  const land = hasFill ? findFilledAreas(rings, rule, (units) => surface.spend(units)) : null
  if (land === undefined) {
    if (!context.isPlain) return 'picture'
    surface.sketch.book.change(formatPlace(element), getName(element), 'shape.hole')
  }
  const [name, path] = [getName(element), formatPlace(element)]
  const ink = getInk(element, context, surface)
  const folder = hasMarkers(element, context, surface)
    ? surface.sketch.folder(name, context.folder, path, { isLoose: true })
    : context.folder
  const inner = { ...context, folder }
  const hasRequests = context.attached?.requests !== undefined
  const createPart = (kind: 'area' | 'line', own: Folder | null) => getPart(element, { ...context, folder: own }, kind)
  addOutlines({ sketch: surface.sketch, folder, name, path, hasRequests, createPart }, rings, ink, land ?? null)
  drawMarkers(element, inner, surface, ink)
}

function points(context: Context, x: number, y: number): [number, number] {
  const point = applyMatrix(context.matrix, x, y)
  return [point.x, point.y]
}
