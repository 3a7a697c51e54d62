import type { SymbolCanvas } from './symbolCanvas.ts'
import { getArcPoints, polar } from './symbolCanvas.ts'

/**
 * Draws two triangles tip to tip: the body of most valves. In transit the second one has the colour of the other state.
 */
export function bowTie(pen: SymbolCanvas, cx: number, cy: number, halfWidth: number, halfHeight: number): void {
  pen.shape([cx - halfWidth, cy - halfHeight, cx, cy, cx - halfWidth, cy + halfHeight], pen.ink.body)
  pen.shape([cx + halfWidth, cy - halfHeight, cx, cy, cx + halfWidth, cy + halfHeight], pen.ink.half)
}

/** Draws a foot that widens downwards. */
export function foot(
  pen: SymbolCanvas,
  cx: number,
  top: number,
  bottom: number,
  halfTop: number,
  halfBottom: number,
): void {
  pen.shape([cx - halfTop, top, cx + halfTop, top, cx + halfBottom, bottom, cx - halfBottom, bottom], pen.ink.part)
}

/** Draws a motor from the side: a ribbed box with its shaft end on the right. */
export function motorSide(
  pen: SymbolCanvas,
  x: number,
  y: number,
  width: number,
  height: number,
  fill = pen.ink.part,
): void {
  pen.box(x, y, width, height, fill, 3)
  for (let rib = 1; rib <= 3; rib++)
    pen.line(x + width * 0.12, y + (height * rib) / 4, x + width * 0.88, y + (height * rib) / 4, pen.ink.line, 0.6)
}

/** Draws a motor with a vertical shaft. */
export function motorTop(
  pen: SymbolCanvas,
  cx: number,
  y: number,
  width: number,
  height: number,
  fill = pen.ink.part,
): void {
  pen.box(cx - width / 2, y, width, height, fill, 3)
  for (let rib = 1; rib <= 3; rib++)
    pen.line(
      cx - width / 2 + (width * rib) / 4,
      y + height * 0.18,
      cx - width / 2 + (width * rib) / 4,
      y + height * 0.86,
      pen.ink.line,
      0.6,
    )
}

/** Draws the blades and hub of a fan from the front. */
export function propeller(
  pen: SymbolCanvas,
  cx: number,
  cy: number,
  radius: number,
  blades: number,
  color = pen.ink.accent,
  startDeg = -90,
): void {
  const outline = [
    [0.14, -20],
    [0.6, -34],
    [0.95, -30],
    [1, -8],
    [0.85, 8],
    [0.14, 30],
  ] as const
  for (let blade = 0; blade < blades; blade++) {
    const points = outline.flatMap(([share, turn]) =>
      polar(cx, cy, radius * share, startDeg + (360 * blade) / blades + turn),
    )
    pen.area(points, color)
  }
  pen.disc(cx, cy, radius * 0.2, pen.ink.paper)
}

/** Draws a half disc with its flat side at the bottom. */
export function dome(pen: SymbolCanvas, cx: number, base: number, radius: number, fill: string): void {
  pen.shape(getArcPoints(cx, base, radius, 180, 180, 8), fill)
}

/** Draws a zigzag line between two points: springs, heating elements, coils. */
export function zigzag(
  pen: SymbolCanvas,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  turns: number,
  reach: number,
  color = pen.ink.line,
  widths = 1,
): void {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [ox, oy] = [(-(y2 - y1) / length) * reach, ((x2 - x1) / length) * reach]
  const points = [x1, y1]
  for (let turn = 0; turn < turns; turn++) {
    const share = (turn + 0.5) / turns
    const side = turn % 2 === 0 ? -1 : 1
    points.push(x1 + (x2 - x1) * share + side * ox, y1 + (y2 - y1) * share + side * oy)
  }
  pen.path([...points, x2, y2], color, widths)
}

/** Draws a sine-like wave of chords, for screws and AC signs. */
export function wave(
  pen: SymbolCanvas,
  x1: number,
  x2: number,
  y: number,
  halves: number,
  reach: number,
  color = pen.ink.line,
  widths = 1,
): void {
  const points: number[] = []
  const steps = halves * 4
  for (let step = 0; step <= steps; step++) {
    points.push(x1 + ((x2 - x1) * step) / steps, y - reach * Math.sin((step / 4) * Math.PI))
  }
  pen.path(points, color, widths)
}

/** Draws an arrow head with its tip at the point. Angle in degrees, clockwise from three o'clock. */
export function arrowHead(
  pen: SymbolCanvas,
  x: number,
  y: number,
  length: number,
  angleDeg: number,
  color = pen.ink.line,
): void {
  pen.area([x, y, ...polar(x, y, length, angleDeg + 153), ...polar(x, y, length, angleDeg - 153)], color)
}

/** Draws a burner and, if lit, its flame. */
export function flame(pen: SymbolCanvas, cx: number, base: number, height: number, isLit: boolean): void {
  pen.line(cx - height * 0.3, base, cx + height * 0.3, base, pen.ink.line, 2)
  if (!isLit) return
  pen.area(flameOutline(cx, base, height), pen.ink.amber)
  pen.area(flameCore(cx, base, height), pen.ink.paper)
}

/** Returns the outline of a flame as flat x, y pairs. `base` is the y coordinate of its foot. */
export function flameOutline(cx: number, base: number, height: number): number[] {
  return placePoints(
    cx,
    base,
    height,
    [
      0.05, -1, 0.21, -0.72, 0.34, -0.42, 0.32, -0.17, 0.19, 0, -0.19, 0, -0.33, -0.18, -0.34, -0.4, -0.21, -0.62,
      -0.13, -0.5, -0.01, -0.74,
    ],
  )
}

/** Returns the bright core of a flame as flat x, y pairs, for the same position and height as `flameOutline`. */
export function flameCore(cx: number, base: number, height: number): number[] {
  return placePoints(cx, base, height, [0.02, -0.46, 0.15, -0.24, 0.11, -0.06, -0.11, -0.06, -0.15, -0.2])
}

function placePoints(cx: number, base: number, height: number, shares: readonly number[]): number[] {
  return shares.map((share, index) => (index % 2 === 0 ? cx : base) + share * height)
}

/** Draws a wheel with its hub, for conveyors and mine cars. */
export function wheel(pen: SymbolCanvas, cx: number, cy: number, radius: number): void {
  pen.disc(cx, cy, radius, pen.ink.dark)
  pen.dot(cx, cy, radius * 0.4, pen.ink.paper)
}

/** Draws the three bars of an earth symbol below a point. */
export function earthBars(pen: SymbolCanvas, cx: number, y: number, half: number, step: number): void {
  pen.line(cx - half, y, cx + half, y, pen.ink.line, 1.4)
  pen.line(cx - half * 0.62, y + step, cx + half * 0.62, y + step, pen.ink.line, 1.4)
  pen.line(cx - half * 0.26, y + 2 * step, cx + half * 0.26, y + 2 * step, pen.ink.line, 1.4)
}

/** Draws a ground line. */
export function ground(pen: SymbolCanvas, x1: number, x2: number, y: number): void {
  pen.line(x1, y, x2, y, pen.ink.line, 1.4)
}
