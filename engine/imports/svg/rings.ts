import type { Matrix } from '../matrix.ts'
import type { Ring } from '../filledOutlines.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { flatten } from './flatten.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { localName } from './namespaces.ts'
import { readPath } from './pathData.ts'
import { numbersIn } from './transform.ts'

/** Outlines of a basic shape with curves as chords; empty for other elements and shapes without extent. */
export function getRings(element: XmlElement, context: Context, surface: Pick<Surface, 'getLength'>): Ring[] {
  return ringsAlong(getPath(element, context, surface), context.matrix)
}

/** Outlines of path data. */
export function ringsAlong(data: string, matrix: Matrix): Ring[] {
  return readPath(data)
    .map((path) => ({ corners: flatten(path, matrix), isClosed: path.isClosed }))
    .filter(({ corners }) => corners.length >= 4)
}

/** Path data of a basic shape; empty for other elements. */
export function getPath(element: XmlElement, context: Context, surface: Pick<Surface, 'getLength'>): string {
  const at = (name: string, otherwise = 0): number => surface.getLength(element, name, context, otherwise)
  switch (localName(element)) {
    case 'path':
      return element.attributes.get('d') ?? ''
    case 'polygon':
      return `M${getPoints(element)}Z`
    case 'polyline':
      return `M${getPoints(element)}`
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
    case 'circle': {
      const radius = readLength(element.attributes.get('r'), getDiagonal(context.viewport)) ?? 0
      return ellipsePath(at('cx'), at('cy'), radius, radius)
    }
    case 'ellipse': {
      const [rx, ry] = [at('rx', -1), at('ry', -1)]
      return ellipsePath(at('cx'), at('cy'), rx < 0 ? ry : rx, ry < 0 ? rx : ry)
    }
    case 'rect':
      return rectPath(at('x'), at('y'), at('width'), at('height'), at('rx', -1), at('ry', -1))
    default:
      return ''
  }
}

/** Coordinate pairs; an odd trailing number is ignored. */
function getPoints(element: XmlElement): string {
  const list = numbersIn(element.attributes.get('points') ?? '')
  return list.slice(0, list.length - (list.length % 2)).join(' ')
}

function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  if (!(rx > 0) || !(ry > 0)) return ''
  return `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`
}

function rectPath(x: number, y: number, width: number, height: number, ownX: number, ownY: number): string {
  if (!(width > 0) || !(height > 0)) return ''
  const rx = Math.min(Math.max(ownX < 0 ? ownY : ownX, 0), width / 2)
  const ry = Math.min(Math.max(ownY < 0 ? ownX : ownY, 0), height / 2)
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  const [wide, high] = [width - 2 * rx, height - 2 * ry]
  return `M${x + rx} ${y}h${wide}${corner(rx, ry)}v${high}${corner(-rx, ry)}h${-wide}${corner(-rx, -ry)}v${-high}${corner(rx, -ry)}Z`
}
