import { expect, it } from 'vitest'
import { mixColors, readGradient, shadeAt } from '../schema/index.ts'
import { colorAt, getPartFill, roundStrips, multiplyAlpha } from './gradients.ts'

const fill = 'linear(0,#000000ff,#ffffffff)'
const whole = { x: 50, y: 50, width: 100, height: 100 }

it('gives parts of one gradient the same colour where they meet', () => {
  const parts = [25, 75].map((x) => getPartFill(fill, whole, { x, y: 50, width: 50, height: 10 }))
  expect(parts.map((part) => readGradient(part)?.stops.map(({ color }) => color))).toEqual([
    ['#000000ff', '#808080ff'],
    ['#808080ff', '#ffffffff'],
  ])
})

it('measures the angle of a turned part from the part itself', () => {
  expect(getPartFill(fill, whole, { x: 25, y: 50, width: 80, height: 50 }, Math.PI / 2)).toBe(
    'linear(270,#000000ff,#808080ff)',
  )
  expect(
    getPartFill('linear(90,#000000ff,#ffffffff)', whole, { x: 50, y: 25, width: 50, height: 4 }, Math.PI / 2),
  ).toBe('linear(0,#000000ff,#808080ff)')
})

it('is one colour along a part that the gradient only crosses, and where nothing changes', () => {
  expect(getPartFill(fill, whole, { x: 25, y: 50, width: 0, height: 50 })).toBe('#404040ff')
  expect(getPartFill('linear(0,#112233ff 0.5,#445566ff 0.75)', whole, { x: 25, y: 50, width: 40, height: 50 })).toBe(
    '#112233ff',
  )
})

it('leaves every other fill as it is', () => {
  expect(['#123456', 'radial(#000000,#ffffff)'].map((one) => getPartFill(one, whole, whole))).toEqual([
    '#123456',
    'radial(#000000,#ffffff)',
  ])
})

it('omits the stops of a part with two colours from end to end, whatever the whole gradient contains', () => {
  const part = { x: 25, y: 50, width: 50, height: 10 }
  expect(getPartFill('linear(0,#000000ff 0,#ffffffff 0.5,#000000ff 1)', whole, part)).toBe(
    'linear(0,#000000ff,#ffffffff)',
  )
})

/** Colour of a fill at a point of a box rotated around its centre, computed from the gradient. */
function sampled(
  text: string,
  box: { x: number; y: number; width: number; height: number },
  angle: number,
  x: number,
  y: number,
): readonly number[] {
  const gradient = readGradient(text)
  if (gradient?.kind !== 'linear') return toBytes(text)
  const [dx, dy] = [x - box.x, y - box.y]
  const [u, v] = [
    (dx * Math.cos(angle) + dy * Math.sin(angle)) / box.width,
    (dy * Math.cos(angle) - dx * Math.sin(angle)) / box.height,
  ]
  const radians = (gradient.angleDeg * Math.PI) / 180
  const reach = Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians))
  return toBytes(shadeAt(gradient.stops, 0.5 + (u * Math.cos(radians) + v * Math.sin(radians)) / reach))
}

const toBytes = (color: string): readonly number[] =>
  [1, 3, 5, 7].map((at) => (at < color.length ? Number.parseInt(color.slice(at, at + 2), 16) : 255))

it.each([
  'linear(0,#000000ff 0,#ff0000ff 0.3,#ffffff80 1)',
  'linear(40,#102030ff 0.2,#a0b0c0ff 0.5,#304050ff 0.5,#ffffffff 0.9)',
  'linear(200,#ff0000ff 0,#00ff00ff 0.25,#0000ffff 0.5,#00ff00ff 0.75,#ff0000ff 1)',
])('paints every place of a part as the whole has it: %s', (text) => {
  const wide = { x: 60, y: 40, width: 120, height: 70 }
  const off: string[] = []
  for (const angle of [0, 0.4, Math.PI / 2, 2.5, -1]) {
    for (const part of [
      { x: 50, y: 30, width: 40, height: 12 },
      { x: 80, y: 50, width: 8, height: 30 },
      { x: 20, y: 20, width: 16, height: 16 },
    ]) {
      const own = getPartFill(text, wide, part, angle)
      for (let step = 0; step < 81; step++) {
        const [u, v] = [(step % 9) / 8 - 0.5, Math.floor(step / 9) / 8 - 0.5]
        const x = part.x + u * part.width * Math.cos(angle) - v * part.height * Math.sin(angle)
        const y = part.y + u * part.width * Math.sin(angle) + v * part.height * Math.cos(angle)
        const [expected, actual] = [sampled(own, part, angle, x, y), sampled(text, wide, 0, x, y)]
        const isAtEdge = difference(sampled(text, wide, 0, x + 0.3, y), sampled(text, wide, 0, x - 0.3, y)) > 60
        if (!isAtEdge && difference(expected, actual) > 6) off.push(`${own} at ${x}, ${y}`)
        if (step === 40 && difference(toBytes(colorAt(text, wide, x, y)), actual) > 0)
          off.push(`the one colour at ${x}, ${y}`)
      }
    }
  }
  expect(off).toEqual([])
})

const difference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((byte, i) => Math.abs(byte - (b[i] ?? 0))))

it('runs from the middle line outwards through all colours of a radial one', () => {
  const gradient = readGradient('radial(#000000ff 0,#ffffffff 0.5,#000000ff 1)')
  const strips = gradient ? roundStrips(gradient, 40) : []
  expect([strips[0], strips.at(-1)]).toEqual([
    { color: '#000000ff', width: 40 },
    { color: '#000000ff', width: 40 / strips.length },
  ])
  expect(strips.map(({ color }) => color)).toContain(
    mixColors('#000000ff', '#ffffffff', (2 * ((strips.length - 2) / 2)) / (strips.length - 1)),
  )
  expect(
    roundStrips(
      {
        kind: 'radial',
        stops: [
          { color: '#000000ff', at: 0 },
          { color: '#ffffffff', at: 1 },
        ],
      },
      400,
    ),
  ).toHaveLength(8)
})

it('mixes and thins with alpha', () => {
  expect([mixColors('#00000000', '#ffffff', 0.5), mixColors('#000000', '#ffffff', Number.NaN)]).toEqual([
    '#80808080',
    '#000000ff',
  ])
  expect([multiplyAlpha('#123456', 0.5), multiplyAlpha('radial(#000000ff,#ffffff80)', 0.5)]).toEqual([
    '#12345680',
    'radial(#00000080,#ffffff40)',
  ])
  expect(multiplyAlpha('linear(5,#000000ff 0,#ffffff80 0.2,#ffffff00 1)', 0.5)).toBe(
    'linear(5,#00000080 0,#ffffff40 0.2,#ffffff00 1)',
  )
})
