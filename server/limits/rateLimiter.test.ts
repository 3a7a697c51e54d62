import { expect, it } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { RateLimiter } from './rateLimiter.ts'

it("lets a minute's worth through at once, refuses the next with when to come again, and refills steadily by name", () => {
  let now = 0
  const rates = new RateLimiter(() => now)
  const take = (name: string): string => {
    try {
      rates.consume(name, 6)
      return 'taken'
    } catch (cause) {
      return cause instanceof ApiError ? `${cause.error} ${cause.detail?.retryAfterSeconds}` : String(cause)
    }
  }
  expect(Array.from({ length: 7 }, () => take('a'))).toEqual([
    ...Array.from({ length: 6 }, () => 'taken'),
    'limit.rate 10',
  ])
  expect(take('b')).toBe('taken')
  now = 9_000
  expect(take('a')).toBe('limit.rate 1')
  now = 10_000
  expect([take('a'), take('a')]).toEqual(['taken', 'limit.rate 10'])
})

it('forgets names that are full again, a few by each call, and the longest unused first where there are too many', () => {
  let now = 0
  const rates = new RateLimiter(() => now, 100)
  for (let index = 0; index < 100; index++) rates.consume(`old ${index}`, 1)
  now = 1000
  rates.consume('kept', 1)
  for (let index = 0; index < 500; index++) {
    rates.consume(`new ${index}`, 1)
    expect(() => rates.consume('kept', 1)).toThrow()
    expect(rates.size).toBeLessThanOrEqual(100)
  }
  now = 120_000
  rates.consume('a', 1)
  expect(rates.size).toBeGreaterThan(50)
  for (let index = 0; index < 20; index++) rates.consume(`later ${index}`, 1)
  expect(rates.size).toBe(21)
})
