import type { Gradient, GradientStops } from '../../schema/index.ts'
import { fadeColor, packColor } from '../brush/primitiveLayout.ts'

/** Texels per row, from the start of a gradient to its end. */
export const texelsPerRamp = 512
/** Maximum number of ramps (2 MB). Further gradients of a drawing show only their two outer colours. */
export const maxRamps = 1024

/**
 * Texture rows for gradients with several colours. Gradients with the same stops share a row, regardless of their
 * direction. When no row is free, unused rows are reclaimed by visiting all painted records.
 */
export class RampTable {
  bytes = new Uint8Array(0)
  /** Number of texture rows: 0 before the first gradient, then a power of two. */
  rows = 0
  /** Rows [dirtyFrom, dirtyTo) changed since the last upload. */
  dirtyFrom = 0
  dirtyTo = 0
  private readonly rowByGradient = new Map<string, number>()
  private readonly free: number[] = []
  private used = 0
  private untilSweep = 0
  private readonly visit: (mark: (row: number) => void) => void

  /** `visit` calls `mark` with every row that a painted record uses. */
  constructor(visit: (mark: (row: number) => void) => void = () => undefined) {
    this.visit = visit
  }

  /** Whether any gradient has a row. If not, neither texture nor program is needed. */
  get isUsed(): boolean {
    return this.rowByGradient.size > 0
  }

  /** Returns the row of a gradient, desaturated if `isFaded`; -1 if there is no free row. */
  row({ stops }: Gradient, isFaded: boolean): number {
    const key = (isFaded ? 'faded' : '') + stops.map(({ color, at }) => `${color} ${at}`).join()
    const cached = this.rowByGradient.get(key)
    if (cached !== undefined) return cached
    const row = this.allocate()
    if (row < 0) return row
    this.rowByGradient.set(key, row)
    writeRamp(stops, isFaded, this.bytes.subarray(row * bytesPerRamp, (row + 1) * bytesPerRamp))
    this.touch(row)
    return row
  }

  /** Frees all rows. */
  clear(): void {
    this.rowByGradient.clear()
    this.free.length = 0
    this.used = 0
    this.untilSweep = 0
  }

  private allocate(): number {
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

  /**
   * Reclaims unused rows. Limited to one run per `maxRamps / 8` failed allocations, because it visits all painted
   * records.
   */
  private sweep(): void {
    if (this.untilSweep-- > 0) return
    this.untilSweep = maxRamps / 8
    const isShown = new Uint8Array(maxRamps)
    this.visit((row) => {
      isShown[row] = 1
    })
    for (const [key, row] of this.rowByGradient) {
      if (isShown[row] === 1) continue
      this.rowByGradient.delete(key)
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

/** Interpolates colours as the shader does, with premultiplied alpha. */
function writeRamp(stops: GradientStops, isFaded: boolean, into: Uint8Array): void {
  const colors = stops.map(({ color, at }) => {
    const packed = isFaded ? fadeColor(packColor(color)) : packColor(color)
    const alpha = packed >>> 24
    return {
      at,
      bytes: [packed & 255, (packed >>> 8) & 255, (packed >>> 16) & 255]
        .map((byte) => (byte * alpha) / 255)
        .concat(alpha),
    }
  })
  let next = 0
  for (let texel = 0; texel < texelsPerRamp; texel++) {
    const share = texel / (texelsPerRamp - 1)
    while (next < colors.length && colors[next].at <= share) next++
    const to = colors[Math.min(next, colors.length - 1)]
    const from = colors[Math.max(0, next - 1)]
    const fraction = to.at > from.at ? (share - from.at) / (to.at - from.at) : 0
    for (let byte = 0; byte < 4; byte++)
      into[texel * 4 + byte] = Math.round(from.bytes[byte] + (to.bytes[byte] - from.bytes[byte]) * fraction)
  }
}
