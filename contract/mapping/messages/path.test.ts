import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePath, formatPath, ItemIndexes, parsePath } from './path.ts'
import type { PathStep } from './path.ts'

const message = {
  ENERGY: { Power: 76 },
  values: [{ id: 'a', v: 1 }, { id: 'Channel1.Press1.Speed', v: 42 }, { v: 3 }],
  'key.with.dots': { '温度 外': 21 },
  'it"s': 1,
  '': 5,
  deep: [[1, [2]]],
  zero: 0,
  nothing: null,
}

describe('a path', () => {
  it.each([
    ['', message],
    ['ENERGY.Power', 76],
    ['values[0].v', 1],
    ['values[-1].v', 3],
    ['values[?id=="Channel1.Press1.Speed"].v', 42],
    ["values[?id=='a'].v", 1],
    ['values[?v==3].id', undefined],
    ['"key.with.dots".温度 外', 21],
    ['["key.with.dots"]["温度 外"]', 21],
    ['"it\\"s"', 1],
    ['""', 5],
    ['deep[0][1][0]', 2],
    ['zero', 0],
    ['nothing', null],
    ['nothing.more', undefined],
    ['ENERGY.Power.more', undefined],
    ['values.v', undefined],
    ['values[9].v', undefined],
    ['missing[0]', undefined],
    ['values.length', undefined],
    ['\u0022\\u0045NERGY\u0022.Power', 76],
  ])('reads %s', (path, value) => {
    expect(compilePath(path)(message)).toEqual(value)
  })

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'ENERGY.constructor',
    'values.map',
    'values.constructor',
    'hasOwnProperty.call',
  ])('reads no inherited key (%s)', (path) => {
    expect(compilePath(path)(message)).toBeUndefined()
  })

  it('reads a key named __proto__ that a message really has', () => {
    const read: unknown = JSON.parse('{"__proto__": {"level": 3}}')
    expect(compilePath('__proto__.level')(read)).toBe(3)
    expect(Reflect.get({}, 'level')).toBeUndefined()
  })

  it.each([
    'a..b',
    '.a',
    'a.',
    'a[',
    'a[]',
    'a[x]',
    'a[1',
    'a[?b]',
    'a[?b=1]',
    'a[?b=="x]',
    '"a',
    'a]',
    'a"b"',
    'a[?b==x]',
    'a'.repeat(301),
    'a.'.repeat(40),
  ])('refuses %s with a position', (path) => {
    expect(parsePath(path)).toMatchObject({ problem: expect.any(String), at: expect.any(Number) })
  })

  it('survives being written and read again', () => {
    const key = fc.record({ kind: fc.constant('key' as const), key: fc.string({ maxLength: 8, unit: 'grapheme' }) })
    const index = fc.record({ kind: fc.constant('index' as const), index: fc.integer({ min: -99, max: 99 }) })
    const literal = fc.oneof(
      fc.string({ maxLength: 8, unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const find = fc.record({
      kind: fc.constant('find' as const),
      path: fc.array(key, { minLength: 1, maxLength: 2 }),
      equals: literal,
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(key, index, find), { maxLength: 5 }), (steps: PathStep[]) => {
        const written = formatPath(steps)
        fc.pre(written.length <= 300)
        expect(parsePath(written)).toEqual({ steps })
      }),
    )
  })

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.jsonValue(), (path, value) => {
        const parsed = parsePath(path)
        if (parsed.problem === undefined) compilePath(path)(value)
        else expect(parsed.at).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('finds items of long arrays through an index per message, the first of equal ones', () => {
    const indexes = new ItemIndexes()
    const read = compilePath('values[?id==5].v', indexes)
    const array = (offset: number) => ({
      values: Array.from({ length: 50 }, (_, number) => ({ id: number % 10, v: number + offset })),
    })
    expect(read(array(0))).toBe(5)
    expect(read(array(1000))).toBe(1005)
    indexes.clear()
    expect(read(array(0))).toBe(5)
    expect(read({ values: [] })).toBeUndefined()
  })
})
