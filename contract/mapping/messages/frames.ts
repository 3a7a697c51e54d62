import { quality } from '@mimic/engine/bindings'
import type { QualityMark } from '../values/quality.ts'
import type { ValueReason } from '../problems.ts'

/** Values of one device at one time, as parallel arrays: the shape of a telemetry frame, with reasons. */
export interface MappedFrame {
  /** Key of the device as the message names it; any text. */
  readonly device: string
  /** Source time, or the time of receipt, in milliseconds since 1970. */
  readonly at: number
  /** Maximum time to the next message in milliseconds, if declared. */
  readonly every: number | undefined
  /** The same array is reused while a topic carries the same points. */
  readonly points: readonly string[]
  /** NaN if there is no number; on is 1, off is 0. */
  readonly values: Float64Array
  readonly texts: readonly (string | undefined)[] | null
  /** 0 good, 1 uncertain, 2 bad. */
  readonly qualities: Uint8Array
  /** Why a value is not good; null if all are. */
  readonly reasons: readonly (ValueReason | undefined)[] | null
}

/** One converted value. */
export interface MappedValue {
  readonly point: string
  readonly value: number
  readonly text: string | undefined
  readonly quality: QualityMark
  readonly reason: ValueReason | undefined
}

/** Collects values of several devices and times; each device and time becomes a frame. */
export class FrameCollector {
  readonly #groups = new Map<string, { device: string; at: number; values: MappedValue[]; names: Set<string> }[]>()

  /**
   * Adds a value. A point that a device sends twice for the same time goes into another frame, except from another
   * source of the same item (`isAlternative`), which is ignored.
   */
  add(device: string, at: number, value: MappedValue, isAlternative: boolean): void {
    const key = `${at} ${device}`
    const groups = this.#groups.get(key) ?? []
    if (groups.length === 0) this.#groups.set(key, groups)
    let group = groups.at(-1)
    if (group?.names.has(value.point)) {
      if (isAlternative) return
      group = undefined
    }
    if (group === undefined) groups.push((group = { device, at, values: [], names: new Set() }))
    group.values.push(value)
    group.names.add(value.point)
  }

  /** Returns the frames in the order of their first value. */
  finish(every: number | undefined): MappedFrame[] {
    return [...this.#groups.values()].flat().map(({ device, at, values }) => createFrame(device, at, every, values))
  }
}

function createFrame(
  device: string,
  at: number,
  every: number | undefined,
  values: readonly MappedValue[],
): MappedFrame {
  return {
    device,
    at,
    every,
    points: values.map(({ point }) => point),
    values: Float64Array.from(values, ({ value }) => value),
    texts: values.some(({ text }) => text !== undefined) ? values.map(({ text }) => text) : null,
    qualities: Uint8Array.from(values, (each) => each.quality),
    reasons: values.some(({ quality: mark }) => mark !== quality.good) ? values.map(({ reason }) => reason) : null,
  }
}
