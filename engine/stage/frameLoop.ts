/** Draws one frame. Returns whether another one is due: at once, for animations only, or not at all. */
export type FrameStep = (nowMs: number, elapsedMs: number) => boolean | 'animation'

/**
 * The engine's only clock: frames on demand. Nothing runs while nothing changed and nothing moves; any number of
 * wishes for a frame make one.
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

  /** `maxAnimationFps` limits frames that only animations need; all others are drawn at once. 0: no limit. */
  constructor(step: FrameStep, maxAnimationFps = 0) {
    this.step = step
    this.animationIntervalMs = maxAnimationFps > 0 ? 1000 / maxAnimationFps : 0
  }

  /** Asks for a frame. What changes while one is made is still in it; a step that wants another says so. */
  readonly request = (): void => {
    if (this.pending === 0 && !this.isStopped && !this.isStepping) this.pending = requestAnimationFrame(this.tick)
    this.stopTimer()
  }

  /** Runs one frame now, for measurements and pictures: a frame that was wished for is this one. */
  run(nowMs: number): void {
    if (this.pending !== 0) cancelAnimationFrame(this.pending)
    this.pending = 0
    this.stopTimer()
    const elapsedMs = this.lastMs === 0 ? 0 : Math.min(100, nowMs - this.lastMs)
    this.lastMs = nowMs
    this.isStepping = true
    // What moves goes on moving after one step that threw; one that throws each time waits to be asked.
    let wantsMore: ReturnType<FrameStep> = !this.hasThrown
    this.hasThrown = true
    try {
      wantsMore = this.step(nowMs, elapsedMs)
      this.hasThrown = false
    } finally {
      this.isStepping = false
      if (wantsMore === 'animation' && this.animationIntervalMs > 0 && !this.isStopped) this.timer = setTimeout(this.request, this.animationIntervalMs)
      else if (wantsMore) this.request()
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
