import { expect, test } from 'vitest'
import { DuplicateGuard } from './duplicates.ts'

const post = { method: 'POST', url: '/api/drawings', body: '{"name":"a"}' }

function guardAt(...moments: number[]) {
  return new DuplicateGuard(() => moments.shift() ?? 0)
}

test('section 5: the same post within 1,000 ms is refused, at 1,000 ms it passes', () => {
  const guard = guardAt(0, 999, 1000)
  expect([post, post, post].map((each) => guard.admit(each))).toEqual([true, false, true])
})

test('section 5: another body, another address or a get is no duplicate', () => {
  const guard = guardAt(0, 1, 2, 3)
  expect(guard.admit(post)).toBe(true)
  expect(guard.admit({ ...post, body: '{"name":"b"}' })).toBe(true)
  expect(guard.admit({ ...post, url: '/api/commands' })).toBe(true)
  expect(guard.admit({ ...post, method: 'GET' })).toBe(true)
})

test('section 5: only the previous submission counts', () => {
  const guard = guardAt(0, 10, 20)
  const other = { ...post, body: '{"name":"b"}' }
  expect([post, other, post].map((each) => guard.admit(each))).toEqual([true, true, true])
})
