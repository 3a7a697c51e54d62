import { quality, type TagTable } from '@mimic/engine/bindings'
import { isLit } from '../../contract/lighting/lamp.ts'

/** How something is marked, on a map or in a panorama. */
export type LiveMark = 'alarm' | 'on' | 'off' | 'unknown'

/** Something that a device of the plant speaks for. */
export interface AnnouncedState {
  readonly id: string
  readonly kind: 'cabinet' | 'pole' | 'fan' | 'device' | 'sensor' | 'party'
  readonly project: string
  readonly device: string
  /** Of a sensor: the point that it measures by. */
  readonly point?: string
}

export interface LiveStates {
  /** How each is marked: an alarm stands before whether it is on. */
  readonly states: ReadonlyMap<string, LiveMark>
  /** Whether each is on by its own values, whatever alarms it has: a lamp is when it is lit; those of which nothing good is known are not in it. */
  readonly isOn: ReadonlyMap<string, boolean>
  /** The dimming of what can be dimmed, 0 to 100. */
  readonly levels: ReadonlyMap<string, number>
}

/** How many are on, how many off, and of how many that is not known: together all that were asked for. */
export interface LiveCount {
  readonly on: number
  readonly off: number
  readonly unknown: number
  /** Those of them, on, off or unknown, that have an alarm. */
  readonly alarmed: number
}

type Known = 'on' | 'off' | 'fault'

const pointsOf: Readonly<Record<AnnouncedState['kind'], readonly string[]>> = { cabinet: ['online'], pole: ['lamp', 'dimming', 'power', 'current'], fan: ['running'], device: ['running', 'open', 'state'], sensor: ['value'], party: ['running', 'open', 'state'] }

/** A sensor is known by the point that it measures by. */
const pointsFor = ({ kind, point }: AnnouncedState): readonly string[] => (point === undefined ? pointsOf[kind] : [point])

/** How many of these are on, by their values and not by their marks: whether one has an alarm is counted beside. */
export function countOn(asked: readonly Pick<AnnouncedState, 'id'>[], { isOn, states }: Pick<LiveStates, 'isOn' | 'states'>): LiveCount {
  const known = asked.flatMap(({ id }) => isOn.get(id) ?? [])
  const on = known.filter(Boolean).length
  return { on, off: known.length - on, unknown: asked.length - known.length, alarmed: asked.filter(({ id }) => states.get(id) === 'alarm').length }
}

/** The tags that say how one is. */
export const tagsOf = (one: AnnouncedState): string[] => pointsFor(one).map((point) => `${one.project}/${one.device}/${point}`)

/** More are not followed one by one: they say so by being unknown. */
const mostFollowed = 3000

/** Those whose tags are looked at. */
export const followedTags = (spoken: readonly AnnouncedState[]): readonly AnnouncedState[] => spoken.filter(({ device }) => device !== '').slice(0, mostFollowed)

/** One of the board, with what of it is the same at every look. */
interface Place {
  readonly one: AnnouncedState
  /** As alarms name its device. */
  readonly device: string
  /** Where its tags stand in the table, in the order of its points; none where it is not followed. */
  readonly indices: readonly number[]
}

/** How all of them are, kept from look to look; its maps are filled anew in place. */
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

  /** Looks at all of them once; true where anything is another than before. `alarmed`: devices with an alarm, as `project/device`. */
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

/** Whether the map said something else before. */
function put<Value>(map: Map<string, Value>, id: string, value: Value | undefined): boolean {
  if (map.get(id) === value) return false
  if (value === undefined) map.delete(id)
  else map.set(id, value)
  return true
}

/** Nothing where nothing good is known: a stale value never looks live. `values` are those of its points. */
function knownOf(one: AnnouncedState, values: readonly (number | undefined)[]): Known | undefined {
  if (one.kind === 'pole') {
    const [lamp, dimming, power, current] = values
    const lit = isLit({ lamp, dimming, power, current })
    return lit === undefined ? undefined : lit ? 'on' : 'off'
  }
  for (const [i, point] of pointsFor(one).entries()) {
    const value = values[i]
    if (value === undefined) continue
    // Whatever it measures, it measures.
    if (one.kind === 'sensor') return 'on'
    return point === 'state' && one.kind === 'device' ? (value === 1 ? 'on' : value === 2 ? 'fault' : 'off') : value > 0 ? 'on' : 'off'
  }
  return undefined
}

function valueAt(tags: TagTable, index: number): number | undefined {
  const value = tags.values[index]
  return tags.qualityAt(index) === quality.good && value !== undefined && !Number.isNaN(value) ? value : undefined
}
