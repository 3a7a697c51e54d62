import { indexPoints } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import { offlineAfterMs } from '../../base/offlineTimeout.ts'
import type { Comparison, Said } from './conditions.ts'
import { goodOf, meets } from './conditions.ts'
import type { Timer } from './timers.ts'

/** A trigger with the devices that it looks at, as `project/device`; of a product there may be many. */
export type Trigger =
  | { readonly kind: 'attribute'; readonly devices: ReadonlySet<string>; readonly point: string; readonly comparison: Comparison; readonly isOfProduct: boolean }
  | { readonly kind: 'function'; readonly devices: ReadonlySet<string>; readonly point: string; readonly isOfProduct: boolean }
  | { readonly kind: 'event'; readonly devices: ReadonlySet<string>; readonly point: string; readonly isOfProduct: boolean }
  | { readonly kind: 'online' | 'offline'; readonly devices: ReadonlySet<string>; readonly isOfProduct: boolean }
  | { readonly kind: 'timed'; readonly timer: Timer }
  | { readonly kind: 'custom' }

/** What is watched for one linkage. */
export interface Watched {
  readonly id: string
  readonly condition: 'any' | 'all' | 'none'
  readonly triggers: readonly Trigger[]
}

/** Why a linkage fires, or what has ended. */
export interface Cause {
  readonly kind: Trigger['kind'] | 'hand'
  /** `project/device`; null where no device was it. */
  readonly device: string | null
  readonly point: string | null
  readonly said: Said | null
  /** The trigger is of a product: each of its devices is a matter of its own. */
  readonly isOfProduct: boolean
  /** Of a state that lasts: it will be told when it is over. */
  readonly isLasting: boolean
}

/** What came of something heard: linkages that fire, and linkages whose state is over. */
export interface Change {
  readonly linkage: string
  readonly isOver: boolean
  readonly cause: Cause
}

/** A frame as it came in. */
export type HeardFrame = Omit<ValuesFrame, 'acknowledged' | 'isOwn'>

/** What is known of the time before a linkage is watched: it fires only by what becomes true afterwards. */
export interface Before {
  readonly newest: (device: string, point: string) => Said | undefined
  /** Undefined: not known. */
  readonly isOnline: (device: string) => boolean | undefined
}

interface Level {
  readonly holds: boolean
  /** By the clock that nobody sets: after this it is old, and neither meets a condition nor fails it. */
  readonly until: number
}

interface State {
  readonly watched: Watched
  /** By the trigger's place and the device. */
  readonly levels: Map<string, Level>
  /** Of `all` and `none`, whether the condition held when it was known last. */
  holds: boolean
}

/**
 * Decides what fires, from what is heard and nothing else. A condition fires when it becomes true and not at each value while it is;
 * what it was before it was watched is taken from `Before`. Of `any`, each trigger of each device fires for itself. A value that is
 * not good, or came too late to be of now, changes nothing, and a condition over several needs fresh values of all of them. What is
 * `nowMs` here is of the clock that nobody sets.
 */
export class LinkageWatch {
  readonly #states = new Map<string, State>()
  readonly #byDevice = new Map<string, Set<State>>()

  /** Watches a linkage, or watches it anew. */
  put(watched: Watched, before: Before): void {
    this.remove(watched.id)
    const state: State = { watched, levels: new Map(), holds: false }
    this.#states.set(watched.id, state)
    for (const [index, trigger] of watched.triggers.entries()) {
      for (const device of devicesOf(trigger)) {
        this.#byDevice.set(device, (this.#byDevice.get(device) ?? new Set()).add(state))
        const holds = heldBefore(trigger, device, before)
        // Of then, and so of no weight in a condition; whether a device is there is known all the time.
        if (holds !== undefined) state.levels.set(keyOf(index, device), { holds, until: trigger.kind === 'online' || trigger.kind === 'offline' ? Infinity : -Infinity })
      }
    }
    state.holds = conditionOf(state, null) === true
  }

  remove(id: string): void {
    const state = this.#states.get(id)
    if (!state) return
    this.#states.delete(id)
    for (const device of state.watched.triggers.flatMap(devicesOf)) {
      const several = this.#byDevice.get(device)
      several?.delete(state)
      if (several?.size === 0) this.#byDevice.delete(device)
    }
  }

  frame(frame: HeardFrame): Change[] {
    const device = `${frame.project}/${frame.device}`
    const states = this.#byDevice.get(device)
    // What was kept on the way and is told now is of then.
    if (!states || frame.receivedAt - frame.at > offlineAfterMs(frame.every)) return []
    const places = indexPoints(frame.points)
    const saidOf = (point: string): Said | undefined => {
      const place = places.get(point)
      return place === undefined ? undefined : goodOf(frame.values[place], frame.texts?.[place], frame.qualities[place])
    }
    const until = frame.heardMs + offlineAfterMs(frame.every)
    return [...states].flatMap((state) => apply(state, state.watched.triggers.flatMap((trigger, index): News[] => {
      if ((trigger.kind !== 'attribute' && trigger.kind !== 'event') || !trigger.devices.has(device)) return []
      const said = saidOf(trigger.point)
      const holds = said && (trigger.kind === 'event' ? happened(said) : meets(said, trigger.comparison))
      if (said === undefined || holds === undefined) return []
      return [{ key: keyOf(index, device), level: { holds, until }, cause: { kind: trigger.kind, device, point: trigger.point, said, isOfProduct: trigger.isOfProduct, isLasting: trigger.kind === 'attribute' } }]
    }), frame.heardMs))
  }

  /** A device came, or went for good. */
  presence(device: string, isOnline: boolean, nowMs: number): Change[] {
    return [...this.#byDevice.get(device) ?? []].flatMap((state) => apply(state, state.watched.triggers.flatMap((trigger, index): News[] => {
      if ((trigger.kind !== 'online' && trigger.kind !== 'offline') || !trigger.devices.has(device)) return []
      const cause: Cause = { kind: trigger.kind, device, point: null, said: null, isOfProduct: trigger.isOfProduct, isLasting: true }
      return [{ key: keyOf(index, device), level: { holds: isOnline === (trigger.kind === 'online'), until: Infinity }, cause }]
    }), nowMs))
  }

  /** A device has carried out what it was told of a point. */
  carriedOut(device: string, point: string, value: number, nowMs: number): Change[] {
    return [...this.#byDevice.get(device) ?? []].flatMap((state) => state.watched.triggers.flatMap((trigger) =>
      (trigger.kind === 'function' && trigger.point === point && trigger.devices.has(device)
        ? moment(state, { kind: 'function', device, point, said: { value, text: null }, isOfProduct: trigger.isOfProduct, isLasting: false }, nowMs) : [])))
  }

  /**
   * Whether what raised an alarm of a device still lasts. False: it does not, or this linkage watches the device no more, or nothing at
   * all; undefined: nobody knows yet.
   */
  lasts(id: string, device: string): boolean | undefined {
    const state = this.#states.get(id)
    if (!state) return false
    const { watched: { triggers, condition }, levels } = state
    const lasting = triggers.flatMap((trigger, index) => (!isMoment(trigger) && 'devices' in trigger && trigger.devices.has(device) ? [levels.get(keyOf(index, device))?.holds] : []))
    if (lasting.length === 0) return false
    if (condition !== 'any') return conditionOf(state, null)
    return lasting.includes(true) ? true : lasting.includes(undefined) ? undefined : false
  }

  /** A linkage's timer has gone off. */
  timer(id: string, nowMs: number): Change[] {
    const state = this.#states.get(id)
    return state ? moment(state, { kind: 'timed', device: null, point: null, said: null, isOfProduct: false, isLasting: false }, nowMs) : []
  }
}

/** What one trigger of one device says now. */
interface News {
  readonly key: string
  readonly level: Level
  readonly cause: Cause
}

/** Takes all that was heard at once before it is judged: of two points of one frame neither is older than the other. */
function apply(state: State, several: readonly News[], nowMs: number): Change[] {
  const { watched, levels } = state
  const turned = several.filter(({ key, level }) => (levels.get(key)?.holds ?? false) !== level.holds)
  for (const { key, level } of several) levels.set(key, level)
  const moments = turned.filter(({ level, cause }) => !cause.isLasting && level.holds).flatMap(({ cause }) => moment(state, cause, nowMs))
  const lasting = turned.filter(({ cause }) => cause.isLasting)
  if (watched.condition === 'any') {
    const told = lasting.filter(({ level, cause }) => level.holds || !anyHolds(state, cause.device))
    return [...moments, ...told.map(({ level, cause }) => ({ linkage: watched.id, isOver: !level.holds, cause }))]
  }
  const holds = conditionOf(state, nowMs)
  const last = several.find(({ cause }) => cause.isLasting)
  if (holds === undefined || holds === state.holds || !last) return moments
  state.holds = holds
  // Where a moment is among the triggers it is that which fires.
  return holds && watched.triggers.some(isMoment) ? moments : [...moments, { linkage: watched.id, isOver: !holds, cause: (lasting[0] ?? last).cause }]
}

/** Whether a trigger that lasts still holds of a device: what it has raised, by this trigger or another, is not over before. */
const anyHolds = ({ watched: { triggers }, levels }: State, device: string | null): boolean =>
  device !== null && triggers.some((trigger, index) => !isMoment(trigger) && levels.get(keyOf(index, device))?.holds === true)

/** A trigger that lasts no time fires where the others allow it: all of them hold, or none does. */
function moment(state: State, cause: Cause, nowMs: number): Change[] {
  const { id, condition } = state.watched
  return condition === 'any' || conditionOf(state, nowMs) === true ? [{ linkage: id, isOver: false, cause }] : []
}

/** Whether the triggers that last meet the condition; undefined: too much of them is not known, or old. `nowMs` null: however old. */
function conditionOf({ watched: { condition, triggers }, levels }: State, nowMs: number | null): boolean | undefined {
  const lasting = triggers.flatMap((trigger, index) => (isMoment(trigger) ? [] : [levelOf(trigger, index, levels, nowMs)]))
  if (condition === 'any') return undefined
  const unwanted = condition === 'none'
  if (lasting.some((holds) => holds === unwanted)) return false
  return lasting.some((holds) => holds === undefined) ? undefined : true
}

/** Of a product: whether it holds of any of its devices, as far as they are known. */
function levelOf(trigger: Trigger, index: number, levels: ReadonlyMap<string, Level>, nowMs: number | null): boolean | undefined {
  const known = devicesOf(trigger).flatMap((device) => {
    const level = levels.get(keyOf(index, device))
    return level && (nowMs === null || level.until >= nowMs) ? [level.holds] : []
  })
  return known.length === 0 ? undefined : known.includes(true)
}

function heldBefore(trigger: Trigger, device: string, { newest, isOnline }: Before): boolean | undefined {
  switch (trigger.kind) {
    case 'attribute': case 'event': {
      const said = newest(device, trigger.point)
      return said && (trigger.kind === 'event' ? happened(said) : meets(said, trigger.comparison))
    }
    case 'online': case 'offline': {
      const is = isOnline(device)
      return is === undefined ? undefined : is === (trigger.kind === 'online')
    }
    default: return undefined
  }
}

/** An event is told by its point: while it says nothing but 0 or an empty text, nothing happened. */
const happened = ({ value, text }: Said): boolean => (text === null ? value !== null && value !== 0 : text !== '')
const isMoment = ({ kind }: Trigger): boolean => kind === 'timed' || kind === 'custom' || kind === 'function' || kind === 'event'
const devicesOf = (trigger: Trigger): readonly string[] => ('devices' in trigger ? [...trigger.devices] : [])
const keyOf = (index: number, device: string): string => `${index} ${device}`
