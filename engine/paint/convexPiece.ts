/** One convex piece of a polygon: four corners as flat x, y pairs (a triangle names its last one twice). */
export interface ConvexPiece {
  readonly corners: readonly [number, number, number, number, number, number, number, number]
  /** Bit i: the edge from corner i to corner i + 1 lies inside the polygon and meets another piece. */
  readonly inner: number
}
