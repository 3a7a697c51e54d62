import { quality } from '@mimic/engine/bindings'
import { stateNumber, type TagAlarm } from '../../../../contract/alarms/tagAlarm.ts'

/** A change of the state of an alarm. */
export type Transition = 'raise' | 'clear'

/** State of one alarm of one point. Times are on the monotonic clock, in milliseconds. */
export interface AlarmState {
  readonly alarm: TagAlarm
  /** Returns true if a state of a text or number raises the alarm; undefined for limits. */
  readonly matches: ((value: number, text: string | undefined) => boolean) | undefined
  isOpen: boolean
  /** Time at which the pending change is due; `Infinity` if nothing is pending. */
  dueMs: number
  /** Start of the pending change in milliseconds since 1970, to continue it after a restart. */
  pendingSince: number
  /** Last value. `lastText` for text points. */
  lastValue: number
  lastText: string | undefined
}

/** A value of a point. `nowMs`: arrival on the monotonic clock; `now`: current time in milliseconds since 1970. */
export interface PointValue {
  readonly value: number
  readonly text: string | undefined
  readonly mark: number
  readonly nowMs: number
  readonly now: number
}

/** Returns the initial state of an alarm. `pendingSince`: start of a change that was pending before a restart. */
export function createAlarmState(alarm: TagAlarm, isOpen: boolean): AlarmState {
  return {
    alarm,
    matches: alarm.kind === 'state' ? createMatcher(alarm.states) : undefined,
    isOpen,
    dueMs: Infinity,
    pendingSince: 0,
    lastValue: Number.NaN,
    lastText: undefined,
  }
}

/**
 * Applies a value. Returns the change to make now, or null. Bad and stale values neither raise nor clear, and cancel a
 * pending change, because the condition is no longer known to last. `restoredSince`: start of a change that was pending
 * before a restart.
 */
export function applyValue(
  state: AlarmState,
  { value, text, mark, nowMs, now }: PointValue,
  restoredSince: () => number | undefined,
): Transition | null {
  if (mark >= quality.bad || (text === undefined && Number.isNaN(value))) {
    state.dueMs = Infinity
    return null
  }
  state.lastValue = value
  state.lastText = text
  const isOn = isBeyond(state, value, text)
  if (isOn === state.isOpen) {
    state.dueMs = Infinity
    return null
  }
  if (state.dueMs === Infinity) {
    const delayMs = isOn ? state.alarm.onDelayMs : state.alarm.offDelayMs
    const since = delayMs === 0 ? now : Math.min(now, restoredSince() ?? now)
    state.pendingSince = since
    state.dueMs = nowMs + Math.max(0, delayMs - (now - since))
  }
  return state.dueMs <= nowMs ? complete(state) : null
}

/** Completes a pending change whose delay has elapsed. */
export function complete(state: AlarmState): Transition {
  state.dueMs = Infinity
  state.isOpen = !state.isOpen
  return state.isOpen ? 'raise' : 'clear'
}

function isBeyond({ alarm, matches, isOpen }: AlarmState, value: number, text: string | undefined): boolean {
  if (matches) return matches(value, text)
  const limit = alarm.limit ?? 0
  const band = isOpen ? alarm.deadband : 0
  return alarm.kind === 'high' || alarm.kind === 'highHigh' ? value > limit - band : value < limit + band
}

function createMatcher(states: readonly string[]): NonNullable<AlarmState['matches']> {
  const texts = new Set(states)
  const numbers = new Set(states.map(stateNumber).filter((each) => each !== null))
  return (value, text) => (text === undefined ? numbers.has(value) : texts.has(text))
}
