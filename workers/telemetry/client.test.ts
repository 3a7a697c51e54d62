import { quality, TagTable } from '@mimic/engine/bindings'
import { expose } from 'comlink'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeBeacon, encodeFrame, telemetryLimits, valuesTopic } from '../../contract/telemetry/index.ts'
import type { BatchListener, LinkState, TelemetryApi } from './api.ts'
import { createTelemetry } from './api.ts'
import type { TelemetryWorker } from './client.ts'
import { TelemetryClient } from './client.ts'
import type { Clock } from './feed.ts'
import type { TestBroker } from './testBroker.ts'
import { startTestBroker, until } from './testBroker.ts'

const device = { project: 'street', device: 'pole-001' }
const tags = ['street/pole-001/lamp', 'street/pole-001/power', 'street/pole-002/lamp']
const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Returns a worker that runs in this thread, behind the same kind of port. */
function startWorker(clock?: Clock): TelemetryWorker {
  const { port1, port2 } = new MessageChannel()
  const telemetry = createTelemetry(clock)
  expose(telemetry, port1)
  port1.start()
  port2.start()
  return Object.assign(port2, {
    terminate: () => {
      void telemetry.close()
      port1.close()
      port2.close()
    },
  })
}

function page(start: () => TelemetryWorker = () => startWorker()) {
  const table = new TagTable()
  const ids = Uint32Array.from(tags, (tag) => table.indexOf(tag))
  const links: LinkState[] = []
  const client = new TelemetryClient({ startWorker: start, sink: table, onLink: (state) => links.push(state) })
  closers.push(() => client.close())
  const row = (slot: number) => [table.values[slot], table.qualities[slot]]
  return { table, ids, client, links, row }
}

/** Starts a broker with beacons and a device that sends every 100 ms. */
async function plant(
  port?: number,
): Promise<{ broker: TestBroker; value: { lamp: number }; stop: () => void; hush: () => void }> {
  const broker = await startTestBroker(port === undefined ? {} : { port })
  const value = { lamp: 1 }
  const send = () =>
    void broker.publish(
      valuesTopic(device),
      encodeFrame({ at: Date.now(), every: 1000, points: ['lamp', 'power'], values: [value.lamp, 60] }, 'binary'),
      true,
    )
  const beat = () => void broker.publish('mimic/beacon', encodeBeacon({ at: Date.now(), seq: 1 }))
  const timers = [setInterval(send, 100), setInterval(beat, 1000)]
  const stop = () => timers.forEach((timer) => clearInterval(timer))
  closers.push(stop)
  return { broker, value, stop, hush: () => clearInterval(timers[0]) }
}

describe('live values on a page', () => {
  it('come, stop looking live when the broker dies, and come back alone', async () => {
    const first = await plant()
    const { client, ids, row, links } = page()
    client.connect({ url: first.broker.url, token: 't', clientName: 'eva' })
    client.watch(tags, ids)
    await until('the first values', () => row(1)[1] === quality.good)
    expect([row(0), row(1), row(2)]).toEqual([
      [1, 0],
      [60, 0],
      [NaN, 3],
    ])
    expect(first.broker.subscriptions.toSorted()).toEqual([
      'mimic/beacon',
      'p/street/d/pole-001/up/state',
      'p/street/d/pole-001/up/values',
      'p/street/d/pole-002/up/state',
      'p/street/d/pole-002/up/values',
      'p/street/g/+/state',
    ])

    first.stop()
    await first.broker.kill()
    expect(await until('the veil', () => row(0)[1] === quality.stale)).toBeLessThan(10_000)
    expect(row(0)).toEqual([1, quality.stale])
    expect(links.at(-1)?.link).toBe('lost')

    const second = await plant(first.broker.port)
    closers.push(() => second.broker.kill())
    second.value.lamp = 0
    expect(await until('the values again', () => row(0)[1] === quality.good, 15_000)).toBeLessThan(15_000)
    expect(row(0)).toEqual([0, quality.good])
  }, 40_000)

  it('turn stale when one device falls silent', async () => {
    const { broker, hush } = await plant()
    closers.push(() => broker.kill())
    const { client, ids, row } = page()
    client.watch(tags, ids)
    client.connect({ url: broker.url, token: 't', clientName: 'eva' })
    await until('the first values', () => row(0)[1] === quality.good)
    hush()
    const ms = await until('the veil', () => row(0)[1] === quality.stale)
    expect(ms).toBeGreaterThan(2500)
    expect(ms).toBeLessThan(10_000)
  }, 20_000)

  it('are old at once when the computer has slept, though its monotonic clock stood still, and live again with a new link', async () => {
    const { broker } = await plant()
    closers.push(() => broker.kill())
    let sleptMs = 0
    const { client, ids, row, links, table } = page(() =>
      startWorker({ now: () => performance.now(), wall: () => Date.now() + sleptMs }),
    )
    const marks: number[] = []
    const take = table.writeBatch.bind(table)
    vi.spyOn(table, 'writeBatch').mockImplementation((batch) => {
      marks.push(...batch.qualities)
      take(batch)
    })
    client.connect({ url: broker.url, token: 't', clientName: 'eva' })
    client.watch(tags, ids)
    await until('a live value', () => row(0)[1] === quality.good)
    sleptMs = 3_600_000
    await until('the link to be given up', () => links.some(({ link }) => link === 'lost'))
    await until('a live value again', () => row(0)[1] === quality.good && links.at(-1)?.link === 'open')
    expect(marks).toContain(quality.stale)
  }, 20_000)

  it('wait while the page is busy: one batch under way, the newest in the next', async () => {
    const { broker, value } = await plant()
    closers.push(() => broker.kill())
    const { client, ids, table, links } = page()
    const batches: number[] = []
    const take = table.writeBatch.bind(table)
    vi.spyOn(table, 'writeBatch').mockImplementation((batch) => {
      batches.push(batch.values[0] ?? NaN)
      take(batch)
    })
    client.connect({ url: broker.url, token: 't', clientName: 'eva' })
    client.watch(tags, ids)
    await until('a batch', () => batches.length > 0)
    for (let step = 2; step <= 400; step++) {
      value.lamp = step
      void broker.publish(
        valuesTopic(device),
        encodeFrame({ at: Date.now(), every: 1000, points: ['lamp', 'power'], values: [step, step] }, 'binary'),
      )
    }
    await until('the newest', () => table.values[0] === 400)
    expect(batches.length).toBeLessThan(100)
    await until('the count', () => (links.at(-1)?.conflated ?? 0) > 300)
  }, 20_000)
})

it('a batch on its way for a former watch set makes no tag live that was left since', async () => {
  const { port1, port2 } = new MessageChannel()
  const counts: number[] = []
  let send: BatchListener | undefined
  const telemetry: Partial<TelemetryApi> = {
    connect: (_options, onBatch) => Promise.resolve(void (send = onBatch)),
    watch: (_tags, _ids, round) => Promise.resolve(void counts.push(round)),
    ready: () => undefined,
  }
  expose(telemetry, port1)
  port1.start()
  port2.start()
  closers.push(() => {
    port1.close()
    port2.close()
  })
  const { client, table, ids } = page(() => Object.assign(port2, { terminate: () => undefined }))
  client.watch(tags, ids)
  client.connect({ url: 'ws://127.0.0.1:9/mqtt', token: 't', clientName: 'eva' })
  await until('the worker to be told', () => counts.length === 1 && send !== undefined)
  const batch = (value: number) => ({
    ids: Uint32Array.of(0),
    values: Float64Array.of(value),
    qualities: Uint8Array.of(quality.good),
    times: Float64Array.of(1),
    texts: null,
    count: 1,
  })
  client.watch(tags.slice(1), ids.slice(1))
  client.watch(tags, ids)
  const [former = 0] = counts
  send?.(batch(7), former)
  send?.(batch(8), former + 2)
  await until('the newer batch', () => table.values[0] === 8)
  client.watch(tags.slice(1), ids.slice(1))
  send?.(batch(9), former + 2)
  client.watch(tags, ids)
  send?.(batch(10), former + 4)
  await until('the last batch', () => table.values[0] !== 8)
  expect(table.values[0]).toBe(10)
})

/** A worker that never answers. */
const deaf = () => {
  const { port1, port2 } = new MessageChannel()
  const states: string[] = []
  port1.addEventListener('message', ({ data }) => states.push(JSON.stringify(data)))
  port1.start()
  const ended = vi.fn<() => void>()
  const worker: TelemetryWorker = Object.assign(port2, { terminate: () => ended() })
  closers.push(() => {
    port1.close()
    port2.close()
  })
  return { worker, states, ended }
}

describe('a worker without a pulse', { timeout: 20_000 }, () => {
  const options = { url: 'ws://127.0.0.1:9/mqtt', token: 't', clientName: 'eva' }

  it('is ended, its values marked stale, and a new one gets the same watch set', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const workers: ReturnType<typeof deaf>[] = []
    const { client, table, ids, links } = page(() => {
      const made = deaf()
      workers.push(made)
      return made.worker
    })
    table.write(0, 1, quality.good, 1)
    client.connect(options)
    client.watch(tags, ids)
    vi.advanceTimersByTime(telemetryLimits.workerStartMs - 2000)
    expect([workers.length, table.qualities[0]]).toEqual([1, quality.good])
    vi.advanceTimersByTime(4000)
    expect([workers.length, table.qualities[0], table.values[0], links.at(-1)?.link]).toEqual([
      2,
      quality.stale,
      1,
      'lost',
    ])
    expect(workers.map(({ ended }) => ended.mock.calls.length)).toEqual([1, 0])
    vi.useRealTimers()
    await until(
      'the new worker to be told',
      () => workers[1]?.states.some((message) => message.includes('street/pole-002/lamp')) ?? false,
    )
  })

  it('is given time when the page itself slept', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    let started = 0
    const { client } = page(() => {
      started++
      return deaf().worker
    })
    client.connect(options)
    const now = vi.spyOn(performance, 'now').mockReturnValue(3_600_000)
    vi.advanceTimersByTime(1000)
    expect(started).toBe(1)
    now.mockReturnValue(3_600_000 + telemetryLimits.pulseLostMs - 100)
    vi.advanceTimersByTime(1000)
    expect(started).toBe(1)
    now.mockReturnValue(3_600_000 + 2 * telemetryLimits.pulseLostMs)
    vi.advanceTimersByTime(1000)
    now.mockRestore()
    expect(started).toBe(1)
  })
})
