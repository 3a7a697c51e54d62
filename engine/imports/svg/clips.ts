import type { Box } from '../../geometry/index.ts'
import { isClear } from '../color.ts'
import { multiply } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { cornerLimit } from '../outline.ts'
import type { Corners } from '../outline.ts'
import { areApart, getBounds, clipBy, segmentsCross, containsBox, isConvex } from '../planarGeometry.ts'
import { addArea } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Clip, Context, Surface } from './context.ts'
import { localName } from './namespaces.ts'
import { getInk, none, getPart } from './parts.ts'
import { getRings } from './rings.ts'
import { computeStyle } from './styles.ts'
import { readTransform } from './transform.ts'

/** Id in a `clip-path` or `mask` reference; undefined if there is none. */
export function parseReference(value: string | undefined): string | undefined {
  return /^url\(\s*['"]?#([^'")\s]+)['"]?\s*\)/.exec(value ?? '')?.[1]
}

/**
 * Clip path in drawing coordinates. Undefined if it depends on the clipped element, which then has to be drawn as a
 * picture.
 */
export function createClip(
  id: string,
  element: XmlElement,
  matrix: Matrix,
  context: Context,
  surface: Surface,
): Clip | undefined {
  if (element.attributes.get('clipPathUnits') === 'objectBoundingBox') return undefined
  const own = multiply(matrix, readTransform(element.attributes.get('transform')))
  const shapes = element.children
    .filter(
      (child): child is XmlElement => typeof child !== 'string' && !/^(?:title|desc|metadata)$/.test(localName(child)),
    )
    .slice(0, shapeLimit + 1)
  if (shapes.length > shapeLimit || shapes.some((shape) => !outlineElements.has(localName(shape)))) return undefined
  surface.spend(shapes.length)
  const rings = shapes
    .flatMap((shape) => {
      const style = computeStyle(shape, context.style, surface.sheet)
      const at = multiply(own, readTransform(style.get('transform') ?? shape.attributes.get('transform')))
      return getRings(shape, { ...context, style, matrix: at }, surface).map(({ corners }) => corners)
    })
    .filter((ring) => ring.length >= 6)
  const isNestedClip = [element, ...shapes].some((part) =>
    computeStyle(part, context.style, surface.sheet).has('clip-path'),
  )
  const [ring] = rings
  const isOne =
    ring !== undefined &&
    rings.length === 1 &&
    !isNestedClip &&
    ring.length <= 4 * cornerLimit &&
    !segmentsCross([ring])
  return { id, matrix, region: { box: getBounds(rings), ring: isOne ? ring : null } }
}

/** Clips that actually cut the box; `hidden` if a clip hides it completely. */
export function findOverlappingClips(clips: readonly Clip[], box: Box): readonly Clip[] | 'hidden' {
  const overlapping: Clip[] = []
  for (const clip of clips) {
    const { region } = clip
    if (!region.box || areApart(region.box, box)) return 'hidden'
    if (!region.ring || !containsBox(region.ring, box)) overlapping.push(clip)
  }
  return overlapping
}

/** Adds the visible part of a convex area without stroke, bindings or gradient. Returns false for anything else. */
export function addClipped(element: XmlElement, context: Context, clips: readonly Clip[], surface: Surface): boolean {
  if (/url\(/.test(context.style.get('fill') ?? '') || context.attached?.requests) return false
  if ((context.style.get('stroke') ?? 'none') !== 'none') return false
  const rings = getRings(element, context, surface)
  const [ring] = rings
  if (!ring || rings.length !== 1 || !isConvex(ring.corners)) return false
  let left: Corners = ring.corners
  for (const { region } of clips) {
    if (!region.ring || !isConvex(region.ring)) return false
    left = clipBy(left, region.ring)
  }
  const ink = getInk(element, context, surface)
  if (left.length > 2 * cornerLimit) return false
  if (left.length >= 6 && !isClear(ink.fill))
    addArea(surface.sketch, getPart(element, context, 'area'), left, { ...ink, stroke: none })
  return true
}

/** Intersection of two boxes; null if they do not overlap. */
export function intersectBoxes(a: Box, b: Box): Box | null {
  if (areApart(a, b)) return null
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  }
}

const shapeLimit = 50
/** Shapes whose outline can be computed, unlike texts and references. */
const outlineElements: ReadonlySet<string> = new Set(['rect', 'circle', 'ellipse', 'polygon', 'polyline', 'path'])
