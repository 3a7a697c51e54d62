/** Counts messages of the last minute in buckets of five seconds. */
export class MessageRate {
  readonly #counts = new Uint32Array(bucketCount)
  #bucket = 0

  /** `nowMs`: monotonic time in milliseconds. */
  add(nowMs: number): void {
    this.#advance(nowMs)
    const index = this.#bucket % bucketCount
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
  }

  /** Messages per minute. */
  read(nowMs: number): number {
    this.#advance(nowMs)
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #advance(nowMs: number): void {
    const bucket = Math.floor(nowMs / bucketMs)
    const steps = Math.min(bucket - this.#bucket, bucketCount)
    for (let step = 1; step <= steps; step++) this.#counts[(this.#bucket + step) % bucketCount] = 0
    if (steps === bucketCount) this.#counts.fill(0)
    this.#bucket = Math.max(bucket, this.#bucket)
  }
}

const bucketMs = 5000
const bucketCount = 12
