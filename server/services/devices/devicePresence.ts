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
  /** The devices' rows; asked for only when there is something to write. */
  readonly rows: () => StoredEntityService
  readonly log: Log
  /** The time, for when it was. */
  readonly now: () => number
  /** The clock that nobody sets, for how long. */
  readonly steady: () => number
}

/** A device came, or went for good. */
export interface PresenceNews {
  readonly project: string
  readonly device: string
  readonly isOnline: boolean
}

/** A device's row. */
interface Known {
  readonly id: string
  readonly project: string
  readonly device: string
  status: number
  isActivated: boolean
  /** By the clock that nobody sets, since when it is other than its row says; null: it is as the row says. */
  otherSince: number | null
}

/** What the rows of a device say of it, several of them together. */
export interface DeviceRows {
  readonly isDisabled: boolean
  /** None of them has ever seen it online. */
  readonly isFresh: boolean
  readonly wasOnline: boolean
}

const states = deviceStates
/** So long it must be another state before its row says so: who trembles writes nothing. */
const settleMs = { online: 2_000, offline: 10_000 } as const
const tickMs = 1_000
/** A whole plant that comes at once is written down over some seconds, so that people's questions come between. */
const atOnce = 100
const mostDevices = 100_000

/**
 * Whether devices are online, written into their rows by what the broker hears: values that come, a state that is said, a Will, a gateway
 * that is gone. Only lasting changes are written, and none is audited: nobody did anything.
 */
export class DevicePresence {
  readonly #parts: DevicePresenceParts
  readonly #byId = new Map<string, Known>()
  /** Several rows can name one device of the plant. */
  readonly #byDevice = new Map<string, Set<Known>>()
  readonly #presenceListeners = new Set<(news: PresenceNews) => void>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #underway: Promise<void> | undefined

  constructor(parts: DevicePresenceParts) {
    this.#parts = parts
  }

  /** Keeps up with rows that people write. */
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

  /** Hears of each device whose row was written to be online or offline; returns how to hear no more. */
  onChanged(listener: (news: PresenceNews) => void): () => void {
    this.#presenceListeners.add(listener)
    return () => void this.#presenceListeners.delete(listener)
  }

  /** As its row says; undefined where it never came, is out of use, or nobody knows it. */
  isOnline(project: string, device: string): boolean | undefined {
    const is = [...this.#byDevice.get(deviceKey({ project, device })) ?? []].map(({ status }) => status)
    return is.includes(states.online) ? true : is.includes(states.offline) ? false : undefined
  }

  /** Out of use: it takes no commands. */
  isDisabled(project: string, device: string): boolean {
    return this.rowsOf({ project, device })?.isDisabled === true
  }

  /** Undefined: no row names it. */
  rowsOf(device: DeviceRef): DeviceRows | undefined {
    const rows = this.#byDevice.get(deviceKey(device))
    if (!rows) return undefined
    const has = (status: number): boolean => [...rows].some((row) => row.status === status)
    return { isDisabled: has(states.disabled), isFresh: [...rows].every(({ status }) => status === states.notActivated), wasOnline: has(states.online) }
  }

  /** The devices that rows name. */
  *devices(): Generator<DeviceRef> {
    for (const [known] of this.#byDevice.values()) if (known) yield known
  }

  /** Told of devices of whose rows something was written. */
  onRow(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the rows and begins to listen; returns how to stop. */
  async start(): Promise<() => Promise<void>> {
    const { db, log } = this.#parts
    const table = entityTable(entityOf('device'), (text) => text)
    const { rows } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where plant_device <> '' limit ${mostDevices}`.execute(db)
    for (const row of rows) {
      const { id, project = '', values } = frameOf(table, row)
      this.#put(id, project, values)
    }
    const timer = setInterval(() => {
      this.#underway ??= this.#round().catch((cause: unknown) => log.warn('which devices are online was not written', { cause })).finally(() => { this.#underway = undefined })
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
      // Whoever disabled it meanwhile is not overruled.
      await rows().set(known.id, ({ status: before }) => (before === states.disabled ? null : values))
      if (this.#byId.get(known.id) !== known) return
      if (known.status !== states.disabled) {
        known.status = status
        for (const listener of this.#presenceListeners) listener({ project: known.project, device: known.device, isOnline })
      }
      known.isActivated ||= isOnline
      this.#tell(known)
    } catch (cause) {
      log.warn('whether a device is online was not written', { device: known.id, cause })
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
