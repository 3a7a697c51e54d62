import type { Cause, Change, OperandValue, Trigger, WatchedLinkage } from './triggers.ts'
import { getDevices, isInstantaneous, toLevelKey } from './triggers.ts'

/** Level of one trigger for one device. Times are on the monotonic clock, in milliseconds. */
export interface Level {
  /** Result of the comparison, without the hold time. */
  readonly holds: boolean
  /** The trigger has held for its hold time. */
  readonly isActive: boolean
  /** The level counts as fired. It is active, and a time window is open. */
  readonly isReported: boolean
  /** Expiry. An expired level neither satisfies nor fails a condition. */
  readonly until: number
  /** End of a pending hold time; `Infinity` if none is pending. */
  readonly dueMs: number
  readonly cause: Cause
}

/** State of one watched linkage. */
export interface State {
  readonly watched: WatchedLinkage
  /** Keyed by trigger index and device. */
  readonly levels: Map<string, Level>
  /** Keys of the levels with a pending hold time. */
  readonly pending: Set<string>
  /** Newest values of the tags that triggers evaluate together. */
  readonly operands: Map<string, OperandValue>
  /** For `all` and `none`: whether the condition held when last known. */
  isSatisfied: boolean
  /** Whether a time window is open. */
  isOpen: boolean
  /** Next time at which a window may open or close, in milliseconds since 1970. */
  edgeAt: number
}

/** Result of one trigger for one device. `holds` is undefined if the value is not reliable. */
export interface Reading {
  readonly key: string
  readonly holds: boolean | undefined
  readonly holdMs: number
  readonly until: number
  readonly cause: Cause
}

/**
 * Applies all readings of one event before evaluating conditions, so that points of one frame are seen together.
 */
export function applyReadings(state: State, readings: readonly Reading[], nowMs: number): Change[] {
  const { watched, levels } = state
  const changes = readings.flatMap((reading) => {
    const before = levels.get(reading.key)
    const level = advanceLevel(before, reading, state.isOpen, nowMs)
    if (level) setLevel(state, reading.key, level)
    return level && reading.holds !== undefined ? [{ before, level }] : []
  })
  const instantChanges = changes
    .filter(({ before, level }) => !level.cause.isLasting && level.isActive && before?.isActive !== true)
    .flatMap(({ level: { cause } }) => fireInstant(state, cause, nowMs))
  const lasting = changes.filter(({ level }) => level.cause.isLasting)
  if (watched.condition === 'any') {
    const relevant = lasting.filter(
      ({ before, level }) =>
        (before?.isReported ?? false) !== level.isReported &&
        (level.isReported || !isAnyReported(state, level.cause.device)),
    )
    return [
      ...instantChanges,
      ...relevant.map(({ level }) => ({ linkage: watched.id, isOver: !level.isReported, cause: level.cause })),
    ]
  }
  const holds = evaluateCondition(state, nowMs)
  const last = lasting[0]
  if (holds === undefined || holds === state.isSatisfied || !last) return instantChanges
  state.isSatisfied = holds
  const changed = lasting.find(({ before, level }) => (before?.isActive ?? false) !== level.isActive)
  // With an instantaneous trigger in the condition, only that trigger fires it.
  return holds && watched.triggers.some(isInstantaneous)
    ? instantChanges
    : [...instantChanges, { linkage: watched.id, isOver: !holds, cause: (changed ?? last).level.cause }]
}

/** Sets a level and records whether a hold time is pending. */
export function setLevel({ levels, pending }: State, key: string, level: Level): void {
  levels.set(key, level)
  if (level.dueMs < Infinity) pending.add(key)
  else pending.delete(key)
}

/** Returns the next level; undefined if nothing changes. */
function advanceLevel(
  before: Level | undefined,
  { holds, holdMs, until, cause }: Reading,
  isOpen: boolean,
  nowMs: number,
): Level | undefined {
  // An unreliable value keeps the level, but ends a pending hold time: the trigger is not known to have held.
  if (holds === undefined)
    return before && before.dueMs < Infinity ? { ...before, holds: false, dueMs: Infinity } : undefined
  const isKnown = before !== undefined && before.until >= nowMs
  const isDue = isKnown && before.dueMs <= nowMs
  const isActive = holds && (holdMs === 0 || before?.isActive === true || isDue)
  const dueMs = !holds || isActive ? Infinity : Math.min(isKnown ? before.dueMs : Infinity, nowMs + holdMs)
  return { holds, isActive, isReported: isActive && isOpen, until, dueMs, cause }
}

/** Readings of the triggers whose hold time has elapsed. A value that expired before then waits for the next one. */
export const listElapsed = ({ levels, pending }: State, nowMs: number): Reading[] =>
  [...pending].flatMap((key) => {
    const level = levels.get(key)
    return level && level.dueMs <= nowMs && level.until >= level.dueMs ? [{ ...level, key, holdMs: 0 }] : []
  })

/** Next end of a hold time on the monotonic clock; `Infinity` without one. */
export function getDueMs({ levels, pending }: State): number {
  let next = Infinity
  for (const key of pending) {
    const level = levels.get(key)
    if (level && level.until >= level.dueMs) next = Math.min(next, level.dueMs)
  }
  return next
}

/** Opens or closes the time window of a linkage. */
export function setOpen(state: State, isOpen: boolean, nowMs: number): Change[] {
  if (state.isOpen === isOpen) return []
  state.isOpen = isOpen
  const { watched, levels } = state
  const lasting = [...levels].filter(([, { cause }]) => cause.isLasting)
  if (watched.condition === 'any')
    return lasting.flatMap(([key, level]) => {
      const isReported = isOpen && level.isActive && level.until >= nowMs
      if (isReported === level.isReported) return []
      levels.set(key, { ...level, isReported })
      return [{ linkage: watched.id, isOver: !isReported, cause: level.cause }]
    })
  const holds = evaluateCondition(state, nowMs)
  if (holds === undefined || holds === state.isSatisfied) return []
  state.isSatisfied = holds
  const cause = (lasting.find(([, level]) => level.isActive) ?? lasting[0])?.[1].cause
  return cause === undefined || (holds && watched.triggers.some(isInstantaneous))
    ? []
    : [{ linkage: watched.id, isOver: !holds, cause }]
}

/** An instantaneous trigger fires if the lasting triggers allow it: all of them hold (`all`), or none (`none`). */
export function fireInstant(state: State, cause: Cause, nowMs: number): Change[] {
  const { id, condition } = state.watched
  if (!state.isOpen) return []
  return condition === 'any' || evaluateCondition(state, nowMs) === true ? [{ linkage: id, isOver: false, cause }] : []
}

/**
 * Returns whether the time window and the lasting triggers satisfy the condition; undefined if too many triggers are
 * unknown or expired. `nowMs` null ignores expiry.
 */
export function evaluateCondition(
  { watched: { condition, triggers }, levels, isOpen }: State,
  nowMs: number | null,
): boolean | undefined {
  if (!isOpen) return false
  const lasting = triggers.flatMap((trigger, index) =>
    isInstantaneous(trigger) ? [] : [evaluateTrigger(trigger, index, levels, nowMs)],
  )
  if (condition === 'any') return undefined
  const failing = condition === 'none'
  if (lasting.some((holds) => holds === failing)) return false
  return lasting.some((holds) => holds === undefined) ? undefined : true
}

/** Returns true if any lasting trigger still counts for a device. Its alarms then stay open. */
const isAnyReported = ({ watched: { triggers }, levels }: State, device: string | null): boolean =>
  device !== null &&
  triggers.some(
    (trigger, index) => !isInstantaneous(trigger) && levels.get(toLevelKey(index, device))?.isReported === true,
  )

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
