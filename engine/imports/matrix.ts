import type { Box, Point } from '../geometry/index.ts'

/** Affine matrix in SVG order: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Matrix product: applies `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Inverse matrix; undefined if the matrix is singular. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (!(Math.abs(determinant) > 1e-12)) return undefined
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant]
  return [p, q, r, s, -(p * e + r * f), -(q * e + s * f)]
}

/** Returns a point transformed by a matrix. */
export function applyMatrix([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
export const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0]

/** Returns the matrix of a rotation around the origin in degrees. Multiples of 90° are exact. */
export function rotation(angleDeg: number): Matrix {
  const angle = (angleDeg * Math.PI) / 180
  const [cos, sin] =
    angleDeg % 90 === 0
      ? [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))]
      : [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, 0, 0]
}

/** Mean scale factor, for stroke widths and font sizes. */
export function getScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** A box with rotation and mirroring, in the form that components store. The angle is in degrees. */
export interface PlacedFrame extends Box {
  readonly angleDeg: number
  readonly flipX: boolean
  readonly flipY: boolean
}

/** Result of `placeBox`: the transformed frame and its accuracy. */
export interface Placement {
  readonly frame: PlacedFrame
  /** Scale along the box's own axes. */
  readonly scaleX: number
  readonly scaleY: number
  /** The matrix shears, which a box cannot represent: x direction, area and centre are exact, corners are not. */
  readonly isSheared: boolean
}

/** Transforms a box to a rotated, possibly mirrored frame. Exact unless the matrix shears. */
export function placeBox(box: Box, matrix: Matrix): Placement {
  const [a, b, c, d] = matrix
  const scaleX = Math.hypot(a, b)
  const determinant = a * d - b * c
  const scaleY = scaleX > 0 ? Math.abs(determinant) / scaleX : Math.hypot(c, d)
  const isSheared = Math.abs(a * c + b * d) > 1e-6 * Math.max(1e-12, scaleX * Math.hypot(c, d))
  const centre = applyMatrix(matrix, box.x + box.width / 2, box.y + box.height / 2)
  const width = box.width * scaleX
  const height = box.height * scaleY
  const turned = scaleX > 0 ? (Math.atan2(b, a) * 180) / Math.PI : 0
  const isMirrored = determinant < 0
  // Choose the mirror axis that leaves the smaller angle.
  const isAcross = isMirrored && Math.abs(turned) > 90
  const angleDeg = isAcross ? (turned > 0 ? turned - 180 : turned + 180) : turned
  return {
    frame: {
      x: centre.x - width / 2,
      y: centre.y - height / 2,
      width,
      height,
      angleDeg,
      flipX: isAcross,
      flipY: isMirrored && !isAcross,
    },
    scaleX,
    scaleY,
    isSheared,
  }
}

/** Transforms an ellipse; the result is always an ellipse. */
export function placeEllipse(cx: number, cy: number, rx: number, ry: number, matrix: Matrix): PlacedFrame {
  const [a, b, c, d] = matrix
  const [p, q, r, s] = [a * rx, b * rx, c * ry, d * ry]
  const centre = applyMatrix(matrix, cx, cy)
  if (Math.abs(p * r + q * s) <= 1e-9 * (p * p + q * q + r * r + s * s)) {
    return placeBox({ x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }, matrix).frame
  }
  // Singular values of the matrix that maps the unit circle to the ellipse.
  const [sum, difference] = [Math.hypot(p + s, q - r), Math.hypot(p - s, q + r)]
  const [long, short] = [(sum + difference) / 2, Math.abs(sum - difference) / 2]
  const angle = (Math.atan2(q + r, p - s) + Math.atan2(q - r, p + s)) / 2
  return {
    x: centre.x - long,
    y: centre.y - short,
    width: 2 * long,
    height: 2 * short,
    angleDeg: (angle * 180) / Math.PI,
    flipX: false,
    flipY: false,
  }
}
