import { snapBox, getSnapLines, snapToGrid } from './snap.ts'
import type { Box } from './box.ts'
import type { Guide, SnapLines } from './snap.ts'

/** Snap targets of a drag. Computed once when it begins. */
export interface Neighbours {
  readonly lines: SnapLines
  readonly boxes: readonly Box[]
}

/** Enabled snap targets and the snap distance in drawing pixels. */
export interface SnapRules {
  readonly edges: boolean
  readonly centres: boolean
  readonly gaps: boolean
  /** Distance of the grid lines; 0 disables the grid. */
  readonly gridSize: number
  readonly reach: number
}

/**
 * One of several equal gaps between neighbours, along `axis` from one edge to the next; `at` is the coordinate on the
 * other axis.
 */
export interface GapMark {
  readonly axis: 'x' | 'y'
  readonly from: number
  readonly to: number
  readonly at: number
}

/** Shift in pixels that snaps a box, with the lines and gaps to display. */
export interface SnappedBox {
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
  readonly gaps: readonly GapMark[]
}

/**
 * Collects snap targets. `frames` (the page) contribute edges and centres but no gaps, because all components are
 * inside them.
 */
export function getNeighbours(
  boxes: readonly Box[],
  frames: readonly Box[],
  rules: Pick<SnapRules, 'edges' | 'centres' | 'gaps'>,
): Neighbours {
  const all = [...frames, ...boxes]
  return {
    lines: joinLines(rules.edges ? getEdges(all) : noLines, rules.centres ? getCentres(all) : noLines),
    boxes: rules.gaps ? boxes : [],
  }
}

/**
 * Returns the shift that snaps a moved box. On each axis the nearest edge, centre or equal gap within `reach` applies,
 * otherwise the grid. Without a grid the caller rounds to whole pixels.
 */
export function snapMove(box: Box, neighbours: Neighbours, rules: SnapRules): SnappedBox {
  const lined = snapBox(box, neighbours.lines, rules.reach)
  const hasGuide = {
    x: lined.guides.some((guide) => guide.axis === 'x'),
    y: lined.guides.some((guide) => guide.axis === 'y'),
  }
  const shift = (axis: 'x' | 'y', byLine: number): number => {
    const byGap = gapShift(box, neighbours.boxes, axis, rules.reach)
    if (byGap !== null && (!hasGuide[axis] || Math.abs(byGap) < Math.abs(byLine))) return byGap
    if (hasGuide[axis]) return byLine
    return rules.gridSize > 0 ? snapToGrid(box[axis], rules.gridSize) - box[axis] : 0
  }
  const dx = shift('x', lined.dx)
  const dy = shift('y', lined.dy)
  const at = { ...box, x: box.x + dx, y: box.y + dy }
  return {
    dx,
    dy,
    guides: snapBox(at, neighbours.lines, samePlace).guides,
    gaps: [...gapMarks(at, neighbours.boxes, 'x'), ...gapMarks(at, neighbours.boxes, 'y')],
  }
}

/** Snaps one coordinate to the nearest line within `reach`, or else to the grid. Returns null if neither applies. */
export function snapValue(
  value: number,
  lines: readonly number[],
  rules: Pick<SnapRules, 'gridSize' | 'reach'>,
): { readonly value: number; readonly isGuide: boolean } | null {
  let best: number | null = null
  for (const line of lines) {
    if (Math.abs(line - value) <= rules.reach && (best === null || Math.abs(line - value) < Math.abs(best - value)))
      best = line
  }
  if (best !== null) return { value: best, isGuide: true }
  return rules.gridSize > 0 ? { value: snapToGrid(value, rules.gridSize), isGuide: false } : null
}

const noLines: SnapLines = { x: [], y: [] }
const samePlace = 0.0005

function getEdges(boxes: readonly Box[]): SnapLines {
  return {
    x: sortUnique(boxes.flatMap(({ x, width }) => [x, x + width])),
    y: sortUnique(boxes.flatMap(({ y, height }) => [y, y + height])),
  }
}

function getCentres(boxes: readonly Box[]): SnapLines {
  return getSnapLines(
    boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 })),
  )
}

function joinLines(a: SnapLines, b: SnapLines): SnapLines {
  return { x: sortUnique([...a.x, ...b.x]), y: sortUnique([...a.y, ...b.y]) }
}

function sortUnique(values: number[]): number[] {
  return values.sort((a, b) => a - b).filter((value, i) => i === 0 || value !== values[i - 1])
}

/** Neighbours of a box along an axis, without those it overlaps. */
interface Row {
  /** The nearest box, then the one beyond it. */
  readonly before: readonly Box[]
  readonly after: readonly Box[]
}

function getRow(box: Box, boxes: readonly Box[], axis: 'x' | 'y', reach: number): Row {
  const size = getSizeKey(axis)
  const cross = axis === 'x' ? 'y' : 'x'
  const beside = boxes.filter((one) => one[cross] < getEnd(box, cross) && getEnd(one, cross) > box[cross])
  const nearestBefore = (limit: number): Box | undefined => {
    let found: Box | undefined
    for (const one of beside)
      if (getEnd(one, axis) <= limit && (!found || getEnd(one, axis) > getEnd(found, axis))) found = one
    return found
  }
  const nearestAfter = (limit: number): Box | undefined => {
    let found: Box | undefined
    for (const one of beside) if (one[axis] >= limit && (!found || one[axis] < found[axis])) found = one
    return found
  }
  const left = nearestBefore(box[axis] + reach)
  const right = nearestAfter(box[axis] + box[size] - reach)
  return {
    before: [left, left && nearestBefore(left[axis])].filter((one) => one !== undefined),
    after: [right, right && nearestAfter(getEnd(right, axis))].filter((one) => one !== undefined),
  }
}

/**
 * The smallest shift that makes two gaps equal: centred between two neighbours, or at the distance between one
 * neighbour and the next.
 */
function gapShift(box: Box, boxes: readonly Box[], axis: 'x' | 'y', reach: number): number | null {
  if (boxes.length < 2) return null
  const size = box[getSizeKey(axis)]
  const {
    before: [left, farLeft],
    after: [right, farRight],
  } = getRow(box, boxes, axis, reach)
  const places: number[] = []
  if (left && right) places.push((getEnd(left, axis) + right[axis] - size) / 2)
  if (left && farLeft) places.push(getEnd(left, axis) + left[axis] - getEnd(farLeft, axis))
  if (right && farRight) places.push(right[axis] - (farRight[axis] - getEnd(right, axis)) - size)
  let best: number | null = null
  for (const place of places) {
    const by = place - box[axis]
    if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best))) best = by
  }
  return best
}

/** The equal gaps around a box; empty if there are not at least two. */
function gapMarks(box: Box, boxes: readonly Box[], axis: 'x' | 'y'): GapMark[] {
  if (boxes.length < 2) return []
  const {
    before: [left, farLeft],
    after: [right, farRight],
  } = getRow(box, boxes, axis, samePlace)
  const spaces = [
    [farLeft, left],
    [left, box],
    [box, right],
    [right, farRight],
  ] as const
  const marks = spaces.map(([a, b]) => (a && b ? markBetween(a, b, axis) : null))
  const [beyondLeft, onLeft, onRight, beyondRight] = marks
  const isSame = (a: GapMark | null | undefined, b: GapMark | null | undefined): boolean =>
    !!a && !!b && a.to - a.from > samePlace && Math.abs(a.to - a.from - (b.to - b.from)) <= 2 * samePlace
  const shown = new Set<GapMark>()
  for (const [a, b] of [
    [beyondLeft, onLeft],
    [onLeft, onRight],
    [onRight, beyondRight],
  ] as const) {
    if (!a || !b || !isSame(a, b)) continue
    shown.add(a)
    shown.add(b)
  }
  return [...shown]
}

function markBetween(a: Box, b: Box, axis: 'x' | 'y'): GapMark {
  const cross = axis === 'x' ? 'y' : 'x'
  const low = Math.max(a[cross], b[cross])
  const high = Math.min(getEnd(a, cross), getEnd(b, cross))
  return { axis, from: getEnd(a, axis), to: b[axis], at: (low + high) / 2 }
}

const getSizeKey = (axis: 'x' | 'y'): 'width' | 'height' => (axis === 'x' ? 'width' : 'height')
const getEnd = (box: Box, axis: 'x' | 'y'): number => box[axis] + box[getSizeKey(axis)]
