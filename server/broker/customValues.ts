import type { Quality } from '@mimic/engine/bindings'
import { asQuality } from '@mimic/engine/bindings'
import { encodeFrame, telemetryLimits } from '../../contract/telemetry/index.ts'
import type { DeviceRef } from '../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'
import type { CustomDevice } from './customTopics.ts'

interface Kept {
  readonly at: number
  /** Source time on the monotonic clock: arrival time minus the delay of the message. */
  readonly saidMs: number
  readonly value: number
  readonly quality: Quality
  readonly text: string | undefined
  readonly stands: CustomDevice['stands']
}

interface Whole {
  /** Keyed by point. */
  readonly points: Map<string, Kept>
  readonly heardMs: number
  readonly every: number
  /** Names of the points. The array is reused while the names are the same. */
  readonly names: readonly string[]
}

const { silentIntervals, leastSilenceMs } = telemetryLimits.stale

/**
 * Merges the latest values that devices sent on custom topics. A message of a custom topic carries some properties of a
 * device; a built-in frame carries all. Values are discarded once the device has been silent long enough for them to
 * become stale.
 */
export class CustomValues {
  /** Keyed by device, longest silent first. */
  readonly #devices = new Map<string, Whole>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Merges new values and returns the complete set as a frame with its payload. If the set does not fit into one frame,
   * returns only the new values with the given `payload`.
   */
  take(said: ValuesFrame, { stands }: Pick<CustomDevice, 'stands'>, payload: Buffer): { readonly frame: ValuesFrame; readonly payload: Buffer } {
    const key = keyOf(said)
    const before = this.#devices.get(key)
    const points = new Map(before && !isSilent(before, said.heardMs) ? [...before.points].filter(([, kept]) => kept.stands()) : [])
    const at = Math.min(said.at, said.receivedAt)
    const saidMs = said.heardMs - (said.receivedAt - at)
    for (const [index, point] of said.points.entries()) {
      const kept = points.get(point)
      // A buffered message that arrives late is older on both clocks. If only one clock shows it as older, that clock
      // was adjusted.
      if (kept && kept.at > at && kept.saidMs > saidMs) continue
      points.set(point, { at, saidMs, value: said.values[index] ?? NaN, quality: asQuality(said.qualities[index]), text: said.texts?.[index], stands })
    }
    const frame = this.#frameOf(said, points, before?.names)
    const whole = payloadOf(frame)
    this.#devices.delete(key)
    if (whole === null) return { frame: said, payload }
    this.#devices.set(key, { points, heardMs: said.heardMs, every: said.every, names: frame.points })
    this.#tidy(said.heardMs)
    return { frame, payload: whole }
  }

  /** Discards earlier values, because a built-in frame carries all points of the device. */
  forget(device: DeviceRef): void {
    if (this.#devices.size > 0) this.#devices.delete(keyOf(device))
  }

  #frameOf(said: ValuesFrame, points: ReadonlyMap<string, Kept>, before: readonly string[] | undefined): ValuesFrame {
    const names = [...points.keys()]
    const kept = [...points.values()]
    return {
      ...said,
      // If the clock was set back, earlier values would have a time in the future.
      at: Math.min(said.receivedAt, Math.max(...kept.map(({ at }) => at))),
      points: before?.length === names.length && before.every((name, index) => name === names[index]) ? before : names,
      values: Float64Array.from(kept, ({ value }) => value),
      qualities: Uint8Array.from(kept, (one) => one.quality),
      texts: kept.some(({ text }) => text !== undefined) ? kept.map(({ text }) => text) : null,
    }
  }

  /** Removes silent devices, and the longest silent ones above the limit. */
  #tidy(nowMs: number): void {
    for (const [key, whole] of this.#devices) {
      if (this.#devices.size <= this.#most && !isSilent(whole, nowMs)) return
      this.#devices.delete(key)
    }
  }
}

const keyOf = ({ project, device }: DeviceRef): string => `${project}/${device}`

const isSilent = ({ heardMs, every }: Whole, nowMs: number): boolean => nowMs - heardMs > Math.max(every * silentIntervals, leastSilenceMs)

/** Returns null if the values exceed one frame. */
function payloadOf({ at, every, points, values, qualities, texts }: ValuesFrame): Buffer | null {
  try {
    return Buffer.from(encodeFrame({ at, every, points, values, qualities, texts }, 'json'))
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
