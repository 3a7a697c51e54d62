import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { findChanges, type Pixels } from './comparePictures.ts'
import { palettePng } from './palettePng.ts'
import { paletteLevels } from './pictures.ts'

const golden = resolve(import.meta.dirname, '../../pictures/golden')
const copyPicture = (picture: PNG): PNG => {
  const copy = new PNG({ width: picture.width, height: picture.height })
  PNG.bitblt(picture, copy, 0, 0, picture.width, picture.height, 0, 0)
  return copy
}
/** Reads the upper left part of a stored picture; the whole would take many seconds. */
function read(name: string): PNG {
  const picture = PNG.sync.read(readFileSync(resolve(golden, name)))
  const part = new PNG({ width: Math.min(picture.width, 640), height: Math.min(picture.height, 320) })
  PNG.bitblt(picture, part, 0, 0, part.width, part.height, 0, 0)
  return part
}
const findPaletteChanges = (before: Pixels, after: Pixels) => findChanges(before, after, paletteLevels)

/** Computes a channel value from a pixel and its left, right, upper and lower neighbours. */
type Filter = (value: number, around: readonly [number, number, number, number], at: number) => number

function filter(picture: PNG, change: Filter): PNG {
  const { width, height, data } = picture
  const result = copyPicture(picture)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = 4 * (y * width + x) + channel
        const around = [
          data[at - 4] ?? 0,
          data[at + 4] ?? 0,
          data[at - 4 * width] ?? 0,
          data[at + 4 * width] ?? 0,
        ] as const
        result.data[at] = Math.max(0, Math.min(255, Math.round(change(data[at] ?? 0, around, at))))
      }
    }
  }
  return result
}

/** Differences of other rasterizer builds that are invisible to viewers. */
const rasterisers: Readonly<Record<string, Filter>> = {
  'two levels more or less': (value, _, at) => value + ((at * 2654435761) % 5) - 2,
  'edges of another gamma': (value, around) => {
    const [min, max] = [Math.min(value, ...around), Math.max(value, ...around)]
    return max === min ? value : min + (max - min) * ((value - min) / (max - min)) ** 1.25
  },
  'edges half a pixel to the right': (value, [left]) => (value + left) / 2,
  'edges half a pixel up': (value, [, , , below]) => (value + below) / 2,
  'softer edges': (value, [left, right, above, below]) => (4 * value + left + right + above + below) / 8,
}

const pictures = [
  'pump-house-live.png',
  'brush.png',
  'components/tank.png',
  'components/value-input.png',
  'components/table.png',
  'symbols/valves.png',
]

describe.each(Object.entries(rasterisers))('%s', (_, change) => {
  it.each(pictures)('is no change of %s', (name) => {
    const picture = read(name)
    expect(findPaletteChanges(picture, filter(picture, change))).toEqual([])
  })
})

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const colorAt = (picture: PNG, x: number, y: number) => [
  ...picture.data.subarray(4 * (y * picture.width + x), 4 * (y * picture.width + x) + 3),
]

function fill(picture: PNG, { x, y, width, height }: Box, color: readonly number[]): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) picture.data.set(color, 4 * (row * picture.width + column))
}

/** Paints a frame with an inner border of the given width. */
function frame(picture: PNG, { x, y, width, height }: Box, border: number, color: readonly number[]): void {
  fill(picture, { x, y, width, height: border }, color)
  fill(picture, { x, y: y + height - border, width, height: border }, color)
  fill(picture, { x, y, width: border, height }, color)
  fill(picture, { x: x + width - border, y, width: border, height }, color)
}

function sheetWith(paint: (sheet: PNG) => void): PNG {
  const sheet = new PNG({ width: 160, height: 100 })
  sheet.data.fill(255)
  paint(sheet)
  return sheet
}

const box = { x: 30, y: 30, width: 60, height: 40 }
const [grey, paleGrey, blue, otherBlue] = [
  [110, 120, 132],
  [200, 206, 214],
  [45, 110, 190],
  [45, 110, 160],
] as const

describe('a real change', () => {
  it('of a box by two pixels is found', () => {
    const at = (x: number) =>
      sheetWith((sheet) => {
        frame(sheet, { ...box, x }, 1, paleGrey)
      })
    expect(findPaletteChanges(at(30), at(32))).not.toEqual([])
    expect(findPaletteChanges(at(30), at(30))).toEqual([])
  })

  it('of a border that is one pixel thicker or missing is detected', () => {
    const of = (border: number) =>
      sheetWith((sheet) => {
        if (border > 0) frame(sheet, box, border, grey)
      })
    expect(findPaletteChanges(of(1), of(2))).not.toEqual([])
    expect(findPaletteChanges(of(2), of(3))).not.toEqual([])
    expect(findPaletteChanges(of(1), of(0))).not.toEqual([])
  })

  it('of one blue to another is found', () => {
    const of = (color: readonly number[]) =>
      sheetWith((sheet) => {
        fill(sheet, box, color)
      })
    expect(findPaletteChanges(of(blue), of(otherBlue))).not.toEqual([])
  })

  it('of a symbol that is missing is found', () => {
    const before = read('symbols/valves.png')
    const after = copyPicture(before)
    fill(after, { x: 52, y: 0, width: 16, height: 16 }, colorAt(before, 2, before.height - 2))
    expect(findPaletteChanges(before, after)).not.toEqual([])
  })
})

/**
 * Positions in the pump house: a digit of a value, another of the same font, and the frame of an out-of-limits value.
 */
const [eight, three] = [
  { x: 443, y: 172 },
  { x: 452, y: 172 },
]

describe('in the pump house', () => {
  it('a digit that became another is found', () => {
    const before = read('pump-house-live.png')
    const after = copyPicture(before)
    PNG.bitblt(before, after, three.x, three.y, 8, 12, eight.x, eight.y)
    const [change] = findPaletteChanges(before, after)
    expect(change?.x).toBeGreaterThanOrEqual(eight.x - 2)
    expect(change?.x).toBeLessThanOrEqual(eight.x + 10)
  })

  it('a mark of a stale value that is missing is found where it was', () => {
    const [live, stale] = [read('pump-house-live.png'), read('pump-house-stale.png')]
    const marks = findPaletteChanges(live, stale).slice(0, 5)
    expect(marks).toHaveLength(5)
    for (const { x, y, width, height } of marks) {
      const after = copyPicture(stale)
      PNG.bitblt(live, after, x, y, width, height, x, y)
      expect(
        findPaletteChanges(stale, after).some(
          (change) =>
            change.x < x + width &&
            x < change.x + change.width &&
            change.y < y + height &&
            y < change.y + change.height,
        ),
      ).toBe(true)
    }
  })
})

it.each(readdirSync(resolve(golden, 'symbols')).slice(0, 5))('256 colours are no change of %s', (name) => {
  const picture = read(`symbols/${name}`)
  // Thousands of colours: each pixel is blended with its neighbours.
  const rich = filter(picture, (value, [left, right, above, below]) => (4 * value + left + right + above + below) / 8)
  expect(findPaletteChanges(PNG.sync.read(Buffer.from(palettePng(rich))), rich)).toEqual([])
})
