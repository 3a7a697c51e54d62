import { quality } from '@mimic/engine/bindings'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { alarmSentence } from '../../../../contract/alarms/alarmSentence.ts'
import type { FaultLimits } from '../../../../contract/lighting/faultLimits.ts'
import { indexPoints } from '../../../../contract/telemetry/index.ts'
import type { HistoryFrame, Reading } from '../../../database/history/history.ts'
import { getOfflineTimeoutMs } from '../../base/offlineTimeout.ts'
import type { FacilityIndex, Facility } from '../facilityIndex.ts'
import { toDeviceKey } from '../facilityIndex.ts'
import type { AlarmStore, AlarmRef, ActiveAlarm } from '../../alarms/alarmStore.ts'
import type { Fault, Finding } from './conditions.ts'
import { detectFaults, isFacilityFault, usableValue } from './conditions.ts'
import { Debouncer } from './debounce.ts'

export interface WatchParts {
  readonly facilities: Pick<FacilityIndex, 'findByDevice' | 'findById' | 'list' | 'isInService'>
  /** Limits of the faults of a project. */
  readonly getFaultLimits: (project: string) => FaultLimits
  readonly alarmStore: Pick<AlarmStore, 'isOpen' | 'listOpen' | 'raise' | 'clear'>
  /** Newest value of a tag, including values from before this start. */
  readonly newest: (tag: string) => Reading | undefined
  readonly now: () => number
  /** Monotonic clock for fault durations and device silence. */
  readonly monotonicNow: () => number
  /** Called when a cabinet is heard for the first time, and when it falls silent, with the time of its last message. */
  readonly onCabinetMessage: (cabinet: string, atMs: number) => void
}

/** A received frame with its arrival time and the device's reporting interval. */
export interface ReceivedFrame extends HistoryFrame {
  readonly receivedAt: number
  readonly arrivedMs: number
  readonly every: number
}

interface LastMessage {
  readonly at: number
  readonly ms: number
  readonly every: number
  /** Time of the last reported disconnect. Older messages that arrive later do not bring the device back online. */
  readonly offlineMs: number | null
}

/** Grace period in milliseconds for devices not heard since the start, in which gateways reconnect. */
const startupGraceMs = 60_000
const sweepMs = 2_000
/** Points used to determine whether a device has ever sent values. */
const commonPoints = ['online', 'energyKwh', 'power', 'dimming', 'lamp', 'switch', 'value'] as const

/**
 * Detects faults from values and from silence, and passes lasting ones to the alarm store. A facility out of service,
 * or connected to an unreachable cabinet, has no faults; the cabinet raises a single alarm.
 */
export class AlarmWatch {
  readonly #parts: WatchParts
  readonly #delays = new Debouncer<Facility>()
  readonly #lastMessages = new Map<string, LastMessage>()
  readonly #startedMs: number
  #sweptMs = -Infinity

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#startedMs = parts.monotonicNow()
  }

  frame(frame: ReceivedFrame): void {
    const { facilities, onCabinetMessage } = this.#parts
    const facility = facilities.findByDevice(frame.project, frame.device)
    if (!facility) return
    const key = toDeviceKey(frame.project, frame.device)
    const before = this.#lastMessages.get(key)
    if (!before && facility.kind === 'cabinet') onCabinetMessage(facility.id, frame.receivedAt)
    const offlineMs = before?.offlineMs ?? null
    const isBefore = offlineMs !== null && frame.arrivedMs <= offlineMs
    this.#lastMessages.set(key, {
      at: frame.receivedAt,
      ms: frame.arrivedMs,
      every: frame.every,
      offlineMs: isBefore ? offlineMs : null,
    })
    if (isBefore || !facilities.isInService(facility)) return
    const places = indexPoints(frame.points)
    const valueAt = (point: string): number | undefined => {
      const place = places.get(point)
      return place === undefined ? undefined : usableValue(frame.values[place], frame.qualities[place])
    }
    const { project, device } = frame
    const limits = this.#parts.getFaultLimits(project)
    const findings = detectFaults(facility, {
      valueAt,
      isOpen: (fault, point) => this.#parts.alarmStore.isOpen({ project, device, fault, point }),
      has: (point) => places.has(point),
      limits,
    })
    const isUnreadable =
      frame.points.length > 0 &&
      frame.points.every((_, place) => (frame.qualities[place] ?? quality.bad) >= quality.bad)
    for (const finding of [...findings, this.#createSilence(facility, false), createUnreadable(isUnreadable, limits)])
      this.#update(
        facility,
        this.#isCausedByCabinet(facility, finding) ? { ...finding, isOn: undefined } : finding,
        frame.arrivedMs,
      )
  }

  state({
    project,
    device,
    online,
  }: {
    readonly project: string
    readonly device: string
    readonly online: boolean
  }): void {
    const key = toDeviceKey(project, device)
    const lastMessage = this.#lastMessages.get(key)
    if (!this.#parts.facilities.findByDevice(project, device)) return
    if (!online)
      this.#lastMessages.set(key, {
        at: lastMessage?.at ?? this.#parts.now(),
        ms: lastMessage?.ms ?? this.#parts.monotonicNow(),
        every: lastMessage?.every ?? 0,
        offlineMs: this.#parts.monotonicNow(),
      })
  }

  /** Checks for silent devices and applies expired delays. Called every second. */
  tick(): void {
    const nowMs = this.#parts.now()
    const monotonicMs = this.#parts.monotonicNow()
    if (monotonicMs - this.#sweptMs >= sweepMs) this.#sweep(monotonicMs)
    const raised: ActiveAlarm[] = []
    const cleared: AlarmRef[] = []
    for (const { subject, finding, due } of this.#delays.due(monotonicMs)) {
      const { project, device } = subject
      if (device === null) continue
      const { fault, point, level, value, limit } = finding
      if (due === 'clear') cleared.push({ project, device, fault, point })
      else if (!this.#isCausedByCabinet(subject, finding)) {
        raised.push({
          project,
          owner: subject.kind,
          device,
          fault,
          point,
          level,
          value,
          limit,
          at: nowMs,
          message: encodeLocalized(
            alarmSentence({ fault, name: subject.title, point, value, limit, unit: finding.unit }),
          ),
        })
        const lastMessage = this.#lastMessages.get(toDeviceKey(project, device))
        if (fault === 'offline' && subject.kind === 'cabinet' && lastMessage)
          this.#parts.onCabinetMessage(subject.id, lastMessage.at)
      }
    }
    this.#parts.alarmStore.raise(raised)
    this.#parts.alarmStore.clear(cleared, nowMs)
  }

  /** Clears pending and open alarms of a device that was removed or reassigned. */
  forget(project: string, device: string): void {
    const open = this.#parts.alarmStore.listOpen(project, device).filter(({ fault }) => isFacilityFault(fault))
    for (const { fault, point } of open) this.#delays.cancel(toKey(project, device, fault, point ?? null))
    this.#parts.alarmStore.clear(open, this.#parts.now())
    this.#lastMessages.delete(toDeviceKey(project, device))
  }

  #sweep(monotonicMs: number): void {
    this.#sweptMs = monotonicMs
    const { facilities, alarmStore } = this.#parts
    for (const facility of facilities.list()) {
      const { project, device } = facility
      if (device === null) continue
      if (!facilities.isInService(facility)) {
        const open = alarmStore.listOpen(project, device)
        if (open.some(({ fault }) => isFacilityFault(fault))) this.forget(project, device)
        continue
      }
      this.#update(facility, this.#createSilence(facility, this.#isSilent(facility, device, monotonicMs)), monotonicMs)
    }
  }

  #isSilent(facility: Facility, device: string, monotonicMs: number): boolean | undefined {
    const { alarmStore, facilities } = this.#parts
    const cabinet = facility.cabinet === null ? undefined : facilities.findById(facility.cabinet)
    if (cabinet?.device && alarmStore.isOpen({ project: cabinet.project, device: cabinet.device, fault: 'offline' }))
      return undefined
    const lastMessage = this.#lastMessages.get(toDeviceKey(facility.project, device))
    if (lastMessage)
      return lastMessage.offlineMs !== null || monotonicMs - lastMessage.ms > getOfflineTimeoutMs(lastMessage.every)
    if (monotonicMs - this.#startedMs < startupGraceMs) return undefined
    const points = facility.limits ? [facility.limits.point, ...commonPoints] : commonPoints
    const hasSentValues = points.some(
      (point) => this.#parts.newest(`${facility.project}/${device}/${point}`) !== undefined,
    )
    return hasSentValues ? true : undefined
  }

  /** Faults caused by the cabinet are not raised again for each facility connected to it. */
  #isCausedByCabinet({ project, cabinet }: Facility, { fault }: Finding): boolean {
    const reason = cabinetFaults[fault]
    const device =
      reason === undefined || cabinet === null ? null : (this.#parts.facilities.findById(cabinet)?.device ?? null)
    return reason !== undefined && device !== null && this.#parts.alarmStore.isOpen({ project, device, fault: reason })
  }

  #createSilence({ kind, project }: Facility, isOn: boolean | undefined): Finding {
    const { shortFaultDelay, longFaultDelay } = this.#parts.getFaultLimits(project)
    const isCabinet = kind === 'cabinet'
    return {
      fault: 'offline',
      point: null,
      isOn,
      value: null,
      limit: null,
      level: isCabinet ? 3 : 2,
      delayMs: (isCabinet ? shortFaultDelay : longFaultDelay) * 1000,
    }
  }

  #update(facility: Facility, finding: Finding, monotonicMs: number): void {
    const { project, device } = facility
    if (device === null) return
    const { fault, point } = finding
    this.#delays.update(
      toKey(project, device, fault, point),
      facility,
      finding,
      this.#parts.alarmStore.isOpen({ project, device, fault, point }),
      monotonicMs,
    )
  }
}

/** Maps a facility's fault to the cabinet fault that causes it. */
const cabinetFaults: { readonly [F in Fault]?: Fault } = { breaker: 'supplyLoss', voltage: 'voltage' }

/** The device sends values, but none of them is usable. */
const createUnreadable = (isOn: boolean, { longFaultDelay }: FaultLimits): Finding => ({
  fault: 'communication',
  point: null,
  isOn,
  value: null,
  limit: null,
  level: 2,
  delayMs: longFaultDelay * 1000,
})

const toKey = (project: string, device: string, fault: string, point: string | null): string =>
  `${project}/${device}/${fault}/${point ?? ''}`
