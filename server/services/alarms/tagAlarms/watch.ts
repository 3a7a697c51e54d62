import { quality } from '@mimic/engine/bindings'
import { tagAlarmSentence } from '../../../../contract/alarms/tagAlarmSentence.ts'
import { tagFaults } from '../../../../contract/alarms/tagAlarm.ts'
import type { AlarmOwner } from '../../../../contract/alarms/alarm.ts'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { indexPoints } from '../../../../contract/telemetry/index.ts'
import type { HistoryFrame } from '../../../database/history/history.ts'
import { getOfflineTimeoutMs } from '../../base/offlineTimeout.ts'
import type { ActiveAlarm, AlarmRef, AlarmStore } from '../alarmStore.ts'
import { applyValue, complete, type PointValue } from './evaluate.ts'
import { updateRange, type AlarmPlans, type DevicePlan, type PlannedAlarm } from './plans.ts'

export interface TagAlarmParts {
  readonly plans: AlarmPlans
  readonly alarmStore: Pick<AlarmStore, 'isOpen' | 'listWithFault' | 'raise' | 'clear'>
  /** Kind of the facility that a device belongs to. */
  readonly getOwner: (project: string, device: string) => AlarmOwner
  readonly now: () => number
  readonly monotonicNow: () => number
}

/** A received frame with its arrival on the monotonic clock and the device's reporting interval, in milliseconds. */
export interface ReceivedFrame extends HistoryFrame {
  readonly arrivedMs: number
  readonly every: number
  /** Source time of each value, if some differ from `at`. */
  readonly times?: Float64Array
}

/** Interval in milliseconds at which open states are compared with the alarm store, which may reject an alarm. */
const compareMs = 10_000

/** Evaluates the alarms of tags for each frame, and applies their delays. */
export class TagAlarmWatch {
  readonly #parts: TagAlarmParts
  /** Alarms with a pending change, with their device. */
  readonly #pending = new Map<PlannedAlarm, DevicePlan>()
  /** Starts of changes that were pending before the restart, by key. Each is used once. */
  #restored = new Map<string, number>()
  #comparedMs: number
  #needsCleanup = false

  constructor(parts: TagAlarmParts) {
    this.#parts = parts
    this.#comparedMs = parts.monotonicNow()
  }

  frame(frame: ReceivedFrame): void {
    const plan = this.#parts.plans.find(frame.project, frame.device)
    if (!plan) return
    plan.arrivedMs = frame.arrivedMs
    plan.every = frame.every
    const { watched } = plan
    if (plan.points !== frame.points) {
      const places = indexPoints(frame.points)
      plan.points = frame.points
      plan.places = Int32Array.from(watched.alarms, ([first]) => places.get(first?.alarm.point ?? '') ?? -1)
    }
    const { places } = plan
    const { low, high, lastAt } = watched
    const { values, qualities, times, at } = frame
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? -1
      if (place < 0) continue
      const sourceAt = times === undefined ? at : (times[place] ?? at)
      if (sourceAt < (lastAt[index] ?? -Infinity)) continue
      lastAt[index] = sourceAt
      const value = values[place] ?? Number.NaN
      // Nothing is open or pending, and the value is in the normal range: whatever its quality, nothing changes.
      if (value >= (low[index] ?? Number.NaN) && value <= (high[index] ?? Number.NaN)) continue
      this.#evaluate(plan, index, { value, text: frame.texts?.[place], mark: qualities[place] ?? quality.bad }, frame)
    }
  }

  /** Applies elapsed delays, after a requested cleanup. Called every second. */
  tick(): void {
    if (this.#needsCleanup) this.forgetRemoved()
    const nowMs = this.#parts.monotonicNow()
    const now = this.#parts.now()
    for (const [planned, plan] of this.#pending) {
      if (planned.dueMs > nowMs) continue
      // The last value of a silent device is stale. The change waits for the next value.
      if (nowMs - plan.arrivedMs > getOfflineTimeoutMs(plan.every)) continue
      this.#pending.delete(planned)
      this.#apply(plan, planned, complete(planned), now)
    }
    if (nowMs - this.#comparedMs < compareMs) return
    this.#comparedMs = nowMs
    this.#compare()
  }

  /**
   * Requests `forgetRemoved` at the next tick. Called after each change of a plan: a cleanup reads all open alarms, so an
   * import of many devices requires a single one.
   */
  requestCleanup(): void {
    this.#needsCleanup = true
  }

  /** Drops pending changes of removed plans, and clears open alarms that no plan has. */
  forgetRemoved(): void {
    this.#needsCleanup = false
    const { plans, alarmStore, now } = this.#parts
    for (const [planned, plan] of this.#pending) {
      if (plans.find(plan.project, plan.device)?.alarms.includes(planned) === true) continue
      this.#pending.delete(planned)
      const current = plans.find(plan.project, plan.device)
      const kept = current?.alarms.find(({ key }) => key === planned.key)
      if (current && kept && kept.dueMs < Infinity) this.#pending.set(kept, current)
    }
    alarmStore.clear(
      listOpenTagAlarms(alarmStore).filter((ref) => !plans.has(ref)),
      now(),
    )
  }

  /** Starts of the pending changes by key, in milliseconds since 1970. */
  listPending(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#pending.keys()].map(({ key, pendingSince }) => [key, pendingSince]))
  }

  /** Restores the starts of changes that were pending before a restart. They continue with the next value. */
  restorePending(starts: Readonly<Record<string, number>>): void {
    this.#restored = new Map(Object.entries(starts))
  }

  #evaluate(
    plan: DevicePlan,
    index: number,
    value: Pick<PointValue, 'value' | 'text' | 'mark'>,
    { arrivedMs }: ReceivedFrame,
  ): void {
    const now = this.#parts.now()
    for (const planned of plan.watched.alarms[index] ?? []) {
      const transition = applyValue(planned, { ...value, nowMs: arrivedMs, now }, () => this.#takeRestored(planned.key))
      if (planned.dueMs < Infinity) this.#pending.set(planned, plan)
      else this.#pending.delete(planned)
      if (transition) this.#apply(plan, planned, transition, now)
    }
    updateRange(plan.watched, index)
  }

  #takeRestored(key: string): number | undefined {
    if (this.#restored.size === 0) return undefined
    const since = this.#restored.get(key)
    this.#restored.delete(key)
    return since
  }

  #apply(plan: DevicePlan, planned: PlannedAlarm, transition: 'raise' | 'clear', now: number): void {
    const { alarmStore } = this.#parts
    if (transition === 'raise') alarmStore.raise([this.#describe(plan, planned, now)])
    else alarmStore.clear([planned.ref], now)
  }

  #describe(plan: DevicePlan, { alarm, ref, lastValue, lastText }: PlannedAlarm, at: number): ActiveAlarm {
    const { plans, getOwner } = this.#parts
    const { label, unit } = plans.describe(plan, alarm.point)
    return {
      ...ref,
      owner: getOwner(plan.project, plan.device),
      level: alarm.level,
      at,
      value: lastText === undefined ? lastValue : null,
      limit: alarm.limit,
      message: encodeLocalized(
        tagAlarmSentence({ alarm, device: plan.name, point: label, value: lastText ?? lastValue, unit }),
      ),
    }
  }

  /**
   * Adopts the open states of the store. An alarm that the store has rejected or lost is raised again by the next value,
   * and one that it could not clear is cleared again.
   */
  #compare(): void {
    const { plans, alarmStore } = this.#parts
    for (const plan of plans.list())
      for (const planned of plan.alarms)
        if (planned.isOpen && !alarmStore.isOpen(planned.ref)) adoptOpen(plan, planned, false)
    // Most alarms are not open, so the open ones are searched instead of querying the store for each alarm.
    for (const { project, device, fault, point } of listOpenTagAlarms(alarmStore)) {
      const plan = plans.find(project, device)
      const planned = plan?.alarms.find(({ ref }) => ref.fault === fault && ref.point === (point ?? null))
      if (plan && planned) adoptOpen(plan, planned, true)
    }
  }
}

const listOpenTagAlarms = (alarmStore: Pick<AlarmStore, 'listWithFault'>): readonly AlarmRef[] =>
  Object.values(tagFaults).flatMap((fault) => alarmStore.listWithFault(fault))

/** Sets the open state of an alarm, unless a change is pending: its end applies to the current state. */
function adoptOpen({ watched }: DevicePlan, planned: PlannedAlarm, isOpen: boolean): void {
  if (planned.isOpen === isOpen || planned.dueMs < Infinity) return
  planned.isOpen = isOpen
  const index = watched.alarms.findIndex((alarms) => alarms.includes(planned))
  if (index >= 0) updateRange(watched, index)
}
