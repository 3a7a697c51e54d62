import { expect, it } from 'vitest'
import { TurnQueue } from './turnQueue.ts'

const burn = (ms: number): void => {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}
const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

it('runs a few tasks at once, and many in their order over several turns', async () => {
  const queue = new TurnQueue()
  const ran: number[] = []
  for (let task = 0; task < 100; task++)
    queue.run(() => {
      ran.push(task)
      burn(0.5)
    })
  const first = ran.length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(100)
  await turn()
  expect(ran.length).toBeGreaterThan(first)
  expect(ran.length).toBeLessThan(100)
  queue.run(() => ran.push(100))
  await queue.waitUntilIdle()
  expect(ran).toEqual(Array.from({ length: 101 }, (_, task) => task))
})
