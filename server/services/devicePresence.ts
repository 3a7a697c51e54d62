import { sql } from 'kysely'
import { entityOf } from '../../contract/entities.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import type { Broker } from '../broker/index.ts'
import { entityTable, readable } from '../database/entityColumns.ts'
import type { StoredRow } from '../database/entityColumns.ts'
import { frameOf } from '../database/entityRows.ts'
import type { Db } from '../database/index.ts'
import type { Log } from '../log.ts'
import type { EntityHooks, StoredEntityService } from './entities/index.ts'
import { offlineAfterMs } from './offline.ts'

export interface DevicePresenceParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame' | 'onState' | 'isOnline'>
  /** The devices' rows; asked for only when there is something to write. */
  readonly rows: () => StoredEntityService
  readonly log: Log
  readonly now: () => number
}

/** A device came, or went for good. */
export interface PresenceNews {
  readonly project: string
  readonly device: string
  readonly isOnline: boolean
}

/** A device's row, and what was heard of the device that speaks for it. */
interface Known {
  readonly id: string
  readonly project: string
  readonly device: string
  status: number
  isActivated: boolean
  heardAt: number | null
  every: number
  /** When it said itself that it cannot be reached; what came before, but is told later, does not bring it back. */
  goneAt: number
  /** Since when it is other than its row says; null: it is as the row says. */
  otherSince: number | null
}

const states = { fresh: 1, disabled: 2, online: 3, offline: 4 } as const
/** So long it must be another state before its row says so: who trembles writes nothing. */
const settleMs = { online: 2_000, offline: 10_000 } as const
/** Who said that it is there has so long to send the first values. */
const helloMs = 5 * 60_000
/** After a start the plant has so long to find back, before who is not heard is offline. */
const afterStartMs = 60_000
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
  readonly #listeners = new Set<(news: PresenceNews) => void>()
  #startedAt = 0
  #underway: Promise<void> | undefined

  constructor(parts: DevicePresenceParts) {
    this.#parts = parts
  }

  /** Keeps up with rows that people write. */
  readonly hooks: EntityHooks = {
    afterWrite: ({ id, project, after }) => {
      if (after) this.#put(id, project, after)
      else this.#remove(id)
    },
  }

  /** Hears of each device whose row was written to be online or offline; returns how to hear no more. */
  onChanged(listener: (news: PresenceNews) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** As its row says; undefined where it never came, is out of use, or nobody knows it. */
  isOnline(project: string, device: string): boolean | undefined {
    const is = [...this.#byDevice.get(keyOf(project, device)) ?? []].map(({ status }) => status)
    return is.includes(states.online) ? true : is.includes(states.offline) ? false : undefined
  }

  /** Out of use: it takes no commands. */
  isDisabled(project: string, device: string): boolean {
    return [...this.#byDevice.get(keyOf(project, device)) ?? []].some(({ status }) => status === states.disabled)
  }

  /** Reads the rows and begins to listen; returns how to stop. */
  async start(): Promise<() => Promise<void>> {
    const { db, broker, log, now } = this.#parts
    const table = entityTable(entityOf('device'), (text) => text)
    const { rows } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where plant_device <> '' limit ${mostDevices}`.execute(db)
    for (const row of rows) {
      const { id, project = '', values } = frameOf(table, row)
      this.#put(id, project, values)
    }
    this.#startedAt = now()
    const unhear = [
      broker.onFrame(({ project, device, receivedAt, every }) => {
        for (const known of this.#byDevice.get(keyOf(project, device)) ?? []) {
          if (receivedAt <= known.goneAt) continue
          known.heardAt = receivedAt
          known.every = every
        }
      }),
      broker.onState(({ project, device, online }) => {
        for (const known of this.#byDevice.get(keyOf(project, device)) ?? []) {
          if (!online) known.goneAt = now()
          else {
            known.heardAt = now()
            known.every = Math.max(known.every, helloMs / telemetryLimits.stale.silentIntervals)
          }
        }
      }),
    ]
    const timer = setInterval(() => {
      this.#underway ??= this.#round().catch((cause: unknown) => log.warn('which devices are online was not written', { cause })).finally(() => { this.#underway = undefined })
    }, tickMs)
    return async () => {
      clearInterval(timer)
      for (const end of unhear) end()
      await this.#underway
    }
  }

  async #round(): Promise<void> {
    const nowMs = this.#parts.now()
    const due: { readonly known: Known; readonly isOnline: boolean }[] = []
    for (const known of this.#byId.values()) {
      const isOnline = known.status === states.disabled ? undefined : this.#isHeard(known, nowMs)
      if (isOnline === undefined || isOnline === (known.status === states.online) || (!isOnline && known.status === states.fresh)) {
        known.otherSince = null
        continue
      }
      known.otherSince ??= nowMs
      if (nowMs - known.otherSince >= (isOnline ? settleMs.online : settleMs.offline) && due.length < atOnce) due.push({ known, isOnline })
    }
    for (const { known, isOnline } of due) await this.#write(known, isOnline)
  }

  /** Undefined: not known yet. */
  #isHeard({ project, device, heardAt, every, goneAt }: Known, nowMs: number): boolean | undefined {
    if (this.#parts.broker.isOnline({ project, device }) === false) return false
    if (heardAt === null) return nowMs - this.#startedAt < afterStartMs ? undefined : false
    return heardAt > goneAt && nowMs - heardAt <= offlineAfterMs(every)
  }

  async #write(known: Known, isOnline: boolean): Promise<void> {
    const { rows, now, log } = this.#parts
    const status = isOnline ? states.online : states.offline
    const values: EntityValues = {
      status, ...(known.heardAt === null ? {} : { lastOnlineAt: known.heardAt }), ...(isOnline && !known.isActivated ? { activatedAt: now() } : {}),
    }
    try {
      // Whoever disabled it meanwhile is not overruled.
      await rows().set(known.id, ({ status: before }) => (before === states.disabled ? null : values))
      if (this.#byId.get(known.id) !== known) return
      if (known.status !== states.disabled) {
        known.status = status
        for (const listener of this.#listeners) listener({ project: known.project, device: known.device, isOnline })
      }
      known.isActivated ||= isOnline
    } catch (cause) {
      log.warn('whether a device is online was not written', { device: known.id, cause })
    }
    known.otherSince = null
  }

  #put(id: string, project: string, values: EntityValues): void {
    const before = this.#byId.get(id)
    const { plantDevice, status, activatedAt } = values
    this.#remove(id)
    if (typeof plantDevice !== 'string' || plantDevice === '' || typeof status !== 'number' || this.#byId.size >= mostDevices) return
    const key = keyOf(project, plantDevice)
    const twins = this.#byDevice.get(key) ?? new Set()
    const heard = before?.device === plantDevice ? before : [...twins][0]
    const known: Known = {
      id, project, device: plantDevice, status, isActivated: activatedAt !== null && activatedAt !== undefined,
      heardAt: heard?.heardAt ?? null, every: heard?.every ?? 0, goneAt: heard?.goneAt ?? 0, otherSince: null,
    }
    this.#byId.set(id, known)
    this.#byDevice.set(key, twins.add(known))
  }

  #remove(id: string): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    const key = keyOf(known.project, known.device)
    const twins = this.#byDevice.get(key)
    twins?.delete(known)
    if (twins?.size === 0) this.#byDevice.delete(key)
  }
}

const keyOf = (project: string, device: string): string => `${project}/${device}`
