import { buildCurve, type Corners } from '../geometry/curve.ts'
import type { Size } from '../paint/brush/brush.ts'
import { choice, number } from '../schema/index.ts'

/** Style of the corners of a line. */
export const curveFields = {
  corners: choice(
    { en: 'Corners', zh: '拐角' },
    {
      bindable: false,
      default: 'straight',
      group: 'geometry',
      hint: {
        en: 'How the segments are joined. A smooth curve passes through all points.',
        zh: '线段之间的连接方式；平滑曲线经过所有节点。',
      },
      options: [
        { value: 'straight', words: { en: 'Straight', zh: '折线' } },
        { value: 'rounded', words: { en: 'Rounded', zh: '圆角' } },
        { value: 'smooth', words: { en: 'Smooth curve', zh: '平滑曲线' } },
      ],
    },
  ),
  cornerRadius: number(
    { en: 'Corner radius', zh: '拐角半径' },
    {
      bindable: false,
      default: 20,
      min: 0,
      max: 1000,
      unit: 'px',
      group: 'geometry',
      hint: {
        en: 'Radius of the centre line. A corner uses at most half of the adjacent segments.',
        zh: '按中心线计算；每个拐角最多占用相邻线段的一半。',
      },
    },
  ),
}

/** Field names of a curve, used for hit testing, bounds and handles. */
export const curveRoles = { points: 'points', corners: 'corners', radius: 'cornerRadius' } as const

/** The radius applies to rounded corners only. */
export function curveFieldsWithoutEffect({ corners }: { readonly corners: Corners }): readonly string[] {
  return corners === 'rounded' ? [] : ['cornerRadius']
}

/** Fields that define the shape of a line. Points are flat x, y fractions of the box; the radius is in px. */
export interface CurveProps {
  readonly points: readonly number[]
  readonly corners: Corners
  readonly cornerRadius: number
}

/**
 * Returns the segments of a curve as flat x, y in px, or null if straight segments between the points are sufficient.
 */
export function getCurve({ points, corners, cornerRadius }: CurveProps, size: Size): readonly number[] | null {
  if (corners === 'straight') return null
  return buildCurve(scalePoints(points, size), corners, cornerRadius)?.path ?? null
}

/** Converts fractions of a box to px, as flat x, y. */
export function scalePoints(points: readonly number[], { width, height }: Size): readonly number[] {
  return points.map((share, i) => share * (i % 2 === 0 ? width : height))
}

/** Shortens a path by a distance at each end; empty if nothing remains. */
export function trimPath(path: readonly number[], atStart: number, atEnd = atStart): readonly number[] {
  const rest = atStart > 0 ? trimStart(path, atStart) : path
  return atEnd > 0 ? reversePath(trimStart(reversePath(rest), atEnd)) : rest
}

/** Returns the vector from an end of a path to the point `reach` px back along it: the direction of an arrow head. */
export function getHeadDirection(path: readonly number[], isEnd: boolean, reach: number): readonly [number, number] {
  const fromEnd = isEnd ? reversePath(path) : path
  const rest = trimStart(fromEnd, reach)
  const at = rest.length > 0 ? 0 : fromEnd.length - 2
  const from = rest.length > 0 ? rest : fromEnd
  return [from[at] - fromEnd[0], from[at + 1] - fromEnd[1]]
}

/** Removes the first `distance` px of a path; empty if nothing remains. */
function trimStart(path: readonly number[], distance: number): readonly number[] {
  let left = distance
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x1, y1, x2, y2] = [path[at], path[at + 1], path[at + 2], path[at + 3]]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (left < length)
      return [x1 + ((x2 - x1) * left) / length, y1 + ((y2 - y1) * left) / length, ...path.slice(at + 2)]
    left -= length
  }
  return []
}

function reversePath(path: readonly number[]): readonly number[] {
  const back: number[] = []
  for (let at = path.length - 2; at >= 0; at -= 2) back.push(path[at], path[at + 1])
  return back
}
