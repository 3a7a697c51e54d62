import type { Id } from '../../document/index.ts'
import {
  getBounds,
  getNeighbours,
  snapValue,
  type Guide,
  type Neighbours,
  type Point,
  type SnapRules,
} from '../../geometry/index.ts'
import { toSnapRules } from '../snapSettings.ts'
import { snapReach, type ToolContext } from './tool.ts'

/**
 * Above this number of components in view snapping to components is disabled, because there would be an edge every few
 * pixels.
 */
const maxComponents = 2000

/** Snap targets and rules of one drag. */
export interface SnapTargets {
  readonly neighbours: Neighbours
  readonly rules: SnapRules
}

/** Collects snap targets: the page, the guides and the visible components except those being dragged. */
export function snapTargets(context: ToolContext, without: ReadonlySet<Id>): SnapTargets {
  const { layer } = context.document
  const page = { x: 0, y: 0, width: layer.width, height: layer.height }
  const rules = toSnapRules(context.aids.state, snapReach / context.view.camera.scale)
  const visibleComponents = context.view.within(context.view.camera.visible)
  const boxes =
    visibleComponents.length > maxComponents
      ? []
      : visibleComponents.filter((component) => !without.has(component.id)).map(getBounds)
  return { neighbours: withGuides(getNeighbours(boxes, [page], rules), context), rules }
}

/** Guides are snapped to regardless of the snap settings, but only while they are visible with the rulers. */
function withGuides(neighbours: Neighbours, { aids, guides }: ToolContext): Neighbours {
  const { lines } = guides.state
  if (!aids.state.showRulers || lines.length === 0) return neighbours
  const along = (axis: 'x' | 'y'): number[] =>
    [...new Set([...neighbours.lines[axis], ...lines.filter((line) => line.axis === axis).map(({ at }) => at)])].sort(
      (a, b) => a - b,
    )
  return { ...neighbours, lines: { x: along('x'), y: along('y') } }
}

/** Snaps a point to the nearest line or the grid, separately for each axis; otherwise rounds to whole pixels. */
export function snapPoint(
  point: Point,
  { neighbours, rules }: SnapTargets,
  own: readonly Point[] = [],
): { readonly at: Point; readonly guides: readonly Guide[] } {
  const guides: Guide[] = []
  const along = (axis: 'x' | 'y'): number => {
    const snapped = snapValue(point[axis], [...own.map((one) => one[axis]), ...neighbours.lines[axis]], rules)
    if (snapped?.isGuide) guides.push({ axis, at: snapped.value })
    return snapped?.value ?? Math.round(point[axis])
  }
  return { at: { x: along('x'), y: along('y') }, guides }
}
