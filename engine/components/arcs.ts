import type { Brush } from '../paint/brush/brush.ts'
import { readGradient } from '../schema/index.ts'
import { colorAt, roundStrips } from './gradients.ts'

/** Part of a ring: radius of its middle line, start and sweep angle in degrees, and width in px. */
export interface Arc {
  readonly cx: number
  readonly cy: number
  readonly radius: number
  readonly startDeg: number
  readonly sweepDeg: number
  readonly width: number
}

/**
 * Draws part of a ring with any fill. Brush arcs have a single colour, so gradients are drawn in pieces: a linear
 * gradient as short arcs across the box of the whole ring, a radial one as nested strips from the middle line outwards,
 * like a pipe.
 */
export function drawArc(brush: Brush, arc: Arc, fill: string): void {
  const gradient = readGradient(fill)
  const { cx, cy, radius, startDeg, sweepDeg, width } = arc
  if (!gradient) return brush.arc(cx, cy, radius, startDeg, sweepDeg, { stroke: fill, width })
  if (gradient.kind === 'radial') {
    for (const strip of roundStrips(gradient, width))
      brush.arc(cx, cy, radius, startDeg, sweepDeg, { stroke: strip.color, width: strip.width })
    return
  }
  const side = 2 * radius + width
  const whole = { x: cx, y: cy, width: side, height: side }
  const count = Math.max(1, Math.min(maxParts, Math.ceil(Math.abs(sweepDeg) / partDeg)))
  const part = sweepDeg / count
  // Overlap adjacent parts slightly; otherwise the background shows through the seams.
  const under = radius > 0 ? Math.min(Math.abs(part), 180 / Math.PI / radius) * Math.sign(part) : 0
  const isClosed = Math.abs(sweepDeg) >= 360
  for (let at = 0; at < count; at++) {
    const from = startDeg + at * part
    const middle = ((from + part / 2) * Math.PI) / 180
    const stroke = colorAt(fill, whole, cx + radius * Math.cos(middle), cy + radius * Math.sin(middle))
    const before = at === 0 && isClosed ? under : 0
    brush.arc(cx, cy, radius, from - before, part + before + (at === count - 1 ? 0 : under), { stroke, width })
  }
}

/** Maximum number of parts of a gradient ring. More are not distinguishable. */
const maxParts = 60
const partDeg = 6
