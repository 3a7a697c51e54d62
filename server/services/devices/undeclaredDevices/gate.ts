import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { limits } from '../../../../contract/limits.ts'
import type { DeviceGate, ValuesFrame, Verdict } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Log } from '../../../log.ts'
import { deviceKey } from '../discoveredDevices.ts'
import type { DeclaredDevices } from './declared.ts'
import type { Quota, StoredTags } from './quota.ts'

const { recheckMs, logEveryMs } = limits.undeclared

/** Messages of undeclared devices of a project dropped because of the quota, since this server started. */
export interface DropStatistics {
  readonly count: number
  readonly at: number
  /** Exceeded limit, device and MQTT client of the newest dropped message. */
  readonly limit: 'project' | 'connection'
  readonly device: string
  readonly publisher: string
}

export interface GateParts {
  readonly history: Pick<History, 'unknownPoints' | 'hasValues'>
  readonly quota: Quota
  readonly declared: DeclaredDevices
  /** Reads the stored tags of undeclared devices. */
  readonly readStored: () => Promise<readonly StoredTags[]>
  /** Stores an undeclared device that sent no values. */
  readonly store: (device: DeviceRef, publisher: string) => Promise<void>
  /** Called for an ignored device that was declared meanwhile. */
  readonly acceptDeclared: (device: DeviceRef) => Promise<void>
  readonly log: Log
  readonly now: () => number
  readonly monotonicNow: () => number
}

/**
 * Drops messages of ignored devices, and messages of undeclared devices beyond the quota. Declared devices always pass.
 */
export class Gate implements DeviceGate {
  readonly #parts: GateParts
  readonly #dropped = new Map<string, DropStatistics>()
  /** Devices without values that were declared when last looked up. */
  readonly #declared = new Set<string>()
  /** Decisions that wait for the database, the last one of each device. */
  readonly #judging = new Map<string, Promise<void>>()
  #ignored: ReadonlySet<string> = new Set()
  #loading: Promise<void> | undefined
  #loadedMs = -Infinity
  #loggedMs = -Infinity
  #unlogged = 0
  readonly #opened: Promise<void>
  #open: () => void = () => undefined
  #isOpen = false

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#opened = new Promise((open) => {
      this.#open = open
    })
  }

  /**
   * Opens the gate. Devices without tags wait until then, because the tables that declare devices do not exist earlier.
   */
  open(ignored: ReadonlySet<string>): void {
    this.#ignored = ignored
    this.#isOpen = true
    this.#open()
  }

  setIgnored(ignored: ReadonlySet<string>): void {
    this.#ignored = ignored
  }

  getDropStatistics(project: string): DropStatistics | null {
    return this.#dropped.get(project) ?? null
  }

  /** Projects in which messages were dropped after `at`, sorted by name. */
  listProjectsSince(at: number): readonly string[] {
    return [...this.#dropped]
      .filter(([, dropped]) => dropped.at > at)
      .map(([project]) => project)
      .toSorted()
  }

  admits(device: DeviceRef, publisher: string): boolean | Promise<boolean> {
    const { history, quota } = this.#parts
    if (
      this.#isOpen &&
      !this.#ignored.has(deviceKey(device)) &&
      (history.hasValues(device) || quota.has(device) || this.#wasDeclared(device))
    )
      return true
    return this.#isDeclared(device).then((isDeclared) => this.#admits(device, publisher, isDeclared))
  }

  judge(frame: ValuesFrame, publisher: string): Verdict | Promise<Verdict> {
    // The cache may know a device while an earlier frame of it still waits for the database.
    const earlier = this.#judging.size === 0 ? undefined : this.#judging.get(deviceKey(frame))
    const verdict = earlier?.then(() => this.#judge(frame, publisher)) ?? this.#judge(frame, publisher)
    if (verdict instanceof Promise) this.#keepOrder(deviceKey(frame), verdict)
    return verdict
  }

  /** Lets later frames of a device wait for this decision. */
  #keepOrder(key: string, verdict: Promise<Verdict>): void {
    const settled = verdict.then(
      () => undefined,
      () => undefined,
    )
    this.#judging.set(key, settled)
    void settled.then(() => {
      if (this.#judging.get(key) === settled) this.#judging.delete(key)
    })
  }

  #judge(frame: ValuesFrame, publisher: string): Verdict | Promise<Verdict> {
    const created = this.#parts.history.unknownPoints(frame)
    if (created.length === 0 && this.#isOpen && !this.#ignored.has(deviceKey(frame))) return 'take'
    const isDeclared = this.#isOpen ? this.#parts.declared.get(frame) : undefined
    if (isDeclared !== undefined) return this.#decide(frame, created, publisher, isDeclared)
    return this.#isDeclared(frame).then((result) => this.#decide(frame, created, publisher, result))
  }

  /** Recounts the stored tags. */
  async reload(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  async #load(): Promise<void> {
    this.#loadedMs = this.#parts.monotonicNow()
    this.#parts.quota.load(await this.#parts.readStored())
  }

  async #isDeclared(device: DeviceRef): Promise<boolean> {
    await this.#opened
    return this.#parts.declared.get(device) ?? this.#parts.declared.lookUp(device)
  }

  /** Checks again in the background, so that messages of a declared device do not wait for the database. */
  #wasDeclared(device: DeviceRef): boolean {
    const { declared } = this.#parts
    const key = deviceKey(device)
    if (!this.#declared.has(key)) return false
    if (declared.get(device) === undefined) {
      void declared.lookUp(device).then(
        (isDeclared) => {
          if (!isDeclared) this.#declared.delete(key)
        },
        () => undefined,
      )
    }
    return true
  }

  async #admits(device: DeviceRef, publisher: string, isDeclared: boolean): Promise<boolean> {
    const { quota, store } = this.#parts
    if (!this.#isAccepted(device, isDeclared)) return false
    if (isDeclared) this.#declared.add(deviceKey(device))
    if (isDeclared || quota.has(device)) return true
    const limit = quota.take(device, publisher, [])
    if (limit === null) await store(device, publisher)
    else this.#recordDrop(device, publisher, limit)
    return limit === null
  }

  #isAccepted(device: DeviceRef, isDeclared: boolean): boolean {
    if (!this.#ignored.has(deviceKey(device))) return true
    if (!isDeclared) return false
    this.#ignored = new Set([...this.#ignored].filter((key) => key !== deviceKey(device)))
    void this.#parts
      .acceptDeclared(device)
      .catch((cause: unknown) =>
        this.#parts.log.warn('a declared device is still listed as ignored', { device: deviceKey(device), cause }),
      )
    return true
  }

  #decide(frame: ValuesFrame, created: readonly string[], publisher: string, isDeclared: boolean): Verdict {
    if (!this.#isAccepted(frame, isDeclared)) return 'drop'
    const limit = isDeclared || created.length === 0 ? null : this.#parts.quota.take(frame, publisher, created)
    if (limit === null) return 'take'
    this.#recordDrop(frame, publisher, limit)
    return created.length < frame.points.length ? 'known' : 'drop'
  }

  #recordDrop({ project, device }: DeviceRef, publisher: string, limit: DropStatistics['limit']): void {
    const { log, now, monotonicNow } = this.#parts
    this.#dropped.set(project, {
      count: (this.#dropped.get(project)?.count ?? 0) + 1,
      at: now(),
      limit,
      device,
      publisher,
    })
    this.#unlogged++
    const ms = monotonicNow()
    if (ms - this.#loggedMs >= logEveryMs) {
      log.warn('messages of undeclared devices exceed the quota and are dropped', {
        project,
        device,
        publisher,
        limit,
        messages: this.#unlogged,
      })
      this.#loggedMs = ms
      this.#unlogged = 0
    }
    // Devices may have been declared or deleted since the last count.
    if (ms - this.#loadedMs >= recheckMs)
      void this.reload().catch((cause: unknown) => log.warn('could not count undeclared devices', { cause }))
  }
}
