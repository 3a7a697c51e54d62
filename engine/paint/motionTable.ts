import { clockWrapMs, floatsPerMotion, goOnFrom, stopMotion, turnOf, writeMotion } from '../animation/motion.ts'
import type { Animation, Component } from '../document/component.ts'

const motionsPerRow = 128

/** The rows the shader reads an animated component's motion from. Row 0 means: stands still. */
export class MotionTable {
  floats = new Float32Array(motionsPerRow * floatsPerMotion)
  rows = 1
  readonly texelsPerRow = motionsPerRow * 2
  /** Rows of the texture that were written since they were last sent, the last excluded. */
  dirtyFrom = 0
  dirtyTo = 0
  private readonly written = new Float32Array(floatsPerMotion)
  private used = 1
  private readonly free: number[] = []

  /** The stage's clock, as of the last frame. */
  nowMs = 0

  /**
   * Writes the motion of a component about its centre, into its old row when it has one; 0 when it has none. One of speed
   * 0 keeps its row; one whose speed changes goes on from where it is.
   */
  assign(component: Pick<Component, 'x' | 'y' | 'width' | 'height'>, animation: Animation | null, row: number, speed = 1): number {
    if (!animation) {
      this.release(row)
      return 0
    }
    const target = row || this.take()
    const at = target * floatsPerMotion
    writeMotion(animation, component.x + component.width / 2, component.y + component.height / 2, this.written, 0, speed || 1)
    if (row) this.goOn(at)
    if (speed === 0) stopMotion(this.written, 0)
    if (this.written.some((float, i) => float !== this.floats[at + i])) {
      this.floats.set(this.written, at)
      this.touch(Math.floor(target / motionsPerRow))
    }
    return target
  }

  /** Milliseconds of its own period after which a motion would stand where a row has it at that moment. */
  elapsedAt(row: number, animation: Animation, nowMs: number): number {
    return turnOf(this.floats, row * floatsPerMotion, nowMs % clockWrapMs) * Math.max(50, animation.periodMs)
  }

  /** What is written next to a row goes on from where the row is; by the clock alone as long as its speed never changed. */
  private goOn(at: number): void {
    this.written[6] = this.floats[at + 6] ?? 0
    if (this.floats[at + 1] === this.written[1] || this.floats[at] !== this.written[0]) return
    const timeMs = this.nowMs % clockWrapMs
    goOnFrom(turnOf(this.floats, at, timeMs), timeMs, this.written, 0)
  }

  release(row: number): void {
    if (row) this.free.push(row)
  }

  /** Every row is free. */
  clear(): void {
    this.used = 1
    this.free.length = 0
  }

  private touch(row: number): void {
    const isClean = this.dirtyTo === this.dirtyFrom
    this.dirtyFrom = isClean ? row : Math.min(this.dirtyFrom, row)
    this.dirtyTo = isClean ? row + 1 : Math.max(this.dirtyTo, row + 1)
  }

  private take(): number {
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
