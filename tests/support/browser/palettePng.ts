import { crc32, deflateSync } from 'node:zlib'

/** A picture in pngjs format: four bytes per pixel, row by row. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const paletteSize = 256
/** Number of colours that keep their exact value: areas, borders and letters. The rest of the palette covers blends. */
const exactColors = 32

/**
 * Encodes an opaque picture as a PNG of at most 256 colours, a third of the full size. The most frequent colours are
 * exact; the others are chosen so that every colour is close to the palette.
 */
export function palettePng({ width, height, data }: Pixels): Uint8Array {
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const color = colorAt(data, at)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const { palette, indices } = choosePalette([...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color))
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rows[pixel + Math.floor(pixel / width) + 1] = indices.get(colorAt(data, 4 * pixel)) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Selects the most frequent colours, then repeatedly the colour farthest from the selected ones (Gonzalez' k-center
 * approximation). `indices` maps each colour to its nearest palette entry.
 */
function choosePalette(colors: readonly number[]): {
  readonly palette: readonly number[]
  readonly indices: ReadonlyMap<number, number>
} {
  const palette: number[] = []
  const nearest = new Uint8Array(colors.length)
  const distances = new Float64Array(colors.length).fill(Infinity)
  const add = (chosen: number): void => {
    palette.push(chosen)
    for (const [at, color] of colors.entries()) {
      const distance = squaredDistance(color, chosen)
      if (distance >= (distances[at] ?? 0)) continue
      distances[at] = distance
      nearest[at] = palette.length - 1
    }
  }
  for (const color of colors.slice(0, exactColors)) add(color)
  while (palette.length < Math.min(paletteSize, colors.length)) add(colors[indexOfLargest(distances)] ?? 0)
  return { palette, indices: new Map(colors.map((color, at) => [color, nearest[at] ?? 0])) }
}

const colorAt = (data: Uint8Array, at: number) =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)

const squaredDistance = (a: number, b: number) =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

function indexOfLargest(values: Float64Array): number {
  let largest = 0
  for (let at = 1; at < values.length; at++) if ((values[at] ?? 0) > (values[largest] ?? 0)) largest = at
  return largest
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
