import { expandBox } from '../geometry/index.ts'
import type { Box } from '../geometry/index.ts'

/** Points as flat x, y pairs in drawing pixels. */
export type Corners = readonly number[]

/** Maximum number of points of a component. */
export const cornerLimit = 256

/**
 * Bounding box. A side below 1 px is enlarged by 1 px so that the component can be selected; the points do not move.
 */
export function boxAround(corners: Corners): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [x, y] = [corners[at], corners[at + 1]]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const box = { x: left, y: top, width: right - left, height: bottom - top }
  const grown = expandBox(box, 0.5)
  return {
    ...(box.width < 1 ? { x: grown.x, width: grown.width } : { x: box.x, width: box.width }),
    ...(box.height < 1 ? { y: grown.y, height: grown.height } : { y: box.y, height: box.height }),
  }
}

/** Converts points to shares of a box, precise to a thousandth of a pixel. */
export function toShares(corners: Corners, box: Box): number[] {
  const fine = 10 ** Math.ceil(Math.log10(Math.max(box.width, box.height, 1)) + 4)
  return corners.map((value, i) => {
    const share = i % 2 === 0 ? (value - box.x) / box.width : (value - box.y) / box.height
    return Math.round(share * fine) / fine + 0
  })
}

/** Splits an open outline into pieces that fit a component and meet at their ends. */
export function pieces(corners: Corners): Corners[] {
  const maxNumbers = cornerLimit * 2
  const parts: Corners[] = []
  for (let from = 0; from + 2 < corners.length || parts.length === 0; from += maxNumbers - 2)
    parts.push(corners.slice(from, from + maxNumbers))
  return parts
}

/**
 * Reduces a closed outline to the maximum number of points by dropping those closest to their predecessor. Linear time.
 */
export function simplify(corners: Corners): { readonly corners: Corners; readonly isChanged: boolean } {
  if (corners.length <= cornerLimit * 2) return { corners, isChanged: false }
  const box = boxAround(corners)
  let remaining = corners
  for (let reach = Math.max(box.width, box.height) / 4096; remaining.length > cornerLimit * 2; reach *= 1.5)
    remaining = thinCorners(corners, reach)
  return { corners: remaining, isChanged: true }
}

/** Returns true if a point is inside a closed outline (even-odd rule). */
export function isInside(x: number, y: number, corners: Corners): boolean {
  let inside = false
  const last = corners.length - 2
  for (let at = 0, before = last; at <= last; before = at, at += 2) {
    const [x1, y1, x2, y2] = [corners[at], corners[at + 1], corners[before], corners[before + 1]]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

function thinCorners(corners: Corners, reach: number): Corners {
  const remaining: number[] = []
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [x, y] = [corners[at], corners[at + 1]]
    const [lastX, lastY] = [remaining.at(-2), remaining.at(-1)]
    if (lastX === undefined || lastY === undefined || Math.hypot(x - lastX, y - lastY) >= reach) remaining.push(x, y)
  }
  return remaining
}
