import { clockWrapMs, floatsPerMotion, setPhase, stopMotion, getPhase, writeMotion } from '../../animation/motion.ts'
import type { Animation, Component } from '../../document/model/component.ts'

const motionsPerRow = 128

/**
 * Rows from which the shader reads the motion of animated components. Row 0 is reserved for components without motion.
 */
export class MotionTable {
  floats = new Float32Array(motionsPerRow * floatsPerMotion)
  rows = 1
  readonly texelsPerRow = motionsPerRow * 2
  /** Texture rows [dirtyFrom, dirtyTo) changed since the last upload. */
  dirtyFrom = 0
  dirtyTo = 0
  private readonly written = new Float32Array(floatsPerMotion)
  private used = 1
  private readonly free: number[] = []

  /** The stage's clock in milliseconds at the last frame. */
  nowMs = 0

  /**
   * Writes the motion of a component about its centre, reusing its `row` if it has one. Returns the row, or 0 without
   * an animation. A component with speed 0 keeps its row; after a change of speed the motion continues from its current
   * phase.
   */
  assign(
    component: Pick<Component, 'x' | 'y' | 'width' | 'height'>,
    animation: Animation | null,
    row: number,
    speed = 1,
  ): number {
    if (!animation) {
      this.release(row)
      return 0
    }
    const target = row || this.allocate()
    const at = target * floatsPerMotion
    writeMotion(
      animation,
      component.x + component.width / 2,
      component.y + component.height / 2,
      this.written,
      0,
      speed || 1,
    )
    if (row) this.continuePhase(at)
    if (speed === 0) stopMotion(this.written, 0)
    if (this.written.some((float, i) => float !== this.floats[at + i])) {
      this.floats.set(this.written, at)
      this.touch(Math.floor(target / motionsPerRow))
    }
    return target
  }

  /** Returns the milliseconds of the animation's own period that correspond to the phase of a row at `nowMs`. */
  elapsedAt(row: number, animation: Animation, nowMs: number): number {
    return getPhase(this.floats, row * floatsPerMotion, nowMs % clockWrapMs) * Math.max(50, animation.periodMs)
  }

  /** Copies the phase to the row about to be written, so that a change of speed causes no jump. */
  private continuePhase(at: number): void {
    this.written[6] = this.floats[at + 6] ?? 0
    if (this.floats[at + 1] === this.written[1] || this.floats[at] !== this.written[0]) return
    const timeMs = this.nowMs % clockWrapMs
    setPhase(getPhase(this.floats, at, timeMs), timeMs, this.written, 0)
  }

  release(row: number): void {
    if (row) this.free.push(row)
  }

  /** Frees all rows. */
  clear(): void {
    this.used = 1
    this.free.length = 0
  }

  private touch(row: number): void {
    const isClean = this.dirtyTo === this.dirtyFrom
    this.dirtyFrom = isClean ? row : Math.min(this.dirtyFrom, row)
    this.dirtyTo = isClean ? row + 1 : Math.max(this.dirtyTo, row + 1)
  }

  private allocate(): number {
    const freed = this.free.pop()
    if (freed !== undefined) return freed
    if (this.used === this.rows * motionsPerRow) {
      const larger = new Float32Array(this.floats.length * 2)
      larger.set(this.floats)
      this.floats = larger
      this.rows *= 2
    }
    return this.used++
  }
}
