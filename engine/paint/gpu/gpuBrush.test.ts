import { beforeEach, describe, expect, it } from 'vitest'
import { GpuBrush } from './gpuBrush.ts'
import { kind, role, wordsPerPrimitive } from '../brush/primitiveLayout.ts'

/** Every glyph is half an em wide and one em high; a space is invisible. */
const atlas = {
  glyph: (codePoint: number) => ({ u: 7, v: 9, w: codePoint === 32 ? 0 : 20, h: 40, left: 0, top: -0.8, advance: 0.5 }),
}

/** Every picture is in slot 3. */
const pictures = { url: () => 3, picture: () => 3 }

let brush: GpuBrush
beforeEach(() => {
  brush = new GpuBrush(atlas, pictures)
})

const begin = (angleDeg = 0, flipX = false, options: { opacity?: number; isFaded?: boolean; motion?: number } = {}) =>
  brush.begin(
    100,
    50,
    40,
    20,
    angleDeg,
    flipX,
    false,
    options.opacity ?? 1,
    options.isFaded ?? false,
    options.motion ?? 0,
  )

function read(i: number) {
  const at = i * wordsPerPrimitive
  const floats = new Float32Array(brush.words.buffer)
  const meta = brush.words[at + 7]
  return {
    x: floats[at],
    y: floats[at + 1],
    halfW: floats[at + 2],
    halfH: floats[at + 3],
    fill: brush.words[at + 4] >>> 0,
    angle: floats[at + 6],
    kind: meta & 255,
    role: (meta >> 8) & 3,
    size: floats[at + 12],
  }
}

describe('a component of one primitive', () => {
  it('is one record at its place in the drawing and needs no stand-in', () => {
    begin()
    brush.rect(0, 0, 40, 20, { fill: '#204060' })
    brush.end('#204060')
    expect(brush.count).toBe(1)
    expect(read(0)).toEqual({
      x: 120,
      y: 60,
      halfW: 20,
      halfH: 10,
      fill: 0xff604020,
      angle: 0,
      kind: kind.plain,
      role: role.always,
      size: 20,
    })
  })
})

describe('a component of several primitives', () => {
  it('gets a stand-in of the whole box, seen only when the rest is too small to see', () => {
    begin()
    brush.rect(0, 0, 40, 10, { fill: '#111111' })
    brush.rect(0, 10, 40, 10, { fill: '#222222' })
    brush.end('#999999')
    expect([read(0).role, read(1).role, read(2).role]).toEqual([role.detail, role.detail, role.standIn])
    expect(read(2)).toMatchObject({ x: 120, y: 60, halfW: 20, halfH: 10, fill: 0xff999999 })
  })
})

it('is as large as it is long, where it is a line', () => {
  const getSize = (isLine: boolean): number | undefined => {
    brush.begin(0, 0, 400, 2, 0, false, false, 1, false, 0, isLine)
    brush.line(0, 0, 400, 2, { stroke: '#000000', width: 2 })
    brush.polygon([400, 2, 390, -2, 390, 6], { fill: '#000000' })
    brush.end('#000000')
    return read(2).size
  }
  expect([getSize(false), getSize(true)]).toEqual([2, 400])
})

it('gives thin boxes smooth edges, so that they are seen from afar wherever they lie, and no others', () => {
  begin()
  for (const [width, height] of [
    [400, 1],
    [1, 400],
    [400, 4],
    [9.6, 5.4],
    [40, 20],
  ])
    brush.rect(0, 0, width, height, { fill: '#000000' })
  expect(Array.from({ length: 5 }, (_, i) => read(i).kind)).toEqual([
    kind.soft,
    kind.soft,
    kind.soft,
    kind.plain,
    kind.plain,
  ])
  expect(brush.isSimple).toBe(true)
})

it('paints nothing of a line or an arc without width, nor of a shape without height', () => {
  begin()
  for (const width of [0, -1, Number.NaN]) {
    brush.line(0, 0, 40, 10, { stroke: '#000000', width, dash: 4, gap: 4, flow: 9 })
    brush.arc(20, 10, 8, 0, 270, { stroke: '#000000', width })
  }
  brush.arc(20, 10, 0, 0, 270, { stroke: '#000000', width: 2 })
  brush.arc(20, 10, 8, 30, 0, { stroke: '#000000', width: 2 })
  expect([brush.count, brush.isFlowing]).toEqual([0, false])
  const border = { fill: '#000000', stroke: '#ffffff', strokeWidth: 2 }
  brush.rect(0, 20, 40, 0, border)
  brush.rect(0, 20, 0, 20, border)
  brush.ellipse(0, 20, 40, 0, border)
  brush.triangle(0, 20, 40, 0, border)
  brush.liquid(0, 20, 40, 0, { fill: '#000000', level: 0.5 })
  expect(Array.from({ length: 5 }, (_, i) => read(i).halfW)).toEqual([0, 0, 0, 0, 0])
})

it('paints a line that is as short as its round ends, and a level one', () => {
  begin()
  brush.line(5, 5, 5, 5, { stroke: '#000000', width: 4, cap: 'round' })
  brush.line(0, 5, 40, 5, { stroke: '#000000', width: 2, dash: 4, gap: 4 })
  brush.polygon([0, 5, 40, 5, 20, 5], { fill: '#000000' })
  for (let i = 0; i < brush.count; i++) expect(read(i).halfW).toBeGreaterThan(0)
  expect(brush.count).toBe(3)
})

it('turns primitives about the middle of the component', () => {
  begin(90)
  brush.rect(0, 0, 10, 20, { fill: '#000000' })
  expect(read(0).x).toBeCloseTo(120)
  expect(read(0).y).toBeCloseTo(45)
  expect(read(0).angle).toBeCloseTo(Math.PI / 2)
})

it('mirrors places and turns slanted lines the other way', () => {
  begin(0, true)
  brush.line(0, 0, 20, 20, { stroke: '#000000', width: 2 })
  expect(read(0)).toMatchObject({ x: 130, y: 60 })
  expect(read(0).angle).toBeCloseTo(-Math.PI / 4)
})

it('drains the colours of a stale component and of it alone', () => {
  begin(0, false, { isFaded: true })
  brush.rect(0, 0, 40, 20, { fill: '#ff0000' })
  const [r, g, b] = [read(0).fill & 255, (read(0).fill >>> 8) & 255, (read(0).fill >>> 16) & 255]
  expect(r - Math.min(g, b)).toBeLessThan(60)
  begin()
  brush.rect(0, 0, 40, 20, { fill: '#ff0000' })
  expect(read(0).fill).toBe(0xff0000ff)
})

it('multiplies the opacity of component and colour', () => {
  begin(0, false, { opacity: 0.5 })
  brush.rect(0, 0, 40, 20, { fill: '#00000080' })
  expect(read(0).fill >>> 24).toBe(64)
})

it('centres a line of text by its glyphs and paints no spaces', () => {
  begin()
  brush.text(0, 0, 40, 20, '1 2', { fill: '#000000', fontSize: 10, align: 'center', valign: 'middle' })
  expect(brush.count).toBe(2)
  expect((read(0).x + read(1).x) / 2).toBeCloseTo(120)
  expect(read(1).x - read(0).x).toBeCloseTo(10)
})

it.each(['a long message that was cut…', '等待确认……', '……', 'a\nlong one…\nb'])(
  'shortens %j to its box, and as much of it as a label',
  (content) => {
    const style = { fill: '#000000', fontSize: 10, overflow: 'ellipsis' } as const
    begin()
    brush.text(0, 0, 9, 20, content, style)
    const whole = brush.words.slice(0, brush.count * wordsPerPrimitive)
    for (let i = 0; i < brush.count; i++) expect(read(i).x).toBeLessThan(100 + 9)
    const places = new Float64Array(8)
    expect(brush.getLabelStyle(content)).toBe(style)
    brush.keepLabel(places, 0)
    brush.label(places, 0, content, style)
    expect(brush.words.slice(0, brush.count * wordsPerPrimitive)).toEqual(whole)
  },
)

it('shortens a text that is a hundredth wider than its box, and none that fits exactly', () => {
  const glyphs = (width: number) => {
    begin()
    brush.text(0, 0, width, 20, 'x'.repeat(20), { fill: '#000000', fontSize: 10, overflow: 'ellipsis' })
    return brush.count
  }
  // Twenty glyphs, each five units wide. An ellipsis replaces the glyphs that do not fit.
  expect([100, 99, 96, 95, 94].map(glyphs)).toEqual([20, 19, 19, 19, 18])
})

it('writes one line under the other', () => {
  begin()
  brush.text(0, 0, 40, 20, 'a\nb', { fill: '#000000', fontSize: 8, valign: 'top' })
  expect(read(1).y - read(0).y).toBeCloseTo(10)
})

it('detects flowing primitives and those that the simple shader can paint', () => {
  begin()
  brush.rect(0, 0, 40, 20, { fill: '#000000', radius: 3 })
  expect([brush.isFlowing, brush.isSimple]).toEqual([false, true])
  brush.line(0, 0, 40, 0, { stroke: '#000000', width: 2, dash: 4, gap: 4, flow: 20 })
  expect([brush.isFlowing, brush.isSimple]).toEqual([true, false])
  begin(0, false, { motion: 3 })
  expect([brush.isFlowing, brush.isSimple]).toEqual([false, false])
})

it('has room for any number of primitives', () => {
  begin()
  for (let i = 0; i < 1000; i++) brush.rect(i, 0, 1, 1, { fill: '#000000' })
  expect(brush.count).toBe(1000)
  expect(read(999).x).toBeCloseTo(1099.5)
})
