import { quality, type TagTable } from '@mimic/engine/bindings'
import { isLit } from '../../../contract/lighting/lamp.ts'

/** Mark of an object on a map or in a panorama. */
export type LiveMark = 'alarm' | 'on' | 'off' | 'unknown'

/** An object whose state is reported by a device. */
export interface StateSource {
  readonly id: string
  readonly kind: 'cabinet' | 'pole' | 'fan' | 'device' | 'sensor' | 'party'
  readonly project: string
  readonly device: string
  /** Sensors only: the measured point. */
  readonly point?: string
}

export interface LiveStates {
  /** Marks by id; an alarm takes precedence over on and off. */
  readonly states: ReadonlyMap<string, LiveMark>
  /**
   * Whether objects are on, by id, regardless of alarms; a lamp is on if it is lit. Objects without a good value are
   * missing.
   */
  readonly isOn: ReadonlyMap<string, boolean>
  /** Dimming levels by id, 0 to 100. */
  readonly levels: ReadonlyMap<string, number>
}

/** Numbers of objects that are on, off and unknown; they add up to all objects. */
export interface LiveCount {
  readonly on: number
  readonly off: number
  readonly unknown: number
  /** Number of objects in alarm, in any of the three states. */
  readonly alarmed: number
}

type KnownState = 'on' | 'off' | 'fault'

const pointsByKind: Readonly<Record<StateSource['kind'], readonly string[]>> = {
  cabinet: ['online'],
  pole: ['lamp', 'dimming', 'power', 'current'],
  fan: ['running'],
  device: ['running', 'open', 'state'],
  sensor: ['value'],
  party: ['running', 'open', 'state'],
}

/** A sensor's state is that of its measured point. */
const getPoints = ({ kind, point }: StateSource): readonly string[] =>
  point === undefined ? pointsByKind[kind] : [point]

/** Counts objects by their values. Alarms are counted separately. */
export function countOn(
  objects: readonly Pick<StateSource, 'id'>[],
  { isOn, states }: Pick<LiveStates, 'isOn' | 'states'>,
): LiveCount {
  const result = objects.flatMap(({ id }) => isOn.get(id) ?? [])
  const on = result.filter(Boolean).length
  return {
    on,
    off: result.length - on,
    unknown: objects.length - result.length,
    alarmed: objects.filter(({ id }) => states.get(id) === 'alarm').length,
  }
}

/** Tags that determine the state of an object. */
export const getTags = (one: StateSource): string[] =>
  getPoints(one).map((point) => `${one.project}/${one.device}/${point}`)

/** Maximum number of followed objects; the state of others is unknown. */
const maxFollowed = 3000

/** Objects whose tags are subscribed. */
export const selectFollowed = (sources: readonly StateSource[]): readonly StateSource[] =>
  sources.filter(({ device }) => device !== '').slice(0, maxFollowed)

/** An object with precomputed lookups. */
interface StateEntry {
  readonly one: StateSource
  /** `project/device`, as used in alarms. */
  readonly device: string
  /** Indexes of its tags in the table, in the order of its points; empty if it is not followed. */
  readonly indices: readonly number[]
}

/** Current states of a set of objects. The maps are updated in place. */
export class LiveBoard implements LiveStates {
  readonly states = new Map<string, LiveMark>()
  readonly isOn = new Map<string, boolean>()
  readonly levels = new Map<string, number>()
  readonly #tags: TagTable
  readonly #places: readonly StateEntry[]

  constructor(sources: readonly StateSource[], tags: TagTable) {
    const followed = new Set(selectFollowed(sources))
    this.#tags = tags
    this.#places = sources.map((one) => ({
      one,
      device: `${one.project}/${one.device}`,
      indices: followed.has(one) ? getTags(one).map((tag) => tags.indexOf(tag)) : [],
    }))
  }

  /** Updates all states and returns true if any changed. `alarmed`: devices in alarm, as `project/device`. */
  update(alarmed: ReadonlySet<string>): boolean {
    let isChanged = false
    for (const { one, device, indices } of this.#places) {
      const values = indices.map((index) => readValue(this.#tags, index))
      const result = computeState(one, values)
      const state = alarmed.has(device) || result === 'fault' ? 'alarm' : (result ?? 'unknown')
      const level = one.kind === 'pole' ? values[pointsByKind.pole.indexOf('dimming')] : undefined
      const changes = [
        setIfChanged(this.states, one.id, state),
        setIfChanged(this.isOn, one.id, result && result === 'on'),
        setIfChanged(this.levels, one.id, level),
      ]
      isChanged ||= changes.includes(true)
    }
    return isChanged
  }
}

/** Sets a map entry and returns true if it changed. */
function setIfChanged<Value>(map: Map<string, Value>, id: string, value: Value | undefined): boolean {
  if (map.get(id) === value) return false
  if (value === undefined) map.delete(id)
  else map.set(id, value)
  return true
}

/**
 * Returns the state of an object, or undefined without a good value: stale values must not look live. `values` are
 * those of its points.
 */
function computeState(one: StateSource, values: readonly (number | undefined)[]): KnownState | undefined {
  if (one.kind === 'pole') {
    const [lamp, dimming, power, current] = values
    const lit = isLit({ lamp, dimming, power, current })
    return lit === undefined ? undefined : lit ? 'on' : 'off'
  }
  for (const [i, point] of getPoints(one).entries()) {
    const value = values[i]
    if (value === undefined) continue
    // Any measured value counts as on.
    if (one.kind === 'sensor') return 'on'
    return point === 'state' && one.kind === 'device'
      ? value === 1
        ? 'on'
        : value === 2
          ? 'fault'
          : 'off'
      : value > 0
        ? 'on'
        : 'off'
  }
  return undefined
}

function readValue(tags: TagTable, index: number): number | undefined {
  const value = tags.values[index]
  return tags.qualityAt(index) === quality.good && value !== undefined && !Number.isNaN(value) ? value : undefined
}
