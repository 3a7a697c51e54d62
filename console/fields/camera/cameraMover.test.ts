import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CameraMover, type Velocity } from './cameraMover.ts'

const left: Velocity = { pan: -0.5, tilt: 0, zoom: 0 }
const still: Velocity = { pan: 0, tilt: 0, zoom: 0 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a held button repeats its command before the camera stops by itself, and its release stops the camera once', async () => {
  const sent: Velocity[] = []
  const mover = new CameraMover((velocity) => {
    sent.push(velocity)
    return Promise.resolve(true)
  })
  mover.start(left)
  await vi.advanceTimersByTimeAsync(2500)
  mover.stop()
  mover.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([left, left, left, still])
})

test('the stop is the last command, even if the first is slow', async () => {
  const sent: Velocity[] = []
  const answers: ((isOk: boolean) => void)[] = []
  const mover = new CameraMover((velocity) => {
    sent.push(velocity)
    return new Promise((done) => answers.push(done))
  })
  mover.start(left)
  await vi.advanceTimersByTimeAsync(3500)
  mover.stop()
  answers[0]?.(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual([left, still])
})

test('a failed command is not repeated', async () => {
  let count = 0
  const mover = new CameraMover(() => {
    count++
    return Promise.resolve(false)
  })
  mover.start(left)
  await vi.advanceTimersByTimeAsync(5000)
  mover.stop()
  await vi.advanceTimersByTimeAsync(100)
  expect(count).toBe(1)
})
