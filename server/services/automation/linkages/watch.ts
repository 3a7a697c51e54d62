import { indexPoints } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import { offlineAfterMs } from '../../base/offlineTimeout.ts'
import type { Comparison, Said } from './conditions.ts'
import { goodOf, meets } from './conditions.ts'
import type { Timer } from './timers.ts'

/** A trigger with the devices it watches (`project/device`). A product trigger may have many. */
export type Trigger =
  | { readonly kind: 'attribute'; readonly devices: ReadonlySet<string>; readonly point: string; readonly comparison: Comparison; readonly isOfProduct: boolean }
  | { readonly kind: 'function'; readonly devices: ReadonlySet<string>; readonly point: string; readonly isOfProduct: boolean }
  | { readonly kind: 'event'; readonly devices: ReadonlySet<string>; readonly point: string; readonly isOfProduct: boolean }
  | { readonly kind: 'online' | 'offline'; readonly devices: ReadonlySet<string>; readonly isOfProduct: boolean }
  | { readonly kind: 'timed'; readonly timer: Timer }
  | { readonly kind: 'custom' }

/** Watched conditions of one linkage. */
export interface Watched {
  readonly id: string
  readonly condition: 'any' | 'all' | 'none'
  readonly triggers: readonly Trigger[]
}

/** Reason that a linkage fires or its state ends. */
export interface Cause {
  readonly kind: Trigger['kind'] | 'hand'
  /** `project/device`, or null without a device. */
  readonly device: string | null
  readonly point: string | null
  readonly said: Said | null
  /** True for a product trigger, which is evaluated per device. */
  readonly isOfProduct: boolean
  /** True if the cause is a lasting state whose end will be reported. */
  readonly isLasting: boolean
}

/** Result of an event: a linkage fires, or its state ends. */
export interface Change {
  readonly linkage: string
  readonly isOver: boolean
  readonly cause: Cause
}

/** A received frame. */
export type HeardFrame = Omit<ValuesFrame, 'acknowledged' | 'isOwn'>

/** State before the watching started. A linkage fires only on changes after that. */
export interface Before {
  readonly newest: (device: string, point: string) => Said | undefined
  /** Undefined if unknown. */
  readonly isOnline: (device: string) => boolean | undefined
}

interface Level {
  readonly holds: boolean
  /** Expiry on the monotonic clock. An expired level neither satisfies nor fails a condition. */
  readonly until: number
}

interface State {
  readonly watched: Watched
  /** Keyed by trigger index and device. */
  readonly levels: Map<string, Level>
  /** For `all` and `none`: whether the condition held when last known. */
  holds: boolean
}

/**
 * Decides which linkages fire, purely from events. A condition fires on becoming true, not on every value while true;
 * the state before the watching started comes from `Before`. With `any`, each trigger of each device fires separately.
 * Values that are late or not of good quality are ignored, and a condition over several triggers requires fresh values
 * of all. Every `nowMs` is on the monotonic clock.
 */
export class LinkageWatch {
  readonly #states = new Map<string, State>()
  readonly #byDevice = new Map<string, Set<State>>()

  /** Starts or restarts watching a linkage. */
  put(watched: Watched, before: Before): void {
    this.remove(watched.id)
    const state: State = { watched, levels: new Map(), holds: false }
    this.#states.set(watched.id, state)
    for (const [index, trigger] of watched.triggers.entries()) {
      for (const device of devicesOf(trigger)) {
        this.#byDevice.set(device, (this.#byDevice.get(device) ?? new Set()).add(state))
        const holds = heldBefore(trigger, device, before)
        // Values from before are expired at once and do not count in a condition; online states stay valid.
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
    // Ignore frames buffered on the way: their values are outdated.
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

  /** Handles a device that came online or went offline. */
  presence(device: string, isOnline: boolean, nowMs: number): Change[] {
    return [...this.#byDevice.get(device) ?? []].flatMap((state) => apply(state, state.watched.triggers.flatMap((trigger, index): News[] => {
      if ((trigger.kind !== 'online' && trigger.kind !== 'offline') || !trigger.devices.has(device)) return []
      const cause: Cause = { kind: trigger.kind, device, point: null, said: null, isOfProduct: trigger.isOfProduct, isLasting: true }
      return [{ key: keyOf(index, device), level: { holds: isOnline === (trigger.kind === 'online'), until: Infinity }, cause }]
    }), nowMs))
  }

  /** Handles a command that a device carried out on a point. */
  carriedOut(device: string, point: string, value: number, nowMs: number): Change[] {
    return [...this.#byDevice.get(device) ?? []].flatMap((state) => state.watched.triggers.flatMap((trigger) =>
      (trigger.kind === 'function' && trigger.point === point && trigger.devices.has(device)
        ? moment(state, { kind: 'function', device, point, said: { value, text: null }, isOfProduct: trigger.isOfProduct, isLasting: false }, nowMs) : [])))
  }

  /**
   * Returns whether the cause of a device's alarm still lasts. False if it ended or the device or linkage is no longer
   * watched; undefined if unknown.
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

  /** Handles a fired timer. */
  timer(id: string, nowMs: number): Change[] {
    const state = this.#states.get(id)
    return state ? moment(state, { kind: 'timed', device: null, point: null, said: null, isOfProduct: false, isLasting: false }, nowMs) : []
  }
}

/** Current level of one trigger for one device. */
interface News {
  readonly key: string
  readonly level: Level
  readonly cause: Cause
}

/** Applies all levels of one event before evaluating conditions, so that points of one frame are seen together. */
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
  // With an instantaneous trigger in the condition, only that trigger fires it.
  return holds && watched.triggers.some(isMoment) ? moments : [...moments, { linkage: watched.id, isOver: !holds, cause: (lasting[0] ?? last).cause }]
}

/** Returns true if any lasting trigger still holds for a device. Its alarms then stay open. */
const anyHolds = ({ watched: { triggers }, levels }: State, device: string | null): boolean =>
  device !== null && triggers.some((trigger, index) => !isMoment(trigger) && levels.get(keyOf(index, device))?.holds === true)

/** An instantaneous trigger fires if the lasting triggers allow it: all of them hold (`all`), or none (`none`). */
function moment(state: State, cause: Cause, nowMs: number): Change[] {
  const { id, condition } = state.watched
  return condition === 'any' || conditionOf(state, nowMs) === true ? [{ linkage: id, isOver: false, cause }] : []
}

/**
 * Returns whether the lasting triggers satisfy the condition; undefined if too many are unknown or expired. `nowMs`
 * null ignores expiry.
 */
function conditionOf({ watched: { condition, triggers }, levels }: State, nowMs: number | null): boolean | undefined {
  const lasting = triggers.flatMap((trigger, index) => (isMoment(trigger) ? [] : [levelOf(trigger, index, levels, nowMs)]))
  if (condition === 'any') return undefined
  const unwanted = condition === 'none'
  if (lasting.some((holds) => holds === unwanted)) return false
  return lasting.some((holds) => holds === undefined) ? undefined : true
}

/** For a product trigger: whether it holds for any device whose level is known. */
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

/** An event point signals an event by a value other than 0 or the empty text. */
const happened = ({ value, text }: Said): boolean => (text === null ? value !== null && value !== 0 : text !== '')
const isMoment = ({ kind }: Trigger): boolean => kind === 'timed' || kind === 'custom' || kind === 'function' || kind === 'event'
const devicesOf = (trigger: Trigger): readonly string[] => ('devices' in trigger ? [...trigger.devices] : [])
const keyOf = (index: number, device: string): string => `${index} ${device}`
