import type { Animation } from '../document/model/component.ts'

/** Animation kinds as numbers for the shader. */
export const motionKind = { blink: 1, showHide: 2, rotate: 3, slide: 4 } as const

/**
 * Floats in one row of the motion texture (two texels): kind, period, two kind-specific values, pivot x and y, phase
 * offset (0 to 1) and one unused value.
 */
export const floatsPerMotion = 8

/**
 * The clock passed to the shader wraps after one hour, in milliseconds. A 32-bit float then keeps sub-millisecond
 * precision for any running time.
 */
export const clockWrapMs = 3_600_000

/**
 * Writes an animation as a row of the motion texture. `pivotX` and `pivotY` are the component's centre in drawing
 * pixels; `speed` divides the animation's period.
 */
export function writeMotion(
  animation: Animation,
  pivotX: number,
  pivotY: number,
  into: Float32Array,
  offset: number,
  speed = 1,
): void {
  into.fill(0, offset, offset + floatsPerMotion)
  into[offset] = motionKind[animation.kind]
  into[offset + 1] = Math.max(50, animation.periodMs / speed)
  if (animation.kind === 'rotate') into[offset + 2] = animation.direction
  if (animation.kind === 'slide') {
    into[offset + 2] = animation.dx
    into[offset + 3] = animation.dy
  }
  into[offset + 4] = pivotX
  into[offset + 5] = pivotY
}

/** Returns the phase (0 to below 1) of a written row at `timeMs` of the shader's clock. */
export function getPhase(row: Float32Array, offset: number, timeMs: number): number {
  return fraction(timeMs / (row[offset + 1] || 1) + (row[offset + 6] ?? 0))
}

/** Sets the phase offset of a row so that its phase is `turn` at `timeMs`. */
export function setPhase(phase: number, timeMs: number, into: Float32Array, offset: number): void {
  into[offset + 6] = fraction(phase - timeMs / (into[offset + 1] || 1))
}

const fraction = (turns: number): number => turns - Math.floor(turns)

/**
 * Displacement of an animated component relative to its stored frame: pixels, degrees, and an opacity factor from 0 to
 * 1.
 */
export interface Pose {
  readonly dx: number
  readonly dy: number
  readonly rotationDeg: number
  readonly opacity: number
}

/** Stops the motion of a row. Write the row again with `writeMotion` to resume it. */
export function stopMotion(into: Float32Array, offset: number): void {
  into[offset] = 0
}

/**
 * Returns the pose of an animation after `elapsedMs`. It matches the shader and serves hit tests, SVG output and tests.
 */
export function poseAt(animation: Animation, elapsedMs: number): Pose {
  const phase = (elapsedMs / Math.max(50, animation.periodMs)) % 1
  switch (animation.kind) {
    case 'blink':
      return { ...still, opacity: phase < 0.5 ? 1 : 0.15 }
    case 'showHide':
      return { ...still, opacity: phase < 0.5 ? 1 : 0 }
    case 'rotate':
      return { ...still, rotationDeg: phase * 360 * animation.direction }
    case 'slide': {
      const share = 0.5 - 0.5 * Math.cos(phase * 2 * Math.PI)
      return { ...still, dx: animation.dx * share, dy: animation.dy * share }
    }
  }
}

const still: Pose = { dx: 0, dy: 0, rotationDeg: 0, opacity: 1 }
