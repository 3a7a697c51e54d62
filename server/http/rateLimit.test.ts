import { expect, it } from 'vitest'
import { Refusal } from '../../contract/errors.ts'
import { createRateLimit } from './rateLimit.ts'

it('lets a minute\'s worth through at once, refuses the next with when to come again, and refills steadily by name', () => {
  let now = 0
  const rates = createRateLimit(() => now)
  const take = (name: string): string => {
    try {
      rates.take(name, 6)
      return 'taken'
    } catch (cause) {
      return cause instanceof Refusal ? `${cause.error} ${cause.detail?.retryAfterSeconds}` : String(cause)
    }
  }
  expect(Array.from({ length: 7 }, () => take('a'))).toEqual([...Array.from({ length: 6 }, () => 'taken'), 'limit.rate 10'])
  expect(take('b')).toBe('taken')
  now = 9_000
  expect(take('a')).toBe('limit.rate 1')
  now = 10_000
  expect([take('a'), take('a')]).toEqual(['taken', 'limit.rate 10'])
})
