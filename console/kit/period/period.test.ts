import { expect, test } from 'vitest'
import { routes } from '../../../contract/routes.ts'
import { findFault, isOutOfRange } from './period.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 22, 9)

test('a past period has a duration, is over and spans at most 3660 days, like on the server', () => {
  const tried = [
    [now - 3660 * dayMs, now],
    [now - 3660 * dayMs - 1, now],
    [now - dayMs, now + 60_000],
    [now - dayMs, now - dayMs],
  ] as const
  expect(tried.map((ends) => findFault(ends, now))).toEqual([null, 'length', 'future', 'order'])
  expect(
    tried.map(([from, to]) => routes['history.read'].query?.safeParse({ tags: 'a/b/c', from, to }).success),
  ).toEqual([true, false, true, false])
})

test('while it is picked, a period with one end or turned round is judged as far as it can be', () => {
  expect(
    [[], [now - 1000 * dayMs], [now + 1], [now, now - dayMs], [now, now - 4000 * dayMs]].map((ends) =>
      findFault(ends, now),
    ),
  ).toEqual([null, null, 'future', null, 'length'])
})

test('days to come, and days further than 3660 from the other end, are not offered', () => {
  const day = (ago: number) => ({ startMs: now - ago * dayMs, endMs: now - ago * dayMs + dayMs - 1 })
  expect([0, 5000, -1].map((ago) => isOutOfRange(day(ago), now))).toEqual([false, false, true])
  const other = now - 4000 * dayMs
  expect([7660, 7662, 341, 339].map((ago) => isOutOfRange(day(ago), now, other))).toEqual([false, true, false, true])
  expect(isOutOfRange({ startMs: -2 * dayMs, endMs: -dayMs }, now)).toBe(true)
})
