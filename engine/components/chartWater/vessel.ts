import type { Brush, Size } from '../../paint/brush/brush.ts'
import { readGradient } from '../../schema/index.ts'
import { getPartFill, type Area } from '../gradients.ts'
import { drawBrokenOutline, drawBrokenRounded, type BorderProps } from '../shapes.ts'

/** Outline of a water level chart. `sphere` is a balloon that narrows at the bottom. */
export type Shape = 'container' | 'circle' | 'rectangle' | 'rounded' | 'triangle' | 'inverted' | 'diamond' | 'sphere'

/** Colours and dimensions of a vessel. `radius`, `wave` (height of the surface wave) and `wallWidth` are in px. */
export interface VesselStyle {
  readonly shape: Shape
  readonly radius: number
  readonly liquidColor: string
  readonly waveColor: string
  readonly wave: number
  readonly emptyColor: string
  readonly wallColor: string
  readonly wallWidth: number
  readonly wallStyle: BorderProps['borderStyle']
}

/**
 * Draws a vessel filled to a fraction of its height, its wall last. The wave crest is a second surface slightly above
 * the liquid.
 */
export function drawVessel(brush: Brush, style: VesselStyle, x: number, y: number, size: Size, share: number): void {
  const { shape } = style
  const { width, height } = size
  const wall = Math.min(style.wallWidth, width / 2, height / 2)
  if (shape === 'sphere') return drawBalloon(brush, style, x, y, size, share)
  const corners = getCorners(shape, x, y, width, height)
  const radius = getRadius(style, width, height)
  if (corners) brush.polygon(corners, { fill: style.emptyColor })
  else brush.rect(x, y, width, height, { fill: style.emptyColor, radius })
  const vessel = shape === 'triangle' || shape === 'inverted' || shape === 'diamond' ? shape : 'box'
  if (share > 0) {
    if (style.wave > 0) {
      const level = Math.min(1, share + (height > 0 ? (style.wave * 0.6) / height : 0))
      brush.liquid(x, y, width, height, { fill: style.waveColor, vessel, radius, level, wave: style.wave })
    }
    brush.liquid(x, y, width, height, { fill: style.liquidColor, vessel, radius, level: share, wave: style.wave })
  }
  if (wall <= 0) return
  if (style.wallStyle !== 'solid') {
    if (corners) drawBrokenOutline(brush, getBorder(style, wall), corners)
    else drawBrokenRounded(brush, getBorder(style, wall), { x, y, width, height }, radius)
  } else if (corners) brush.polygon(corners, { stroke: style.wallColor, strokeWidth: wall })
  else brush.rect(x, y, width, height, { stroke: style.wallColor, strokeWidth: wall, radius })
}

function getRadius({ shape, radius }: VesselStyle, width: number, height: number): number {
  const maxRadius = Math.min(width, height) / 2
  switch (shape) {
    case 'circle':
      return maxRadius
    case 'rounded':
      return Math.min(radius, maxRadius)
    case 'container':
      return Math.min(width * 0.28, maxRadius)
    default:
      return 0
  }
}

function getCorners(shape: Shape, x: number, y: number, width: number, height: number): readonly number[] | undefined {
  const [right, bottom, middle, half] = [x + width, y + height, x + width / 2, y + height / 2]
  switch (shape) {
    case 'triangle':
      return [middle, y, right, bottom, x, bottom]
    case 'inverted':
      return [x, y, right, y, middle, bottom]
    case 'diamond':
      return [middle, y, right, half, middle, bottom, x, half]
    default:
      return undefined
  }
}

/** Draws a balloon shape: a ball filled with one liquid and wave, and a clipped triangle below it as the tip. */
function drawBalloon(brush: Brush, style: VesselStyle, x: number, y: number, size: Size, share: number): void {
  const ball = Math.min(size.width, size.height / 1.25)
  const r = ball / 2
  const [cx, cy] = [x + size.width / 2, y + (size.height - ball * 1.25) / 2 + r]
  const tipY = cy + 1.5 * r
  // Tangents from the tip touch the ball where the normal forms this angle with the downward direction.
  const angle = Math.acos(1 / 1.5)
  const [tx, ty] = [r * Math.sin(angle), cy + r * Math.cos(angle)]
  const outline = buildOutline(cx, cy, r, angle, tipY)
  brush.polygon(outline, { fill: style.emptyColor })
  const surface = tipY - share * ball * 1.25
  if (share > 0) {
    const top = Math.max(ty, surface)
    const half = tipY > ty ? (tx * (tipY - top)) / (tipY - ty) : 0
    const whole = { x: cx, y: (cy - r + tipY) / 2, width: ball, height: tipY - cy + r }
    if (half > 0)
      brush.polygon([cx - half, top, cx + half, top, cx, tipY], {
        fill: getTipFill(style.liquidColor, whole, { x: cx, y: (top + tipY) / 2, width: 2 * half, height: tipY - top }),
      })
    const level = ball > 0 ? Math.max(0, Math.min(1, (cy + r - surface) / ball)) : 0
    const box = [cx - r, cy - r, ball, ball] as const
    const fillOfBall = (fill: string) => getPartFill(fill, whole, { x: cx, y: cy, width: ball, height: ball })
    if (level > 0 && style.wave > 0)
      brush.liquid(...box, {
        fill: fillOfBall(style.waveColor),
        radius: r,
        level: Math.min(1, level + (style.wave * 0.6) / ball),
        wave: style.wave,
      })
    if (level > 0) brush.liquid(...box, { fill: fillOfBall(style.liquidColor), radius: r, level, wave: style.wave })
  }
  const wall = Math.min(style.wallWidth, r)
  if (wall <= 0) return
  if (style.wallStyle === 'solid') brush.polygon(outline, { stroke: style.wallColor, strokeWidth: wall })
  else drawBrokenOutline(brush, getBorder(style, wall), outline)
}

function getBorder({ wallColor, wallStyle }: VesselStyle, wall: number): BorderProps {
  return { borderWidth: wall, borderStyle: wallStyle, borderColor: wallColor }
}

/** The tip has the outer colour of a radial gradient, which is centred in the ball. */
function getTipFill(fill: string, whole: Area, tip: Area): string {
  const gradient = readGradient(fill)
  return gradient?.kind === 'radial' ? gradient.stops[gradient.stops.length - 1].color : getPartFill(fill, whole, tip)
}

const arcSteps = 40

function buildOutline(cx: number, cy: number, r: number, angle: number, tipY: number): readonly number[] {
  const points = [cx, tipY]
  for (let step = 0; step <= arcSteps; step++) {
    const at = angle + ((2 * Math.PI - 2 * angle) * step) / arcSteps
    points.push(cx - r * Math.sin(at), cy + r * Math.cos(at))
  }
  return points
}
