import { expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import type { FieldValue } from '../../schema/index.ts'
import { GpuBrush } from './gpuBrush.ts'
import { wordsPerPrimitive } from '../brush/primitiveLayout.ts'
import { primitiveCacheKey, PrimitiveCache } from './primitiveCache.ts'

const atlas = { glyph: () => ({ u: 7, v: 9, w: 20, h: 40, left: 0, top: -0.8, advance: 0.5 }) }
const pictures = { url: () => 3, picture: () => 3 }
const repeated = catalog.list.filter(({ isRepeated }) => isRepeated)

it('copies cached primitives to another position with the same records as if drawn there', () => {
  expect(repeated.length).toBeGreaterThan(0)
  const [drawn, copied] = [new GpuBrush(atlas, pictures), new GpuBrush(atlas, pictures)]
  const begin = (brush: GpuBrush, x: number, y: number) => brush.begin(x, y, 64, 48, 0, false, false, 1, false, 0)
  for (const type of repeated) {
    for (const { props } of type.variants ?? [{ props: {} }]) {
      for (const state of [0, 1, 2, 3, -1]) {
        const whole: Record<string, FieldValue> = { ...type.defaults, ...props, state, look: 'vivid', text: 'P 1' }
        begin(drawn, 0, 0)
        type.draw(drawn, whole, { width: 64, height: 48 })
        begin(copied, 900, 500)
        copied.copy(drawn.stamp())
        begin(drawn, 900, 500)
        type.draw(drawn, whole, { width: 64, height: 48 })
        expect([copied.count, copied.isFlowing, copied.isSimple]).toEqual([
          drawn.count,
          drawn.isFlowing,
          drawn.isSimple,
        ])
        const [one, other] = [getRecords(copied), getRecords(drawn)]
        expect(one.rest).toEqual(other.rest)
        expect(Math.max(...one.places.map((place, at) => Math.abs(place - (other.places[at] ?? 0))))).toBeLessThan(1e-3)
      }
    }
  }
})

/** Splits records into their centres in drawing pixels and all other words. */
function getRecords({ words, count }: GpuBrush): {
  readonly places: readonly number[]
  readonly rest: readonly number[]
} {
  const [numbers, floats] = [
    [...words.subarray(0, count * wordsPerPrimitive)],
    [...new Float32Array(words.buffer, 0, count * wordsPerPrimitive)],
  ]
  const isPlace = (_: number, at: number): boolean => at % wordsPerPrimitive < 2
  return { places: floats.filter(isPlace), rest: numbers.filter((word, at) => !isPlace(word, at)) }
}

it('has different keys for all properties that affect the primitives', () => {
  const [type] = repeated
  if (!type) throw new Error('no type repeats')
  const key = (props: Readonly<Record<string, FieldValue>>, width = 64) =>
    primitiveCacheKey(type, { ...type.defaults, ...props }, width, 64)
  const keys = [
    key({}),
    key({ state: 1 }),
    key({}, 65),
    key({ look: 'vivid' }),
    key({ inscription: 'a', text: '' }),
    key({ inscription: '', text: 'a' }),
    key({ inscription: 'a 1:b', text: '' }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(key({ state: 1 })).toBe(key({ state: 1 }))
})

it('evicts entries not used since its capacity was filled again, and keeps used ones', () => {
  const stamps = new PrimitiveCache(4 * wordsPerPrimitive)
  const stamp = { words: new Uint32Array(wordsPerPrimitive), isFlowing: false, isSimple: true }
  for (const key of 'abcd') stamps.set(key, stamp)
  stamps.set('e', stamp)
  expect(stamps.get('a')).toBe(stamp)
  for (const key of 'fghi') stamps.set(key, stamp)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => stamps.get(key) !== undefined)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})
