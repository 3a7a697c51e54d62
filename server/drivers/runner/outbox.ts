import type { DriverFrame, FromChannel } from './protocol.ts'
import { Spool } from './spool.ts'

/**
 * Frames sent to the server and not stored yet. Further frames go to disk. Subscriptions send a frame for each device and
 * source time, so the limit exceeds what 10,000 points send between two commits of a loaded server.
 */
const maxUnstored = 1_000
const retryMs = 1_000
/** An answer missing for this long counts as a failure, for example while the database does not answer. */
const answerMs = 5_000

interface Sent {
  readonly frame: DriverFrame
  /** Read from disk; stays there until it is stored. */
  readonly isLate: boolean
}

/**
 * Sends frames to the server and keeps those that it could not store: a bounded number in memory, then on disk. After a
 * failure the frames on disk are sent again, oldest first, beside the new ones.
 */
export class Outbox {
  readonly #spool: Spool
  readonly #send: (message: FromChannel) => void
  readonly #unstored = new Map<number, Sent>()
  #seq = 0
  #late = { pending: 0, failed: false }
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  /** The server cannot store values at the moment. */
  #isFailing = false
  #lost = 0

  constructor(directory: string, send: (message: FromChannel) => void) {
    this.#spool = new Spool(directory)
    this.#send = send
    if (this.#spool.frames > 0) this.#timer = setTimeout(() => this.#drain(), retryMs)
  }

  get waiting(): number {
    return this.#unstored.size
  }

  get stored(): number {
    return this.#spool.frames
  }

  get dropped(): number {
    return this.#spool.dropped + this.#lost
  }

  put(frames: readonly DriverFrame[]): void {
    const room = Math.max(0, maxUnstored - this.#unstored.size)
    for (const frame of frames.slice(0, room)) this.#transmit({ frame, isLate: false })
    this.#store(frames.slice(room))
  }

  /** Handles the result of storing a frame. */
  settle(seq: number, ok: boolean): void {
    const sent = this.#unstored.get(seq)
    if (sent === undefined) return
    this.#unstored.delete(seq)
    this.#isFailing = !ok
    if (sent.isLate) {
      this.#late.pending--
      this.#late.failed ||= !ok
      if (this.#late.pending === 0) this.#endDrain()
    } else if (!ok) this.#store([sent.frame])
    if (ok && this.#spool.frames > 0 && this.#late.pending === 0) this.#schedule(0)
  }

  /** Writes everything that is not stored to disk, because the server is gone. */
  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#watch)
    this.#spoolFrames([...this.#unstored.values()].filter(({ isLate }) => !isLate).map(({ frame }) => frame))
    this.#unstored.clear()
  }

  #transmit(sent: Sent): void {
    this.#unstored.set(++this.#seq, sent)
    this.#send({ kind: 'values', seq: this.#seq, frame: sent.frame, isLate: sent.isLate })
    this.#startWatch()
  }

  #startWatch(): void {
    const last = this.#seq
    this.#watch ??= setTimeout(() => this.#expire(last), answerMs)
  }

  /** Moves frames without an answer to disk. */
  #expire(last: number): void {
    this.#watch = undefined
    const overdue = [...this.#unstored].filter(([seq]) => seq <= last)
    for (const [seq] of overdue) this.settle(seq, false)
    if (this.#unstored.size > 0) this.#startWatch()
  }

  #store(frames: readonly DriverFrame[]): void {
    this.#spoolFrames(frames)
    if (this.#spool.frames > 0) this.#schedule(retryMs)
  }

  #spoolFrames(frames: readonly DriverFrame[]): void {
    try {
      this.#spool.append(frames)
    } catch {
      this.#lost += frames.length // the disk is full; counted in the state of the channel
    }
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => this.#drain(), ms)
  }

  #drain(): void {
    this.#timer = undefined
    if (this.#late.pending > 0) return
    const frames = this.#spool.readOldest()
    // While the server cannot store, one frame tests whether it can again.
    const attempt = this.#isFailing ? frames.slice(0, 1) : frames
    if (frames.length === 0) return this.#spool.removeOldest()
    this.#late = { pending: attempt.length, failed: attempt.length < frames.length }
    for (const frame of attempt) this.#transmit({ frame, isLate: true })
  }

  #endDrain(): void {
    if (!this.#late.failed) this.#spool.removeOldest()
    if (this.#spool.frames > 0) this.#schedule(this.#isFailing ? retryMs : 0)
  }
}
