import type { Brush, Size } from '../paint/brush/brush.ts'

/** Fills rectangles inside a box with rounded corners and clips them to the corners. */
export class RoundedClip {
  readonly #brush: Brush
  readonly #size: Size
  readonly #radius: number

  constructor(brush: Brush, size: Size, radius: number) {
    this.#brush = brush
    this.#size = size
    this.#radius = Math.max(0, Math.min(radius, size.width / 2, size.height / 2))
  }

  /** Returns the inset of the rounded corners in px at the position `at` along a side of length `along`. */
  inset(at: number, along: number): number {
    const radius = this.#radius
    const depth = radius - Math.min(at, along - at)
    return depth <= 0 ? 0 : radius - Math.sqrt(Math.max(0, radius * radius - depth * depth))
  }

  fill(x: number, y: number, width: number, height: number, fill: string): void {
    if (this.#isClear(x, y, width, height)) return this.#brush.rect(x, y, width, height, { fill })
    const right = this.#side(y, y + height).map(
      (at) => [Math.min(x + width, this.#size.width - this.inset(at, this.#size.height)), at] as const,
    )
    const left = right.map(([, at]) => [Math.max(x, this.inset(at, this.#size.height)), at] as const)
    const rows = right.flatMap((point, i) =>
      left[i] && left[i][0] < point[0] ? [{ right: point, left: left[i] }] : [],
    )
    const outline = [...rows.map((row) => row.right), ...rows.toReversed().map((row) => row.left)].filter(
      ([px, py], i, all) => i === 0 || px !== all[i - 1]?.[0] || py !== all[i - 1]?.[1],
    )
    if (outline.length >= 3) this.#brush.polygon(outline.flat(), { fill })
  }

  #isClear(x: number, y: number, width: number, height: number): boolean {
    const { width: whole, height: tall } = this.#size
    const reach = [this.inset(y, tall), this.inset(y + height, tall)]
    return reach.every((inset) => x >= inset && x + width <= whole - inset)
  }

  /** Returns y positions between two heights, denser at the corners. */
  #side(from: number, to: number): readonly number[] {
    const radius = this.#radius
    const arc = Array.from({ length: steps + 1 }, (_, i) => radius * (1 - Math.cos((i / steps) * (Math.PI / 2))))
    const bends = [...arc, ...arc.map((at) => this.#size.height - at)].filter((at) => at > from && at < to)
    return [...new Set([from, ...bends, to])].sort((a, b) => a - b)
  }
}

/** Segments per quarter circle. */
const steps = 8
