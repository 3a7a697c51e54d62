import type { Brush, LiquidStyle } from '../../paint/brush/brush.ts'
import type { Box } from '../../geometry/index.ts'
import { drawBrokenOutline, drawBrokenRounded, type BorderProps } from '../shapes.ts'

/** Colours and dimensions of a tank. `crest` is the colour of the wave behind the liquid; `wall` is its width in px. */
export interface VesselStyle {
  readonly fill: string
  readonly liquid: string
  readonly crest: string
  readonly wallColor: string
  readonly wall: number
  readonly wallStyle: BorderProps['borderStyle']
  /** Fill level from 0 (empty) to 1 (full). */
  readonly share: number
  /** Wave height in px; 0 for none. */
  readonly wave: number
}

/** Draws a box with rounded corners: rectangle, container or circle. */
export function drawRounded(
  brush: Brush,
  { x, y, width, height }: Box,
  radius: number,
  inset: number,
  style: VesselStyle,
): void {
  brush.rect(x, y, width, height, { fill: style.fill, radius })
  drawLiquid(brush, { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset }, style, {
    radius: Math.max(0, radius - inset),
  })
  if (style.wall <= 0) return
  if (style.wallStyle === 'solid')
    brush.rect(x, y, width, height, { stroke: style.wallColor, strokeWidth: style.wall, radius })
  else drawBrokenRounded(brush, getWall(style), { x, y, width, height }, radius)
}

/** Draws a vessel with straight walls. The wall is centred on the outline, half a wall inside the box. */
export function drawStraight(
  brush: Brush,
  vessel: 'triangle' | 'diamond' | 'inverted',
  box: Box,
  style: VesselStyle,
): void {
  const half = Math.min(style.wall / 2, box.width / 4, box.height / 4)
  const inner = { x: box.x + half, y: box.y + half, width: box.width - 2 * half, height: box.height - 2 * half }
  const outline = getOutline(vessel, inner)
  brush.polygon(outline, { fill: style.fill })
  drawLiquid(brush, inner, style, { vessel })
  drawWall(brush, style, outline)
}

/**
 * Draws a sphere that narrows to a nozzle at the bottom. Its liquid is clipped to the outline and its surface does not
 * move.
 */
export function drawBalloon(brush: Brush, box: Box, style: VesselStyle): void {
  const half = Math.min(style.wall / 2, box.width / 4, box.height / 4)
  const outline = balloon({
    x: box.x + half,
    y: box.y + half,
    width: box.width - 2 * half,
    height: box.height - 2 * half,
  })
  brush.polygon(outline, { fill: style.fill })
  const surface = box.y + half + (box.height - 2 * half) * (1 - style.share)
  if (style.share > 0 && style.wave > 0) fillBelow(brush, outline, surface - style.wave * 0.6, style.crest)
  if (style.share > 0) fillBelow(brush, outline, surface, style.liquid)
  drawWall(brush, style, outline)
}

function drawWall(brush: Brush, style: VesselStyle, outline: readonly number[]): void {
  if (style.wall <= 0) return
  if (style.wallStyle === 'solid') brush.polygon(outline, { stroke: style.wallColor, strokeWidth: style.wall })
  else drawBrokenOutline(brush, getWall(style), outline)
}

function getWall({ wall, wallStyle, wallColor }: VesselStyle): BorderProps {
  return { borderWidth: wall, borderStyle: wallStyle, borderColor: wallColor }
}

/** Draws the liquid and, behind it and slightly higher, its crest. */
function drawLiquid(
  brush: Brush,
  { x, y, width, height }: Box,
  style: VesselStyle,
  shape: Pick<LiquidStyle, 'radius' | 'vessel'>,
): void {
  if (style.share <= 0) return
  if (style.wave > 0)
    brush.liquid(x, y, width, height, {
      fill: style.crest,
      ...shape,
      level: Math.min(1, style.share + (style.wave * 0.6) / Math.max(1, height)),
      wave: style.wave,
    })
  brush.liquid(x, y, width, height, { fill: style.liquid, ...shape, level: style.share, wave: style.wave })
}

function getOutline(vessel: 'triangle' | 'diamond' | 'inverted', { x, y, width, height }: Box): number[] {
  const [right, bottom, middle, half] = [x + width, y + height, x + width / 2, y + height / 2]
  switch (vessel) {
    case 'triangle':
      return [middle, y, right, bottom, x, bottom]
    case 'inverted':
      return [x, y, right, y, middle, bottom]
    case 'diamond':
      return [middle, y, right, half, middle, bottom, x, half]
  }
}

const steps = 20

function balloon({ x, y, width, height }: Box): number[] {
  const radius = Math.min(width / 2, height / 2.5)
  const [cx, cy] = [x + width / 2, y + radius]
  const points: number[] = []
  for (let i = 0; i <= steps; i++) {
    const angle = Math.PI * (0.82 + (1.36 * i) / steps)
    points.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  }
  points.push(cx + radius * 0.18, y + height, cx - radius * 0.18, y + height)
  return points
}

function fillBelow(brush: Brush, points: readonly number[], surface: number, fill: string): void {
  const clipped: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay, bx, by] = [
      points[i],
      points[i + 1],
      points[(i + 2) % points.length],
      points[(i + 3) % points.length],
    ]
    if (ay >= surface) clipped.push(ax, ay)
    if (ay < surface !== by < surface) clipped.push(ax + ((surface - ay) / (by - ay)) * (bx - ax), surface)
  }
  if (clipped.length >= 6) brush.polygon(clipped, { fill })
}
