import type { Quality } from '@mimic/engine/bindings'
import { asQuality } from '@mimic/engine/bindings'
import { encodeFrame, telemetryLimits } from '../../../contract/telemetry/index.ts'
import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'
import type { CustomDevice } from '../custom/customTopics.ts'

interface StoredValue {
  readonly at: number
  /** Source time on the monotonic clock: arrival time minus the delay of the message. */
  readonly sourceMs: number
  readonly value: number
  readonly quality: Quality
  readonly text: string | undefined
  readonly isUnchanged: CustomDevice['isUnchanged']
}

interface DeviceValues {
  /** Keyed by point. */
  readonly points: Map<string, StoredValue>
  readonly arrivedMs: number
  readonly every: number
  /** Names of the points. The array is reused while the names are the same. */
  readonly names: readonly string[]
}

const { silentIntervals, minSilenceMs } = telemetryLimits.stale

/**
 * Merges the latest values that devices sent on custom topics. A message of a custom topic carries some properties of a
 * device; a built-in frame carries all. Values are discarded once the device has been silent long enough for them to
 * become stale.
 */
export class CustomValues {
  /** Keyed by device, longest silent first. */
  readonly #devices = new Map<string, DeviceValues>()
  readonly #maxDevices: number

  constructor(maxDevices: number) {
    this.#maxDevices = maxDevices
  }

  /**
   * Merges new values and returns the complete set as a frame with its payload. If the set does not fit into one frame,
   * returns only the new values with the given `payload`.
   */
  merge(
    incoming: ValuesFrame,
    { isUnchanged }: Pick<CustomDevice, 'isUnchanged'>,
    payload: Buffer,
  ): { readonly frame: ValuesFrame; readonly payload: Buffer } {
    const key = getDeviceKey(incoming)
    const before = this.#devices.get(key)
    const points = new Map(
      before && !isSilent(before, incoming.arrivedMs)
        ? [...before.points].filter(([, stored]) => stored.isUnchanged())
        : [],
    )
    const at = Math.min(incoming.at, incoming.receivedAt)
    const sourceMs = incoming.arrivedMs - (incoming.receivedAt - at)
    for (const [index, point] of incoming.points.entries()) {
      const stored = points.get(point)
      // A buffered message that arrives late is older on both clocks. If only one clock shows it as older, that clock
      // was adjusted.
      if (stored && stored.at > at && stored.sourceMs > sourceMs) continue
      points.set(point, {
        at,
        sourceMs,
        value: incoming.values[index] ?? NaN,
        quality: asQuality(incoming.qualities[index]),
        text: incoming.texts?.[index],
        isUnchanged,
      })
    }
    const frame = this.#createFrame(incoming, points, before?.names)
    const whole = encodePayload(frame)
    this.#devices.delete(key)
    if (whole === null) return { frame: incoming, payload }
    this.#devices.set(key, { points, arrivedMs: incoming.arrivedMs, every: incoming.every, names: frame.points })
    this.#removeSilent(incoming.arrivedMs)
    return { frame, payload: whole }
  }

  /** Discards earlier values, because a built-in frame carries all points of the device. */
  discard(device: DeviceRef): void {
    if (this.#devices.size > 0) this.#devices.delete(getDeviceKey(device))
  }

  #createFrame(
    incoming: ValuesFrame,
    points: ReadonlyMap<string, StoredValue>,
    before: readonly string[] | undefined,
  ): ValuesFrame {
    const names = [...points.keys()]
    const stored = [...points.values()]
    // If the clock was set back, earlier values would have a time in the future.
    const at = Math.min(incoming.receivedAt, Math.max(...stored.map((each) => each.at)))
    const times = Float64Array.from(stored, (each) => Math.min(at, each.at))
    return {
      ...incoming,
      at,
      points: before?.length === names.length && before.every((name, index) => name === names[index]) ? before : names,
      values: Float64Array.from(stored, ({ value }) => value),
      qualities: Uint8Array.from(stored, (one) => one.quality),
      texts: stored.some(({ text }) => text !== undefined) ? stored.map(({ text }) => text) : null,
      ...(times.some((time) => time !== at) && { times }),
    }
  }

  /** Removes silent devices, and the longest silent ones above the limit. */
  #removeSilent(nowMs: number): void {
    for (const [key, whole] of this.#devices) {
      if (this.#devices.size <= this.#maxDevices && !isSilent(whole, nowMs)) return
      this.#devices.delete(key)
    }
  }
}

const getDeviceKey = ({ project, device }: DeviceRef): string => `${project}/${device}`

const isSilent = ({ arrivedMs, every }: DeviceValues, nowMs: number): boolean =>
  nowMs - arrivedMs > Math.max(every * silentIntervals, minSilenceMs)

/** Returns null if the values exceed one frame. */
function encodePayload({ at, every, points, values, qualities, texts, times }: ValuesFrame): Buffer | null {
  try {
    return Buffer.from(encodeFrame({ at, every, points, values, qualities, texts, times }, 'json'))
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
