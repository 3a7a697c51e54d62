import { normalAngle } from './box.ts'
import type { Frame, Point } from './box.ts'

/** A frame with the mirroring of its content. */
export interface Mirrored extends Frame {
  readonly flipX: boolean
  readonly flipY: boolean
}

/**
 * Mirrors frames about a pivot; `horizontal` swaps left and right. For a rotated frame this negates the angle and
 * toggles one flip.
 */
export function mirrorFrames(frames: readonly Mirrored[], pivot: Point, axis: 'horizontal' | 'vertical'): Mirrored[] {
  return frames.map(({ x, y, width, height, angleDeg, flipX, flipY }) => ({
    x: axis === 'horizontal' ? 2 * pivot.x - width - x : x,
    y: axis === 'vertical' ? 2 * pivot.y - height - y : y,
    width,
    height,
    angleDeg: normalAngle(-angleDeg),
    flipX: axis === 'horizontal' ? !flipX : flipX,
    flipY: axis === 'vertical' ? !flipY : flipY,
  }))
}
