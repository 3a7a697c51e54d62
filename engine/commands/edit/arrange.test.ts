import { describe, expect, it } from 'vitest'
import { writeDrawing } from '../../document/index.ts'
import { readAngle } from '../index.ts'
import { createBench, street } from '../testing.ts'
import type { RawComponent } from '../testing.ts'

const three: readonly RawComponent[] = [
  { id: 'a', x: 33.333333333333336, y: 10 },
  { id: 'b', x: 0.1, y: 0.2, width: 20 },
  { id: 'c', x: 70.7, y: 3, angleDeg: 90, height: 40 },
]

describe('align', () => {
  it('makes edges alike to the bit, so that the inspector shows one value', () => {
    for (const shift of [0.1, 0.7, 12.345678901234567, 33.333333333333336]) {
      const { bus, get } = createBench(three)
      bus.run('move', { ids: ['a', 'b'], dx: shift, dy: shift / 3 })
      bus.run('align', { ids: ['a', 'b'], side: 'left' })
      bus.run('align', { ids: ['a', 'b'], side: 'top' })
      expect(get('a').x).toBe(get('b').x)
      expect(get('a').y).toBe(get('b').y)
    }
  })

  it('to the page takes one alone', () => {
    const { bus, get } = createBench(three)
    bus.run('align', { ids: ['c'], side: 'right', to: 'layer' })
    bus.run('align', { ids: ['c'], side: 'centre-y', to: 'layer' })
    expect(get('c')).toMatchObject({ x: 1575, y: 430 })
  })

  it('moves a group by its members', () => {
    const { bus, get } = createBench(street)
    bus.run('align', { ids: ['panel', 'over'], side: 'left' })
    expect([get('panel').x, get('left').x, get('leaf').x]).toEqual([50, 50, 150])
  })
})

describe('same-size', () => {
  it('uses the first component or the given reference, which may be locked', () => {
    const { bus, get } = createBench(street)
    bus.run('same-size', { ids: ['leaf', 'over', 'under'], which: 'width' })
    expect([get('over'), get('under'), get('leaf')].map(({ width, height }) => [width, height])).toEqual([
      [30, 10],
      [30, 10],
      [30, 30],
    ])
    expect(bus.run('same-size', { ids: ['leaf', 'over'], which: 'both', reference: 'fixed' })).toMatchObject({
      ok: true,
    })
    expect([get('over'), get('leaf')]).toMatchObject([
      { width: 10, height: 10 },
      { width: 10, height: 10 },
    ])
  })

  it('stretches a group with its members', () => {
    const { bus, get } = createBench([...street, { id: 'tile', width: 30, height: 30 }])
    bus.run('same-size', { ids: ['tile', 'panel'], which: 'both' })
    expect(get('panel')).toMatchObject({ x: 100, y: 100, width: 30, height: 30 })
    expect(get('left').height).toBe(6)
  })
})

it('snap-to-grid brings the corner that is seen onto the grid, of turned ones and groups too', () => {
  const { bus, get } = createBench([
    ...three,
    { id: 'g', type: 'group' as const, x: 0, y: 0, width: 0, height: 0 },
    { id: 'm', parent: 'g', x: 101, y: 99 },
  ])
  bus.run('snap-to-grid', { ids: ['b', 'c', 'g'], step: 20 })
  expect([get('b'), get('m')]).toMatchObject([
    { x: 0, y: 0 },
    { x: 100, y: 100 },
  ])
  expect(get('c')).toMatchObject({ x: 75, y: 5 })
})

describe('rotate', () => {
  it('by a quarter four times is none, to the byte', () => {
    const { bus, document } = createBench([...street, ...three])
    const start = writeDrawing(document.toDrawing())
    for (let i = 0; i < 4; i++)
      expect(bus.run('rotate', { ids: ['panel', 'over', 'under', 'b'], byDeg: i < 2 ? 90 : '90' })).toMatchObject({
        ok: true,
      })
    expect(writeDrawing(document.toDrawing())).toBe(start)
  })

  it('turns one about its own centre, several about their common one, a group about its own', () => {
    const { bus, get } = createBench([
      { id: 'a' },
      { id: 'b', x: 90 },
      { id: 'g', type: 'group' },
      { id: 'm', parent: 'g', x: 200 },
      { id: 'n', parent: 'g', x: 290 },
    ])
    bus.run('rotate', { ids: ['a'], byDeg: -90 })
    expect(get('a')).toMatchObject({ x: 0, y: 0, angleDeg: 270 })
    bus.run('rotate', { ids: ['a', 'b'], byDeg: 90 })
    expect([get('a'), get('b')]).toMatchObject([
      { x: 45, y: -45, angleDeg: 0 },
      { x: 45, y: 45, angleDeg: 90 },
    ])
    bus.run('rotate', { ids: ['g'], byDeg: 90 })
    expect([get('m'), get('n'), get('g')]).toMatchObject([
      { x: 245, y: -45 },
      { x: 245, y: 45 },
      { x: 245, y: -45, width: 10, height: 100, angleDeg: 0 },
    ])
  })

  it('to an angle turns each about its own centre, and refuses a group', () => {
    const { bus, get } = createBench(street)
    bus.run('rotate', { ids: ['over', 'right'], toDeg: '-30' })
    expect([get('over'), get('right')]).toMatchObject([
      { x: 50, angleDeg: 330 },
      { x: 150, angleDeg: 330 },
    ])
    expect(bus.run('rotate', { ids: ['over', 'panel'], toDeg: 0 })).toMatchObject({
      ok: false,
      problems: [{ path: 'panel', code: 'command.groupAngle' }],
    })
    expect(get('over').angleDeg).toBe(330)
  })

  it.each([
    [''],
    ['  '],
    ['abc'],
    ['1e3'],
    ['0x10'],
    ['12 13'],
    ['°'],
    ['4,5'],
    [null],
    [true],
    [Number.NaN],
    [Infinity],
    [2e6],
    [undefined],
    [[]],
  ])('refuses %j as an angle', (byDeg) => {
    const { bus } = createBench(street)
    expect(bus.run('rotate', { ids: ['over'], byDeg })).toMatchObject({
      ok: false,
      code: 'command.arguments',
      problems: [{ code: 'command.angle' }],
    })
    expect(bus.history.canUndo).toBe(false)
  })

  it.each([
    ['12', 12],
    [' -7.5° ', -7.5],
    ['+.5', 0.5],
    ['90 °', 90],
    [45, 45],
  ])('reads %j as an angle', (typed, angle) => {
    expect(readAngle(typed)).toBe(angle)
  })
})

it('a mirrored group mirrors its members instead of itself', () => {
  const { bus, get } = createBench(street)
  bus.run('mirror', { ids: ['panel'], axis: 'horizontal' })
  expect([get('left'), get('leaf'), get('right')]).toMatchObject([
    { x: 220, flipX: true, flipY: false },
    { x: 100, flipX: true },
    { x: 170, y: 110, angleDeg: 270, flipX: true },
  ])
  expect(get('panel')).toMatchObject({ x: 100, y: 100, width: 130, height: 50, flipX: false })
})

describe('rejected arrange commands', () => {
  it.each<[string, string, object, string]>([
    ['aligning one', 'align', { ids: ['over'], side: 'left' }, 'command.tooFew'],
    ['aligning a group and its own member', 'align', { ids: ['panel', 'left'], side: 'left' }, 'command.tooFew'],
    ['distributing two', 'distribute', { ids: ['over', 'under'], axis: 'vertical' }, 'command.tooFew'],
    ['making one alike', 'same-size', { ids: ['over'], which: 'both' }, 'command.tooFew'],
    ['a side that is none', 'align', { ids: ['over', 'under'], side: 'middle' }, 'invalid_value'],
    ['a grid of nothing', 'snap-to-grid', { ids: ['over'], step: 0 }, 'too_small'],
    ['two angles at once', 'rotate', { ids: ['over'], byDeg: 1, toDeg: 1 }, 'command.angle'],
    [
      'a reference that is not there',
      'same-size',
      { ids: ['over', 'under'], which: 'both', reference: 'ghost' },
      'command.unknownComponent',
    ],
  ])('%s', (_, name, args, code) => {
    const { bus } = createBench(street)
    expect(bus.run(name, args)).toMatchObject({ ok: false, problems: [{ code }] })
    expect(bus.history.canUndo).toBe(false)
  })

  it.each([
    ['align', { side: 'left' }],
    ['distribute', { axis: 'vertical' }],
    ['same-size', { which: 'both' }],
    ['snap-to-grid', { step: 10 }],
    ['rotate', { byDeg: 90 }],
    ['mirror', { axis: 'vertical' }],
    ['group', {}],
  ])('%s with a component locked directly, by its group or by a member', (name, args) => {
    const { bus, get, document } = createBench([
      ...street,
      { id: 'held', type: 'group', locked: true },
      { id: 'inside', parent: 'held', x: 400 },
    ])
    const start = writeDrawing(document.toDrawing())
    for (const id of ['fixed', 'inside', 'held']) {
      expect(bus.run(name, { ids: ['over', 'under', id], ...args })).toMatchObject({
        ok: false,
        code: 'command.locked',
      })
    }
    if (name !== 'group') {
      bus.run('lock', { ids: ['leaf'] })
      expect(bus.run(name, { ids: ['over', 'under', 'panel'], ...args })).toMatchObject({
        ok: false,
        code: 'command.locked',
        problems: [{ path: 'leaf' }],
      })
      bus.history.undo()
    }
    expect(writeDrawing(document.toDrawing())).toBe(start)
    expect(get('over').x).toBe(50)
  })
})

describe('the page', () => {
  const ratioed = () => {
    const bench = createBench([])
    bench.bus.run('set-layer', { widthHeightRatio: 16 / 9, width: 1600 })
    return bench
  }

  it('keeps its ratio when one side changes', () => {
    const { bus, document } = ratioed()
    expect(document.layer).toMatchObject({ width: 1600, height: 900 })
    for (const width of [1, 19, 192, 1920]) bus.run('set-layer', { width })
    expect(document.layer).toMatchObject({ width: 1920, height: 1080 })
    bus.run('set-layer', { height: 720, backColor: '#000000' })
    expect(document.layer).toMatchObject({ width: 1280, height: 720 })
  })

  it('takes a new ratio from two sides, and its height from a ratio', () => {
    const { bus, document } = ratioed()
    bus.run('set-layer', { width: 1024, height: 768 })
    expect(document.layer).toMatchObject({ width: 1024, height: 768, widthHeightRatio: 4 / 3 })
    bus.run('set-layer', { widthHeightRatio: 2 })
    expect(document.layer).toMatchObject({ width: 1024, height: 512 })
    bus.run('set-layer', { widthHeightRatio: 0 })
    bus.run('set-layer', { width: 300 })
    expect(document.layer).toMatchObject({ width: 300, height: 512 })
  })
})
