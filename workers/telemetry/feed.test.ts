import type { TagBatch } from '@mimic/engine/bindings'
import { quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import {
  type DeviceStateNumber,
  encodeBeacon,
  encodeDeviceState,
  encodeDeviceStatus,
  encodeFrame,
  encodeGatewayState,
} from '../../contract/telemetry/index.ts'
import { Feed } from './feed.ts'

const day = Date.UTC(2026, 5, 1)
const topic = 'p/street/d/pole-001/up/values'

function desk(tags: readonly string[] = ['street/pole-001/lamp', 'street/pole-001/power']) {
  const time = { now: 0, wallOffset: day }
  const feed = new Feed({ now: () => time.now, wall: () => time.wallOffset + time.now })
  feed.watch(
    tags,
    Uint32Array.from(tags, (_tag, index) => index),
  )
  feed.linkOpened()
  feed.message('mimic/beacon', encodeBeacon({ at: day, seq: 0 }), false)
  const frame = (
    values: Readonly<Record<string, number>>,
    options: { at?: number; retained?: boolean; to?: string; form?: 'json' | 'binary' } = {},
  ) =>
    feed.message(
      options.to ?? topic,
      encodeFrame(
        {
          at: options.at ?? day + time.now,
          every: 5000,
          points: Object.keys(values),
          values: Object.values(values),
        },
        options.form ?? 'binary',
      ),
      options.retained ?? false,
    )
  const takeRows = () => rows(feed.take())
  const wait = (ms: number) => {
    for (const until = time.now + ms; time.now < until;) {
      time.now += 250
      if (time.now % 5000 === 0)
        feed.message('mimic/beacon', encodeBeacon({ at: day + time.now, seq: time.now / 5000 }), false)
      feed.tick()
    }
  }
  return { feed, time, frame, taken: takeRows, wait }
}
const rows = (batch: TagBatch | null) =>
  batch ? [...batch.ids].map((id, entry) => [id, batch.values[entry], batch.qualities[entry]]) : []

describe('the feed', () => {
  it.each(['json', 'binary'] as const)('turns %s frames into batches of the watched tags', (form) => {
    const { frame, taken: takeRows } = desk()
    frame({ power: 60, voltage: 230, lamp: 1 }, { form })
    expect(takeRows()).toEqual([
      [1, 60, 0],
      [0, 1, 0],
    ])
    expect(takeRows()).toEqual([])
  })

  it('counts dropped, replaced and malformed messages', () => {
    const { feed, frame } = desk()
    frame({ lamp: 1, power: 1 })
    frame({ lamp: 0, power: 2 })
    frame({ lamp: 1 }, { to: 'p/street/d/pole-002/up/values' })
    feed.message('something/else', new Uint8Array(), false)
    feed.message(topic, new TextEncoder().encode('{'), false)
    feed.message('p/street/d/pole-001/up/state', new Uint8Array([0xff]), false)
    feed.message('mimic/beacon', new Uint8Array(), false)
    expect([feed.conflated, feed.dropped, feed.malformed]).toEqual([2, 2, 3])
  })

  it('marks a silent device stale with its last value and takes it back with its next frame', () => {
    const { frame, taken: takeRows, wait } = desk()
    frame({ lamp: 1, power: 60 })
    takeRows()
    wait(15_000)
    expect(takeRows()).toEqual([])
    wait(500)
    expect(takeRows()).toEqual([
      [0, 1, quality.stale],
      [1, 60, quality.stale],
    ])
    frame({ lamp: 1, power: 61 })
    expect(takeRows()).toEqual([
      [0, 1, 0],
      [1, 61, 0],
    ])
  })

  it('marks the device stale on its farewell and shows its own quality again on its return', () => {
    const { feed, frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 })
    takeRows()
    const reportState = (online: boolean) =>
      feed.message('p/street/d/pole-001/up/state', encodeDeviceState({ online, at: day }), false)
    reportState(false)
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
    reportState(true)
    expect(takeRows()).toEqual([
      [0, 1, 0],
      [1, 60, 0],
    ])
  })

  it('keeps the values of an offline device stale, whatever frames still arrive', () => {
    const { feed, frame, taken: takeRows } = desk()
    feed.message('p/street/d/pole-001/up/state', encodeDeviceState({ online: false, at: day }), false)
    frame({ lamp: 1, power: 60 })
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
  })

  it('shows a retained frame of long ago as stale on a page that was just opened', () => {
    const { frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 }, { at: day - 3_600_000, retained: true })
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
  })

  it('marks the devices behind a lost gateway stale', () => {
    const { feed, frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 })
    takeRows()
    feed.message(
      'p/street/g/cabinet-01/state',
      encodeGatewayState({ online: false, devices: ['pole-001'], at: day }),
      false,
    )
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
  })

  it('marks all stale when the link is lost, and no retained frame of long ago makes it live again', () => {
    const { feed, frame, taken: takeRows, wait } = desk()
    frame({ lamp: 1, power: 60 })
    takeRows()
    feed.linkLost()
    wait(3500)
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
    feed.linkOpened()
    frame({ lamp: 1, power: 60 }, { at: day - 3_600_000, retained: true })
    wait(250)
    expect(takeRows().every(([, , mark]) => mark === 3)).toBe(true)
    frame({ lamp: 0, power: 0 }, { retained: true })
    expect(takeRows()).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ])
  })

  it("judges the age of a retained frame by the server's clock, not by a wrong one of ours", () => {
    const { feed, time, frame, taken: takeRows } = desk()
    time.wallOffset = day + 86_400_000
    feed.message('mimic/beacon', encodeBeacon({ at: day, seq: 1 }), false)
    frame({ lamp: 1, power: 60 }, { at: day - 1000, retained: true })
    expect(takeRows()).toEqual([
      [0, 1, 0],
      [1, 60, 0],
    ])
  })

  it('evaluates retained frames again as soon as the server time is known', () => {
    const time = { now: 0 }
    // The browser's clock is ten minutes slow.
    const feed = new Feed({ now: () => time.now, wall: () => day - 600_000 + time.now })
    feed.watch(['street/old/lamp', 'street/new/lamp'], Uint32Array.of(0, 1))
    feed.linkOpened()
    const retained = (device: string, at: number) =>
      feed.message(
        `p/street/d/${device}/up/values`,
        encodeFrame({ at, every: 60_000, points: ['lamp'], values: [1] }, 'binary'),
        true,
      )
    retained('old', day - 300_000)
    retained('new', day - 1000)
    expect(rows(feed.take())).toEqual([
      [0, 1, 0],
      [1, 1, 0],
    ])
    feed.message('mimic/beacon', encodeBeacon({ at: day, seq: 1 }), false)
    expect(rows(feed.take())).toEqual([[0, 1, 3]])
  })

  it('marks frames ahead of time as uncertain as soon as the server time is known', () => {
    const { feed, frame, taken: takeRows } = desk()
    feed.handleSleep()
    feed.linkOpened()
    frame({ lamp: 1, power: 60 }, { at: day + 600_000 })
    frame({ lamp: 1 }, { at: day, to: 'p/street/d/pole-002/up/values' })
    expect(takeRows()).toEqual([
      [0, 1, quality.good],
      [1, 60, quality.good],
    ])
    feed.message('mimic/beacon', encodeBeacon({ at: day, seq: 1 }), false)
    expect(takeRows()).toEqual([
      [0, 1, quality.uncertain],
      [1, 60, quality.uncertain],
    ])
  })

  it('marks all stale at once when the computer has slept, and takes only new frames for live', () => {
    const { feed, frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 }, { retained: true })
    takeRows()
    feed.handleSleep()
    expect(takeRows()).toEqual([
      [0, 1, 3],
      [1, 60, 3],
    ])
    feed.linkOpened()
    feed.message('mimic/beacon', encodeBeacon({ at: day + 3_600_000, seq: 9 }), false)
    feed.tick()
    expect(takeRows()).toEqual([])
    frame({ lamp: 0, power: 0 })
    expect(takeRows()).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ])
  })

  it('does not let a retained frame overtake a newer live one', () => {
    const { feed, frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 })
    frame({ lamp: 0, power: 0 }, { at: day - 1000, retained: true })
    expect(takeRows()).toEqual([
      [0, 1, 0],
      [1, 60, 0],
    ])
    expect(feed.dropped).toBe(1)
  })

  it('marks a point stale that its device no longer sends', () => {
    const { frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60 })
    takeRows()
    frame({ lamp: 0 })
    expect(takeRows()).toEqual([
      [1, 60, 3],
      [0, 0, 0],
    ])
  })

  it('gives a new watch set all that is known of its tags, under their new numbers', () => {
    const { feed, frame, taken: takeRows } = desk()
    frame({ lamp: 1, power: 60, voltage: 230 })
    feed.watch(['street/pole-001/voltage', 'street/pole-002/lamp', 'street/pole-001/lamp'], Uint32Array.of(7, 8, 9))
    expect(takeRows()).toEqual([
      [9, 1, 0],
      [7, 230, 0],
    ])
    frame({ lamp: 0, power: 0, voltage: 231 })
    frame({ lamp: 1 }, { to: 'p/street/d/pole-002/up/values' })
    expect(takeRows()).toEqual([
      [9, 0, 0],
      [7, 231, 0],
      [8, 1, 0],
    ])
  })
})

describe('the state of a device', () => {
  const tags = ['street/pole-001/$state', 'street/pole-001/power']
  const reportDevice = (feed: Feed, state: DeviceStateNumber | null, at = day) =>
    feed.message('p/street/d/pole-001/status', encodeDeviceStatus({ state, at }), true)

  it('is the one that the server reports, and does not become stale for a silent or offline device', () => {
    const { feed, frame, taken: takeRows, wait } = desk(tags)
    expect([...feed.filters.keys()]).toContain('p/street/d/pole-001/status')
    reportDevice(feed, 3)
    frame({ power: 60 })
    expect(takeRows()).toEqual([
      [0, 3, 0],
      [1, 60, 0],
    ])
    wait(60_000)
    feed.message('p/street/d/pole-001/up/state', encodeDeviceState({ online: false, at: day }), false)
    expect(takeRows()).toEqual([[1, 60, quality.stale]])
    reportDevice(feed, 4)
    expect(takeRows()).toEqual([[0, 4, 0]])
  })

  it('becomes stale with the connection, and live again only when the server reports it again', () => {
    const { feed, taken: takeRows, wait } = desk(tags)
    reportDevice(feed, 3)
    takeRows()
    feed.linkLost()
    wait(4_000)
    expect(takeRows()).toEqual([[0, 3, quality.stale]])
    feed.linkOpened()
    wait(10_000)
    expect(takeRows()).toEqual([])
    reportDevice(feed, 3)
    expect(takeRows()).toEqual([[0, 3, 0]])
  })

  it('becomes stale when the server reports it as unknown, and cannot be set by a frame', () => {
    const { feed, taken: takeRows } = desk(tags)
    reportDevice(feed, 3)
    takeRows()
    reportDevice(feed, null)
    expect(takeRows()).toEqual([[0, 3, quality.stale]])
    feed.message(topic, new TextEncoder().encode(JSON.stringify({ at: day, v: { power: 1, $state: 3 } })), false)
    expect(takeRows()).not.toContainEqual([0, 3, 0])
  })

  it('is kept while other points are added to the watch set, and requested again after it was unwatched', () => {
    const { feed, taken: takeRows } = desk(tags)
    reportDevice(feed, 3)
    takeRows()
    feed.watch([...tags, 'street/pole-001/lamp'], new Uint32Array([7, 8, 9]))
    expect(takeRows()).toEqual([[7, 3, 0]])
    feed.watch(['street/pole-001/lamp'], new Uint32Array([9]))
    feed.watch(tags, new Uint32Array([7, 8]))
    expect(takeRows()).toEqual([])
  })

  it('asks for nothing else of a device of which only that is watched', () => {
    const { feed } = desk(['street/pole-001/$state'])
    expect([...feed.filters.keys()]).toEqual(['mimic/beacon', 'p/street/d/pole-001/status'])
  })
})
