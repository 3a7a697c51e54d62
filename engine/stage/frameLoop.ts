/**
 * Draws one frame. Returns true if another frame is needed immediately, `'animation'` if only animations need one,
 * otherwise false.
 */
export type FrameStep = (nowMs: number, elapsedMs: number) => boolean | 'animation'

/**
 * Renders frames on demand. Nothing runs while nothing changes or moves, and any number of requests results in one
 * frame.
 */
export class FrameLoop {
  private readonly step: FrameStep
  private readonly animationIntervalMs: number
  private pending = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private lastMs = 0
  private isStopped = false
  private isStepping = false
  private hasThrown = false

  /**
   * `maxAnimationFps` limits frames that only animations need; other frames are drawn immediately. 0 means no limit.
   */
  constructor(step: FrameStep, maxAnimationFps = 0) {
    this.step = step
    this.animationIntervalMs = maxAnimationFps > 0 ? 1000 / maxAnimationFps : 0
  }

  /**
   * Requests a frame. Requests during a frame are ignored, because the frame includes the change; the step's return
   * value requests further frames.
   */
  readonly request = (): void => {
    if (this.pending === 0 && !this.isStopped && !this.isStepping) this.pending = requestAnimationFrame(this.tick)
    this.stopTimer()
  }

  /** Draws a frame immediately, for measurements and pictures. It replaces a pending frame. */
  run(nowMs: number): void {
    if (this.pending !== 0) cancelAnimationFrame(this.pending)
    this.pending = 0
    this.stopTimer()
    const elapsedMs = this.lastMs === 0 ? 0 : Math.min(100, nowMs - this.lastMs)
    this.lastMs = nowMs
    this.isStepping = true
    // Continue after a single exception; after repeated exceptions wait for the next request.
    let needsFrame: ReturnType<FrameStep> = !this.hasThrown
    this.hasThrown = true
    try {
      needsFrame = this.step(nowMs, elapsedMs)
      this.hasThrown = false
    } finally {
      this.isStepping = false
      if (needsFrame === 'animation' && this.animationIntervalMs > 0 && !this.isStopped)
        this.timer = setTimeout(this.request, this.animationIntervalMs)
      else if (needsFrame) this.request()
      else this.lastMs = 0
    }
  }

  stop(): void {
    this.isStopped = true
    cancelAnimationFrame(this.pending)
    this.pending = 0
    this.stopTimer()
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private readonly tick = (nowMs: number): void => {
    this.pending = 0
    this.run(nowMs)
  }
}
