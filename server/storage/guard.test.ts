import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { createLog } from '../log.ts'
import { createStorageGuard } from './guard.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failure = (code: string) => Object.assign(new Error(code), { code })

function watched() {
  const state = {
    isFull: false,
    read: undefined as Error | undefined,
    write: undefined as Error | undefined,
    isSilent: false,
  }
  const guard = createStorageGuard({ log: createLog('silent') })
  const attempt = (cause: () => Error | undefined) => () =>
    state.isSilent ? new Promise(() => undefined) : cause() ? Promise.reject(cause()) : Promise.resolve()
  const stop = guard.start({
    isFull: () => Promise.resolve(state.isFull),
    read: attempt(() => state.read),
    write: attempt(() => state.write),
  })
  const faults: (string | null)[] = []
  guard.onChange((fault) => faults.push(fault))
  return { guard, state, stop, faults, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a disk below its reserve refuses writes within two seconds, and accepts them again within five seconds after space is freed', async () => {
  const { guard, state, faults, pass } = watched()
  await pass(1_500)
  expect(() => guard.check()).not.toThrow()
  state.isFull = true
  await pass(2_000)
  expect(() => guard.check()).toThrow(new ApiError('storage.full'))
  state.isFull = false
  await pass(5_000)
  expect(() => guard.check()).not.toThrow()
  expect(faults).toEqual(['full', null])
})

test('a write that failed for lack of space refuses the next ones at once, until a write succeeds', async () => {
  const { guard, state, pass } = watched()
  state.write = failure('53100')
  guard.report(failure('53100'))
  expect(guard.fault).toBe('full')
  await pass(60_000)
  expect(guard.fault).toBe('full')
  state.write = undefined
  await pass(5_000)
  expect(guard.fault).toBeNull()
})

test('an I/O error is a separate fault', () => {
  const { guard } = watched()
  guard.report(failure('58030'))
  expect(() => guard.check()).toThrow(new ApiError('storage.failed'))
})

test('a database that does not answer for ten seconds is unreachable; one broken connection is not', async () => {
  const { guard, state, faults, pass } = watched()
  guard.report(failure('57P01'))
  await pass(5_000)
  expect(faults).toEqual([])
  state.isSilent = true
  await pass(9_000)
  expect(guard.fault).toBeNull()
  await pass(3_000)
  expect(guard.fault).toBe('unreachable')
  state.isSilent = false
  await pass(15_000)
  expect(guard.fault).toBeNull()
})

test('errors of requests are no faults of the storage', async () => {
  const { guard, state, faults, pass } = watched()
  guard.report(failure('23505'))
  guard.report(new ApiError('storage.full'))
  state.read = failure('42P01')
  await pass(5_000)
  expect(faults).toEqual([])
})
