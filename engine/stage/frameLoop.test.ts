import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FrameLoop } from './frameLoop.ts'

let pendingFrames: Map<number, FrameRequestCallback>
let next = 1
const runFrame = (nowMs: number) => {
  const callbacks = [...pendingFrames.values()]
  pendingFrames.clear()
  for (const callback of callbacks) callback(nowMs)
}

beforeEach(() => {
  pendingFrames = new Map()
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    pendingFrames.set(next, callback)
    return next++
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => pendingFrames.delete(id))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('merges several requests into one frame and idles if no more are requested', () => {
  const drawn: number[] = []
  const loop = new FrameLoop((nowMs) => drawn.push(nowMs) === 0)
  loop.request()
  loop.request()
  runFrame(10)
  runFrame(20)
  expect(drawn).toEqual([10])
})

it('draws no second frame for changes made during a frame', () => {
  let drawn = 0
  const loop: FrameLoop = new FrameLoop(() => {
    drawn++
    loop.request()
    return false
  })
  loop.request()
  runFrame(10)
  runFrame(20)
  expect(drawn).toBe(1)
})

it('continues while a step requests more frames, and passes the elapsed time', () => {
  const elapsed: number[] = []
  const loop = new FrameLoop((_, elapsedMs) => elapsed.push(elapsedMs) < 3)
  loop.request()
  for (const ms of [100, 116, 133, 150]) runFrame(ms)
  expect(elapsed).toEqual([0, 16, 17])
})

it('a frame made at once is the one that was wished for', () => {
  let drawn = 0
  const loop = new FrameLoop(() => drawn++ < 0)
  loop.request()
  loop.run(5)
  runFrame(10)
  expect(drawn).toBe(1)
})

it('continues after a step threw', () => {
  let drawn = 0
  const loop = new FrameLoop(() => {
    if (drawn++ === 0) throw new Error('first')
    return false
  })
  expect(() => loop.run(1)).toThrow('first')
  loop.request()
  runFrame(10)
  expect(drawn).toBe(2)
})

it('continues by itself after one throwing step, and stops after two in a row', () => {
  let drawn = 0
  const throwing = new Set([2, 5, 6])
  const loop = new FrameLoop(() => {
    if (throwing.has(++drawn)) throw new Error('now and then')
    return true
  })
  loop.request()
  for (let ms = 10; ms < 100; ms += 10) {
    try {
      runFrame(ms)
    } catch (error) {
      expect(error).toEqual(new Error('now and then'))
    }
  }
  expect(drawn).toBe(6)
  loop.request()
  runFrame(200)
  runFrame(210)
  expect(drawn).toBe(8)
})

it('stops for good', () => {
  let drawn = 0
  const loop = new FrameLoop(() => drawn++ < 100)
  loop.request()
  loop.stop()
  loop.request()
  runFrame(10)
  expect(drawn).toBe(0)
})

it('limits the frames that only animations need, and draws a requested one at once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const drawn: number[] = []
  const loop = new FrameLoop((nowMs) => {
    drawn.push(nowMs)
    return 'animation'
  }, 10)
  loop.request()
  runFrame(10)
  runFrame(26)
  expect(drawn).toEqual([10])
  vi.advanceTimersByTime(100)
  runFrame(110)
  expect(drawn).toEqual([10, 110])
  loop.request()
  runFrame(126)
  expect(drawn).toEqual([10, 110, 126])
  loop.stop()
  vi.advanceTimersByTime(1000)
  runFrame(1126)
  expect(drawn).toEqual([10, 110, 126])
})
