import { normalAngle } from './box.ts'
import type { Frame, Point } from './box.ts'

/** A frame whose picture may be mirrored in its own box, as a component's is. */
export interface Mirrored extends Frame {
  readonly flipX: boolean
  readonly flipY: boolean
}

/**
 * Frames after a mirroring of all about one pivot: `horizontal` swaps left and right. A turned picture seen in a mirror
 * is turned the other way and mirrored in its own box, so the angle is negated and one flip goes over.
 */
export function mirrorFrames(frames: readonly Mirrored[], pivot: Point, axis: 'horizontal' | 'vertical'): Mirrored[] {
  return frames.map(({ x, y, width, height, angleDeg, flipX, flipY }) => ({
    x: axis === 'horizontal' ? 2 * pivot.x - width - x : x,
    y: axis === 'vertical' ? 2 * pivot.y - height - y : y,
    width, height,
    angleDeg: normalAngle(-angleDeg),
    flipX: axis === 'horizontal' ? !flipX : flipX,
    flipY: axis === 'vertical' ? !flipY : flipY,
  }))
}
