import { isClear, transparent } from './color.ts'
import type { DrawingBuilder, Folder } from './drawingBuilder.ts'
import type { Corners } from './outline.ts'
import { areApart, getBounds, getSignedArea, isConvex } from './planarGeometry.ts'
import { findIslands, toOutline, uncross } from './polygonHoles.ts'
import type { FillRule } from './polygonHoles.ts'
import { addArea, addLine } from './shapes.ts'
import type { Ink, ShapePart } from './shapes.ts'

/** An outline of a shape in drawing coordinates. */
export interface Ring {
  readonly corners: Corners
  readonly isClosed: boolean
}

/** Parts that the outlines of one shape become. */
export interface OutlineParts {
  readonly sketch: DrawingBuilder
  readonly folder: Folder | null
  /** Name and path of the shape, for a group of its parts. */
  readonly name: string
  readonly path: string
  /** Whether values are bound to the area, so that it is kept even without a fill. */
  readonly hasRequests: boolean
  createPart(kind: 'area' | 'line', folder: Folder | null): ShapePart
}

/**
 * Adds the outlines of a shape as in SVG and canvas: all fills first, one polygon per island including its holes, then
 * all strokes. `land` is the result of `findFilledAreas`, null for outlines that need no analysis.
 */
export function addOutlines(parts: OutlineParts, rings: readonly Ring[], ink: Ink, land: FilledAreas | null): void {
  if (!land || land.isAsDrawn || isClear(ink.fill)) return addRings(parts, rings, ink)
  const [only] = rings
  const whole = only && rings.length === 1 && only.isClosed ? uncross(only.corners) : undefined
  if (whole) return addRing(parts, { corners: whole, isClosed: true }, ink, parts.folder)
  const folder = parts.sketch.folder(parts.name, parts.folder, parts.path, { isLoose: true })
  for (const corners of land.areas)
    addArea(parts.sketch, parts.createPart('area', folder), corners, { ...ink, stroke: transparent })
  if (!isClear(ink.stroke)) for (const ring of rings) addStroke(parts, ring, ink, folder)
}

/** Adds each outline separately. Where they overlap, fills precede strokes. */
function addRings(parts: OutlineParts, rings: readonly Ring[], ink: Ink): void {
  const { sketch, name, path } = parts
  const folder = rings.length > 1 ? sketch.folder(name, parts.folder, path, { isLoose: true }) : parts.folder
  if (isClear(ink.fill) || isClear(ink.stroke) || !(ink.strokeWidth > 0) || !doOverlap(rings)) {
    for (const ring of rings) addRing(parts, ring, ink, folder)
    return
  }
  for (const { corners } of rings)
    if (corners.length >= 6) addArea(sketch, parts.createPart('area', folder), corners, { ...ink, stroke: transparent })
  for (const ring of rings) addStroke(parts, ring, ink, folder)
}

/** Adds an outline with its edge: one component, or two if the edge is open. */
function addRing(parts: OutlineParts, { corners, isClosed }: Ring, ink: Ink, folder: Folder | null): void {
  const isFilled = !isClear(ink.fill) && corners.length >= 6
  const { sketch } = parts
  if (isClosed && (isFilled || !isClear(ink.stroke) || parts.hasRequests))
    return addArea(sketch, parts.createPart('area', folder), corners, ink)
  if (isFilled) addArea(sketch, parts.createPart('area', folder), corners, { ...ink, stroke: transparent })
  addLine(sketch, parts.createPart('line', folder), corners, ink)
}

function addStroke(parts: OutlineParts, { corners, isClosed }: Ring, ink: Ink, folder: Folder | null): void {
  const part = parts.createPart('line', folder)
  if (isClosed) addArea(parts.sketch, part, corners, { ...ink, fill: transparent })
  else addLine(parts.sketch, part, corners, ink)
}

/** Whether the boxes of any two outlines overlap. */
function doOverlap(rings: readonly Ring[]): boolean {
  if (rings.length > overlapLimit) return true
  const boxes = rings.flatMap(({ corners }) => getBounds([corners]) ?? [])
  return boxes.some((box, i) => boxes.some((other, j) => j > i && !areApart(box, other)))
}

const overlapLimit = 200

/** Whether the fill needs analysis. A single convex outline does not, and very long ones are simplified anyway. */
function isWorthALook(rings: readonly Ring[]): boolean {
  const [only] = rings
  return (
    rings.length > 1 ||
    (only !== undefined && only.corners.length > 6 && only.corners.length <= lookLimit && !isConvex(only.corners))
  )
}

const lookLimit = 1024

/** Filled areas of a shape, one outline per island. */
export interface FilledAreas {
  readonly areas: readonly Corners[]
  /** Each outline is a separate area without holes. */
  readonly isAsDrawn: boolean
}

/**
 * Returns the filled areas of outlines; null if they need no analysis, undefined if polygons cannot represent them.
 * `spend` counts the work.
 */
export function findFilledAreas(
  rings: readonly Ring[],
  rule: FillRule,
  spend: (units: number) => void,
): FilledAreas | null | undefined {
  if (!isWorthALook(rings)) return null
  const count = rings.reduce((sum, { corners }) => sum + corners.length / 2, 0)
  spend(Math.min(count, lookLimit) ** 2 / 20_000)
  const islands = findIslands(
    rings.map(({ corners }) => corners),
    rule,
  )
  const areas = islands?.flatMap((island) => (island.holes.length === 0 ? [island.outer] : [toOutline(island) ?? []]))
  if (!islands || !areas?.every(({ length }) => length >= 6)) return undefined
  const sum = (list: readonly Corners[]) => list.reduce((all, corners) => all + Math.abs(getSignedArea(corners)), 0)
  const drawn = rings.map(({ corners }) => corners).filter(({ length }) => length >= 6)
  return { areas, isAsDrawn: areas.length === drawn.length && Math.abs(sum(areas) - sum(drawn)) < 1e-6 * sum(drawn) }
}
