import type { Brush } from '../paint/brush.ts'
import { readGradient } from '../schema/index.ts'
import { colorAt, roundStrips } from './gradients.ts'

/** A part of a ring as the brush takes it: its middle line, where it starts and how far it goes, in degrees. */
export interface Arc {
  readonly cx: number
  readonly cy: number
  readonly radius: number
  readonly startDeg: number
  readonly sweepDeg: number
  readonly width: number
}

/**
 * A ring's part in a fill of any kind. The brush knows arcs of one colour: a linear gradient runs through the box of the
 * whole ring, as short arcs; a radial one from the middle line outwards, as strips that lie in one another, which makes
 * the ring round, like a pipe.
 */
export function drawArc(brush: Brush, arc: Arc, fill: string): void {
  const gradient = readGradient(fill)
  const { cx, cy, radius, startDeg, sweepDeg, width } = arc
  if (!gradient) return brush.arc(cx, cy, radius, startDeg, sweepDeg, { stroke: fill, width })
  if (gradient.kind === 'radial') {
    for (const strip of roundStrips(gradient, width)) brush.arc(cx, cy, radius, startDeg, sweepDeg, { stroke: strip.color, width: strip.width })
    return
  }
  const side = 2 * radius + width
  const whole = { x: cx, y: cy, width: side, height: side }
  const count = Math.max(1, Math.min(mostParts, Math.ceil(Math.abs(sweepDeg) / partDeg)))
  const part = sweepDeg / count
  // Parts reach a little under the next one: edges that only meet would let the ground shine through.
  const under = radius > 0 ? Math.min(Math.abs(part), (180 / Math.PI) / radius) * Math.sign(part) : 0
  const isClosed = Math.abs(sweepDeg) >= 360
  for (let at = 0; at < count; at++) {
    const from = startDeg + at * part
    const middle = ((from + part / 2) * Math.PI) / 180
    const stroke = colorAt(fill, whole, cx + radius * Math.cos(middle), cy + radius * Math.sin(middle))
    const before = at === 0 && isClosed ? under : 0
    brush.arc(cx, cy, radius, from - before, part + before + (at === count - 1 ? 0 : under), { stroke, width })
  }
}

/** Most parts of a ring with a gradient: more cannot be told apart. */
const mostParts = 60
const partDeg = 6
