import type { Animation } from '../document/component.ts'

/** Numbers the shader branches on. */
export const motionKind = { blink: 1, showHide: 2, rotate: 3, slide: 4 } as const

/** A row of the motion texture: eight floats, two texels: kind, period, two of the kind's own; pivot, the part of a turn that the clock is ahead, none. */
export const floatsPerMotion = 8

/** The clock the shader sees wraps at an hour: a float holds it to a fraction of a millisecond, for months. */
export const clockWrapMs = 3_600_000

/** Writes an animation about the pivot (the component's centre) as numbers that the shader plays, so many times as fast as its period says. */
export function writeMotion(animation: Animation, pivotX: number, pivotY: number, into: Float32Array, offset: number, speed = 1): void {
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

/** Which part of a turn (0 to below 1) a written row is at, at a moment of the shader's clock. */
export function turnOf(row: Float32Array, offset: number, timeMs: number): number {
  return fraction(timeMs / (row[offset + 1] || 1) + (row[offset + 6] ?? 0))
}

/** Makes a row go on from a part of a turn at that moment. */
export function goOnFrom(turn: number, timeMs: number, into: Float32Array, offset: number): void {
  into[offset + 6] = fraction(turn - timeMs / (into[offset + 1] || 1))
}

const fraction = (turns: number): number => turns - Math.floor(turns)

export interface Pose {
  readonly dx: number
  readonly dy: number
  readonly turnDeg: number
  readonly opacity: number
}

/** Makes a row that `writeMotion` has written stand still; whoever plays it again writes it again. */
export function stopMotion(into: Float32Array, offset: number): void {
  into[offset] = 0
}

/** Where an animation stands after `elapsedMs`: what the shader plays, for hit tests, SVG pictures and tests. */
export function poseAt(animation: Animation, elapsedMs: number): Pose {
  const turn = (elapsedMs / Math.max(50, animation.periodMs)) % 1
  switch (animation.kind) {
    case 'blink': return { ...still, opacity: turn < 0.5 ? 1 : 0.15 }
    case 'showHide': return { ...still, opacity: turn < 0.5 ? 1 : 0 }
    case 'rotate': return { ...still, turnDeg: turn * 360 * animation.direction }
    case 'slide': {
      const share = 0.5 - 0.5 * Math.cos(turn * 2 * Math.PI)
      return { ...still, dx: animation.dx * share, dy: animation.dy * share }
    }
  }
}

const still: Pose = { dx: 0, dy: 0, turnDeg: 0, opacity: 1 }
