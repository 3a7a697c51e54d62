import type { Box } from '../../geometry/index.ts'
import { isClear } from '../color.ts'
import { multiplied } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { cornerLimit } from '../outline.ts'
import type { Corners } from '../outline.ts'
import { areApart, boxOf, clipBy, segmentsCross, containsPoint, isConvex } from '../planarGeometry.ts'
import { addArea } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Clip, Context, Surface } from './context.ts'
import { localName } from './namespaces.ts'
import { inkOf, none, partOf } from './parts.ts'
import { ringsOf } from './rings.ts'
import { styleOf } from './styles.ts'
import { readTransform } from './transform.ts'

/** Id in a `clip-path` or `mask` reference; undefined if there is none. */
export function referredBy(value: string | undefined): string | undefined {
  return /^url\(\s*['"]?#([^'")\s]+)['"]?\s*\)/.exec(value ?? '')?.[1]
}

/**
 * Clip path in drawing coordinates. Undefined if it depends on the clipped element, which then has to be drawn as a
 * picture.
 */
export function clipOf(id: string, element: XmlElement, matrix: Matrix, context: Context, surface: Surface): Clip | undefined {
  if (element.attributes.get('clipPathUnits') === 'objectBoundingBox') return undefined
  const own = multiplied(matrix, readTransform(element.attributes.get('transform')))
  const shapes = element.children.filter((child): child is XmlElement => typeof child !== 'string' && !/^(?:title|desc|metadata)$/.test(localName(child))).slice(0, shapeLimit + 1)
  if (shapes.length > shapeLimit || shapes.some((shape) => !drawn.has(localName(shape)))) return undefined
  surface.spend(shapes.length)
  const rings = shapes.flatMap((shape) => {
    const style = styleOf(shape, context.style, surface.sheet)
    const at = multiplied(own, readTransform(style.get('transform') ?? shape.attributes.get('transform')))
    return ringsOf(shape, { ...context, style, matrix: at }, surface).map(({ corners }) => corners)
  }).filter((ring) => ring.length >= 6)
  const isCutAgain = [element, ...shapes].some((part) => styleOf(part, context.style, surface.sheet).has('clip-path'))
  const [ring] = rings
  const isOne = ring !== undefined && rings.length === 1 && !isCutAgain && ring.length <= 4 * cornerLimit && !segmentsCross([ring])
  return { id, matrix, region: { box: boxOf(rings), ring: isOne ? ring : null } }
}

/** Clips that actually cut the box; `hidden` if a clip hides it completely. */
export function clipsMet(clips: readonly Clip[], box: Box): readonly Clip[] | 'hidden' {
  const met: Clip[] = []
  for (const clip of clips) {
    const { region } = clip
    if (!region.box || areApart(region.box, box)) return 'hidden'
    if (!region.ring || !containsPoint(region.ring, box)) met.push(clip)
  }
  return met
}

/** Adds the visible part of a convex area without stroke, bindings or gradient. Returns false for anything else. */
export function addCut(element: XmlElement, context: Context, clips: readonly Clip[], surface: Surface): boolean {
  if (/url\(/.test(context.style.get('fill') ?? '') || context.attached?.wishes) return false
  if ((context.style.get('stroke') ?? 'none') !== 'none') return false
  const rings = ringsOf(element, context, surface)
  const [ring] = rings
  if (!ring || rings.length !== 1 || !isConvex(ring.corners)) return false
  let left: Corners = ring.corners
  for (const { region } of clips) {
    if (!region.ring || !isConvex(region.ring)) return false
    left = clipBy(left, region.ring)
  }
  const ink = inkOf(element, context, surface)
  if (left.length > 2 * cornerLimit) return false
  if (left.length >= 6 && !isClear(ink.fill)) addArea(surface.sketch, partOf(element, context, 'area'), left, { ...ink, stroke: none })
  return true
}

/** Intersection of two boxes; null if they do not overlap. */
export function shared(a: Box, b: Box): Box | null {
  if (areApart(a, b)) return null
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y }
}

const shapeLimit = 50
/** Shapes whose outline can be computed, unlike texts and references. */
const drawn: ReadonlySet<string> = new Set(['rect', 'circle', 'ellipse', 'polygon', 'polyline', 'path'])
