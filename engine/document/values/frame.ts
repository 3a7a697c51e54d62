/** A point in drawing px unless documented otherwise; y increases downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Axis-aligned box; x and y are its top-left corner. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A box rotated around its centre by `angleDeg`, as in components. */
export interface Frame extends Box {
  readonly angleDeg: number
}

/**
 * Returns cosine and sine of an angle in degrees, exact at multiples of 90°, so that four quarter turns restore a frame
 * exactly.
 */
export function getRotation(angleDeg: number): { readonly cos: number; readonly sin: number } {
  const angle = normalAngle(angleDeg)
  if (angle === 0) return { cos: 1, sin: 0 }
  if (angle === 90) return { cos: 0, sin: 1 }
  if (angle === 180) return { cos: -1, sin: 0 }
  if (angle === 270) return { cos: 0, sin: -1 }
  const radians = (angle * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

/** Normalizes an angle to [0, 360). */
export function normalAngle(angleDeg: number): number {
  const rest = angleDeg % 360
  return rest < 0 ? (rest + 360) % 360 : rest + 0
}

/** Rounds to 1e-9 px, which removes floating-point noise. */
export function tidy(value: number): number {
  return Math.round(value * 1e9) / 1e9 + 0
}

/** Returns the axis-aligned bounding box of a rotated frame. */
export function getBounds(frame: Frame): Box {
  if (frame.angleDeg % 180 === 0) return { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
  const { cos, sin } = getRotation(frame.angleDeg)
  const width = Math.abs(frame.width * cos) + Math.abs(frame.height * sin)
  const height = Math.abs(frame.width * sin) + Math.abs(frame.height * cos)
  return { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width, height }
}

/** Returns the union of boxes, or null if there are none. */
export function unionBoxes(boxes: Iterable<Box>): Box | null {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top }
}
