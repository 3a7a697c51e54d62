const far = 1e20

/**
 * Converts the coverage of a glyph (0 to 255 per pixel) to a signed distance field: 127.5 on the outline, 0 and 255 at
 * `radius` pixels outside and inside. Exact Euclidean distance transform in linear time (Felzenszwalb and Huttenlocher,
 * 2012).
 */
export function signedDistanceField(
  coverage: Uint8ClampedArray,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  const outside = new Float64Array(width * height)
  const inside = new Float64Array(width * height)
  for (let i = 0; i < outside.length; i++) {
    const a = coverage[i] / 255
    outside[i] = a === 1 ? 0 : a === 0 ? far : Math.max(0, 0.5 - a) ** 2
    inside[i] = a === 0 ? 0 : a === 1 ? far : Math.max(0, a - 0.5) ** 2
  }
  transform(outside, width, height)
  transform(inside, width, height)
  const field = new Uint8Array(width * height)
  for (let i = 0; i < field.length; i++) {
    const distance = Math.sqrt(outside[i]) - Math.sqrt(inside[i])
    field[i] = Math.max(0, Math.min(255, Math.round(255 * (0.5 - distance / (2 * radius)))))
  }
  return field
}

function transform(grid: Float64Array, width: number, height: number): void {
  const maxSide = Math.max(width, height)
  const line = new Float64Array(maxSide)
  const vertex = new Uint16Array(maxSide)
  const border = new Float64Array(maxSide + 1)
  for (let x = 0; x < width; x++) transformLine(grid, x, width, height, line, vertex, border)
  for (let y = 0; y < height; y++) transformLine(grid, y * width, 1, width, line, vertex, border)
}

/** Transforms one row or column by the lower envelope of its parabolas. */
function transformLine(
  grid: Float64Array,
  offset: number,
  stride: number,
  length: number,
  line: Float64Array,
  vertex: Uint16Array,
  border: Float64Array,
): void {
  vertex[0] = 0
  border[0] = -far
  border[1] = far
  line[0] = grid[offset]
  for (let q = 1, k = 0; q < length; q++) {
    line[q] = grid[offset + q * stride]
    let crossing = 0
    do {
      const r = vertex[k]
      crossing = (line[q] - line[r] + q * q - r * r) / (q - r) / 2
    } while (crossing <= border[k] && --k > -1)
    k++
    vertex[k] = q
    border[k] = crossing
    border[k + 1] = far
  }
  for (let q = 0, k = 0; q < length; q++) {
    while (border[k + 1] < q) k++
    const r = vertex[k]
    grid[offset + q * stride] = line[r] + (q - r) * (q - r)
  }
}
