import { sql } from 'kysely'
import { entityOf } from '../../../contract/entities.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { deviceStates } from '../../../contract/telemetry/index.ts'
import { entityTable, readable } from '../../database/entityColumns.ts'
import type { StoredRow } from '../../database/entityColumns.ts'
import { frameOf } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { DiscoveredDevices } from './discoveredDevices.ts'
import { deviceKey } from './discoveredDevices.ts'
import type { EntityHooks, StoredEntityService } from '../entities/index.ts'

export interface DevicePresenceParts {
  readonly db: Db
  readonly heard: DiscoveredDevices
  /** Device service, requested only when there is something to write. */
  readonly rows: () => StoredEntityService
  readonly log: Log
  /** Wall clock, for timestamps. */
  readonly now: () => number
  /** Monotonic clock, for durations. */
  readonly steady: () => number
}

/** A device came online or went offline. */
export interface PresenceNews {
  readonly project: string
  readonly device: string
  readonly isOnline: boolean
}

/** A device row. */
interface Known {
  readonly id: string
  readonly project: string
  readonly device: string
  status: number
  isActivated: boolean
  /** Monotonic time since which the state differs from the row; null if it matches. */
  otherSince: number | null
}

/** Combined state of all rows of a device. */
export interface DeviceRows {
  readonly isDisabled: boolean
  /** True if the device was never online according to its rows. */
  readonly isFresh: boolean
  readonly wasOnline: boolean
}

const states = deviceStates
/** Milliseconds a state must last before it is written, so that a flapping device causes no writes. */
const settleMs = { online: 2_000, offline: 10_000 } as const
const tickMs = 1_000
/** Writes per batch. A whole plant coming online is written over some seconds, with other queries in between. */
const atOnce = 100
const mostDevices = 100_000

/**
 * Writes the online state of devices into their rows, from values, status messages, Wills and lost gateways. Only
 * lasting changes are written, and they are not audited.
 */
export class DevicePresence {
  readonly #parts: DevicePresenceParts
  readonly #byId = new Map<string, Known>()
  /** Several rows may refer to one telemetry device. */
  readonly #byDevice = new Map<string, Set<Known>>()
  readonly #presenceListeners = new Set<(news: PresenceNews) => void>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #underway: Promise<void> | undefined

  constructor(parts: DevicePresenceParts) {
    this.#parts = parts
  }

  /** Keeps the state in sync with row writes. */
  readonly hooks: EntityHooks = {
    afterWrite: ({ id, project, after }) => {
      const before = this.#byId.get(id)
      if (after) this.#put(id, project, after)
      else this.#remove(id)
      const known = this.#byId.get(id)
      if (before) this.#tell(before)
      if (known && (!before || deviceKey(before) !== deviceKey(known))) this.#tell(known)
    },
  }

  /** Subscribes to devices written as online or offline. Returns a function that unsubscribes. */
  onChanged(listener: (news: PresenceNews) => void): () => void {
    this.#presenceListeners.add(listener)
    return () => void this.#presenceListeners.delete(listener)
  }

  /** Online state according to the row; undefined if the device was never online, is disabled or unknown. */
  isOnline(project: string, device: string): boolean | undefined {
    const is = [...this.#byDevice.get(deviceKey({ project, device })) ?? []].map(({ status }) => status)
    return is.includes(states.online) ? true : is.includes(states.offline) ? false : undefined
  }

  /** Returns true if the device is disabled and accepts no commands. */
  isDisabled(project: string, device: string): boolean {
    return this.rowsOf({ project, device })?.isDisabled === true
  }

  /** Undefined if no row refers to the device. */
  rowsOf(device: DeviceRef): DeviceRows | undefined {
    const rows = this.#byDevice.get(deviceKey(device))
    if (!rows) return undefined
    const has = (status: number): boolean => [...rows].some((row) => row.status === status)
    return { isDisabled: has(states.disabled), isFresh: [...rows].every(({ status }) => status === states.notActivated), wasOnline: has(states.online) }
  }

  /** Devices referred to by rows. */
  *devices(): Generator<DeviceRef> {
    for (const [known] of this.#byDevice.values()) if (known) yield known
  }

  /** Subscribes to writes to device rows. */
  onRow(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads the rows and starts listening. Returns a function that stops it. */
  async start(): Promise<() => Promise<void>> {
    const { db, log } = this.#parts
    const table = entityTable(entityOf('device'), (text) => text)
    const { rows } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where plant_device <> '' limit ${mostDevices}`.execute(db)
    for (const row of rows) {
      const { id, project = '', values } = frameOf(table, row)
      this.#put(id, project, values)
    }
    const timer = setInterval(() => {
      this.#underway ??= this.#round().catch((cause: unknown) => log.warn('could not store which devices are online', { cause })).finally(() => { this.#underway = undefined })
    }, tickMs)
    return async () => {
      clearInterval(timer)
      await this.#underway
    }
  }

  async #round(): Promise<void> {
    const nowMs = this.#parts.steady()
    const due: { readonly known: Known; readonly isOnline: boolean }[] = []
    for (const known of this.#byId.values()) {
      const isOnline = known.status === states.disabled ? undefined : this.#parts.heard.isOnline(known)
      if (isOnline === undefined || isOnline === (known.status === states.online) || (!isOnline && known.status === states.notActivated)) {
        known.otherSince = null
        continue
      }
      known.otherSince ??= nowMs
      if (nowMs - known.otherSince >= (isOnline ? settleMs.online : settleMs.offline) && due.length < atOnce) due.push({ known, isOnline })
    }
    for (const { known, isOnline } of due) await this.#write(known, isOnline)
  }

  async #write(known: Known, isOnline: boolean): Promise<void> {
    const { rows, now, log } = this.#parts
    const status = isOnline ? states.online : states.offline
    const heardAt = this.#parts.heard.heardAt(known)
    const values: EntityValues = {
      status, ...(heardAt === null ? {} : { lastOnlineAt: heardAt }), ...(isOnline && !known.isActivated ? { activatedAt: now() } : {}),
    }
    try {
      // Do not overwrite the state if the device was disabled meanwhile.
      await rows().set(known.id, ({ status: before }) => (before === states.disabled ? null : values))
      if (this.#byId.get(known.id) !== known) return
      if (known.status !== states.disabled) {
        known.status = status
        for (const listener of this.#presenceListeners) listener({ project: known.project, device: known.device, isOnline })
      }
      known.isActivated ||= isOnline
      this.#tell(known)
    } catch (cause) {
      log.warn('could not store the state of a device', { device: known.id, cause })
    }
    known.otherSince = null
  }

  #put(id: string, project: string, values: EntityValues): void {
    const { plantDevice, status, activatedAt } = values
    this.#remove(id)
    if (typeof plantDevice !== 'string' || plantDevice === '' || typeof status !== 'number' || this.#byId.size >= mostDevices) return
    const key = deviceKey({ project, device: plantDevice })
    const known: Known = {
      id, project, device: plantDevice, status, isActivated: activatedAt !== null && activatedAt !== undefined, otherSince: null,
    }
    this.#byId.set(id, known)
    this.#byDevice.set(key, (this.#byDevice.get(key) ?? new Set<Known>()).add(known))
  }

  #remove(id: string): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    const key = deviceKey(known)
    const twins = this.#byDevice.get(key)
    twins?.delete(known)
    if (twins?.size === 0) this.#byDevice.delete(key)
  }

  #tell(device: DeviceRef): void {
    for (const listener of this.#listeners) listener(device)
  }
}
