import { sql } from 'kysely'
import { getEntity } from '../../../contract/entities.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { deviceStates } from '../../../contract/telemetry/index.ts'
import { entityTable, readable } from '../../database/entities/entityColumns.ts'
import type { StoredRow } from '../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { DiscoveredDevices } from './discoveredDevices.ts'
import { deviceKey } from './discoveredDevices.ts'
import type { EntityHooks, StoredEntityService } from '../entities/index.ts'

export interface DevicePresenceParts {
  readonly db: Db
  readonly discovered: DiscoveredDevices
  /** Device service, requested only when there is something to write. */
  readonly rows: () => StoredEntityService
  readonly log: Log
  /** Wall clock, for timestamps. */
  readonly now: () => number
  /** Monotonic clock, for durations. */
  readonly monotonicNow: () => number
}

/** A device came online or went offline. */
export interface PresenceChange {
  readonly project: string
  readonly device: string
  readonly isOnline: boolean
}

/** A device row. */
interface DeviceRow {
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
const batchSize = 100
const maxDevices = 100_000

/**
 * Writes the online state of devices into their rows, from values, status messages, Wills and lost gateways. Only
 * lasting changes are written, and they are not audited.
 */
export class DevicePresence {
  readonly #parts: DevicePresenceParts
  readonly #byId = new Map<string, DeviceRow>()
  /** Several rows may refer to one telemetry device. */
  readonly #byDevice = new Map<string, Set<DeviceRow>>()
  readonly #presenceListeners = new Set<(change: PresenceChange) => void>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #running: Promise<void> | undefined

  constructor(parts: DevicePresenceParts) {
    this.#parts = parts
  }

  /** Keeps the state in sync with row writes. */
  readonly hooks: EntityHooks = {
    afterWrite: ({ id, project, after }) => {
      const before = this.#byId.get(id)
      if (after) this.#put(id, project, after)
      else this.#remove(id)
      const row = this.#byId.get(id)
      if (before) this.#notify(before)
      if (row && (!before || deviceKey(before) !== deviceKey(row))) this.#notify(row)
    },
  }

  /** Subscribes to devices written as online or offline. Returns a function that unsubscribes. */
  onChanged(listener: (change: PresenceChange) => void): () => void {
    this.#presenceListeners.add(listener)
    return () => void this.#presenceListeners.delete(listener)
  }

  /** Online state according to the row; undefined if the device was never online, is disabled or unknown. */
  isOnline(project: string, device: string): boolean | undefined {
    const statuses = [...(this.#byDevice.get(deviceKey({ project, device })) ?? [])].map(({ status }) => status)
    return statuses.includes(states.online) ? true : statuses.includes(states.offline) ? false : undefined
  }

  /** Returns true if the device is disabled and accepts no commands. */
  isDisabled(project: string, device: string): boolean {
    return this.findRows({ project, device })?.isDisabled === true
  }

  /** Undefined if no row refers to the device. */
  findRows(device: DeviceRef): DeviceRows | undefined {
    const rows = this.#byDevice.get(deviceKey(device))
    if (!rows) return undefined
    const has = (status: number): boolean => [...rows].some((row) => row.status === status)
    return {
      isDisabled: has(states.disabled),
      isFresh: [...rows].every(({ status }) => status === states.notActivated),
      wasOnline: has(states.online),
    }
  }

  /** Ids of the rows that refer to a device. */
  listRowIds(device: DeviceRef): readonly string[] {
    return [...(this.#byDevice.get(deviceKey(device)) ?? [])].map(({ id }) => id)
  }

  /** Devices referred to by rows. */
  *devices(): Generator<DeviceRef> {
    for (const [row] of this.#byDevice.values()) if (row) yield row
  }

  /** Subscribes to writes to device rows. */
  onRow(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads the rows and starts listening. Returns a function that stops it. */
  async start(): Promise<() => Promise<void>> {
    const { db, log } = this.#parts
    const table = entityTable(getEntity('device'), (text) => text)
    const { rows } =
      await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where plant_device <> '' limit ${maxDevices}`.execute(
        db,
      )
    for (const row of rows) {
      const { id, project = '', values } = toEntityRow(table, row)
      this.#put(id, project, values)
    }
    const timer = setInterval(() => {
      this.#running ??= this.#poll()
        .catch((cause: unknown) => log.warn('could not store which devices are online', { cause }))
        .finally(() => {
          this.#running = undefined
        })
    }, tickMs)
    return async () => {
      clearInterval(timer)
      await this.#running
    }
  }

  async #poll(): Promise<void> {
    const nowMs = this.#parts.monotonicNow()
    const due: { readonly known: DeviceRow; readonly isOnline: boolean }[] = []
    for (const row of this.#byId.values()) {
      const isOnline = row.status === states.disabled ? undefined : this.#parts.discovered.isOnline(row)
      if (
        isOnline === undefined ||
        isOnline === (row.status === states.online) ||
        (!isOnline && row.status === states.notActivated)
      ) {
        row.otherSince = null
        continue
      }
      row.otherSince ??= nowMs
      if (nowMs - row.otherSince >= (isOnline ? settleMs.online : settleMs.offline) && due.length < batchSize)
        due.push({ known: row, isOnline })
    }
    for (const { known: row, isOnline } of due) await this.#write(row, isOnline)
  }

  async #write(row: DeviceRow, isOnline: boolean): Promise<void> {
    const { rows, now, log } = this.#parts
    const status = isOnline ? states.online : states.offline
    const lastMessageAt = this.#parts.discovered.getLastMessageAt(row)
    const values: EntityValues = {
      status,
      ...(lastMessageAt === null ? {} : { lastOnlineAt: lastMessageAt }),
      ...(isOnline && !row.isActivated ? { activatedAt: now() } : {}),
    }
    try {
      // Do not overwrite the state if the device was disabled meanwhile.
      await rows().set(row.id, ({ status: before }) => (before === states.disabled ? null : values))
      if (this.#byId.get(row.id) !== row) return
      if (row.status !== states.disabled) {
        row.status = status
        for (const listener of this.#presenceListeners) listener({ project: row.project, device: row.device, isOnline })
      }
      row.isActivated ||= isOnline
      this.#notify(row)
    } catch (cause) {
      log.warn('could not store the state of a device', { device: row.id, cause })
    }
    row.otherSince = null
  }

  #put(id: string, project: string, values: EntityValues): void {
    const { plantDevice, status, activatedAt } = values
    this.#remove(id)
    if (
      typeof plantDevice !== 'string' ||
      plantDevice === '' ||
      typeof status !== 'number' ||
      this.#byId.size >= maxDevices
    )
      return
    const key = deviceKey({ project, device: plantDevice })
    const row: DeviceRow = {
      id,
      project,
      device: plantDevice,
      status,
      isActivated: activatedAt !== null && activatedAt !== undefined,
      otherSince: null,
    }
    this.#byId.set(id, row)
    this.#byDevice.set(key, (this.#byDevice.get(key) ?? new Set<DeviceRow>()).add(row))
  }

  #remove(id: string): void {
    const row = this.#byId.get(id)
    if (!row) return
    this.#byId.delete(id)
    const key = deviceKey(row)
    const rowsOfDevice = this.#byDevice.get(key)
    rowsOfDevice?.delete(row)
    if (rowsOfDevice?.size === 0) this.#byDevice.delete(key)
  }

  #notify(device: DeviceRef): void {
    for (const listener of this.#listeners) listener(device)
  }
}
