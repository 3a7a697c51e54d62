import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecodedFrame, Frame } from './index.ts'
import { decodeFrame, encodeFrame, FrameCache, isPoint } from './index.ts'

const now = Date.UTC(2026, 5, 1)
const json = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const decode = (bytes: Uint8Array) => decodeFrame(bytes, new FrameCache(() => now))
/** Returns the same bytes at another buffer offset, as network libraries deliver them. */
function shifted(bytes: Uint8Array, by: number): Uint8Array {
  const buffer = new Uint8Array(bytes.length + by)
  buffer.set(bytes, by)
  return buffer.subarray(by)
}
const withTime = (at: unknown) => json({ at, v: { a: 1 } })
const problemOf = (bytes: Uint8Array) => decode(bytes).problem
const read = (bytes: Uint8Array): Frame => whole(decode(bytes))
function whole(frame: DecodedFrame): Frame {
  if (frame.problem !== undefined) throw new Error(frame.problem)
  return frame
}

const pointName = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,20}$/).filter(isPoint)
const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: now })
const every = fc.integer({ min: 1, max: 86_400_000 })
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
const rows = (value: fc.Arbitrary<number | string>) =>
  fc.uniqueArray(fc.record({ point: pointName, value, mark: fc.integer({ min: 0, max: 2 }) }), {
    selector: ({ point }) => point,
    maxLength: 60,
  })

describe('a frame', () => {
  it.each(['json', 'binary'] as const)('comes back as it was written, as %s', (form) => {
    fc.assert(
      fc.property(rows(number), time, every, (list, at, interval) => {
        const points = list.map(({ point }) => point)
        const values = list.map(({ value }) => Number(value))
        const qualities = list.map(({ mark }) => mark)
        const frame = read(encodeFrame({ at, every: interval, points, values, qualities }, form))
        expect({ ...frame, values: [...frame.values], qualities: [...frame.qualities] }).toEqual({
          at,
          every: interval,
          points,
          values,
          qualities,
          texts: null,
          refused: 0,
        })
      }),
    )
  })

  it('keeps texts apart from numbers', () => {
    fc.assert(
      fc.property(rows(fc.oneof(number, fc.string({ maxLength: 30 }))), time, (list, at) => {
        const points = list.map(({ point }) => point)
        const values = list.map(({ value }) => (typeof value === 'number' ? value : NaN))
        const texts = list.map(({ value }) => (typeof value === 'string' ? value : undefined))
        const frame = read(encodeFrame({ at, points, values, texts }, 'json'))
        expect([...frame.values]).toEqual(values)
        expect(frame.texts ?? texts.map(() => undefined)).toEqual(texts)
        expect(frame.qualities.every((mark) => mark === 0)).toBe(true)
      }),
    )
  })

  it('gives the same list of points for the same names, whatever the values and wherever the bytes lie', () => {
    const cache = new FrameCache(() => now)
    const points = ['level', 'flow']
    for (const form of ['json', 'binary'] as const) {
      const first = whole(decodeFrame(encodeFrame({ at: now, points, values: [1, 2] }, form), cache))
      const second = whole(
        decodeFrame(shifted(encodeFrame({ at: now, points: [...points], values: [3, 4] }, form), 3), cache),
      )
      expect(second.points).toBe(first.points)
      expect([...second.values]).toEqual([3, 4])
    }
  })

  it('takes a ten-digit time as seconds and doubts one from the future', () => {
    expect(read(withTime(1_750_000_000)).at).toBe(1_750_000_000_000)
    expect([...read(withTime(now + 299_000)).qualities]).toEqual([0])
    expect([...read(withTime(now + 301_000)).qualities]).toEqual([1])
  })

  it.each([
    [0],
    [-1],
    [-1_750_000_000],
    [Date.UTC(1970, 0, 2)],
    [Date.UTC(2100, 0, 1)],
    [1e300],
    ['1750000000000'],
    [null],
    [undefined],
    [{}],
  ])('is refused with the time %s', (at) => {
    expect(problemOf(withTime(at))).toBe('frame.time')
  })

  it('makes a single bad value bad, counts it, and keeps the rest', () => {
    const frame = read(
      json(
        `{"at":${now},"v":{"huge":1e400,"none":null,"list":[1],"deep":{"a":1},"number":"12","flag":true,"odd":3},"q":{"odd":"excellent"}}`,
      ),
    )
    expect(frame.points).toEqual(['huge', 'none', 'list', 'deep', 'number', 'flag', 'odd'])
    expect([...frame.values]).toEqual([NaN, NaN, NaN, NaN, NaN, 1, 3])
    expect([...frame.qualities]).toEqual([2, 2, 2, 2, 0, 0, 2])
    expect(frame.texts?.[4]).toBe('12')
    expect(frame.refused).toBe(4)
    const binary = encodeFrame(
      { at: now, points: ['a', 'b', 'c'], values: [NaN, Infinity, 1], qualities: [0, 0, 77] },
      'binary',
    )
    expect(read(binary)).toMatchObject({ qualities: Uint8Array.from([2, 2, 2]), refused: 2 })
  })

  it.each([
    ['nothing', new Uint8Array(), 'frame.empty'],
    ['one byte too many', json(`{"at":${now},"v":{}}`.padEnd(256 * 1024 + 1)), 'frame.size'],
    ['invalid UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), 'frame.text'],
    ['NaN in JSON', json(`{"at":${now},"v":{"a":NaN}}`), 'frame.json'],
    ['a pit of brackets', json('['.repeat(200_000)), 'frame.json'],
    ['a list', json([1, 2]), 'frame.shape'],
    ['null', json('null'), 'frame.shape'],
    ['values as a list', json({ at: now, v: [1, 2] }), 'frame.shape'],
    ['no values', json({ at: now }), 'frame.shape'],
    ['qualities as a text', json({ at: now, v: { a: 1 }, q: 'good' }), 'frame.shape'],
    ['an interval of a text', json({ at: now, every: '5', v: { a: 1 } }), 'frame.every'],
    ['an interval below nothing', json({ at: now, every: -5, v: { a: 1 } }), 'frame.every'],
    ['__proto__', json(`{"at":${now},"v":{"__proto__":{"admin":true}}}`), 'frame.name'],
    ['constructor', json({ at: now, v: { constructor: 1 } }), 'frame.name'],
    ['a path', json({ at: now, v: { 'a/b': 1 } }), 'frame.name'],
    ['a name of 64', json({ at: now, v: { ['a'.repeat(64)]: 1 } }), 'frame.name'],
    [
      'too many points',
      json({ at: now, v: Object.fromEntries(Array.from({ length: 4097 }, (_, index) => [`p${index}`, 1])) }),
      'frame.points',
    ],
    ['only the magic', Uint8Array.from([0xb1]), 'frame.binary'],
    [
      'a header that says more than there is',
      Uint8Array.from([0xb1, 1, 255, 15, 255, 255, 255, 255, ...Array.from({ length: 20 }, () => 0)]),
      'frame.binary',
    ],
  ])('of %s is refused', (_name, bytes, problem) => {
    expect(problemOf(bytes)).toBe(problem)
  })

  it('refuses a binary frame cut or lengthened by a byte, with a name twice or another version', () => {
    const bytes = encodeFrame({ at: now, points: ['a', 'b'], values: [1, 2] }, 'binary')
    expect(problemOf(bytes.subarray(0, -1))).toBe('frame.binary')
    expect(problemOf(Uint8Array.from([...bytes, 0]))).toBe('frame.binary')
    expect(problemOf(bytes.with(1, 2))).toBe('frame.binary')
    expect(problemOf(bytes.with(22, 'a'.charCodeAt(0)))).toBe('frame.name')
  })

  it('never throws for any bytes, and yields only complete frames', () => {
    const good = encodeFrame({ at: now, points: ['level', 'flow', 'state'], values: [1, 2.5, NaN] }, 'binary')
    const cache = new FrameCache(() => now)
    const damaged = fc
      .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 })
      .map((damages) => damages.reduce((bytes, [at, byte]) => bytes.with(at, byte), good))
    const text = fc
      .oneof(
        fc.json(),
        fc.jsonValue().map((v) => JSON.stringify({ at: now, v, q: v })),
        fc.string(),
      )
      .map((value) => json(value))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged, text), (bytes) => {
        const frame = decodeFrame(bytes, cache)
        if (frame.problem !== undefined) return
        expect(frame.points.every(isPoint)).toBe(true)
        expect([frame.values.length, frame.qualities.length]).toEqual([frame.points.length, frame.points.length])
        expect(frame.qualities.every((mark) => mark <= 2)).toBe(true)
        expect(frame.values.every((value) => !Number.isFinite(value) === Number.isNaN(value))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('stays right when hostile senders fill the cache of names', () => {
    const cache = new FrameCache(() => now)
    for (let sender = 0; sender < 40; sender++) {
      const points = Array.from({ length: 4000 }, (_, index) => `point${sender}_${index}_${'x'.repeat(30)}`)
      const frame = whole(
        decodeFrame(
          encodeFrame({ at: now, points, values: points.map(() => 1) }, sender % 2 ? 'binary' : 'json'),
          cache,
        ),
      )
      expect(frame.points).toEqual(points)
    }
  })

  it('throws on our own mistakes only', () => {
    const frame = { at: now, points: ['a'], values: [1] }
    expect(() => encodeFrame({ ...frame, values: [] }, 'json')).toThrow('one value for each point')
    expect(() => encodeFrame({ ...frame, points: ['__proto__'] }, 'json')).toThrow('not a point name')
    expect(() => encodeFrame({ ...frame, points: ['a', 'a'], values: [1, 2] }, 'binary')).toThrow('a point twice')
    expect(() => encodeFrame({ ...frame, texts: ['on'] }, 'binary')).toThrow('cannot contain texts')
  })
})

describe('times of single values', () => {
  it('come back where they differ from the time of the frame', () => {
    const bytes = encodeFrame({ at: now, points: ['a', 'b'], values: [1, 2], times: [now - 5_000, now] }, 'json')
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ t: { a: now - 5_000 } })
    expect([...(read(bytes).times ?? [])]).toEqual([now - 5_000, now])
    expect(read(json({ at: now, v: { a: 1 }, t: { a: 'yesterday', b: 1 } })).times).toEqual(Float64Array.of(now))
    expect(read(json({ at: now, v: { a: 1 }, t: 7 })).times).toBeUndefined()
  })
})
