import { monotonicNow } from '../../monotonicClock.ts'
import { findPacketEnd, isPlainPublish, readQos } from './publishPacket.ts'

/** Receives what the queue passes on. */
export interface InputTarget {
  /** Passes bytes to aedes. */
  passOn(bytes: Buffer): void
  /** Called when the queue accepts no more bytes for now, and when it does again. */
  setBlocked(isBlocked: boolean): void
}

/**
 * Handles a PUBLISH packet with QoS 0, the bytes from `start` to `end`. Returns `declined` if aedes has to handle it.
 * After `pending`, `done` is called once it is handled.
 */
export type HandlePublish = (
  bytes: Buffer,
  start: number,
  end: number,
  nowMs: number,
  done: () => void,
) => 'handled' | 'pending' | 'declined'

/**
 * The received bytes of a connection. PUBLISH packets with QoS 0 go to a handler that needs a fraction of the time of
 * aedes; all other packets go to aedes. The order of the packets is kept: the handler gets a packet only while aedes has
 * none in work. While an acknowledged publication waits for its commit, all packets go to aedes.
 */
export class InputQueue {
  readonly #target: InputTarget
  #handle: HandlePublish | null = null
  /** Start of a packet whose end has not arrived. */
  #parts: Buffer[] = []
  #partBytes = 0
  #missingBytes = 0
  /** Complete chunks that wait. */
  #held: Buffer[] = []
  #isHolding = false
  /** Whether aedes has read and handled everything. */
  #isIdle = false
  /** Publications that aedes has not finished, and those of them that are acknowledged. */
  #openPublishes = 0
  #openAcknowledged = 0
  /** Publications that the handler has not finished. */
  #pending = 0
  #turnBytes = 0
  #isTurnOver = false
  #passedMs = -Infinity
  #isClosed = false

  constructor(target: InputTarget) {
    this.#target = target
  }

  get hasQueued(): boolean {
    return this.#held.length > 0
  }

  /** Uses a handler from now on. */
  useHandler(handle: HandlePublish): void {
    this.#handle = handle
  }

  /** Stops the queue and discards what waits. */
  close(): void {
    this.#isClosed = true
    this.#held = []
    this.#parts = []
  }

  receive(bytes: Buffer): void {
    if (this.#isBlocked) {
      this.#held.push(bytes)
      return
    }
    this.#run(bytes)
    if (this.#isBlocked) this.#target.setBlocked(true)
  }

  /** Called when aedes has read and handled all bytes that it received. */
  handleIdle(): void {
    this.#isIdle = true
    this.#continueLater()
  }

  /** Called when aedes has published a message of this connection. */
  handlePublished(isAcknowledged: boolean): void {
    this.#openPublishes--
    if (isAcknowledged) this.#openAcknowledged--
    this.#continueLater()
  }

  get #isBlocked(): boolean {
    return this.#isHolding || this.#isTurnOver || this.#pending > 0
  }

  get #isAedesFree(): boolean {
    return this.#isIdle && this.#openPublishes === 0
  }

  #continueLater(): void {
    if (this.#isHolding && this.#isAedesFree)
      process.nextTick(() => {
        if (!this.#isHolding || !this.#isAedesFree) return
        this.#isHolding = false
        this.#continue()
      })
  }

  #continue(): void {
    if (this.#isBlocked || this.#isClosed) return
    const queued = this.#held
    this.#held = []
    for (const [index, bytes] of queued.entries()) {
      this.#run(bytes)
      if (!this.#isBlocked) continue
      this.#held.push(...queued.slice(index + 1))
      return
    }
    this.#target.setBlocked(false)
  }

  /** Handles the complete packets, and keeps the rest. */
  #run(received: Buffer): void {
    const bytes = this.#join(received)
    if (bytes === null) return
    const nowMs = monotonicNow()
    // Bytes from `from` to `at` are for aedes.
    let from = 0
    let at = 0
    for (;;) {
      const end = findPacketEnd(bytes, at)
      if (end === 0) break
      const qos = readQos(bytes[at])
      if (this.#handle !== null && isPlainPublish(bytes[at])) {
        const isFree = from === at && this.#isAedesFree
        if (!isFree && this.#openAcknowledged === 0) return this.#hold(bytes, from, at)
        if (isFree && nowMs - this.#passedMs < maxPassMs) {
          const result = this.#handle(bytes, at, end, nowMs, this.#handleDone)
          if (this.#isClosed) return
          if (result !== 'declined') {
            if (result === 'pending') this.#pending++
            this.#turnBytes += end - at
            from = at = end
            if (this.#turnBytes < maxTurnBytes) continue
            this.#endTurn()
            if (at < bytes.length) this.#held.unshift(bytes.subarray(at))
            return
          }
        }
      }
      if (qos !== null) this.#countPublish(qos)
      at = end
    }
    this.#pass(bytes, from, at)
    if (at < bytes.length) this.#keepPart(bytes.subarray(at))
  }

  readonly #handleDone = (): void => {
    this.#pending--
    this.#continue()
  }

  #countPublish(qos: 0 | 1 | 2): void {
    this.#openPublishes++
    if (qos > 0) this.#openAcknowledged++
    // aedes does not publish a repeated message of QoS 2, so its publications cannot be counted.
    if (qos === 2) this.#handle = null
  }

  #pass(bytes: Buffer, from: number, to: number): void {
    if (from === to) return
    this.#isIdle = false
    this.#passedMs = monotonicNow()
    this.#target.passOn(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to))
  }

  /** Passes on the bytes up to `at`, and keeps the others until aedes is idle. */
  #hold(bytes: Buffer, from: number, at: number): void {
    this.#isHolding = true
    this.#held.unshift(bytes.subarray(at))
    this.#pass(bytes, from, at)
  }

  /** Other connections are served before more bytes of this one. */
  #endTurn(): void {
    this.#isTurnOver = true
    setImmediate(() => {
      this.#isTurnOver = false
      this.#turnBytes = 0
      this.#continue()
    })
  }

  /** Prepends the part of a packet that has arrived before; null while the packet is incomplete. */
  #join(received: Buffer): Buffer | null {
    if (this.#partBytes === 0) return received
    this.#parts.push(received)
    this.#partBytes += received.length
    if (this.#partBytes < this.#missingBytes) return null
    const bytes = Buffer.concat(this.#parts, this.#partBytes)
    this.#parts = []
    this.#partBytes = 0
    return bytes
  }

  #keepPart(bytes: Buffer): void {
    this.#parts = [bytes]
    this.#partBytes = bytes.length
    this.#missingBytes = findLength(bytes)
  }
}

/** Length of the packet whose start is given; 0 if its length is not complete. */
function findLength(bytes: Buffer): number {
  let length = 0
  for (let index = 1; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    length += (byte & 0x7f) << (7 * (index - 1))
    if (byte < 0x80) return index + 1 + length
  }
  return 0
}

/**
 * Longest time without a packet for aedes while packets arrive, in milliseconds: each packet restarts its keep-alive
 * timer, of which the shortest is 1.5 s.
 */
const maxPassMs = 250
/** Bytes that a connection handles before others are served. */
const maxTurnBytes = 64 * 1024
