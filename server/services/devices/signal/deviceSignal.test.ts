import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ValuesFrame } from '../../../broker/index.ts'
import { createLog } from '../../../log.ts'
import { DeviceSignal } from './deviceSignal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reports of one device with two rows, and the values written to them. */
function open() {
  let report: (frame: ValuesFrame) => void = () => undefined
  let nowMs = 0
  const stored: [row: string, dBm: number][] = []
  const signal = new DeviceSignal({
    broker: {
      onFrame: (listener) => {
        report = listener
        return () => undefined
      },
    },
    findRows: ({ device }) => (device === 'plug' ? ['row-1', 'row-2'] : []),
    store: (row, dBm) => Promise.resolve(void stored.push([row, dBm])),
    log: createLog('silent'),
    monotonicNow: () => nowMs,
  })
  const stop = signal.start()
  return {
    stop,
    stored,
    async send(values: Readonly<Record<string, number>>, device = 'plug', quality = 0): Promise<void> {
      const points = Object.keys(values)
      report({
        project: 'street',
        device,
        at: 0,
        receivedAt: 0,
        arrivedMs: 0,
        every: 1_000,
        points,
        values: Float64Array.from(Object.values(values)),
        qualities: Uint8Array.from(points, () => quality),
        texts: null,
        acknowledged: true,
      })
      await vi.advanceTimersByTimeAsync(1_100)
    },
    pass: async (ms: number) => {
      nowMs += ms
      await vi.advanceTimersByTimeAsync(1_100)
    },
  }
}

it('stores the first signal at once, and later changes of 3 dB at most once a minute', async () => {
  const device = open()
  await device.send({ power: 3, rssi: -64.4 })
  expect(device.stored.splice(0)).toEqual([
    ['row-1', -64],
    ['row-2', -64],
  ])
  await device.send({ rssi: -66 })
  await device.pass(60_000)
  expect(device.stored).toEqual([])
  await device.send({ rssi: -70 })
  await device.send({ rssi: -71 })
  expect(device.stored.splice(0)).toEqual([
    ['row-1', -70],
    ['row-2', -70],
  ])
  await device.send({ rssi: -80 })
  expect(device.stored).toEqual([])
  await device.pass(60_000)
  expect(device.stored).toHaveLength(2)
  await device.stop()
})

it('ignores percentages, bad values and devices without a row', async () => {
  const device = open()
  await device.send({ rssi: 72 })
  await device.send({ signal: -50 }, 'plug', 2)
  await device.send({ signal: -50 }, 'stranger')
  expect(device.stored).toEqual([])
  await device.stop()
})
