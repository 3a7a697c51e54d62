import { type CommandValue, indexPoints } from '../../../../contract/telemetry/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import { getOfflineTimeoutMs } from '../../base/offlineTimeout.ts'
import type { Comparison, ReportedValue } from './conditions.ts'
import { toReliableValue, isSatisfied } from './conditions.ts'
import type { Timer } from './timers.ts'

/** A trigger with the devices it watches (`project/device`). A product trigger may have many. */
export type Trigger =
  | {
      readonly kind: 'attribute'
      readonly devices: ReadonlySet<string>
      readonly point: string
      readonly comparison: Comparison
      readonly isOfProduct: boolean
    }
  | {
      readonly kind: 'function'
      readonly devices: ReadonlySet<string>
      readonly point: string
      readonly isOfProduct: boolean
    }
  | {
      readonly kind: 'event'
      readonly devices: ReadonlySet<string>
      readonly point: string
      readonly isOfProduct: boolean
    }
  | { readonly kind: 'online' | 'offline'; readonly devices: ReadonlySet<string>; readonly isOfProduct: boolean }
  | { readonly kind: 'timed'; readonly timer: Timer }
  | { readonly kind: 'custom' }

/** Watched conditions of one linkage. */
export interface WatchedLinkage {
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
  readonly reported: ReportedValue | null
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
export type ReceivedFrame = Omit<ValuesFrame, 'acknowledged' | 'isCustom'>

/** State before the watching started. A linkage fires only on changes after that. */
export interface InitialState {
  readonly newest: (device: string, point: string) => ReportedValue | undefined
  /** Undefined if unknown. */
  readonly isOnline: (device: string) => boolean | undefined
}

interface Level {
  readonly isActive: boolean
  /** Expiry on the monotonic clock. An expired level neither satisfies nor fails a condition. */
  readonly until: number
}

interface State {
  readonly watched: WatchedLinkage
  /** Keyed by trigger index and device. */
  readonly levels: Map<string, Level>
  /** For `all` and `none`: whether the condition held when last known. */
  isSatisfied: boolean
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
  put(watched: WatchedLinkage, before: InitialState): void {
    this.remove(watched.id)
    const state: State = { watched, levels: new Map(), isSatisfied: false }
    this.#states.set(watched.id, state)
    for (const [index, trigger] of watched.triggers.entries()) {
      for (const device of getDevices(trigger)) {
        this.#byDevice.set(device, (this.#byDevice.get(device) ?? new Set()).add(state))
        const holds = getInitialLevel(trigger, device, before)
        // Values from before are expired at once and do not count in a condition; online states stay valid.
        if (holds !== undefined)
          state.levels.set(toLevelKey(index, device), {
            isActive: holds,
            until: trigger.kind === 'online' || trigger.kind === 'offline' ? Infinity : -Infinity,
          })
      }
    }
    state.isSatisfied = evaluateCondition(state, null) === true
  }

  remove(id: string): void {
    const state = this.#states.get(id)
    if (!state) return
    this.#states.delete(id)
    for (const device of state.watched.triggers.flatMap(getDevices)) {
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
    const readValue = (point: string): ReportedValue | undefined => {
      const place = places.get(point)
      return place === undefined
        ? undefined
        : toReliableValue(frame.values[place], frame.texts?.[place], frame.qualities[place])
    }
    const until = frame.arrivedMs + getOfflineTimeoutMs(frame.every)
    return [...states].flatMap((state) =>
      apply(
        state,
        state.watched.triggers.flatMap((trigger, index): LevelChange[] => {
          if ((trigger.kind !== 'attribute' && trigger.kind !== 'event') || !trigger.devices.has(device)) return []
          const reported = readValue(trigger.point)
          const holds =
            reported && (trigger.kind === 'event' ? isEventSignal(reported) : isSatisfied(reported, trigger.comparison))
          if (reported === undefined || holds === undefined) return []
          return [
            {
              key: toLevelKey(index, device),
              level: { isActive: holds, until },
              cause: {
                kind: trigger.kind,
                device,
                point: trigger.point,
                reported,
                isOfProduct: trigger.isOfProduct,
                isLasting: trigger.kind === 'attribute',
              },
            },
          ]
        }),
        frame.arrivedMs,
      ),
    )
  }

  /** Handles a device that came online or went offline. */
  presence(device: string, isOnline: boolean, nowMs: number): Change[] {
    return [...(this.#byDevice.get(device) ?? [])].flatMap((state) =>
      apply(
        state,
        state.watched.triggers.flatMap((trigger, index): LevelChange[] => {
          if ((trigger.kind !== 'online' && trigger.kind !== 'offline') || !trigger.devices.has(device)) return []
          const cause: Cause = {
            kind: trigger.kind,
            device,
            point: null,
            reported: null,
            isOfProduct: trigger.isOfProduct,
            isLasting: true,
          }
          return [
            {
              key: toLevelKey(index, device),
              level: { isActive: isOnline === (trigger.kind === 'online'), until: Infinity },
              cause,
            },
          ]
        }),
        nowMs,
      ),
    )
  }

  /** Handles a command that a device carried out on a point. */
  onExecuted(device: string, point: string, value: CommandValue, nowMs: number): Change[] {
    return [...(this.#byDevice.get(device) ?? [])].flatMap((state) =>
      state.watched.triggers.flatMap((trigger) =>
        trigger.kind === 'function' && trigger.point === point && trigger.devices.has(device)
          ? fireInstant(
              state,
              {
                kind: 'function',
                device,
                point,
                reported: typeof value === 'string' ? { value: null, text: value } : { value, text: null },
                isOfProduct: trigger.isOfProduct,
                isLasting: false,
              },
              nowMs,
            )
          : [],
      ),
    )
  }

  /**
   * Returns whether the cause of a device's alarm still lasts. False if it ended or the device or linkage is no longer
   * watched; undefined if unknown.
   */
  isCauseActive(id: string, device: string): boolean | undefined {
    const state = this.#states.get(id)
    if (!state) return false
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
    if (!state?.watched.triggers.some(({ kind }) => kind === 'custom')) return []
    const cause: Cause = {
      kind: 'custom',
      device,
      point: null,
      reported: null,
      isOfProduct: false,
      isLasting: false,
    }
    return fireInstant(state, cause, nowMs)
  }

  /** Handles a fired timer. */
  timer(id: string, nowMs: number): Change[] {
    const state = this.#states.get(id)
    return state
      ? fireInstant(
          state,
          { kind: 'timed', device: null, point: null, reported: null, isOfProduct: false, isLasting: false },
          nowMs,
        )
      : []
  }
}

/** Current level of one trigger for one device. */
interface LevelChange {
  readonly key: string
  readonly level: Level
  readonly cause: Cause
}

/** Applies all levels of one event before evaluating conditions, so that points of one frame are seen together. */
function apply(state: State, changes: readonly LevelChange[], nowMs: number): Change[] {
  const { watched, levels } = state
  const changed = changes.filter(({ key, level }) => (levels.get(key)?.isActive ?? false) !== level.isActive)
  for (const { key, level } of changes) levels.set(key, level)
  const instantChanges = changed
    .filter(({ level, cause }) => !cause.isLasting && level.isActive)
    .flatMap(({ cause }) => fireInstant(state, cause, nowMs))
  const lasting = changed.filter(({ cause }) => cause.isLasting)
  if (watched.condition === 'any') {
    const relevant = lasting.filter(({ level, cause }) => level.isActive || !isAnyActive(state, cause.device))
    return [
      ...instantChanges,
      ...relevant.map(({ level, cause }) => ({ linkage: watched.id, isOver: !level.isActive, cause })),
    ]
  }
  const holds = evaluateCondition(state, nowMs)
  const last = changes.find(({ cause }) => cause.isLasting)
  if (holds === undefined || holds === state.isSatisfied || !last) return instantChanges
  state.isSatisfied = holds
  // With an instantaneous trigger in the condition, only that trigger fires it.
  return holds && watched.triggers.some(isInstantaneous)
    ? instantChanges
    : [...instantChanges, { linkage: watched.id, isOver: !holds, cause: (lasting[0] ?? last).cause }]
}

/** Returns true if any lasting trigger still holds for a device. Its alarms then stay open. */
const isAnyActive = ({ watched: { triggers }, levels }: State, device: string | null): boolean =>
  device !== null &&
  triggers.some(
    (trigger, index) => !isInstantaneous(trigger) && levels.get(toLevelKey(index, device))?.isActive === true,
  )

/** An instantaneous trigger fires if the lasting triggers allow it: all of them hold (`all`), or none (`none`). */
function fireInstant(state: State, cause: Cause, nowMs: number): Change[] {
  const { id, condition } = state.watched
  return condition === 'any' || evaluateCondition(state, nowMs) === true ? [{ linkage: id, isOver: false, cause }] : []
}

/**
 * Returns whether the lasting triggers satisfy the condition; undefined if too many are unknown or expired. `nowMs`
 * null ignores expiry.
 */
function evaluateCondition(
  { watched: { condition, triggers }, levels }: State,
  nowMs: number | null,
): boolean | undefined {
  const lasting = triggers.flatMap((trigger, index) =>
    isInstantaneous(trigger) ? [] : [evaluateTrigger(trigger, index, levels, nowMs)],
  )
  if (condition === 'any') return undefined
  const failing = condition === 'none'
  if (lasting.some((holds) => holds === failing)) return false
  return lasting.some((holds) => holds === undefined) ? undefined : true
}

/** For a product trigger: whether it holds for any device whose level is known. */
function evaluateTrigger(
  trigger: Trigger,
  index: number,
  levels: ReadonlyMap<string, Level>,
  nowMs: number | null,
): boolean | undefined {
  const knownLevels = getDevices(trigger).flatMap((device) => {
    const level = levels.get(toLevelKey(index, device))
    return level && (nowMs === null || level.until >= nowMs) ? [level.isActive] : []
  })
  return knownLevels.length === 0 ? undefined : knownLevels.includes(true)
}

function getInitialLevel(
  trigger: Trigger,
  device: string,
  { newest: getNewest, isOnline }: InitialState,
): boolean | undefined {
  switch (trigger.kind) {
    case 'attribute':
    case 'event': {
      const reported = getNewest(device, trigger.point)
      return (
        reported && (trigger.kind === 'event' ? isEventSignal(reported) : isSatisfied(reported, trigger.comparison))
      )
    }
    case 'online':
    case 'offline': {
      const online = isOnline(device)
      return online === undefined ? undefined : online === (trigger.kind === 'online')
    }
    default:
      return undefined
  }
}

/** An event point signals an event by a value other than 0 or the empty text. */
const isEventSignal = ({ value, text }: ReportedValue): boolean =>
  text === null ? value !== null && value !== 0 : text !== ''
const isInstantaneous = ({ kind }: Trigger): boolean =>
  kind === 'timed' || kind === 'custom' || kind === 'function' || kind === 'event'
const getDevices = (trigger: Trigger): readonly string[] => ('devices' in trigger ? [...trigger.devices] : [])
const toLevelKey = (index: number, device: string): string => `${index} ${device}`
