import { describe, expect, it } from 'vitest'
import { StaleDetector } from './staleDetector.ts'

/** Creates a detector and a clock with a beacon every 5 s until changed; each step is 250 ms, as in the worker. */
function plant(...keys: string[]) {
  const stale = new StaleDetector()
  stale.follow(keys)
  const state = { now: 0, hasBeacon: true }
  const changes: [number, string, boolean][] = []
  const run = (seconds: number, each?: (now: number) => void) => {
    for (const until = state.now + seconds * 1000; state.now < until;) {
      state.now += 250
      if (state.hasBeacon && state.now % 5000 === 0) stale.beacon(state.now)
      each?.(state.now)
      stale.update(state.now, (key, isStale) => changes.push([state.now, key, isStale]))
    }
    return changes.splice(0)
  }
  stale.linkOpened(0)
  const record = (key: string, every = 5000) => stale.recordFrame(key, every, state.now)
  return { stale, state, run, record }
}

describe('staleness', () => {
  it('starts after three intervals of silence, never sooner, and ends with a frame', () => {
    const { run, record } = plant('a')
    record('a')
    expect(run(1)).toEqual([[250, 'a', false]])
    expect(run(13)).toEqual([])
    expect(run(2)).toEqual([[15_250, 'a', true]])
    record('a')
    expect(run(1)).toEqual([[16_250, 'a', false]])
  })

  it('follows the interval that the device declares', () => {
    const { run, record } = plant('quick', 'slow')
    record('quick', 100)
    record('slow', 60_000)
    run(0.25)
    expect(run(100)).toEqual([[1250, 'quick', true]])
    expect(run(100)).toEqual([[180_250, 'slow', true]])
  })

  it('comes more than 3 s after the link was lost, not with a short break', () => {
    const { stale, state, run, record } = plant('a')
    record('a', 60_000)
    run(1)
    stale.linkLost(state.now)
    expect(run(2.75)).toEqual([])
    stale.linkOpened(state.now)
    expect(run(5)).toEqual([])
    stale.linkLost(state.now)
    expect(run(4)).toEqual([[12_000, 'a', true]])
    stale.linkOpened(state.now)
    expect(run(2)).toEqual([])
    record('a', 60_000)
    expect(run(1)).toEqual([[15_000, 'a', false]])
  })

  it('comes within 10 s when a link that stands falls silent, whenever that is', () => {
    for (let cut = 250; cut <= 5000; cut += 250) {
      const { stale, state, run, record } = plant('a')
      record('a', 60_000)
      run(20 + cut / 1000)
      expect(stale.isSilent(state.now)).toBe(false)
      state.hasBeacon = false
      const cutAt = state.now
      const [first] = run(15)
      expect(first?.slice(1)).toEqual(['a', true])
      expect((first?.[0] ?? Infinity) - cutAt).toBeLessThanOrEqual(10_000)
      expect(stale.isSilent(state.now)).toBe(true)
    }
  })

  it("comes at once with the device's own farewell, and frames alone do not end it", () => {
    const { stale, run, record } = plant('a', 'b')
    record('a')
    record('b')
    run(1)
    stale.deviceState('a', false)
    expect(run(1, () => record('a'))).toEqual([[1250, 'a', true]])
    stale.deviceState('a', true)
    expect(run(1)).toEqual([[2250, 'a', false]])
  })

  it('takes all devices behind a lost gateway and keeps one that another still reaches', () => {
    const { stale, run, record } = plant('a', 'b', 'c')
    for (const key of ['a', 'b', 'c']) record(key, 60_000)
    stale.gatewayState('g1', true, ['a', 'b'])
    stale.gatewayState('g2', true, ['b'])
    run(1)
    stale.gatewayState('g1', false, [])
    expect(run(1)).toEqual([[1250, 'a', true]])
    stale.gatewayState('g2', false, ['b'])
    expect(run(1)).toEqual([[2250, 'b', true]])
    stale.gatewayState('g1', true, ['a', 'b'])
    expect(run(1)).toEqual([
      [3250, 'a', false],
      [3250, 'b', false],
    ])
  })

  it('counts a retained frame as old as it is', () => {
    const { stale, run } = plant('new', 'old')
    stale.recordFrame('new', 5000, 0, 10_000)
    stale.recordFrame('old', 5000, 0, 3_600_000)
    expect(run(1)).toEqual([[250, 'new', false]])
    expect(run(10)).toEqual([[5250, 'new', true]])
  })

  it('keeps the state of devices that stay in the watch set', () => {
    const { stale, state, run, record } = plant('a', 'b')
    record('a')
    run(1)
    stale.follow(['a', 'c'])
    expect([stale.isStale('a'), stale.isStale('b'), stale.isStale('c'), run(1)]).toEqual([false, true, true, []])
    expect(state.now).toBe(2000)
  })
})
