export interface Point {
  readonly x: number
  readonly y: number
}

/** Upright; x and y are its top left corner. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A box turned about its centre: what a component's x, y, width, height and angle describe. */
export interface Frame extends Box {
  readonly angleDeg: number
}

/** Cosine and sine of an angle, exact at quarter turns: turning a frame four times by 90° must bring it back to the bit. */
export function turnOf(angleDeg: number): { readonly cos: number; readonly sin: number } {
  const angle = normalAngle(angleDeg)
  if (angle === 0) return { cos: 1, sin: 0 }
  if (angle === 90) return { cos: 0, sin: 1 }
  if (angle === 180) return { cos: -1, sin: 0 }
  if (angle === 270) return { cos: 0, sin: -1 }
  const radians = (angle * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

/** The same direction within [0, 360). */
export function normalAngle(angleDeg: number): number {
  const rest = angleDeg % 360
  return rest < 0 ? (rest + 360) % 360 : rest + 0
}

export function rotatePoint(point: Point, pivot: Point, angleDeg: number): Point {
  const { cos, sin } = turnOf(angleDeg)
  const dx = point.x - pivot.x
  const dy = point.y - pivot.y
  return { x: pivot.x + dx * cos - dy * sin, y: pivot.y + dx * sin + dy * cos }
}

export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The smallest upright box around a turned frame. */
export function boundsOf(frame: Frame): Box {
  if (frame.angleDeg % 180 === 0) return { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
  const { cos, sin } = turnOf(frame.angleDeg)
  const width = Math.abs(frame.width * cos) + Math.abs(frame.height * sin)
  const height = Math.abs(frame.width * sin) + Math.abs(frame.height * cos)
  return { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width, height }
}

/** Corners of a turned frame, clockwise from its own top left. */
export function cornersOf(frame: Frame): readonly [Point, Point, Point, Point] {
  const { x, y, width, height, angleDeg } = frame
  const centre = centreOf(frame)
  return [
    rotatePoint({ x, y }, centre, angleDeg),
    rotatePoint({ x: x + width, y }, centre, angleDeg),
    rotatePoint({ x: x + width, y: y + height }, centre, angleDeg),
    rotatePoint({ x, y: y + height }, centre, angleDeg),
  ]
}

/** Whether a point lies in a turned frame, its edge included; `slack` widens it, as thin lines need to be hit. */
export function containsPoint(frame: Frame, point: Point, slack = 0): boolean {
  const { x, y } = frame.angleDeg === 0 ? point : rotatePoint(point, centreOf(frame), -frame.angleDeg)
  return x >= frame.x - slack && x <= frame.x + frame.width + slack && y >= frame.y - slack && y <= frame.y + frame.height + slack
}

/** Whether two boxes share a point; boxes that only touch do. */
export function intersects(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

export function containsBox(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y
    && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
}

/** The smallest box around all, null around none. */
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

/** The box between two opposite corners, in whatever order they come: a marquee. */
export function boxBetween(a: Point, b: Point): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

export function expandBox(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}
