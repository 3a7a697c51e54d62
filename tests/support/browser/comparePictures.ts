/** A picture in pngjs format: four bytes per pixel, row by row. Alpha is ignored. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A region in which two pictures differ, in pixels. */
export interface PictureChange {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Sum of the levels (of 255) beyond the tolerance over its pixels. */
  readonly excess: number
}

/** Smoothed values are sums with a total weight of 16. */
const levelUnits = 16
/** Allowed difference as a share of the local contrast, because rasterizers compute edge coverage differently. */
const contrastShare = 0.15
/** Changed pixels with at most one unchanged pixel between them form one region. */
const reach = 2
/** Minimum excess of a change: about two missing pixels of a black letter on white. */
const minExcess = 150

/**
 * Finds the regions in which two pictures of the same size differ, largest first. `levels`: tolerance everywhere, of
 * 255.
 *
 * Rasterizer builds shift edges by fractions of a pixel and weigh coverage differently. Therefore both pictures are
 * smoothed, and a pixel is equal if it lies in the range of the other picture's values within half a pixel, plus a
 * share of the local contrast. Uniform areas have no contrast, so only `levels` applies there. Differences are judged
 * per region, because a changed digit is too small a share of the whole picture.
 */
export function findChanges(before: Pixels, after: Pixels, levels: number): readonly PictureChange[] {
  return findRegions(measureExcess(before, after, levels), before.width)
    .filter(({ excess }) => excess >= minExcess)
    .toSorted((a, b) => b.excess - a.excess)
}

/** Returns, for each pixel, the levels beyond the tolerance in the channel with the largest difference; 0 if equal. */
export function measureExcess(before: Pixels, after: Pixels, levels: number): Float32Array {
  const { width, height } = before
  const [a, b] = [soften(before), soften(after)]
  const base = levels * levelUnits
  const result = new Float32Array(width * height)
  for (let at = 0; at < a.length; at++) {
    const [valueA, valueB] = [a[at] ?? 0, b[at] ?? 0]
    if (Math.abs(valueA - valueB) <= base) continue
    const [aroundA, aroundB] = [lookAround(a, at, width, height), lookAround(b, at, width, height)]
    const distance = Math.max(valueA - aroundB.max, aroundB.min - valueA, valueB - aroundA.max, aroundA.min - valueB)
    const excess = (distance - base - contrastShare * Math.max(aroundA.contrast, aroundB.contrast)) / levelUnits
    const pixel = Math.floor(at / 3)
    if (excess > (result[pixel] ?? 0)) result[pixel] = excess
  }
  return result
}

/** Smooths the colour channels with weights 1 2 1 in both directions. Values are multiplied by 16. */
function soften({ width, height, data }: Pixels): Uint16Array {
  const rows = new Uint16Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = 4 * y * width
      const [left, middle, right] = [row + 4 * Math.max(x - 1, 0), row + 4 * x, row + 4 * Math.min(x + 1, width - 1)]
      for (let channel = 0; channel < 3; channel++) {
        rows[3 * (y * width + x) + channel] =
          (data[left + channel] ?? 0) + 2 * (data[middle + channel] ?? 0) + (data[right + channel] ?? 0)
      }
    }
  }
  const result = new Uint16Array(rows.length)
  const stride = 3 * width
  for (let y = 0; y < height; y++) {
    const [above, row, below] = [stride * Math.max(y - 1, 0), stride * y, stride * Math.min(y + 1, height - 1)]
    for (let at = 0; at < stride; at++)
      result[row + at] = (rows[above + at] ?? 0) + 2 * (rows[row + at] ?? 0) + (rows[below + at] ?? 0)
  }
  return result
}

interface Surroundings {
  /** Minimum and maximum of a channel within half a pixel. */
  readonly min: number
  readonly max: number
  /** Difference between the darkest and brightest of the pixel and its eight neighbours. */
  readonly contrast: number
}

function lookAround(softened: Uint16Array, at: number, width: number, height: number): Surroundings {
  const stride = 3 * width
  const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / stride)]
  const value = softened[at] ?? 0
  let [min, max, darkest, brightest] = [value, value, value, value]
  for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
    for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
      const neighbour = softened[at + dy * stride + 3 * dx] ?? 0
      const halfWay = (value + neighbour + (softened[at + 3 * dx] ?? 0) + (softened[at + dy * stride] ?? 0)) / 4
      min = Math.min(min, halfWay)
      max = Math.max(max, halfWay)
      darkest = Math.min(darkest, neighbour)
      brightest = Math.max(brightest, neighbour)
    }
  }
  return { min, max, contrast: brightest - darkest }
}

function findRegions(excess: Float32Array, width: number): PictureChange[] {
  const rest = new Set<number>()
  for (let pixel = 0; pixel < excess.length; pixel++) if ((excess[pixel] ?? 0) > 0) rest.add(pixel)
  const regions: PictureChange[] = []
  for (const first of rest) {
    rest.delete(first)
    const region = [first]
    // The array grows while iterating: breadth-first search.
    for (const pixel of region)
      for (const neighbour of getNeighbours(pixel, width)) if (rest.delete(neighbour)) region.push(neighbour)
    let [left, right, sum] = [width, 0, 0]
    let [top, bottom] = [Infinity, 0]
    for (const pixel of region) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      sum += excess[pixel] ?? 0
    }
    regions.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, excess: sum })
  }
  return regions
}

function getNeighbours(pixel: number, width: number): readonly number[] {
  const x = pixel % width
  const found: number[] = []
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (x + dx >= 0 && x + dx < width) found.push(pixel + dy * width + dx)
  }
  return found
}
