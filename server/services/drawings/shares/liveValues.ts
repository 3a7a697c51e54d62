import { quality } from '@mimic/engine/bindings'
import { type DeviceRef, indexPoints, telemetryLimits } from '../../../../contract/telemetry/index.ts'
import { parseTag, statePoint } from '../../../../contract/telemetry/tags.ts'
import type { Broker, ValuesFrame } from '../../../broker/index.ts'
import type { History } from '../../../database/history.ts'

/** A point as it is now. `at` 0: nothing is known of it. */
export interface LiveValue {
  readonly value: number | null
  readonly quality: number
  readonly at: number
  readonly text: string | null
}

interface Heard {
  readonly frame: ValuesFrame | undefined
  readonly isAway: boolean
}

interface LiveParts {
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'statusOf'>
  readonly history: Pick<History, 'newest'>
  /** The time, for how old it is what was stored before this start. */
  readonly now: () => number
  /** The clock that nobody sets, for how long ago something was heard. */
  readonly steady: () => number
}

const { everyMs } = telemetryLimits.frame
const { silentIntervals, leastSilenceMs } = telemetryLimits.stale
/** All pages that show one drawing are answered by one reading. */
const sharedMs = 200
/** A page that was told a state before is told that it is none any more. */
const notKnown: LiveValue = { value: null, quality: quality.stale, at: 1, text: null }
const unknown: LiveValue = { value: null, quality: quality.stale, at: 0, text: null }

/**
 * The newest values with how far they may be trusted, judged as a browser judges what it hears itself: silent for three of its intervals,
 * or offline, and all of a device is stale; but its state is the server's own word and does not age. Of before this start there are the stored ones, as old as
 * they say when it begins, and older since; those of a later time are not believed.
 */
export class LiveValues {
  readonly #parts: LiveParts
  readonly #frames = new Map<string, ValuesFrame>()
  readonly #readings = new WeakMap<readonly string[], { readonly ms: number; readonly values: readonly LiveValue[] }>()
  readonly #began: { readonly at: number; readonly ms: number }
  readonly #stop: () => void

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#began = { at: parts.now(), ms: parts.steady() }
    this.#stop = parts.broker.onFrame((frame) => { this.#frames.set(`${frame.project}/${frame.device}`, frame) })
  }

  close(): void {
    this.#stop()
  }

  /** All of a list, in its order, not older than a moment; the list is known again by itself. */
  all(tags: readonly string[]): readonly LiveValue[] {
    const known = this.#readings.get(tags)
    const ms = this.#parts.steady()
    if (known && ms - known.ms < sharedMs) return known.values
    const devices = new Map<string, Heard>()
    const values = tags.map((tag) => this.#read(tag, devices))
    this.#readings.set(tags, { ms, values })
    return values
  }

  /** `devices`: what was found of them by this reading already. */
  #read(tag: string, devices: Map<string, Heard>): LiveValue {
    const ref = parseTag(tag)
    if (!ref) return unknown
    const { project, device, point } = ref
    if (point === statePoint) return this.#state(ref)
    const key = `${project}/${device}`
    const heard = devices.get(key) ?? { frame: this.#frames.get(key), isAway: this.#parts.broker.isOnline({ project, device }) === false }
    devices.set(key, heard)
    const { frame, isAway } = heard
    const place = frame && indexPoints(frame.points).get(point)
    if (!frame || place === undefined) return this.#stored(tag, isAway || frame !== undefined)
    const isOld = isAway || this.#parts.steady() - frame.heardMs > silenceOf(frame.every)
    const value = frame.values[place] ?? NaN
    return { value: Number.isNaN(value) ? null : value, quality: isOld ? quality.stale : frame.qualities[place] ?? quality.bad, at: frame.at, text: frame.texts?.[place] ?? null }
  }

  #state(device: DeviceRef): LiveValue {
    const { state = null, at = 0 } = this.#parts.broker.statusOf(device) ?? {}
    return state === null ? notKnown : { value: state, quality: quality.good, at, text: null }
  }

  /** A frame carries the whole set of points: one that is in none any more is old, however new it was. */
  #stored(tag: string, isOld: boolean): LiveValue {
    const reading = this.#parts.history.newest(tag)
    if (!reading) return unknown
    const { at, ms } = this.#began
    const ageMs = at - reading.at + this.#parts.steady() - ms
    return { ...reading, quality: isOld || Math.abs(ageMs) > silenceOf(everyMs) ? quality.stale : reading.quality }
  }
}

const silenceOf = (every: number): number => Math.max(every * silentIntervals, leastSilenceMs)
