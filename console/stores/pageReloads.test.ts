import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakes.ts'
import { PageReloads } from './pageReloads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A tab; each reload creates a new page with the same storage. */
function openTab() {
  const storage = fakeStorage()
  const tab = { reloads: 0, isReachable: true }
  const load = () =>
    new PageReloads({
      storage,
      reload: () => {
        tab.reloads++
      },
      isReachable: async () => tab.isReachable,
    })
  return { tab, load }
}

it('waits longer before each reload, ten minutes at most', async () => {
  const { tab, load } = openTab()
  const first = load()
  first.reportSuccess()
  first.stop()
  const waits: number[] = []
  for (let reload = 1; reload <= 8; reload++) {
    load().reportFailure()
    const from = Date.now()
    while (tab.reloads < reload) await vi.advanceTimersByTimeAsync(1000)
    waits.push((Date.now() - from) / 1000)
  }
  expect(waits).toEqual([5, 15, 60, 120, 300, 600, 600, 600])
})

it('reloads nothing when the page works again in time, and starts with the shortest wait after ten good minutes', async () => {
  const { tab, load } = openTab()
  const page = load()
  page.reportSuccess()
  page.reportFailure()
  await vi.advanceTimersByTimeAsync(4000)
  page.reportSuccess()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tab.reloads).toBe(0)
  page.reportFailure()
  await vi.advanceTimersByTimeAsync(5000)
  expect(tab.reloads).toBe(1)
  const next = load()
  next.reportSuccess()
  await vi.advanceTimersByTimeAsync(600_000)
  next.reportFailure()
  await vi.advanceTimersByTimeAsync(5000)
  expect(tab.reloads).toBe(2)
})

it('keeps the page while the server does not answer, and reloads it as soon as it does', async () => {
  const { tab, load } = openTab()
  const page = load()
  page.reportSuccess()
  tab.isReachable = false
  page.reportFailure()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tab.reloads).toBe(0)
  tab.isReachable = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(tab.reloads).toBe(1)
})

it('knows whether graphics ever worked in this tab, and reloads nothing after it was stopped', async () => {
  const { tab, load } = openTab()
  expect(load().hasWorked).toBe(false)
  const page = load()
  page.reportSuccess()
  expect(load().hasWorked).toBe(true)
  page.reportFailure()
  page.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tab.reloads).toBe(0)
})
