import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('section 8: a chunk that does not come within 120 s fails as "Loading chunk failed (timeout)"', async () => {
  const loaded = loadChunk(() => new Promise(() => undefined))
  loaded.catch(() => undefined) // The promise rejects while the fake clock advances; handle it to avoid an unhandled rejection.
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(loaded).rejects.toThrow('Loading chunk failed (timeout)')
})

test('section 8: a chunk that is not there fails as "Loading chunk failed (missing)"', async () => {
  await expect(
    loadChunk(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
  ).rejects.toThrow('Loading chunk failed (missing)')
})

test('a loaded chunk is returned, and no timer remains', async () => {
  expect(await loadChunk(() => Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})
