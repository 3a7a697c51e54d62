import { describe, expect, it } from 'vitest'
import type { Size } from '../../paint/brush/brush.ts'
import { listPrimitives, type Primitive } from '../../paint/brush/listBrush.ts'
import { library } from './library/index.ts'
import { symbol } from './symbol.ts'

const states = [0, 1, 2, 3, -1]
const looks = ['muted', 'vivid'] as const

describe.each(library.map((one) => [one.id, one] as const))('%s', (id, one) => {
  const size = { width: one.size.width * 0.8, height: one.size.height * 0.8 }
  const drawn = (state: number, look: string = 'muted', box: Size = size, more = {}) =>
    listPrimitives(symbol, { symbol: id, state, look, ...more }, box)

  it('draws each state in each look inside its box, of numbers only', () => {
    for (const look of looks) {
      for (const state of states) {
        for (const primitive of drawn(state, look))
          expect(outside(primitive, size, 3), `${state} ${look} ${JSON.stringify(primitive)}`).toBe('')
      }
    }
  })

  it('distinguishes fault, maintenance and unknown state by shape, not by colour alone', () => {
    const forms = new Set([0, 2, 3, -1].map((state) => getForm(drawn(state))))
    expect(forms.size).toBe(4)
  })

  it('keeps its number of primitives bounded, at every level', () => {
    for (const state of states)
      for (const level of [0, 37, 100]) expect(drawn(state, 'muted', size, { level }).length).toBeLessThanOrEqual(44)
  })

  it('has words in both languages', () => {
    expect(one.words.en).toMatch(/^[A-Z]/)
    for (const words of [one.words, one.family.words]) expect(words.zh).toMatch(/[\u4e00-\u9fff]/)
  })
})

it('contains at least 120 symbols with unique IDs and shapes', () => {
  expect(library.length).toBeGreaterThanOrEqual(120)
  expect(new Set(library.map(({ id }) => id)).size).toBe(library.length)
  expect(library.every(({ id }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(true)
  for (const key of ['en', 'zh'] as const) expect(duplicates(library.map(({ words }) => words[key]))).toEqual([])
  const box = { width: 100, height: 100 }
  expect(
    duplicates(library.map(({ id }) => getForm(listPrimitives(symbol, { symbol: id, stretch: true }, box)))),
  ).toEqual([])
})

it('shows another picture when on than when off wherever on and off are states that an operator acts on', () => {
  const form = (id: string, state: number) => JSON.stringify(listPrimitives(symbol, { symbol: id, state }))
  expect(
    library.filter(({ id, colorScheme }) => colorScheme !== 'still' && form(id, 0) === form(id, 1)).map(({ id }) => id),
  ).toEqual([])
})

it('distinguishes on from off by brightness in both styles, for users with colour blindness', () => {
  const light = (state: number, look: string) => {
    const fill = String(
      listPrimitives(symbol, { symbol: 'valve', state, look }).find(({ kind }) => kind === 'polygon')?.fill,
    )
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
      (at) => (Number.parseInt(fill.slice(at, at + 2), 16) / 255) ** 2.2,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  for (const look of looks) expect(light(1, look) / light(0, look), `${look} look`).toBeGreaterThan(2.5)
})

it('offers each symbol in the toolbox under its family', () => {
  expect(symbol.variants?.map(({ props }) => props.symbol)).toEqual(library.map(({ id }) => id))
  expect(new Set(symbol.variants?.map(({ section }) => section?.en)).size).toBeGreaterThan(12)
})

it('keeps a symbol’s proportion in the middle of a longer box, and stretches only when asked to', () => {
  const wide = { width: 300, height: 100 }
  const reach = (props: object) => {
    const boxes = listPrimitives(symbol, { symbol: 'motor', ...props }, wide).filter(({ kind }) => kind === 'ellipse')
    return [
      Math.min(...boxes.map(({ x }) => Number(x))),
      Math.max(...boxes.map(({ x, width }) => Number(x) + Number(width))),
    ]
  }
  const [left = 0, right = 0] = reach({})
  expect(left + right).toBeCloseTo(300)
  expect(right - left).toBeLessThan(100)
  const [stretchedLeft = 0, stretchedRight = 0] = reach({ stretch: true })
  expect(stretchedRight - stretchedLeft).toBeGreaterThan(250)
})

it('keeps its lines as wide in a large box as in a small one', () => {
  const strokes = (side: number) =>
    listPrimitives(symbol, { symbol: 'valve' }, { width: side, height: side }).map(({ strokeWidth }) => strokeWidth)
  expect(strokes(64)).toEqual(strokes(400))
})

it('fills a tank to its level, and draws no liquid when it is empty', () => {
  const liquid = (level: number) =>
    listPrimitives(symbol, { symbol: 'tank-vertical', level }).find(({ kind }) => kind === 'liquid')
  expect(liquid(0)).toBeUndefined()
  expect(liquid(25)?.level).toBe(0.25)
})

it('supports custom colours, but keeps the alarm outline for a fault', () => {
  const of = (props: object) =>
    listPrimitives(symbol, { symbol: 'motor', bodyColor: '#112233ff', lineColor: '#445566ff', ...props })[0]
  expect(of({ state: 1 })).toMatchObject({ fill: '#112233ff', stroke: '#445566ff' })
  expect(of({ state: 2 })).toMatchObject({ fill: '#112233ff', stroke: '#d92d20ff' })
})

it('draws an inscription instead of the built-in letters', () => {
  const words = (inscription: string) =>
    listPrimitives(symbol, { symbol: 'instrument-pressure', inscription }).flatMap(({ kind, content }) =>
      kind === 'text' ? [content] : [],
    )
  expect(words('')).toEqual(['PT'])
  expect(words('PDT\n101')).toEqual(['PDT', '101'])
})

it('leaves room for its label on the side asked for', () => {
  const box = { width: 120, height: 60 }
  const middle = (labelSide: string) => {
    const disc = listPrimitives(symbol, { symbol: 'motor', text: 'M-101', labelSide }, box)[0]
    return [Number(disc?.x) + Number(disc?.width) / 2, Number(disc?.y) + Number(disc?.height) / 2]
  }
  expect(middle('right')[0]).toBeLessThan(40)
  expect(middle('left')[0]).toBeGreaterThan(80)
  expect(middle('bottom')[1]).toBeLessThan(30)
  expect(middle('top')[1]).toBeGreaterThan(30)
})

it('describes its kind and state in both languages', () => {
  const getDescription = (props: object, language: 'en' | 'zh') =>
    symbol.describe?.({ ...symbol.defaults, ...props }, language)
  expect(getDescription({ symbol: 'valve-gate', state: 1, text: 'V-7' }, 'en')).toBe('V-7 Gate valve, open')
  expect(getDescription({ symbol: 'breaker', state: 1 }, 'zh')).toBe('断路器，合闸')
  expect(getDescription({ symbol: 'tank-vertical' }, 'en')).toBe('Vertical tank')
  expect(getDescription({ symbol: 'pump', state: 9 }, 'en')).toBe('Pump (general), state unknown')
})

/** Returns the primitives without colours and line widths, to compare shapes. */
function getForm(list: readonly Primitive[]): string {
  return JSON.stringify(
    list.map(({ fill: _fill, stroke: _stroke, strokeWidth: _strokeWidth, width, ...rest }) =>
      rest.kind === 'line' || rest.kind === 'arc' ? rest : { ...rest, width: Math.round(Number(width)) },
    ),
  )
}

function duplicates(list: readonly string[]): string[] {
  return list.filter((one, index) => list.indexOf(one) !== index)
}

/** Describes the parts of a primitive that are outside a box by more than `slack`; '' if none. */
function outside(primitive: Primitive, size: Size, slack: number): string {
  const points = getCorners(primitive)
  if (points.some((value) => !Number.isFinite(value))) return 'not a number'
  for (let i = 0; i < points.length; i += 2) {
    const [x = 0, y = 0] = points.slice(i, i + 2)
    if (x < -slack || y < -slack || x > size.width + slack || y > size.height + slack) return `${x}, ${y} is outside`
  }
  return ''
}

function getCorners(primitive: Primitive): number[] {
  const of = (name: string) => Number(primitive[name])
  switch (primitive.kind) {
    case 'polygon':
      return String(primitive.points).split(' ').map(Number)
    case 'line':
      return [of('x1'), of('y1'), of('x2'), of('y2')]
    case 'arc':
      return Array.from(
        { length: 9 },
        (_, step) => ((of('startDeg') + (of('sweepDeg') * step) / 8) * Math.PI) / 180,
      ).flatMap((angle) => [of('cx') + of('radius') * Math.cos(angle), of('cy') + of('radius') * Math.sin(angle)])
    default:
      return [of('x'), of('y'), of('x') + of('width'), of('y') + of('height')]
  }
}
