import { quality, type TagTable } from '@mimic/engine/bindings'
import { isLit } from '../../contract/lighting/lamp.ts'

/** How something is marked, on a map or in a panorama. */
export type LiveMark = 'alarm' | 'on' | 'off' | 'unknown'

/** Something that a device of the plant speaks for. */
export interface Spoken {
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

const pointsOf: Readonly<Record<Spoken['kind'], readonly string[]>> = { cabinet: ['online'], pole: ['lamp', 'dimming', 'power', 'current'], fan: ['running'], device: ['running', 'open', 'state'], sensor: ['value'], party: ['running', 'open', 'state'] }

/** A sensor is known by the point that it measures by. */
const pointsFor = ({ kind, point }: Spoken): readonly string[] => (point === undefined ? pointsOf[kind] : [point])

/** How many of these are on, by their values and not by their marks: whether one has an alarm is counted beside. */
export function countOn(asked: readonly Pick<Spoken, 'id'>[], { isOn, states }: Pick<LiveStates, 'isOn' | 'states'>): LiveCount {
  const known = asked.flatMap(({ id }) => isOn.get(id) ?? [])
  const on = known.filter(Boolean).length
  return { on, off: known.length - on, unknown: asked.length - known.length, alarmed: asked.filter(({ id }) => states.get(id) === 'alarm').length }
}

/** The tags that say how one is. */
export const tagsOf = (one: Spoken): string[] => pointsFor(one).map((point) => tagOf(one, point))

/** How all of them are, kept from look to look; its maps are filled anew in place. */
export class LiveBoard implements LiveStates {
  readonly states = new Map<string, LiveMark>()
  readonly isOn = new Map<string, boolean>()
  readonly levels = new Map<string, number>()
  readonly #spoken: readonly Spoken[]

  constructor(spoken: readonly Spoken[]) {
    this.#spoken = spoken
  }

  /** Looks at all of them once; true where anything is another than before. `alarmed`: devices with an alarm, as `project/device`. */
  look(tags: TagTable, alarmed: ReadonlySet<string>): boolean {
    let isChanged = false
    for (const one of this.#spoken) {
      const known = knownOf(tags, one)
      const state = alarmed.has(`${one.project}/${one.device}`) || known === 'fault' ? 'alarm' : known ?? 'unknown'
      const level = one.kind === 'pole' ? valueOf(tags, tagOf(one, 'dimming')) : undefined
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

/** Nothing where nothing good is known: a stale value never looks live. */
function knownOf(tags: TagTable, one: Spoken): Known | undefined {
  if (one.device === '') return undefined
  if (one.kind === 'pole') {
    const lit = isLit({ lamp: valueOf(tags, tagOf(one, 'lamp')), dimming: valueOf(tags, tagOf(one, 'dimming')), power: valueOf(tags, tagOf(one, 'power')), current: valueOf(tags, tagOf(one, 'current')) })
    return lit === undefined ? undefined : lit ? 'on' : 'off'
  }
  for (const point of pointsFor(one)) {
    const value = valueOf(tags, tagOf(one, point))
    if (value === undefined) continue
    // Whatever it measures, it measures.
    if (one.kind === 'sensor') return 'on'
    return point === 'state' && one.kind === 'device' ? (value === 1 ? 'on' : value === 2 ? 'fault' : 'off') : value > 0 ? 'on' : 'off'
  }
  return undefined
}

function valueOf(tags: TagTable, tag: string): number | undefined {
  const index = tags.indexOf(tag)
  const value = tags.values[index]
  return tags.qualityAt(index) === quality.good && value !== undefined && !Number.isNaN(value) ? value : undefined
}

const tagOf = ({ project, device }: Spoken, point: string): string => `${project}/${device}/${point}`
