import type { Quality } from '@mimic/engine/bindings'
import { asQuality } from '@mimic/engine/bindings'
import { encodeFrame, telemetryLimits } from '../../contract/telemetry/index.ts'
import type { DeviceRef } from '../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'
import type { CustomDevice } from './customTopics.ts'

interface Kept {
  readonly at: number
  /** The same by the clock that nobody sets: when it was heard, less how late it came. */
  readonly saidMs: number
  readonly value: number
  readonly quality: Quality
  readonly text: string | undefined
  readonly stands: CustomDevice['stands']
}

interface Whole {
  /** By point. */
  readonly points: Map<string, Kept>
  readonly heardMs: number
  readonly every: number
  /** The names of the points; the same array while they are the same. */
  readonly names: readonly string[]
}

const { silentIntervals, leastSilenceMs } = telemetryLimits.stale

/**
 * What devices said last by own topics, put together: a message of those has some of a device's properties, a frame of the house has
 * them all. It holds only while the device goes on speaking: after a silence that made its values stale it has to tell them again.
 */
export class CustomValues {
  /** By device, the one longest not heard first. */
  readonly #devices = new Map<string, Whole>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The whole set, with what was just said in it, and its payload. Too large to be one frame: what was just said, `payload`, alone. */
  take(said: ValuesFrame, { stands }: Pick<CustomDevice, 'stands'>, payload: Buffer): { readonly frame: ValuesFrame; readonly payload: Buffer } {
    const key = keyOf(said)
    const before = this.#devices.get(key)
    const points = new Map(before && !isSilent(before, said.heardMs) ? [...before.points].filter(([, kept]) => kept.stands()) : [])
    const at = Math.min(said.at, said.receivedAt)
    const saidMs = said.heardMs - (said.receivedAt - at)
    for (const [index, point] of said.points.entries()) {
      const kept = points.get(point)
      // What a device kept while it was cut off comes late: it is older by both clocks. By one alone it is where a clock was set.
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

  /** The device said all its points by a frame of the house: what it said before is over. */
  forget(device: DeviceRef): void {
    if (this.#devices.size > 0) this.#devices.delete(keyOf(device))
  }

  #frameOf(said: ValuesFrame, points: ReadonlyMap<string, Kept>, before: readonly string[] | undefined): ValuesFrame {
    const names = [...points.keys()]
    const kept = [...points.values()]
    return {
      ...said,
      // What was said before the clock was set back would be of the future.
      at: Math.min(said.receivedAt, Math.max(...kept.map(({ at }) => at))),
      points: before?.length === names.length && before.every((name, index) => name === names[index]) ? before : names,
      values: Float64Array.from(kept, ({ value }) => value),
      qualities: Uint8Array.from(kept, (one) => one.quality),
      texts: kept.some(({ text }) => text !== undefined) ? kept.map(({ text }) => text) : null,
    }
  }

  /** Lets go of who fell silent, and of the longest silent where there are too many. */
  #tidy(nowMs: number): void {
    for (const [key, whole] of this.#devices) {
      if (this.#devices.size <= this.#most && !isSilent(whole, nowMs)) return
      this.#devices.delete(key)
    }
  }
}

const keyOf = ({ project, device }: DeviceRef): string => `${project}/${device}`

const isSilent = ({ heardMs, every }: Whole, nowMs: number): boolean => nowMs - heardMs > Math.max(every * silentIntervals, leastSilenceMs)

/** Null: more than one frame may carry. */
function payloadOf({ at, every, points, values, qualities, texts }: ValuesFrame): Buffer | null {
  try {
    return Buffer.from(encodeFrame({ at, every, points, values, qualities, texts }, 'json'))
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
