/** A convex piece of a polygon: four corners as flat x, y pairs. A triangle repeats its last corner. */
export interface ConvexPiece {
  readonly corners: readonly [number, number, number, number, number, number, number, number]
  /** Bit i is set if the edge from corner i to corner i + 1 is inside the polygon, shared with another piece. */
  readonly inner: number
}
