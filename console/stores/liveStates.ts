import { quality, type TagTable } from '@mimic/engine/bindings'
import { isLit } from '../../contract/lighting/lamp.ts'

/** Mark of an object on a map or in a panorama. */
export type LiveMark = 'alarm' | 'on' | 'off' | 'unknown'

/** An object whose state is reported by a device. */
export interface AnnouncedState {
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

type Known = 'on' | 'off' | 'fault'

const pointsOf: Readonly<Record<AnnouncedState['kind'], readonly string[]>> = { cabinet: ['online'], pole: ['lamp', 'dimming', 'power', 'current'], fan: ['running'], device: ['running', 'open', 'state'], sensor: ['value'], party: ['running', 'open', 'state'] }

/** A sensor's state is that of its measured point. */
const pointsFor = ({ kind, point }: AnnouncedState): readonly string[] => (point === undefined ? pointsOf[kind] : [point])

/** Counts objects by their values. Alarms are counted separately. */
export function countOn(asked: readonly Pick<AnnouncedState, 'id'>[], { isOn, states }: Pick<LiveStates, 'isOn' | 'states'>): LiveCount {
  const known = asked.flatMap(({ id }) => isOn.get(id) ?? [])
  const on = known.filter(Boolean).length
  return { on, off: known.length - on, unknown: asked.length - known.length, alarmed: asked.filter(({ id }) => states.get(id) === 'alarm').length }
}

/** Tags that determine the state of an object. */
export const tagsOf = (one: AnnouncedState): string[] => pointsFor(one).map((point) => `${one.project}/${one.device}/${point}`)

/** Maximum number of followed objects; the state of others is unknown. */
const mostFollowed = 3000

/** Objects whose tags are subscribed. */
export const followedTags = (spoken: readonly AnnouncedState[]): readonly AnnouncedState[] => spoken.filter(({ device }) => device !== '').slice(0, mostFollowed)

/** An object with precomputed lookups. */
interface Place {
  readonly one: AnnouncedState
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
  readonly #places: readonly Place[]

  constructor(spoken: readonly AnnouncedState[], tags: TagTable) {
    const followed = new Set(followedTags(spoken))
    this.#tags = tags
    this.#places = spoken.map((one) => ({ one, device: `${one.project}/${one.device}`, indices: followed.has(one) ? tagsOf(one).map((tag) => tags.indexOf(tag)) : [] }))
  }

  /** Updates all states and returns true if any changed. `alarmed`: devices in alarm, as `project/device`. */
  look(alarmed: ReadonlySet<string>): boolean {
    let isChanged = false
    for (const { one, device, indices } of this.#places) {
      const values = indices.map((index) => valueAt(this.#tags, index))
      const known = knownOf(one, values)
      const state = alarmed.has(device) || known === 'fault' ? 'alarm' : known ?? 'unknown'
      const level = one.kind === 'pole' ? values[pointsOf.pole.indexOf('dimming')] : undefined
      const changes = [put(this.states, one.id, state), put(this.isOn, one.id, known && known === 'on'), put(this.levels, one.id, level)]
      isChanged ||= changes.includes(true)
    }
    return isChanged
  }
}

/** Sets a map entry and returns true if it changed. */
function put<Value>(map: Map<string, Value>, id: string, value: Value | undefined): boolean {
  if (map.get(id) === value) return false
  if (value === undefined) map.delete(id)
  else map.set(id, value)
  return true
}

/**
 * Returns the state of an object, or undefined without a good value: stale values must not look live. `values` are
 * those of its points.
 */
function knownOf(one: AnnouncedState, values: readonly (number | undefined)[]): Known | undefined {
  if (one.kind === 'pole') {
    const [lamp, dimming, power, current] = values
    const lit = isLit({ lamp, dimming, power, current })
    return lit === undefined ? undefined : lit ? 'on' : 'off'
  }
  for (const [i, point] of pointsFor(one).entries()) {
    const value = values[i]
    if (value === undefined) continue
    // Any measured value counts as on.
    if (one.kind === 'sensor') return 'on'
    return point === 'state' && one.kind === 'device' ? (value === 1 ? 'on' : value === 2 ? 'fault' : 'off') : value > 0 ? 'on' : 'off'
  }
  return undefined
}

function valueAt(tags: TagTable, index: number): number | undefined {
  const value = tags.values[index]
  return tags.qualityAt(index) === quality.good && value !== undefined && !Number.isNaN(value) ? value : undefined
}
