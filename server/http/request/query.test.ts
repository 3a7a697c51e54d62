import { expect, it } from 'vitest'
import { nestQuery } from './query.ts'

it('reads one level of nesting', () => {
  expect(nestQuery({ page: '1', 'filter[state]': '2', 'filter[kind]': 'a' })).toEqual({
    page: '1',
    filter: { state: '2', kind: 'a' },
  })
})

it.each([
  'filter[__proto__]',
  'filter[constructor]',
  'filter[a][b]',
  'filter[]',
  '__proto__[x]',
  'constructor[x]',
  'filter[a',
  'filter[a]b',
])('keeps %s as an unknown key', (key) => {
  const read = nestQuery({ [key]: 'x' })
  expect(Object.keys(read)).toEqual([key])
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

it('keeps __proto__ a key like any other, which sets nothing', () => {
  const query = Object.fromEntries([
    ['__proto__', ['a', 'b']],
    ['page', '1'],
  ])
  const read = nestQuery(query)
  expect(Object.keys(read).toSorted()).toEqual(['__proto__', 'page'])
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
})

it('keeps a name that stands alone and nested apart', () => {
  expect(nestQuery({ filter: 'x', 'filter[a]': 'y' })).toEqual({ filter: 'x', 'filter[a]': 'y' })
})

it('keeps a repeated parameter as a list', () => {
  expect(nestQuery({ 'filter[a]': ['1', '2'] })).toEqual({ filter: { a: ['1', '2'] } })
})
