import { quality } from '@mimic/engine/bindings'
import { type DeviceRef, indexPoints, telemetryLimits } from '../../../../contract/telemetry/index.ts'
import { parseTag, statePoint } from '../../../../contract/telemetry/tags.ts'
import type { Broker, ValuesFrame } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'

/** Current value of a point. `at` is 0 if unknown. */
export interface LiveValue {
  readonly value: number | null
  readonly quality: number
  readonly at: number
  readonly text: string | null
}

interface DeviceReading {
  readonly frame: ValuesFrame | undefined
  readonly isOffline: boolean
}

interface LiveParts {
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'getStatus'>
  readonly history: Pick<History, 'newest'>
  /** Wall clock, for the age of values stored before this start. */
  readonly now: () => number
  /** Monotonic clock, for the time since the last message. */
  readonly monotonicNow: () => number
}

const { everyMs } = telemetryLimits.frame
const { silentIntervals, minSilenceMs } = telemetryLimits.stale
/** Cache time in milliseconds; all pages showing one drawing share a reading. */
const cacheMs = 200
/** A state that became unknown. It has a time other than 0, so that pages replace the earlier state. */
const unknownState: LiveValue = { value: null, quality: quality.stale, at: 1, text: null }
const unknown: LiveValue = { value: null, quality: quality.stale, at: 0, text: null }

/**
 * Newest values with their staleness, judged by the same rules as in the browser: a device that is offline or silent
 * for three intervals is stale, while its state tag does not age. Values from before this start age from their stored
 * time; values with a later time are not trusted.
 */
export class LiveValues {
  readonly #parts: LiveParts
  readonly #frames = new Map<string, ValuesFrame>()
  readonly #readings = new WeakMap<readonly string[], { readonly ms: number; readonly values: readonly LiveValue[] }>()
  readonly #startedAt: { readonly at: number; readonly ms: number }
  readonly #stop: () => void

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#startedAt = { at: parts.now(), ms: parts.monotonicNow() }
    this.#stop = parts.broker.onFrame((frame) => {
      this.#frames.set(`${frame.project}/${frame.device}`, frame)
    })
  }

  close(): void {
    this.#stop()
  }

  /** Values of a list in its order. Results are cached briefly by list identity. */
  all(tags: readonly string[]): readonly LiveValue[] {
    const cached = this.#readings.get(tags)
    const ms = this.#parts.monotonicNow()
    if (cached && ms - cached.ms < cacheMs) return cached.values
    const devices = new Map<string, DeviceReading>()
    const values = tags.map((tag) => this.#read(tag, devices))
    this.#readings.set(tags, { ms, values })
    return values
  }

  /** `devices`: lookups already made by this reading. */
  #read(tag: string, devices: Map<string, DeviceReading>): LiveValue {
    const ref = parseTag(tag)
    if (!ref) return unknown
    const { project, device, point } = ref
    if (point === statePoint) return this.#state(ref)
    const key = `${project}/${device}`
    const reading = devices.get(key) ?? {
      frame: this.#frames.get(key),
      isOffline: this.#parts.broker.isOnline({ project, device }) === false,
    }
    devices.set(key, reading)
    const { frame, isOffline } = reading
    const place = frame && indexPoints(frame.points).get(point)
    if (!frame || place === undefined) return this.#stored(tag, isOffline || frame !== undefined)
    const isStale = isOffline || this.#parts.monotonicNow() - frame.arrivedMs > computeTimeout(frame.every)
    const value = frame.values[place] ?? NaN
    return {
      value: Number.isNaN(value) ? null : value,
      quality: isStale ? quality.stale : (frame.qualities[place] ?? quality.bad),
      at: frame.times?.[place] ?? frame.at,
      text: frame.texts?.[place] ?? null,
    }
  }

  #state(device: DeviceRef): LiveValue {
    const { state = null, at = 0 } = this.#parts.broker.getStatus(device) ?? {}
    return state === null ? unknownState : { value: state, quality: quality.good, at, text: null }
  }

  /** A frame contains all points of a device, so a point missing from the last frame is stale. */
  #stored(tag: string, isStale: boolean): LiveValue {
    const reading = this.#parts.history.newest(tag)
    if (!reading) return unknown
    const { at, ms } = this.#startedAt
    const ageMs = at - reading.at + this.#parts.monotonicNow() - ms
    return {
      ...reading,
      quality: isStale || Math.abs(ageMs) > computeTimeout(everyMs) ? quality.stale : reading.quality,
    }
  }
}

const computeTimeout = (intervalMs: number): number => Math.max(intervalMs * silentIntervals, minSilenceMs)
