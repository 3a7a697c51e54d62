import { multiply, rotation, scaling, translation } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import type { Ink } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { formatPlace, localName } from './namespaces.ts'
import { readPath } from './pathData.ts'
import type { Segment, Subpath } from './pathData.ts'
import { getPath } from './rings.ts'
import { numbersIn } from './transform.ts'
import { fitMatrix } from './viewBox.ts'

/** Elements with vertices for markers. */
const pathKinds: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon'])
const markerLimit = 500

/**
 * Whether an element has markers that are drawn as shapes. Lines with bound values keep plain arrowheads, which follow
 * their colour.
 */
export function hasMarkers(element: XmlElement, { style, attached, uses }: Context, surface: Surface): boolean {
  return (
    pathKinds.has(localName(element)) &&
    attached?.requests === undefined &&
    places.some((place) => {
      const marker = surface.fills.marker(style, place)
      return marker !== undefined && !uses.includes(marker)
    })
  )
}

/** Draws the markers of a path: their shapes at its vertices, with their own colours and sizes. */
export function drawMarkers(element: XmlElement, context: Context, surface: Surface, ink: Ink): void {
  if (!hasMarkers(element, context, surface)) return
  const width = readLength(context.style.get('stroke-width'), getDiagonal(context.viewport)) ?? 1
  const vertices = readPath(getPath(element, context, surface)).flatMap(findVertices)
  const last = vertices.length - 1
  for (const [at, vertex] of vertices.slice(0, markerLimit).entries()) {
    const place = at === 0 ? 'marker-start' : at === last ? 'marker-end' : 'marker-mid'
    drawMarker(surface.fills.marker(context.style, place), vertex, place, { context, surface, width, ink })
  }
  if (last > markerLimit && isDrawn(surface.fills.marker(context.style, 'marker-mid'), context))
    surface.sketch.book.lose(formatPlace(element), localName(element), 'arrow.count')
  if (last >= markerLimit)
    drawMarker(surface.fills.marker(context.style, 'marker-end'), vertices[last], 'marker-end', {
      context,
      surface,
      width,
      ink,
    })
}

const places = ['marker-start', 'marker-mid', 'marker-end'] as const

/** A vertex with the direction of the path there in degrees. */
interface Vertex {
  readonly x: number
  readonly y: number
  readonly angleDeg: number
}

interface Drawing {
  readonly context: Context
  readonly surface: Surface
  readonly width: number
  readonly ink: Ink
}

/** Whether a reference leads to a marker that does not use itself. */
const isDrawn = (marker: XmlElement | undefined, { uses }: Context): marker is XmlElement =>
  marker !== undefined && localName(marker) === 'marker' && !uses.includes(marker)

function drawMarker(
  marker: XmlElement | undefined,
  { x, y, angleDeg }: Vertex,
  place: (typeof places)[number],
  { context, surface, width, ink }: Drawing,
): void {
  if (!isDrawn(marker, context)) return
  const read = (name: string, otherwise: number): number => readLength(marker.attributes.get(name), 1) ?? otherwise
  const orient = marker.attributes.get('orient') ?? '0'
  const turn =
    orient === 'auto-start-reverse' && place === 'marker-start'
      ? angleDeg + 180
      : orient.startsWith('auto')
        ? angleDeg
        : Number.parseFloat(orient) || 0
  const unit = marker.attributes.get('markerUnits') === 'userSpaceOnUse' ? 1 : width
  const box = numbersIn(marker.attributes.get('viewBox') ?? '')
  const fit = fitMatrix(
    box,
    read('markerWidth', 3),
    read('markerHeight', 3),
    marker.attributes.get('preserveAspectRatio'),
  )
  const [a, b, c, d] = fit
  const [refX, refY] = [read('refX', 0), read('refY', 0)]
  const inner: Matrix = [a, b, c, d, -(a * refX + c * refY), -(b * refX + d * refY)]
  const matrix = [translation(x, y), rotation(turn), scaling(unit, unit), inner].reduce(multiply, context.matrix)
  surface.drawContent(marker, {
    ...context,
    matrix,
    attached: context.attached ? { ...context.attached, animation: null } : null,
    uses: [...context.uses, marker],
    contextInk: ink,
  })
}

/** Vertices of a subpath with their directions: between two segments, the mean of both. */
function findVertices(path: Subpath): Vertex[] {
  const points = [{ x: path.x, y: path.y }, ...path.segments]
  const ways = path.segments.map((segment, i) => getDirections(points[i] ?? points[0], segment))
  return points.map(({ x, y }, i) => {
    const before = ways[i - 1]?.end ?? (path.isClosed ? ways.at(-1)?.end : undefined)
    const after = ways[i]?.start ?? (path.isClosed ? ways[0]?.start : undefined)
    return { x, y, angleDeg: meanAngle(before, after) }
  })
}

interface Way {
  readonly x: number
  readonly y: number
}

function getDirections(from: Way, segment: Segment): { readonly start: Way; readonly end: Way } {
  const between = (a: Way, b: Way): Way => ({ x: b.x - a.x, y: b.y - a.y })
  const whole = between(from, segment)
  if (segment.kind === 'cubic') {
    const [first, second] = [
      { x: segment.x1, y: segment.y1 },
      { x: segment.x2, y: segment.y2 },
    ]
    const pick = (...ways: readonly Way[]): Way => ways.find(({ x, y }) => Math.hypot(x, y) > 1e-9) ?? whole
    return {
      start: pick(between(from, first), between(from, second)),
      end: pick(between(second, segment), between(first, segment)),
    }
  }
  if (segment.kind !== 'arc') return { start: whole, end: whole }
  const { rx, ry, rotation: turn, from: angle, sweep } = segment
  const tangent = (at: number): Way => {
    const [px, py] = [-rx * Math.sin(at) * Math.sign(sweep), ry * Math.cos(at) * Math.sign(sweep)]
    return { x: px * Math.cos(turn) - py * Math.sin(turn), y: px * Math.sin(turn) + py * Math.cos(turn) }
  }
  return { start: tangent(angle), end: tangent(angle + sweep) }
}

function meanAngle(before: Way | undefined, after: Way | undefined): number {
  const toUnit = (way: Way | undefined): Way => {
    const length = way ? Math.hypot(way.x, way.y) : 0
    return way && length > 0 ? { x: way.x / length, y: way.y / length } : { x: 0, y: 0 }
  }
  const [a, b] = [toUnit(before), toUnit(after)]
  return (Math.atan2(a.y + b.y, a.x + b.x) * 180) / Math.PI
}
