import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

it('keeps no tasks that have run while it never empties', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new Error('the garbage collector is not available')
  const usedBytes = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const queue = new TurnQueue()
  let ran = 0
  let isEnding = false
  const add = (): void =>
    queue.run(() => {
      ran++
      if (!isEnding) add()
    })
  queue.run(() => burn(5))
  for (let task = 0; task < 100; task++) add()
  const beforeBytes = usedBytes()
  while (ran < 500_000) await turn()
  expect(usedBytes() - beforeBytes).toBeLessThan(4_000_000)
  isEnding = true
  await queue.waitUntilIdle()
})
