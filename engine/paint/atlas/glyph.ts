/**
 * Cell of a glyph in the atlas (texels), and its offset and advance in em, relative to the pen position on the
 * baseline.
 */
export interface Glyph {
  readonly u: number
  readonly v: number
  readonly w: number
  readonly h: number
  readonly left: number
  readonly top: number
  readonly advance: number
}

/** A line laid out by the browser, in cells of the atlas from left to right. Each `advance` is 0. */
export interface ShapedLine {
  readonly cells: readonly Glyph[]
  /** Width in em. */
  readonly advance: number
}
