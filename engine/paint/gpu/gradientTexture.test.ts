import { describe, expect, it } from 'vitest'
import { rect } from '../../components/rect/rect.ts'
import { makeComponent } from '../../document/index.ts'
import { readGradient, type Gradient } from '../../schema/index.ts'
import type { GlyphAtlas } from '../atlas/glyphs.ts'
import { GpuBrush } from './gpuBrush.ts'
import { ImageStore } from '../atlas/images.ts'
import { MotionTable } from './motionTable.ts'
import { PageRenderer } from '../pageRenderer.ts'
import { Painter, type Painted } from '../painter.ts'
import { fadeColor, kind, packColor, rampTone, wordsPerPrimitive } from '../brush/primitiveLayout.ts'
import { bytesPerRamp, maxRamps, RampTable, texelsPerRamp } from './gradientTexture.ts'
import { rampShader, wholeShader } from './shader.ts'

const atlas = { glyph: () => ({ u: 7, v: 9, w: 20, h: 40, left: 0, top: -0.8, advance: 0.5 }) }
const pictures = { url: () => 3, picture: () => 3 }
const images = () => new ImageStore({ chart: () => Promise.reject(new Error('none')) }, () => undefined)
const steel = 'linear(0,#000000ff 0,#ffffffff 0.25,#ff000080 1)'

function parseGradient(text: string): Gradient {
  const gradient = readGradient(text)
  if (!gradient) throw new Error(text)
  return gradient
}

const texel = (table: RampTable, row: number, share: number): readonly number[] => {
  const at = row * bytesPerRamp + Math.round(share * (texelsPerRamp - 1)) * 4
  return [...table.bytes.subarray(at, at + 4)]
}

describe('a ramp', () => {
  it('interpolates between premultiplied colours and extends the outer ones', () => {
    const table = new RampTable()
    const row = table.row(parseGradient('radial(#000000ff 0.25,#ffffffff 0.5,#ff000080 0.75)'), false)
    expect([0, 0.2, 0.375, 0.5, 0.8, 1].map((share) => texel(table, row, share)[0])).toEqual([
      0,
      0,
      expect.toSatisfy((red: number) => Math.abs(red - 128) < 3),
      expect.toSatisfy((red: number) => red > 253),
      128,
      128,
    ])
    expect(texel(table, row, 1)).toEqual([128, 0, 0, 128])
  })

  it('has an edge where two colours stand at one place', () => {
    const table = new RampTable()
    const row = table.row(parseGradient('linear(0,#000000ff 0,#000000ff 0.5,#ffffffff 0.5,#ffffffff 1)'), false)
    expect([0.499, 0.501].map((share) => texel(table, row, share)[0])).toEqual([0, 255])
  })

  it('is shared by gradients that differ only in direction, and separate for stale values', () => {
    const table = new RampTable()
    const [one, turned, faded] = [
      table.row(parseGradient(steel), false),
      table.row(parseGradient(steel.replace('(0', '(90')), false),
      table.row(parseGradient(steel), true),
    ]
    expect([one, turned, faded]).toEqual([0, 0, 1])
    expect(texel(table, faded, 0)[0]).toBe(
      Math.round(((fadeColor(packColor('#000000')) & 255) * (fadeColor(packColor('#000000')) >>> 24)) / 255),
    )
  })
})

describe('a brush', () => {
  const createBrush = (table: RampTable, opacity: number, isFaded: boolean) => {
    const brush = new GpuBrush(atlas, pictures, table)
    brush.begin(0, 0, 40, 20, 0, false, false, opacity, isFaded, 0)
    return brush
  }

  it('names the ramp in place of the second colour, and its strength in place of the first', () => {
    const table = new RampTable()
    const brush = createBrush(table, 0.5, true)
    brush.rect(0, 0, 40, 20, { fill: 'linear(0,#111111,#222222,#990000)' })
    brush.rect(0, 0, 40, 20, { fill: steel })
    const at = wordsPerPrimitive
    expect([
      brush.words[at + 4] >>> 0,
      brush.words[at + 14],
      brush.words[at + 15] & rampTone,
      brush.words[at + 7] & 255,
      brush.isSimple,
    ]).toEqual([0x80ffffff, 1, rampTone, kind.rect, false])
  })

  it('asks for none for two colours from end to end', () => {
    const table = new RampTable()
    const brush = createBrush(table, 1, false)
    for (const fill of ['linear(20,#102030ff,#ffffffff)', 'radial(#102030ff 0,#ffffffff 1)'])
      brush.rect(0, 0, 40, 20, { fill })
    expect([table.isUsed, brush.words[14] >>> 0, brush.words[15] & rampTone]).toEqual([
      false,
      packColor('#ffffffff'),
      0,
    ])
  })
})

describe('the table', () => {
  const numbered = (number: number) =>
    parseGradient(`linear(0,#${number.toString(16).padStart(6, '0')}ff 0,#ffffffff 0.5,#000000ff 1)`)

  it('grows to its limit, then reuses unused rows; beyond that, gradients fall back to two colours', () => {
    const shown = new Set<number>()
    const table = new RampTable((mark) => shown.forEach(mark))
    for (let number = 0; number < maxRamps; number++) shown.add(table.row(numbered(number), false))
    expect([table.rows, shown.size]).toEqual([maxRamps, maxRamps])
    expect(table.row(numbered(maxRamps), false)).toBe(-1)
    const brush = new GpuBrush(atlas, pictures, table)
    brush.begin(0, 0, 40, 20, 0, false, false, 1, false, 0)
    brush.rect(0, 0, 40, 20, { fill: 'linear(0,#123456ff 0,#ffffffff 0.5,#654321ff 1)' })
    expect([brush.words[4] >>> 0, brush.words[14] >>> 0]).toEqual([packColor('#123456ff'), packColor('#654321ff')])
    shown.delete(7)
    shown.delete(9)
    const rows = Array.from({ length: maxRamps / 4 }, (_, i) => table.row(numbered(maxRamps + 10 + i), false)).filter(
      (row) => row >= 0,
    )
    expect(rows.toSorted((a, b) => a - b)).toEqual([7, 9])
    expect(table.row(numbered(3), false)).toBe(3)
  })

  it('keeps rows in use while a live value produces new gradients', () => {
    const painter = new Painter(atlas, images(), true)
    const painted = (): Painted => ({
      run: null,
      mark: null,
      motion: 0,
      isMoving: false,
      isFlowing: false,
      isFull: false,
      pictureSlots: null,
    })
    const component = makeComponent({ type: 'rect', name: 'a', rank: 'a0', x: 0, y: 0, width: 40, height: 20 })
    const [still, live] = [painted(), painted()]
    for (const each of [still, live]) painter.insert(each, undefined)
    const paint = (each: Painted, backgroundColor: string) =>
      painter.paint(each, component, component, rect, { ...rect.defaults, backgroundColor }, 0, null, component, 1, {})
    paint(still, steel)
    for (let number = 0; number < 3 * maxRamps; number++)
      paint(live, `linear(0,#${number.toString(16).padStart(6, '0')}ff 0,#ffffffff 0.5,#000000ff 1)`)
    painter.pages.settle()
    const getRow = ({ run }: Painted) => (run ? (run.page.words[run.start * wordsPerPrimitive + 14] ?? -1) : -1)
    expect(texel(painter.ramps, getRow(still), 1)).toEqual([128, 0, 0, 128])
    expect(texel(painter.ramps, getRow(live), 0)).toEqual([0, 11, 255, 255])
    painter.clear()
    expect(painter.ramps.isUsed).toBe(false)
  })
})

it('uploads the ramp table once, again after a context loss, and compiles its shader only for drawings with ramps', () => {
  const sent: number[] = []
  const compiled: string[] = []
  const own: Record<string, unknown> = {
    canvas: { addEventListener: () => undefined },
    isContextLost: () => false,
    TEXTURE0: 0,
    TEXTURE4: 4,
    RGBA8: 8,
    texImage2D: (...args: unknown[]) => {
      if (args[2] === 8) sent.push(Number(args[4]))
    },
    shaderSource: (_: unknown, source: string) => {
      compiled.push(source)
    },
  }
  const gl = new Proxy(own, {
    get: (known, name) => known[String(name)] ?? (String(name) === String(name).toUpperCase() ? 1 : () => ({})),
  }) as unknown as WebGL2RenderingContext
  const painter = new Painter(atlas, images(), true)
  const bare = { width: 1, height: 1, bytes: new Uint8Array(1), dirtyFrom: 0, dirtyTo: 0 } as unknown as GlyphAtlas
  const renderer = new PageRenderer([painter.pages], bare, new MotionTable(), images(), painter.ramps)
  const view = new Float32Array(9)
  const component = makeComponent({ type: 'rect', name: 'a', rank: 'a0', x: 0, y: 0, width: 40, height: 20 })
  const painted: Painted = {
    run: null,
    mark: null,
    motion: 0,
    isMoving: false,
    isFlowing: false,
    isFull: false,
    pictureSlots: null,
  }
  painter.insert(painted, undefined)
  const paint = (backgroundColor: string) =>
    painter.paint(painted, component, component, rect, { ...rect.defaults, backgroundColor }, 0, null, component, 1, {})
  paint('linear(0,#000000,#ffffff)')
  renderer.render(gl, view, 1, 0)
  expect([sent, compiled.includes(rampShader.fragment), wholeShader.fragment.includes('uRamps')]).toEqual([
    [],
    false,
    false,
  ])
  paint(steel)
  for (let frame = 1; frame < 4; frame++) renderer.render(gl, view, 1, frame)
  expect([sent, compiled.filter((source) => source === rampShader.fragment).length]).toEqual([[16], 1])
  renderer.contextLost()
  renderer.render(gl, view, 1, 5)
  expect(sent).toEqual([16, 16])
})
