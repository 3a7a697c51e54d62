import { quality } from '@mimic/engine/bindings'
import { expect, it } from 'vitest'
import type { DeviceStateNumber } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import type { Reading } from '../../../database/history/history.ts'
import { LiveValues } from './liveValues.ts'

const start = Date.UTC(2026, 10, 22)

function plant(stored: Readonly<Record<string, Reading>> = {}) {
  let sendFrame: (frame: ValuesFrame) => void = () => undefined
  const world = {
    now: start,
    set: 0,
    isOnline: undefined as boolean | undefined,
    state: undefined as DeviceStateNumber | undefined,
    lookups: 0,
  }
  const live = new LiveValues({
    broker: {
      onFrame: (listener) => {
        sendFrame = listener
        return () => undefined
      },
      isOnline: () => {
        world.lookups++
        return world.isOnline
      },
      getStatus: () => world.state && { state: world.state, at: start },
    },
    history: { newest: (tag) => stored[tag] },
    now: () => world.now + world.set,
    monotonicNow: () => world.now,
  })
  const sendState = (values: Readonly<Record<string, number>>, every = 1000): void =>
    sendFrame({
      project: 'p',
      device: 'd',
      at: world.now + world.set,
      receivedAt: world.now + world.set,
      arrivedMs: world.now,
      every,
      points: Object.keys(values),
      values: Float64Array.from(Object.values(values)),
      qualities: new Uint8Array(Object.keys(values).length),
      texts: null,
      acknowledged: false,
    })
  return {
    live: {
      read: (tag: string) => live.all([tag])[0] ?? { value: NaN, quality: NaN, at: NaN, text: null },
      all: (tags: readonly string[]) => live.all(tags),
    },
    sendState,
    world,
  }
}

it('judges by when it was heard: three intervals without a word, or a device that went, and all of it is stale', () => {
  const { live, sendState, world } = plant()
  sendState({ a: 7 })
  expect(live.read('p/d/a')).toEqual({ value: 7, quality: quality.good, at: start, text: null })
  world.now += 3001
  expect(live.read('p/d/a')).toMatchObject({ value: 7, quality: quality.stale })
  sendState({ a: 8 })
  expect(live.read('p/d/a').quality).toBe(quality.good)
  world.isOnline = false
  expect(live.read('p/d/a')).toMatchObject({ value: 8, quality: quality.stale })
})

it('returns stored values from before the start with their age, and marks points missing in a frame as stale', () => {
  const { live, sendState, world } = plant({
    'p/d/a': { at: start - 1000, value: 5, quality: 0, text: null },
    'p/d/b': { at: start - 3_600_000, value: 6, quality: 0, text: null },
  })
  expect(live.read('p/d/a')).toMatchObject({ value: 5, quality: quality.good })
  expect(live.read('p/d/b')).toMatchObject({ value: 6, quality: quality.stale })
  sendState({ b: 9 })
  expect([live.read('p/d/a').quality, live.read('p/d/b').quality]).toEqual([quality.stale, quality.good])
  expect(live.read('p/d/never').at).toBe(0)
  expect(live.read('no tag').at).toBe(0)
  expect(world.now).toBe(start)
})

it('keeps live and stale values as they are when the clock is set, in either direction', () => {
  for (const set of [3_600_000, -3_600_000]) {
    const { live, sendState, world } = plant({
      'p/e/old': { at: start - 3_600_000, value: 5, quality: 0, text: null },
      'p/e/new': { at: start - 1000, value: 6, quality: 0, text: null },
      'p/e/ahead': { at: start + 3_600_000, value: 7, quality: 0, text: null },
    })
    sendState({ a: 7 })
    const seen = (): readonly number[] =>
      live.all(['p/d/a', 'p/e/old', 'p/e/new', 'p/e/ahead']).map((one) => one.quality)
    world.set = set
    expect(seen()).toEqual([quality.good, quality.stale, quality.good, quality.stale])
    world.now += 60_000
    expect(seen()).toEqual([quality.stale, quality.stale, quality.stale, quality.stale])
    sendState({ a: 8 })
    expect(live.read('p/d/a')).toMatchObject({ value: 8, quality: quality.good, at: start + 60_000 + set })
  }
})

it('looks up each device once, and once for all viewers of a drawing within a short time', () => {
  const { live, sendState, world } = plant()
  const tags = Array.from({ length: 200 }, (_, index) => `p/${index % 2 ? 'd' : 'e'}/n${index}`)
  sendState({ n1: 7 })
  const first = live.all(tags)
  expect([first[1]?.value, first[0]?.at, world.lookups]).toEqual([7, 0, 2])
  for (let viewer = 0; viewer < 100; viewer++) expect(live.all(tags)).toBe(first)
  expect(world.lookups).toBe(2)
  sendState({ n1: 8 })
  world.now += 200
  expect([live.all(tags)[1]?.value, world.lookups]).toEqual([8, 4])
})

it('returns the device state of the server, which does not become stale, and null for an unknown one', () => {
  const { live, sendState, world } = plant()
  expect(live.read('p/d/$state')).toMatchObject({ value: null, quality: quality.stale })
  sendState({ a: 7 })
  world.state = 3
  world.now += 3_600_000
  expect([live.read('p/d/$state'), live.read('p/d/a').quality]).toEqual([
    { value: 3, quality: quality.good, at: start, text: null },
    quality.stale,
  ])
})
