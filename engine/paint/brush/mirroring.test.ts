import fc from 'fast-check'
import { expect, it } from 'vitest'
import { catalog, createCatalog } from '../../components/catalog.ts'
import { defineComponent } from '../../components/define.ts'
import { makeComponent, newDrawing } from '../../document/index.ts'
import type { Component } from '../../document/index.ts'
import type { TextStyle } from './brush.ts'
import { baselineEm } from '../atlas/glyphs.ts'
import { GpuBrush } from '../gpu/gpuBrush.ts'
import { isMirrored, mirrorTextStyle } from './mirroring.ts'
import { kind, wordsPerPrimitive } from './primitiveLayout.ts'
import { renderSvg } from '../svg/svg.ts'

/** Every glyph is 0.1 em wide and one em high, and sits on the baseline. */
const atlas = { glyph: () => ({ u: 1, v: 1, w: 4, h: 40, left: 0, top: -1, advance: 0.1 }) }
const pictures = { url: () => 0, picture: () => 0 }
const fontSize = 10

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Words {
  readonly box: Box
  readonly align: NonNullable<TextStyle['align']>
  readonly valign: NonNullable<TextStyle['valign']>
  readonly content: string
}
type Point = readonly [x: number, y: number]
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Anchor point of a text: x from its horizontal alignment, y from the middle of its line. */
const alignedAt = ({ box, align }: Words): number =>
  box.x + box.width * (align === 'left' ? 0 : align === 'right' ? 1 : 0.5)
const lineMiddle = ({ box, valign }: Words): number =>
  valign === 'top'
    ? box.y + fontSize * 0.625
    : valign === 'bottom'
      ? box.y + box.height - fontSize * 0.625
      : box.y + box.height / 2

/** Maps a point of a component's box to the drawing, including mirroring. */
function seenAt(frame: Component, [x, y]: Point): Point {
  const [dx, dy] = [(x - frame.width / 2) * (frame.flipX ? -1 : 1), (y - frame.height / 2) * (frame.flipY ? -1 : 1)]
  const angle = (frame.angleDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [frame.x + frame.width / 2 + dx * cos - dy * sin, frame.y + frame.height / 2 + dx * sin + dy * cos]
}

/** Returns the anchor point of the text in the GPU records, and the rotation and flips of its glyphs. */
function painted(frame: Component, words: Words, anchor: 0 | 0.5 | 1) {
  const brush = new GpuBrush(atlas, pictures)
  brush.begin(frame.x, frame.y, frame.width, frame.height, frame.angleDeg, frame.flipX, frame.flipY, 1, false, 0)
  brush.text(words.box.x, words.box.y, words.box.width, words.box.height, words.content, {
    fill: '#000000',
    fontSize,
    align: words.align,
    valign: words.valign,
  })
  const floats = new Float32Array(brush.words.buffer)
  const letters = Array.from({ length: brush.count }, (_, i) => {
    const at = i * wordsPerPrimitive
    return { x: floats[at] ?? 0, y: floats[at + 1] ?? 0, angle: floats[at + 6] ?? 0, meta: brush.words[at + 7] }
  })
  const [first = { x: 0, y: 0, angle: 0 }] = letters
  const axis = [Math.cos(first.angle), Math.sin(first.angle)] as const
  // From the middle of the first glyph back to the start of the line, along it to the anchor, then to the middle of the
  // line.
  const along = -fontSize * 0.05 + anchor * words.content.length * fontSize * 0.1
  const down = fontSize * 0.5 - baselineEm * fontSize
  return {
    at: [first.x + along * axis[0] - down * axis[1], first.y + along * axis[1] + down * axis[0]] as Point,
    letters,
  }
}

const multiplied = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

function parseMatrix(transform: string): Matrix {
  const steps = [...transform.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name, list = '']): Matrix => {
    const [p = 0, q = 0, r = 0] = list.split(' ').map(Number)
    const angle = (p * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    if (name === 'translate') return [1, 0, 0, 1, p, q]
    return name === 'scale' ? [p, 0, 0, q, 0, 0] : [cos, sin, -sin, cos, q - q * cos + r * sin, r - q * sin - r * cos]
  })
  return steps.reduce(multiplied, [1, 0, 0, 1, 0, 0])
}

const anchors: Readonly<Record<string, 0 | 0.5 | 1>> = { start: 0, middle: 0.5, end: 1 }

/** Returns the anchor point and alignment of the text in the SVG output, and the matrix of its glyphs. */
function written(frame: Component, words: Words) {
  const type = defineComponent({
    type: 'words',
    words: { en: 'Words', zh: '文字' },
    palette: 'basic',
    size: { width: 10, height: 10 },
    fields: {},
    miniatureColor: { color: () => '#000000' }.color,
    draw: (brush) =>
      brush.text(words.box.x, words.box.y, words.box.width, words.box.height, words.content, {
        fill: '#000000',
        fontSize,
        align: words.align,
        valign: words.valign,
      }),
  })
  const svg = renderSvg({ ...newDrawing('Words'), components: [frame] }, createCatalog([type]))
  const [, placed = ''] = /<g transform="([^"]*)"/.exec(svg) ?? []
  const [, attributes = ''] = /<text ([^>]*)>/.exec(svg) ?? []
  const of = (name: string): string => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  const matrix = multiplied(parseMatrix(placed), parseMatrix(of('transform')))
  const [x, y] = [Number(of('x')), Number(of('y')) - baselineEm * fontSize]
  return {
    at: [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]] as Point,
    held: anchors[of('text-anchor') || 'start'] ?? 0,
    matrix,
  }
}

const length = fc.integer({ min: 1, max: 300 })
const frames = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: length,
  height: length,
  angleDeg: fc.constantFrom(0, 30, 90, 180, 215),
  flipX: fc.boolean(),
  flipY: fc.boolean(),
})
const texts = fc.record({
  box: fc.record({
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 200 }),
    width: length,
    height: length,
  }),
  align: fc.constantFrom('left', 'center', 'right'),
  valign: fc.constantFrom('top', 'middle', 'bottom'),
  content: fc.constantFrom('7', 'Pump', '水泵 1'),
})

it('mirrors the anchor of a text but never its letters: on the GPU as in SVG', () => {
  fc.assert(
    fc.property(frames, texts, (place, words) => {
      const frame = makeComponent({ type: 'words', ...place })
      const expected = seenAt(frame, [alignedAt(words), lineMiddle(words)])
      const file = written(frame, words)
      const records = painted(frame, words, file.held)
      for (const [x, y] of [file.at, records.at]) {
        expect(x).toBeCloseTo(expected[0], 1)
        expect(y).toBeCloseTo(expected[1], 1)
      }
      const angle = (frame.angleDeg * Math.PI) / 180
      for (const letter of records.letters)
        expect([letter.angle, letter.meta]).toEqual([expect.closeTo(angle, 5), kind.glyph])
      for (const [i, part] of [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)].entries())
        expect(file.matrix[i]).toBeCloseTo(part, 5)
    }),
  )
})

it('keeps the lines of a text in their order, upside down too', () => {
  const brush = new GpuBrush(atlas, pictures)
  brush.begin(0, 0, 100, 100, 0, true, true, 1, false, 0)
  brush.text(0, 0, 100, 60, 'ab\ncd', { fill: '#000000', fontSize })
  const floats = new Float32Array(brush.words.buffer)
  const [a, b, c] = [0, 1, 2].map(
    (i) => [floats[i * wordsPerPrimitive] ?? 0, floats[i * wordsPerPrimitive + 1] ?? 0] as const,
  )
  expect([(b?.[0] ?? 0) - (a?.[0] ?? 0), (c?.[1] ?? 0) - (a?.[1] ?? 0)]).toEqual([
    expect.closeTo(1, 4),
    expect.closeTo(12.5, 4),
  ])
})

it('mirrors shapes beside their words as before', () => {
  const brush = new GpuBrush(atlas, pictures)
  brush.begin(0, 0, 100, 40, 0, true, false, 1, false, 0)
  brush.text(0, 0, 20, 40, 'a', { fill: '#000000', fontSize })
  brush.line(0, 0, 20, 20, { stroke: '#000000', width: 2 })
  const floats = new Float32Array(brush.words.buffer)
  expect(floats[wordsPerPrimitive]).toBe(90)
  expect(floats[wordsPerPrimitive + 6]).toBeCloseTo(-Math.PI / 4)
})

it('gives words that are held by their middle no other hold', () => {
  const middle = { align: 'center' } as const
  expect(mirrorTextStyle(middle, { flipX: true, flipY: true })).toBe(middle)
  expect(mirrorTextStyle({}, { flipX: true, flipY: false })).toEqual({ align: 'right', valign: 'middle' })
})

it('never mirrors charts, maps and pages, which would become unreadable', () => {
  const both = { flipX: true, flipY: true }
  const unmirrored = catalog.list.filter((type) => !isMirrored(both, type, type.defaults)).map(({ type }) => type)
  expect(unmirrored).toEqual([
    'chart-line',
    'chart-line-step',
    'chart-bar',
    'chart-pie',
    'chart-gauge',
    'map',
    'history-curve',
    'web-page',
  ])
  const [drawn, flipped] = [{}, both].map((flips) =>
    renderSvg(
      { ...newDrawing('Chart'), components: [makeComponent({ type: 'chart-pie', width: 200, height: 100, ...flips })] },
      catalog,
    ),
  )
  expect(flipped).toBe(drawn)
})
