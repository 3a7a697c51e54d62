import type { Gradient, GradientStops } from '../schema/index.ts'
import { fadeColor, packColor } from './primitiveLayout.ts'

/** Colours of a row from its gradient's beginning to its end. */
export const texelsPerRamp = 512
/** Two megabytes of them. More gradients than this in one drawing have their two outer colours alone. */
export const maxRamps = 1024

/**
 * The rows that the shader reads gradients of several colours from, one for each that differs in its colours or their places,
 * whichever way it runs. Rows are taken back when none are left, by asking what is painted.
 */
export class RampTable {
  bytes = new Uint8Array(0)
  /** Of the texture: 0 until the first gradient comes, then a power of two. */
  rows = 0
  /** Rows that were written since they were last sent, the last excluded. */
  dirtyFrom = 0
  dirtyTo = 0
  private readonly rowOf = new Map<string, number>()
  private readonly free: number[] = []
  private used = 0
  private untilSweep = 0
  private readonly visit: (mark: (row: number) => void) => void

  /** `visit` names every row that something painted shows. */
  constructor(visit: (mark: (row: number) => void) => void = () => undefined) {
    this.visit = visit
  }

  /** Whether anything asks for a row: without, nothing is sent and no program is needed. */
  get isUsed(): boolean {
    return this.rowOf.size > 0
  }

  /** The row of a gradient, drained of colour where its value is stale; -1: there is no room. */
  row({ stops }: Gradient, isFaded: boolean): number {
    const key = (isFaded ? 'faded' : '') + stops.map(({ color, at }) => `${color} ${at}`).join()
    const known = this.rowOf.get(key)
    if (known !== undefined) return known
    const row = this.take()
    if (row < 0) return row
    this.rowOf.set(key, row)
    writeRamp(stops, isFaded, this.bytes.subarray(row * bytesPerRamp, (row + 1) * bytesPerRamp))
    this.touch(row)
    return row
  }

  /** Every row is free. */
  clear(): void {
    this.rowOf.clear()
    this.free.length = 0
    this.used = 0
    this.untilSweep = 0
  }

  private take(): number {
    if (this.free.length === 0 && this.used === maxRamps) this.sweep()
    const freed = this.free.pop()
    if (freed !== undefined) return freed
    if (this.used === maxRamps) return -1
    if (this.used === this.rows) {
      const larger = new Uint8Array(Math.max(16, this.rows * 2) * bytesPerRamp)
      larger.set(this.bytes)
      this.bytes = larger
      this.rows = larger.length / bytesPerRamp
    }
    return this.used++
  }

  /** Not for every gradient that finds no room: all that is painted is looked through. */
  private sweep(): void {
    if (this.untilSweep-- > 0) return
    this.untilSweep = maxRamps / 8
    const isShown = new Uint8Array(maxRamps)
    this.visit((row) => { isShown[row] = 1 })
    for (const [key, row] of this.rowOf) {
      if (isShown[row] === 1) continue
      this.rowOf.delete(key)
      this.free.push(row)
    }
  }

  private touch(row: number): void {
    const isClean = this.dirtyTo === this.dirtyFrom
    this.dirtyFrom = isClean ? row : Math.min(this.dirtyFrom, row)
    this.dirtyTo = isClean ? row + 1 : Math.max(this.dirtyTo, row + 1)
  }
}

export const bytesPerRamp = texelsPerRamp * 4

/** As the shader goes from one colour to another: each multiplied by its alpha. */
function writeRamp(stops: GradientStops, isFaded: boolean, into: Uint8Array): void {
  const colors = stops.map(({ color, at }) => {
    const packed = isFaded ? fadeColor(packColor(color)) : packColor(color)
    const alpha = packed >>> 24
    return { at, bytes: [packed & 255, (packed >>> 8) & 255, (packed >>> 16) & 255].map((byte) => (byte * alpha) / 255).concat(alpha) }
  })
  let next = 0
  for (let texel = 0; texel < texelsPerRamp; texel++) {
    const share = texel / (texelsPerRamp - 1)
    while (next < colors.length && colors[next].at <= share) next++
    const to = colors[Math.min(next, colors.length - 1)]
    const from = colors[Math.max(0, next - 1)]
    const way = to.at > from.at ? (share - from.at) / (to.at - from.at) : 0
    for (let byte = 0; byte < 4; byte++) into[texel * 4 + byte] = Math.round(from.bytes[byte] + (to.bytes[byte] - from.bytes[byte]) * way)
  }
}
