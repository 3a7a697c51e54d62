import { quality } from '@mimic/engine/bindings'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { Broker, ValuesFrame } from '../../../broker/index.ts'
import type { Log } from '../../../log.ts'
import { deviceKey } from '../discoveredDevices.ts'

export interface DeviceSignalParts {
  readonly broker: Pick<Broker, 'onFrame'>
  /** Ids of the rows of a device. */
  readonly findRows: (device: DeviceRef) => readonly string[]
  /** Stores the signal of a row. */
  readonly store: (row: string, dBm: number) => Promise<void>
  readonly log: Log
  /** Monotonic clock in milliseconds. */
  readonly monotonicNow: () => number
}

interface StoredSignal {
  dBm: number
  atMs: number
}

/** Points with the signal strength, the most specific one first. */
const points = ['signal', 'rssi', 'wifiSignal', 'signalStrength']
const minDbm = -200
const maxDbm = 0
/** Change in dB that is written. */
const minChange = 3
/** Minimum milliseconds between two writes of a row. */
const intervalMs = 60_000
const tickMs = 1_000
const batchSize = 100
const maxDevices = 100_000

/** Writes the signal strength that devices report into their rows. */
export class DeviceSignal {
  readonly #parts: DeviceSignalParts
  readonly #stored = new Map<string, StoredSignal>()
  readonly #waiting = new Map<string, { readonly device: DeviceRef; readonly dBm: number }>()
  #running: Promise<void> | undefined

  constructor(parts: DeviceSignalParts) {
    this.#parts = parts
  }

  /** Starts listening. Returns a function that stops it. */
  start(): () => Promise<void> {
    const unsubscribe = this.#parts.broker.onFrame((frame) => this.#take(frame))
    const timer = setInterval(() => {
      if (this.#waiting.size === 0) return
      this.#running ??= this.#write().finally(() => {
        this.#running = undefined
      })
    }, tickMs)
    return async () => {
      unsubscribe()
      clearInterval(timer)
      await this.#running
    }
  }

  #take(frame: ValuesFrame): void {
    const index = findSignalPoint(frame.points)
    if (index < 0) return
    const value = frame.values[index] ?? NaN
    if (!(value >= minDbm && value <= maxDbm) || (frame.qualities[index] ?? quality.bad) >= quality.bad) return
    const device = { project: frame.project, device: frame.device }
    const key = deviceKey(device)
    const before = this.#stored.get(key)
    if (before && Math.abs(before.dBm - value) < minChange) this.#waiting.delete(key)
    else if (this.#waiting.size < maxDevices) this.#waiting.set(key, { device, dBm: Math.round(value) })
  }

  async #write(): Promise<void> {
    const { findRows, store, monotonicNow, log } = this.#parts
    const nowMs = monotonicNow()
    let written = 0
    for (const [key, { device, dBm }] of this.#waiting) {
      if (written === batchSize) break
      const before = this.#stored.get(key)
      if (before && nowMs - before.atMs < intervalMs) continue
      this.#waiting.delete(key)
      const rows = findRows(device)
      if (rows.length === 0) continue
      if (this.#stored.size >= maxDevices) this.#stored.clear()
      this.#stored.set(key, { dBm, atMs: nowMs })
      written++
      try {
        for (const row of rows) await store(row, dBm)
      } catch (cause) {
        this.#stored.delete(key)
        log.warn('could not store the signal of a device', { device: key, cause })
      }
    }
  }
}

/** Index of the signal point of a frame, or -1. */
function findSignalPoint(names: readonly string[]): number {
  for (const point of points) {
    const index = names.indexOf(point)
    if (index >= 0) return index
  }
  return -1
}
