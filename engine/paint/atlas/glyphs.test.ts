import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GlyphAtlas } from './glyphs.ts'

/** Canvas context whose glyphs fill the whole canvas. */
const pen = {
  measureText: () => ({
    width: 40,
    actualBoundingBoxLeft: 0,
    actualBoundingBoxAscent: 60,
    actualBoundingBoxRight: 110,
    actualBoundingBoxDescent: 10,
  }),
  clearRect: () => undefined,
  fillText: () => undefined,
  getImageData: (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4),
  }),
}
/** Capacity of the atlas: cells of 120 × 80 texels, each with one texel of spacing, in 2048 × 4096. */
const roomFor = 16 * 50

let changes = 0
let nowMs = 0
let atlas: GlyphAtlas
beforeEach(() => {
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width = 120
      height = 80
      getContext() {
        return pen
      }
    },
  )
  changes = 0
  nowMs = 0
  atlas = new GlyphAtlas(
    () => changes++,
    () => nowMs,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Number of visible glyphs among `count` characters. */
const seen = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => atlas.glyph(0x4e00 + from + i, 0)).filter(({ w }) => w > 0).length

it('resets when it is full, and then fits the glyphs in use', async () => {
  expect(seen(0, roomFor)).toBe(roomFor)
  expect(atlas.height).toBe(4096)
  expect([seen(roomFor, 1), changes]).toEqual([0, 0])
  await Promise.resolve()
  expect(changes).toBe(1)
  expect(seen(roomFor - 100, 101)).toBe(101)
})

it('does not start over again and again for a picture that needs more than fits', async () => {
  for (let painted = 0; painted < 4; painted++) {
    expect(seen(0, roomFor + 20)).toBe(roomFor)
    await Promise.resolve()
  }
  expect(changes).toBe(1)
  nowMs += 11_000
  seen(2000, 1)
  await Promise.resolve()
  expect([changes, seen(2000, 1)]).toEqual([2, 1])
})
