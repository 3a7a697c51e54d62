import { expect, test } from 'vitest'
import { fillPath, queryString } from './query.ts'

test('section 5: empty, null and undefined parameters are dropped', () => {
  expect(queryString({ search: '', project: null, page: 1, from: undefined, zero: 0, no: false })).toBe(
    'page=1&zero=0&no=false',
  )
})

test('section 7: nested objects are written as name[key]', () => {
  expect(decodeURIComponent(queryString({ range: { from: 1, to: { day: 'a b' }, none: '' }, ids: ['x', 'y'] }))).toBe(
    'range[from]=1&range[to][day]=a b&ids[0]=x&ids[1]=y',
  )
})

test('parameters of a path are escaped and must be there', () => {
  expect(fillPath('/api/drawings/:id', { id: 'a/b c' })).toBe('/api/drawings/a%2Fb%20c')
  expect(() => fillPath('/api/drawings/:id', {})).toThrow('id')
})
