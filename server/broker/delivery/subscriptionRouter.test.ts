import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesTopic } from '../../../contract/telemetry/index.ts'
import { matchesFilter, SubscriptionRouter } from './subscriptionRouter.ts'

const name = fc.constantFrom('a', 'b', 'c')
const topic = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const filter = fc
  .tuple(fc.array(fc.oneof(name, fc.constant('+')), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([levels, open]) => (open ? [...levels.slice(0, 3), '#'] : levels).join('/'))

test('a publication reaches each matching subscription once, and after removal none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(filter, { maxLength: 12 }), topic, (filters, published) => {
      const board = new SubscriptionRouter()
      const reached: string[] = []
      const subscriptions = filters.map((one) => ({ one, deliver: () => void reached.push(one) }))
      for (const { one, deliver } of subscriptions) board.on(one, deliver)
      board.emit({ topic: published })
      const expected = filters.filter((one) => matchesTopic(one, published))
      expect(reached.toSorted()).toEqual(expected.toSorted())
      expect(board.countSubscribers(published)).toBe(expected.length)
      expect(filters.every((one) => matchesFilter(one, published) === matchesTopic(one, published))).toBe(true)
      for (const { one, deliver } of subscriptions) board.removeListener(one, deliver)
      expect(board.countSubscribers(published)).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('publications are numbered in the order in which they leave', () => {
  const board = new SubscriptionRouter()
  const numbers: (number | undefined)[] = []
  board.on('a', (packet) => void numbers.push(packet.brokerCounter))
  for (const brokerCounter of [7, 3, 5]) board.emit({ topic: 'a', brokerCounter })
  expect(numbers).toEqual([1, 2, 3])
})

test('a subscriber that never completes does not block others', async () => {
  const board = new SubscriptionRouter()
  let received = 0
  board.on('a', () => undefined)
  board.on('a', () => void received++)
  for (let i = 0; i < 1000; i++) await new Promise<void>((done) => board.emit({ topic: 'a' }, done))
  expect(received).toBe(1000)
})
