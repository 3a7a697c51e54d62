import { expect, test } from 'vitest'
import { TokenBucket } from './tokenBucket.ts'

test('a burst passes, then the rate holds, and rest refills it', () => {
  const rate = new TokenBucket(10, 3, 0)
  expect([0, 0, 0, 0].map((now) => rate.tryConsume(now))).toEqual([true, true, true, false])
  expect([100, 100, 200].map((now) => rate.tryConsume(now))).toEqual([true, false, true])
  expect([10_000, 10_000, 10_000, 10_000].map((now) => rate.tryConsume(now))).toEqual([true, true, true, false])
})

test('who may wait waits behind the one before', () => {
  const rate = new TokenBucket(10, 1, 0)
  expect([0, 0, 0].map((now) => rate.consume(now))).toEqual([0, 100, 200])
  expect(rate.consume(300)).toBe(0)
})
