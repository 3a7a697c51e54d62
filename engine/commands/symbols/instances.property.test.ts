import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { commonValues } from '../index.ts'
import { createBench } from '../testing.ts'

const symbols = [
  {
    id: 's',
    name: 'S',
    width: 100,
    height: 50,
    params: [],
    components: [{ id: 'm', type: 'box', x: 0, y: 0, width: 100, height: 50 }],
  },
]

const size = fc.integer({ min: 1, max: 400 })
const place = fc.integer({ min: -300, max: 300 })
const step = fc.oneof(
  fc.record({ name: fc.constant('rotate'), args: fc.record({ byDeg: fc.integer({ min: -180, max: 180 }) }) }),
  fc.record({ name: fc.constant('mirror'), args: fc.record({ axis: fc.constantFrom('horizontal', 'vertical') }) }),
  fc.record({ name: fc.constant('move'), args: fc.record({ dx: place, dy: place }) }),
  fc.record({
    name: fc.constant('set-props'),
    args: fc.record({
      common: fc.record(
        {
          x: place,
          y: place,
          width: size,
          height: size,
          angleDeg: fc.integer({ min: 0, max: 359 }),
          flipX: fc.boolean(),
          flipY: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    }),
  }),
  fc.record({
    name: fc.constant('same-size'),
    args: fc.record({ which: fc.constantFrom('width', 'height', 'both'), reference: fc.constant('other') }),
  }),
)

it('an instance is placed, sized, turned and mirrored exactly as the one component that its symbol is made of', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const bench = createBench(
        [
          { id: 'plain', x: 20, y: 30, width: 100, height: 50 },
          { id: 'i', type: 'group', x: 20, y: 30, width: 100, height: 50, link: { symbol: 's' } } as never,
          { id: 'other', x: 500, y: 500, width: 70, height: 90, angleDeg: 20 },
        ],
        {},
        symbols,
      )
      for (const { name, args } of steps)
        for (const id of ['plain', 'i']) expect(bench.bus.run(name, { ids: [id], ...args })).toMatchObject({ ok: true })
      const plain = bench.get('plain')
      const [member] = bench.document.children(bench.get('i').id)
      for (const key of ['x', 'y', 'width', 'height'] as const) expect(member?.[key]).toBeCloseTo(plain[key], 6)
      // Flipping both axes equals a rotation by 180°, so an orientation can be written in two ways.
      const direction = ({ angleDeg, flipX, flipY }: typeof plain) => [
        flipX !== flipY,
        Math.round((angleDeg + (flipY ? 180 : 0)) * 1e6) % 360e6,
      ]
      expect(member && direction(member)).toEqual(direction(plain))
      const shown = commonValues([bench.get('i')], testTypes)?.common
      for (const key of ['width', 'height'] as const) expect(shown?.[key].value).toBeCloseTo(plain[key], 6)
      const read = readDrawing(writeDrawing(bench.document.toDrawing()), testTypes)
      expect(read.value?.drawing.components).toEqual([...bench.document.paintOrder()])
    }),
  )
})

it('resizes a rotated or unrotated instance to the requested width without moving it', () => {
  const bench = createBench(
    [
      { id: 'i', type: 'group', x: 0, y: 0, width: 100, height: 50, link: { symbol: 's' } } as never,
      { id: 'box', x: 300, y: 0, width: 80 },
    ],
    {},
    symbols,
  )
  bench.bus.run('rotate', { ids: ['i'], byDeg: 30 })
  const getWidth = () => commonValues([bench.get('i')], testTypes)?.common.width.value
  const before = bench.get('i').link?.place
  for (const width of [300, 200]) {
    bench.bus.run('set-props', { ids: ['i'], common: { width } })
    expect([getWidth(), bench.get('i').link?.place]).toEqual([width, { ...before, width }])
  }
  bench.bus.run('same-size', { ids: ['i'], which: 'width', reference: 'box' })
  expect(getWidth()).toBe(80)
})
