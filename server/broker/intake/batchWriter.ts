import { TurnQueue } from '../base/turnQueue.ts'

/** A queued frame with the callback of its sender. */
interface QueuedFrame<Frame> {
  readonly frame: Frame
  readonly points: number
  readonly done: ((error?: Error) => void) | null
}

export interface BatchWriterOptions<Frame> {
  readonly commit: (frames: Frame[]) => Promise<void>
  /** A batch is written at this number of points, or when its first frame has waited `waitMs`. */
  readonly batchPoints: number
  readonly waitMs: number
  /**
   * Maximum number of points of a batch when many frames are queued, so that the first senders are acknowledged before
   * the last frames are stored.
   */
  readonly maxBatchPoints: number
  /** Maximum number of queued points. Beyond it, frames without acknowledgement are dropped. */
  readonly maxPoints: number
  /** Returns an error if nothing can be stored at present; frames are then rejected immediately. */
  readonly refusal?: () => Error | undefined
}

/**
 * Group commit across connections. Frames are collected while the previous batch is being stored, and acknowledged in
 * their order, those of a large batch over several turns of the event loop. Only one batch is written at a time, which
 * keeps the rows of a tag in order.
 */
export class BatchWriter<Frame> {
  commits = 0
  committedPoints = 0
  failedPoints = 0
  droppedFrames = 0
  waitingPoints = 0

  readonly #options: BatchWriterOptions<Frame>
  #waiting: QueuedFrame<Frame>[] = []
  #timer: NodeJS.Timeout | null = null
  #underway: Promise<void> | null = null
  readonly #callbacks = new TurnQueue()

  constructor(options: BatchWriterOptions<Frame>) {
    this.#options = options
  }

  /**
   * Stores a frame whose sender waits for the acknowledgement. `done` is called after the commit, with the error if it
   * failed.
   */
  add(frame: Frame, points: number, done: (error?: Error) => void): void {
    const refusal = this.#options.refusal?.()
    if (refusal) {
      this.failedPoints += points
      return done(refusal)
    }
    this.#put({ frame, points, done })
  }

  /** Stores a frame without waiting. Returns false if the frame was dropped because the queue is full or storage fails. */
  offer(frame: Frame, points: number): boolean {
    if (this.#options.refusal?.()) {
      this.failedPoints += points
      return false
    }
    if (this.waitingPoints + points > this.#options.maxPoints) {
      this.droppedFrames++
      return false
    }
    this.#put({ frame, points, done: null })
    return true
  }

  /** Rejects all frames that are not being stored yet. */
  refuse(error: Error): void {
    for (const { points, done } of this.#waiting.splice(0)) {
      this.waitingPoints -= points
      this.failedPoints += points
      done?.(error)
    }
  }

  /** Stores all queued frames and notifies their senders. */
  async close(): Promise<void> {
    while (this.#waiting.length > 0 || this.#underway !== null) {
      this.#start()
      await this.#underway
    }
    await this.#callbacks.waitUntilIdle()
  }

  #put(waiting: QueuedFrame<Frame>): void {
    this.#waiting.push(waiting)
    this.waitingPoints += waiting.points
    if (this.#underway !== null) return
    if (this.waitingPoints >= this.#options.batchPoints) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.waitMs)
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#underway !== null || this.#waiting.length === 0) return
    const batch = this.#take()
    this.#underway = this.#run(batch).finally(() => {
      this.#underway = null
      this.#start()
    })
  }

  #take(): readonly QueuedFrame<Frame>[] {
    let points = 0
    const end = this.#waiting.findIndex((waiting) => (points += waiting.points) > this.#options.maxBatchPoints)
    if (end < 1) return this.#waiting.splice(0, end === 0 ? 1 : this.#waiting.length)
    return this.#waiting.splice(0, end)
  }

  async #run(batch: readonly QueuedFrame<Frame>[]): Promise<void> {
    const points = batch.reduce((sum, waiting) => sum + waiting.points, 0)
    let failure: Error | undefined
    try {
      await this.#options.commit(batch.map(({ frame }) => frame))
      this.commits++
      this.committedPoints += points
    } catch (cause) {
      failure = cause instanceof Error ? cause : new Error(String(cause))
      this.failedPoints += points
    }
    this.waitingPoints -= points
    for (const { done } of batch) if (done) this.#callbacks.run(() => done(failure))
  }
}
