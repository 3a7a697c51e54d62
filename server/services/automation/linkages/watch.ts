import { asQuality, quality } from '@mimic/engine/bindings'
import { type CommandValue, indexPoints } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import { getOfflineTimeoutMs } from '../../base/offlineTimeout.ts'
import type { ReportedValue } from './conditions.ts'
import { toReliableValue } from './conditions.ts'
import type { Reading, State } from './levels.ts'
import { applyReadings, evaluateCondition, fireInstant, getDueMs, listElapsed, setLevel, setOpen } from './levels.ts'
import { createCause, getHold, readInitialHolds, readTrigger } from './operands.ts'
import { getNextEdge, isWithin } from './timeWindow.ts'
import type { Cause, Change, OperandValue, Trigger, WatchedLinkage } from './triggers.ts'
import { getDevices, getTagDevice, isInstantaneous, listOperands, listWatchedDevices, toLevelKey } from './triggers.ts'

/** A received frame. */
export type ReceivedFrame = Omit<ValuesFrame, 'acknowledged' | 'isCustom'>

/** State before the watching started. A linkage fires only on changes after that. */
export interface InitialState {
  readonly newest: (device: string, point: string) => ReportedValue | undefined
  /** Undefined if unknown. */
  readonly isOnline: (device: string) => boolean | undefined
  /** Current time in milliseconds since 1970, for time windows. */
  readonly now: () => number
}

/**
 * Decides which linkages fire, purely from events. A condition fires on becoming true, not on every value while true;
 * the state before the watching started comes from `Before`. With `any`, each trigger of each device fires separately.
 * Values that are late or not of good quality are ignored, and a condition over several triggers requires fresh values
 * of all. A trigger with a hold time counts when it has held for that time; time windows limit all triggers. Every
 * `nowMs` is on the monotonic clock.
 */
export class LinkageWatch {
  readonly #states = new Map<string, State>()
  readonly #byDevice = new Map<string, Set<State>>()
  /** Linkages with time windows, and those with a pending hold time. */
  readonly #limited = new Set<State>()
  readonly #pending = new Set<State>()
  #dueMs = Infinity

  /** Starts or restarts watching a linkage. */
  put(watched: WatchedLinkage, before: InitialState): void {
    const previous = this.#states.get(watched.id)
    this.remove(watched.id)
    const state: State = {
      watched,
      levels: new Map(),
      pending: new Set(),
      operands: new Map(),
      isSatisfied: false,
      isOpen: isInWindow(watched, before.now()),
      edgeAt: -Infinity,
    }
    this.#states.set(watched.id, state)
    if (hasWindows(watched)) this.#limited.add(state)
    for (const [index, trigger] of watched.triggers.entries()) {
      for (const device of listWatchedDevices(trigger))
        this.#byDevice.set(device, (this.#byDevice.get(device) ?? new Set()).add(state))
      this.#initialize(state, trigger, index, before, previous)
    }
    this.#noteDue(state, [...state.pending])
    state.isSatisfied = evaluateCondition(state, null) === true
  }

  remove(id: string): void {
    const state = this.#states.get(id)
    if (!state) return
    this.#states.delete(id)
    this.#limited.delete(state)
    this.#pending.delete(state)
    for (const device of state.watched.triggers.flatMap(listWatchedDevices)) {
      const changes = this.#byDevice.get(device)
      changes?.delete(state)
      if (changes?.size === 0) this.#byDevice.delete(device)
    }
  }

  frame(frame: ReceivedFrame): Change[] {
    const device = `${frame.project}/${frame.device}`
    const states = this.#byDevice.get(device)
    // Ignore frames buffered on the way: their values are outdated.
    if (!states || frame.receivedAt - frame.at > getOfflineTimeoutMs(frame.every)) return []
    const places = indexPoints(frame.points)
    const read = (point: string): Omit<OperandValue, 'until'> | undefined => {
      const place = places.get(point)
      if (place === undefined) return undefined
      const mark = asQuality(frame.qualities[place] ?? quality.bad)
      return { reported: toReliableValue(frame.values[place], frame.texts?.[place], mark), mark }
    }
    const nowMs = frame.arrivedMs
    const until = nowMs + getOfflineTimeoutMs(frame.every)
    return [...states].flatMap((state) => {
      const operands = new Set<string>()
      for (const point of state.operands.size === 0 ? [] : frame.points) {
        const tag = `${device}/${point}`
        const value = state.operands.has(tag) ? read(point) : undefined
        if (!value) continue
        state.operands.set(tag, { ...value, until })
        operands.add(tag)
      }
      const readOperand = (tag: string): OperandValue | undefined => {
        const value = state.operands.get(tag)
        return value && value.until >= nowMs ? value : undefined
      }
      const readings = state.watched.triggers.flatMap((trigger, index) =>
        readTrigger(trigger, index, { device, read, operands, until }, readOperand, state.levels),
      )
      return this.#apply(state, readings, nowMs)
    })
  }

  /** Handles a device that came online or went offline. */
  presence(device: string, isOnline: boolean, nowMs: number): Change[] {
    return [...(this.#byDevice.get(device) ?? [])].flatMap((state) =>
      this.#apply(
        state,
        state.watched.triggers.flatMap((trigger, index): Reading[] => {
          if ((trigger.kind !== 'online' && trigger.kind !== 'offline') || !trigger.devices.has(device)) return []
          return [
            {
              key: toLevelKey(index, device),
              holds: isOnline === (trigger.kind === 'online'),
              ...getHold(trigger),
              until: Infinity,
              cause: createCause(trigger, device),
            },
          ]
        }),
        nowMs,
      ),
    )
  }

  /** Handles a command that a device carried out on a point. */
  onExecuted(device: string, point: string, value: CommandValue, nowMs: number): Change[] {
    const reported = typeof value === 'string' ? { value: null, text: value } : { value, text: null }
    return [...(this.#byDevice.get(device) ?? [])].flatMap((state) =>
      state.watched.triggers.flatMap((trigger) =>
        trigger.kind === 'function' && trigger.point === point && trigger.devices.has(device)
          ? fireInstant(state, createCause(trigger, device, reported), nowMs)
          : [],
      ),
    )
  }

  /** Opens and closes time windows and completes hold times. `now`: current time in milliseconds since 1970. */
  tick(now: number, nowMs: number): Change[] {
    const windows = [...this.#limited].flatMap((state) => {
      state.edgeAt = -Infinity
      return setOpen(state, isInWindow(state.watched, now), nowMs)
    })
    const held = [...this.#pending].flatMap((state) => applyReadings(state, listElapsed(state, nowMs), nowMs))
    this.#dueMs = Infinity
    for (const state of this.#pending) {
      if (state.pending.size === 0) this.#pending.delete(state)
      else this.#dueMs = Math.min(this.#dueMs, getDueMs(state))
    }
    return [...windows, ...held]
  }

  /** Next time of `tick` for a hold time, on the monotonic clock; `Infinity` without one. */
  get dueMs(): number {
    return this.#dueMs
  }

  /** Next time after `now` at which a time window may open or close, in milliseconds since 1970. */
  getNextEdge(now: number): number {
    return Math.min(
      Infinity,
      ...[...this.#limited].map((state) => {
        const { windows = [], zone = 'UTC' } = state.watched
        if (state.edgeAt <= now) state.edgeAt = getNextEdge(windows, zone, now)
        return state.edgeAt
      }),
    )
  }

  /**
   * Returns whether the cause of a device's alarm still lasts. False if it ended or the device or linkage is no longer
   * watched; undefined if unknown.
   */
  isCauseActive(id: string, device: string): boolean | undefined {
    const state = this.#states.get(id)
    if (!state?.isOpen) return false
    const {
      watched: { triggers, condition },
      levels,
    } = state
    const lasting = triggers.flatMap((trigger, index) =>
      !isInstantaneous(trigger) && 'devices' in trigger && trigger.devices.has(device)
        ? [levels.get(toLevelKey(index, device))?.isActive]
        : [],
    )
    if (lasting.length === 0) return false
    if (condition !== 'any') return evaluateCondition(state, null)
    return lasting.includes(true) ? true : lasting.includes(undefined) ? undefined : false
  }

  /** Handles a script that starts a linkage with a custom trigger. `device`: the device of the script's event. */
  custom(id: string, device: string | null, nowMs: number): Change[] {
    const state = this.#states.get(id)
    return state?.watched.triggers.some(({ kind }) => kind === 'custom')
      ? fireInstant(state, createPlainCause('custom', device), nowMs)
      : []
  }

  /** Handles a fired timer. */
  timer(id: string, nowMs: number): Change[] {
    const state = this.#states.get(id)
    return state ? fireInstant(state, createPlainCause('timed', null), nowMs) : []
  }

  #apply(state: State, readings: readonly Reading[], nowMs: number): Change[] {
    const changes = applyReadings(state, readings, nowMs)
    this.#noteDue(
      state,
      readings.map(({ key }) => key),
    )
    return changes
  }

  #noteDue(state: State, keys: readonly string[]): void {
    for (const key of keys) {
      if (!state.pending.has(key)) continue
      this.#pending.add(state)
      this.#dueMs = Math.min(this.#dueMs, state.levels.get(key)?.dueMs ?? Infinity)
    }
  }

  /** Sets the levels of a trigger from the state before, without firing. */
  #initialize(state: State, trigger: Trigger, index: number, before: InitialState, previous: State | undefined): void {
    const readOperand = (tag: string): OperandValue | undefined => {
      const device = getTagDevice(tag)
      const reported = before.newest(device, tag.slice(device.length + 1))
      return reported && { reported, mark: quality.good, until: -Infinity }
    }
    for (const tag of listOperands(trigger))
      state.operands.set(tag, readOperand(tag) ?? { reported: undefined, mark: quality.stale, until: -Infinity })
    for (const device of getDevices(trigger)) {
      const key = toLevelKey(index, device)
      const pending = previous?.levels.get(key)
      // A hold time continues if the trigger is unchanged, for example after a device was added to its product.
      if (pending && pending.dueMs < Infinity && isSameTrigger(trigger, previous?.watched.triggers[index])) {
        setLevel(state, key, pending)
        continue
      }
      const holds = readInitialHolds(trigger, device, readOperand, before.isOnline(device))
      if (holds === undefined) continue
      // Values from before are expired at once and do not count in a condition; online states stay valid.
      const until = trigger.kind === 'online' || trigger.kind === 'offline' ? Infinity : -Infinity
      const cause = createCause(trigger, device, 'point' in trigger ? before.newest(device, trigger.point) : undefined)
      const isReported = holds && state.isOpen
      setLevel(state, key, { holds, isActive: holds, isReported, until, dueMs: Infinity, cause })
    }
  }
}

const hasWindows = ({ windows = [] }: WatchedLinkage): boolean => windows.length > 0

const isInWindow = ({ windows = [], zone = 'UTC' }: WatchedLinkage, now: number): boolean =>
  windows.length === 0 || windows.some((window) => isWithin(window, zone, now))

/** Returns whether two triggers have the same settings, whatever their devices. */
const isSameTrigger = (trigger: Trigger, other: Trigger | undefined): boolean =>
  JSON.stringify({ ...trigger, devices: null }) === JSON.stringify({ ...other, devices: null })

const createPlainCause = (kind: 'custom' | 'timed', device: string | null): Cause => ({
  kind,
  device,
  point: null,
  reported: null,
  isOfProduct: false,
  isLasting: false,
})
