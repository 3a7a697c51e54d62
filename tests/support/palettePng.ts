import { crc32, deflateSync } from 'node:zlib'

/** A picture as pngjs has it: four bytes a pixel, row by row. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

interface Bin {
  readonly index: number
  count: number
  red: number
  green: number
  blue: number
}

const paletteSize = 256

/**
 * An opaque picture as a PNG of at most 256 colours, which takes a third of the room. Colours that hardly differ become one, which
 * is less than a comparison of pictures sees.
 */
export function palettePng({ width, height, data }: Pixels): Uint8Array {
  const bins = new Map<number, Bin>()
  const keyAt = (at: number) => ((data[at] ?? 0) >> 4 << 8) | ((data[at + 1] ?? 0) >> 4 << 4) | ((data[at + 2] ?? 0) >> 4)
  for (let at = 0; at < data.length; at += 4) {
    const key = keyAt(at)
    const bin = bins.get(key) ?? { index: bins.size, count: 0, red: 0, green: 0, blue: 0 }
    bins.set(key, bin)
    bin.count++
    bin.red += data[at] ?? 0
    bin.green += data[at + 1] ?? 0
    bin.blue += data[at + 2] ?? 0
  }
  const all = [...bins.values()].map((bin) => ({ ...bin, red: bin.red / bin.count, green: bin.green / bin.count, blue: bin.blue / bin.count }))
  const palette = all.toSorted((a, b) => b.count - a.count).slice(0, paletteSize)
  const places = all.map((bin) => nearest(palette, bin))
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rows[pixel + Math.floor(pixel / width) + 1] = places[bins.get(keyAt(4 * pixel))?.index ?? 0] ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header), chunk('PLTE', Buffer.from(palette.flatMap(({ red, green, blue }) => [red, green, blue].map(Math.round)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ])
}

type Color = Pick<Bin, 'red' | 'green' | 'blue'>

function nearest(palette: readonly Color[], color: Color): number {
  const distances = palette.map(({ red, green, blue }) => (red - color.red) ** 2 + (green - color.green) ** 2 + (blue - color.blue) ** 2)
  return distances.indexOf(Math.min(...distances))
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
