import { quality } from '@mimic/engine/bindings'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { alarmSentence } from '../../../../contract/lighting/alarmSentence.ts'
import { indexPoints } from '../../../../contract/telemetry/index.ts'
import type { HistoryFrame, Reading } from '../../../database/history.ts'
import { offlineAfterMs } from '../../base/offlineTimeout.ts'
import type { Directory, Facility } from '../facilityIndex.ts'
import { keyOf } from '../facilityIndex.ts'
import type { AlarmStore, AlarmRef, ActiveAlarm } from './alarmStore.ts'
import type { Fault, Finding } from './conditions.ts'
import { detectFaults, usableValue } from './conditions.ts'
import { Delays } from './debounce.ts'

export interface WatchParts {
  readonly directory: Pick<Directory, 'of' | 'byId' | 'all' | 'isAtWork'>
  readonly book: Pick<AlarmStore, 'isOpen' | 'openOf' | 'raise' | 'recover' | 'unshelve'>
  /** Newest value of a tag, including values from before this start. */
  readonly newest: (tag: string) => Reading | undefined
  readonly now: () => number
  /** Monotonic clock for fault durations and device silence. */
  readonly steady: () => number
  /** Called when a cabinet is heard for the first time, and when it falls silent, with the time of its last message. */
  readonly heardAt: (cabinet: string, atMs: number) => void
}

/** A received frame with its arrival time and the device's reporting interval. */
export interface HeardFrame extends HistoryFrame {
  readonly receivedAt: number
  readonly heardMs: number
  readonly every: number
}

interface Heard {
  readonly at: number
  readonly ms: number
  readonly every: number
  /** Time of the last reported disconnect. Older messages that arrive later do not bring the device back online. */
  readonly goneMs: number | null
}

/** Grace period in milliseconds for devices not heard since the start, in which gateways reconnect. */
const afterStartMs = 60_000
const sweepMs = 2_000
/** Points used to determine whether a device has ever sent values. */
const commonPoints = ['online', 'energyKwh', 'power', 'dimming', 'lamp', 'switch', 'value'] as const

/**
 * Detects faults from values and from silence, and passes lasting ones to the alarm store. A facility out of service,
 * or connected to an unreachable cabinet, has no faults; the cabinet raises a single alarm.
 */
export class AlarmWatch {
  readonly #parts: WatchParts
  readonly #delays = new Delays<Facility>()
  readonly #heard = new Map<string, Heard>()
  readonly #startedMs: number
  #sweptMs = -Infinity

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#startedMs = parts.steady()
  }

  frame(frame: HeardFrame): void {
    const { directory, heardAt } = this.#parts
    const facility = directory.of(frame.project, frame.device)
    if (!facility) return
    const key = keyOf(frame.project, frame.device)
    const before = this.#heard.get(key)
    if (!before && facility.kind === 'cabinet') heardAt(facility.id, frame.receivedAt)
    const goneMs = before?.goneMs ?? null
    const isBefore = goneMs !== null && frame.heardMs <= goneMs
    this.#heard.set(key, { at: frame.receivedAt, ms: frame.heardMs, every: frame.every, goneMs: isBefore ? goneMs : null })
    if (isBefore || !directory.isAtWork(facility)) return
    const places = indexPoints(frame.points)
    const valueAt = (point: string): number | undefined => {
      const place = places.get(point)
      return place === undefined ? undefined : usableValue(frame.values[place], frame.qualities[place])
    }
    const { project, device } = frame
    const findings = detectFaults(facility, valueAt, (fault, point) => this.#parts.book.isOpen({ project, device, fault, point }), (point) => places.has(point))
    const isUnread = frame.points.length > 0 && frame.points.every((_, place) => (frame.qualities[place] ?? quality.bad) >= quality.bad)
    for (const finding of [...findings, this.#silence(facility, false), unread(isUnread)]) this.#take(facility, this.#isOfCabinet(facility, finding) ? { ...finding, isOn: undefined } : finding, frame.heardMs)
  }

  state({ project, device, online }: { readonly project: string; readonly device: string; readonly online: boolean }): void {
    const key = keyOf(project, device)
    const heard = this.#heard.get(key)
    if (!this.#parts.directory.of(project, device)) return
    if (!online) this.#heard.set(key, { at: heard?.at ?? this.#parts.now(), ms: heard?.ms ?? this.#parts.steady(), every: heard?.every ?? 0, goneMs: this.#parts.steady() })
  }

  /** Checks for silent devices and applies expired delays. Called every second. */
  tick(): void {
    const nowMs = this.#parts.now()
    const steadyMs = this.#parts.steady()
    if (steadyMs - this.#sweptMs >= sweepMs) this.#sweep(steadyMs)
    const raised: ActiveAlarm[] = []
    const over: AlarmRef[] = []
    for (const { subject, finding, due } of this.#delays.due(steadyMs)) {
      const { project, device } = subject
      if (device === null) continue
      const { fault, point, level, value, limit } = finding
      if (due === 'clear') over.push({ project, device, fault, point })
      else if (!this.#isOfCabinet(subject, finding)) {
        raised.push({ project, owner: subject.kind, device, fault, point, level, value, limit, at: nowMs, message: encodeLocalized(alarmSentence({ fault, name: subject.title, point, value, limit, unit: finding.unit })) })
        const heard = this.#heard.get(keyOf(project, device))
        if (fault === 'offline' && subject.kind === 'cabinet' && heard) this.#parts.heardAt(subject.id, heard.at)
      }
    }
    this.#parts.book.raise(raised)
    this.#parts.book.recover(over, nowMs)
    this.#parts.book.unshelve(nowMs)
  }

  /** Clears pending and open alarms of a device that was removed or reassigned. */
  forget(project: string, device: string): void {
    const open = this.#parts.book.openOf(project, device).filter(({ fault }) => fault !== 'linkage')
    for (const { fault, point } of open) this.#delays.forget(waitingKey(project, device, fault, point ?? null))
    this.#parts.book.recover(open, this.#parts.now())
    this.#heard.delete(keyOf(project, device))
  }

  #sweep(steadyMs: number): void {
    this.#sweptMs = steadyMs
    const { directory, book } = this.#parts
    for (const facility of directory.all()) {
      const { project, device } = facility
      if (device === null) continue
      if (!directory.isAtWork(facility)) {
        const open = book.openOf(project, device)
        if (open.length > 0) this.forget(project, device)
        continue
      }
      this.#take(facility, this.#silence(facility, this.#isSilent(facility, device, steadyMs)), steadyMs)
    }
  }

  #isSilent(facility: Facility, device: string, steadyMs: number): boolean | undefined {
    const { book, directory } = this.#parts
    const cabinet = facility.cabinet === null ? undefined : directory.byId(facility.cabinet)
    if (cabinet?.device && book.isOpen({ project: cabinet.project, device: cabinet.device, fault: 'offline' })) return undefined
    const heard = this.#heard.get(keyOf(facility.project, device))
    if (heard) return heard.goneMs !== null || steadyMs - heard.ms > offlineAfterMs(heard.every)
    if (steadyMs - this.#startedMs < afterStartMs) return undefined
    const points = facility.watched ? [facility.watched.point, ...commonPoints] : commonPoints
    const hasSpoken = points.some((point) => this.#parts.newest(`${facility.project}/${device}/${point}`) !== undefined)
    return hasSpoken ? true : undefined
  }

  /** Faults caused by the cabinet are not raised again for each facility connected to it. */
  #isOfCabinet({ project, cabinet }: Facility, { fault }: Finding): boolean {
    const reason = cabinetsOwn[fault]
    const device = reason === undefined || cabinet === null ? null : this.#parts.directory.byId(cabinet)?.device ?? null
    return reason !== undefined && device !== null && this.#parts.book.isOpen({ project, device, fault: reason })
  }

  #silence({ kind }: Facility, isOn: boolean | undefined): Finding {
    const isCabinet = kind === 'cabinet'
    return { fault: 'offline', point: null, isOn, value: null, limit: null, level: isCabinet ? 3 : 2, delayMs: isCabinet ? 10_000 : 30_000 }
  }

  #take(facility: Facility, finding: Finding, steadyMs: number): void {
    const { project, device } = facility
    if (device === null) return
    const { fault, point } = finding
    this.#delays.take(waitingKey(project, device, fault, point), facility, finding, this.#parts.book.isOpen({ project, device, fault, point }), steadyMs)
  }
}

/** Maps a facility's fault to the cabinet fault that causes it. */
const cabinetsOwn: { readonly [F in Fault]?: Fault } = { breaker: 'supplyLoss', voltage: 'voltage' }

/** The device sends values, but none of them is usable. */
const unread = (isOn: boolean): Finding => ({ fault: 'communication', point: null, isOn, value: null, limit: null, level: 2, delayMs: 30_000 })

const waitingKey = (project: string, device: string, fault: string, point: string | null): string => `${project}/${device}/${fault}/${point ?? ''}`
