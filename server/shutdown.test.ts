import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../contract/limits.ts'
import { createShutdown, shutdownOnSignals, type ShutdownHook } from './shutdown.ts'
import { createLog } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(...stops: ShutdownHook[]) {
  const lines: string[] = []
  const exits: number[] = []
  const signals = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
  const ending = createShutdown(
    stops,
    createLog('error', (line) => lines.push(line)),
  )
  shutdownOnSignals(ending, signals)
  return { ending, exits, lines, signal: (name: 'SIGTERM' | 'SIGINT') => signals.emit(name) }
}
const hangs: ShutdownHook = () => new Promise(() => undefined)

test('a signal ends all parts, the last one first, past one that fails', async () => {
  const ended: string[] = []
  const { exits, lines, signal } = setUp(
    () => void ended.push('first'),
    () => {
      throw new Error('stuck')
    },
    () => void ended.push('last'),
  )
  signal('SIGTERM')
  await vi.advanceTimersByTimeAsync(0)
  expect([ended, exits, lines.length]).toEqual([['last', 'first'], [0], 1])
  expect(lines[0]).toContain('shutdown step failed')
})

test('a part that hangs is left behind in time, for a signal and for a start that failed', async () => {
  const signalled = setUp(hangs)
  signalled.signal('SIGINT')
  const failed = setUp(hangs)
  const whole = vi.fn()
  void failed.ending.all().then(whole)
  await vi.advanceTimersByTimeAsync(limits.http.drainMs - 1)
  expect([signalled.exits, whole.mock.calls]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(1)
  expect([signalled.exits, whole.mock.calls]).toEqual([[1], [[false]]])
  for (const { lines } of [signalled, failed]) expect(lines).toEqual([expect.stringContaining('shutdown timed out')])
})

test('a signal during the shutdown of a failed start causes no second stop and leaves the exit to the start; another signal exits immediately', async () => {
  const stop = vi.fn(hangs)
  const { ending, exits, signal } = setUp(stop)
  const whole = ending.all()
  signal('SIGTERM')
  await vi.advanceTimersByTimeAsync(limits.http.drainMs)
  expect([await whole, stop.mock.calls.length, exits]).toEqual([false, 1, []])
  signal('SIGTERM')
  expect(exits).toEqual([1])
})

test('a start that fails because of a signal waits for its shutdown, and the signal determines the exit code', async () => {
  const stop = vi.fn(async () => undefined)
  const { ending, exits, signal } = setUp(stop)
  signal('SIGTERM')
  await ending.all().then(() => exits.push(1))
  expect([stop.mock.calls.length, exits]).toEqual([1, [0, 1]])
})
