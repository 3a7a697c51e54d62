import type { Words } from '@mimic/engine/schema'
import type { CodeMeaning, PointConfig, Reading } from '../driver.ts'
import type { ChannelStatus, LinkState, PointFault } from './protocol.ts'

const maxFaults = 200
const rateMs = 10_000
const roundTrips = 50
/** Codes that mean that the device itself does not answer. */
const silent = new Set(['timeout', 'incomplete', 'unit', 'link', 'exception 10', 'exception 11'])

/** State and counters of a channel. */
export class ChannelState {
  readonly #points: readonly PointConfig[]
  readonly #faults = new Map<number, { code: string; words: Words; since: number; count: number }>()
  readonly #read = new Set<number>()
  readonly #roundTrips: number[] = []
  readonly #started = performance.now()
  #rates: { atMs: number; count: number }[] = []
  #state: LinkState = 'connecting'
  #since = Date.now()
  #fault: { code: string; words: Words } | null = null
  #cycleMs: number | null = null
  #isOverrun = false
  #late = 0
  #connects = 0

  constructor(points: readonly PointConfig[]) {
    this.#points = points
  }

  get isConnected(): boolean {
    return this.#state === 'connected'
  }

  get faultCode(): string | undefined {
    return this.#fault?.code
  }

  /** While attempts fail, the state remains `failed` with its reason. */
  setState(state: LinkState): void {
    if (this.#state === state || (this.#state === 'failed' && state === 'connecting')) return
    this.#state = state
    this.#since = Date.now()
  }

  setConnected(): void {
    this.setState('connected')
    this.#fault = null
    this.#connects++
  }

  setFailed(code: string, words: Words): void {
    this.setState('failed')
    this.#fault = { code, words }
  }

  addRoundTrip(ms: number): void {
    this.#roundTrips.push(ms)
    if (this.#roundTrips.length > roundTrips) this.#roundTrips.shift()
  }

  addCycle(ms: number, intervalMs: number): void {
    this.#cycleMs = ms
    this.#isOverrun = ms > intervalMs
  }

  addReadings(readings: readonly Reading[], describe: (code: string) => CodeMeaning): void {
    this.#rates.push({ atMs: performance.now(), count: readings.length })
    for (const { point, code } of readings) {
      this.#read.add(point)
      if (code === '') this.#faults.delete(point)
      else {
        const before = this.#faults.get(point)
        if (before?.code === code) before.count++
        else this.#faults.set(point, { code, words: describe(code).words, since: Date.now(), count: 1 })
      }
    }
  }

  /** Devices of which every point fails because the device does not answer, as `project/device`. */
  offlineDevices(): string[] {
    const answers = new Map<string, boolean>()
    for (const [index, { tag }] of this.#points.entries()) {
      if (!this.#read.has(index)) continue
      const device = tag.slice(0, tag.lastIndexOf('/'))
      const code = this.#faults.get(index)?.code
      const isSilent = code !== undefined && silent.has(code)
      answers.set(device, (answers.get(device) ?? false) || !isSilent)
    }
    return [...answers].flatMap(([device, isAnswering]) => (isAnswering ? [] : [device]))
  }

  addLate(): void {
    this.#late++
  }

  read(queue: Pick<ChannelStatus, 'waitingFrames' | 'storedFrames' | 'droppedFrames' | 'untrusted'>): ChannelStatus {
    const faults = [...this.#faults]
    return {
      state: this.#state,
      since: this.#since,
      fault: this.#fault,
      roundTripMs: this.#roundTrips.length === 0 ? null : median(this.#roundTrips),
      maxRoundTripMs: this.#roundTrips.length === 0 ? null : Math.max(...this.#roundTrips),
      pointsPerS: this.#rate(),
      cycleMs: this.#cycleMs,
      isOverrun: this.#isOverrun,
      goodPoints: [...this.#read].filter((point) => !this.#faults.has(point)).length,
      faults: faults
        .slice(0, maxFaults)
        .map(([point, fault]): PointFault => ({ tag: this.#points[point]?.tag ?? '', ...fault })),
      faultCount: faults.length,
      lateAnswers: this.#late,
      reconnects: Math.max(0, this.#connects - 1),
      ...queue,
    }
  }

  #rate(): number {
    const nowMs = performance.now()
    this.#rates = this.#rates.filter(({ atMs }) => nowMs - atMs <= rateMs)
    const seconds = Math.max(1, Math.min(rateMs, nowMs - this.#started) / 1_000)
    return this.#rates.reduce((sum, { count }) => sum + count, 0) / seconds
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
