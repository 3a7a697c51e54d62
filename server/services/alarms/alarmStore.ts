import { sql } from 'kysely'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { getUrgency, type AlarmOwner } from '../../../contract/alarms/alarm.ts'
import type { AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { systemContext } from '../base/requestContext.ts'
import type { StoredEntityService } from '../entities/index.ts'
import { newId } from '../entities/ids.ts'
import { addEntry } from './journal.ts'
import { createStandingIndex, isStandingConflict } from './standingIndex.ts'
import { upgradeAlarms } from './upgradeAlarms.ts'
import type { WrittenRow } from '../entities/index.ts'

/** Identifies a fault among all alarms that can be open at once. */
export interface AlarmRef {
  readonly project: string
  readonly device: string
  readonly fault: string
  /** Distinguishes several instances of the fault on one device. */
  readonly point?: string | null | undefined
}

export interface ActiveAlarm extends AlarmRef {
  /** Kind of the faulty facility. */
  readonly owner: AlarmOwner
  readonly level: 1 | 2 | 3
  /** Message in both languages (`encodeLocalized`). Older rows contain names and numbers only. */
  readonly message: string
  readonly at: number
  /** Point to show instead of the key `point`, for example the trigger of a linkage. */
  readonly shownPoint?: string | null | undefined
  readonly value?: number | null | undefined
  readonly limit?: number | null | undefined
}

export interface AlarmStoreOptions {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
  readonly notify: (alarmEvent: AlarmEvent) => void
}

interface OpenAlarm {
  readonly id: string
  readonly ref: AlarmRef
  readonly isRepeated: boolean
}

/** Maximum open alarms. Further ones are counted and logged only, to survive an alarm flood. */
const maxOpen = 20_000
/** A fault that returns unacknowledged within this many milliseconds counts as the same occurrence. */
const flapMs = 10 * 60_000
const batchSize = 200
/** Maximum attempts to write an alarm that another server raises at the same moment. */
const maxAttempts = 3

/**
 * Open alarms. A fault has at most one open alarm, regardless of its source. Acknowledging does not close it, so it is
 * not raised again until it has cleared. Open alarms are loaded at startup.
 */
export class AlarmStore {
  rejectedCount = 0
  readonly #parts: AlarmStoreOptions
  readonly #open = new Map<string, OpenAlarm>()
  readonly #byDevice = new Map<string, Set<string>>()
  readonly #shelved = new Map<string, number>()
  readonly #listeners = new Set<(alarmEvent: AlarmEvent) => void>()
  #service: StoredEntityService | undefined
  #queue: Promise<void> = Promise.resolve()

  constructor(parts: AlarmStoreOptions) {
    this.#parts = parts
  }

  async load(service: StoredEntityService): Promise<void> {
    this.#service = service
    const { db } = this.#parts
    await sql`create index if not exists lighting_alarm_of_device on lighting_alarm (project, device, fault, at)`.execute(
      db,
    )
    // Partial indexes for startup queries over years of alarms.
    await sql`create index if not exists lighting_alarm_open on lighting_alarm (at) where cleared_at is null`.execute(
      db,
    )
    await upgradeAlarms(db)
    await createStandingIndex(db)
    await sql`create index if not exists lighting_alarm_shelved on lighting_alarm (id) where status = 'shelved'`.execute(
      db,
    )
    const { rows } = await sql<{
      id: string
      project: string
      device: string | null
      fault: string
      point: string | null
    }>`
      select id, project, device, fault, coalesce(source, point) as point from lighting_alarm where cleared_at is null order by at desc limit ${maxOpen}`.execute(
      db,
    )
    for (const { id, project, device, fault, point } of rows)
      if (device !== null) this.#addOpen({ id, ref: { project, device, fault, point }, isRepeated: false })
    const shelved = await sql<{
      id: string
      until: Date | null
    }>`select id, shelved_until as until from lighting_alarm where status = 'shelved'`.execute(db)
    for (const { id, until } of shelved.rows) this.#shelved.set(id, until?.getTime() ?? 0)
  }

  isOpen(ref: AlarmRef): boolean {
    return this.#open.has(toAlarmKey(ref))
  }

  /** Open faults of a device. */
  listOpen(project: string, device: string): readonly AlarmRef[] {
    return [...(this.#byDevice.get(`${project}/${device}`) ?? [])].flatMap((key) => this.#open.get(key)?.ref ?? [])
  }

  /** Devices of a project with this fault open at this point. */
  listDevicesWithFault(project: string, fault: string, point: string): readonly string[] {
    return [...this.#open.values()].flatMap(({ ref }) =>
      ref.project === project && ref.fault === fault && ref.point === point ? [ref.device] : [],
    )
  }

  /** Open alarms with this fault, on any device. */
  listWithFault(fault: string): readonly AlarmRef[] {
    return [...this.#open.values()].flatMap(({ ref }) => (ref.fault === fault ? [ref] : []))
  }

  /** Raises the alarms that are not open yet. Listeners are notified after the write. */
  raise(alarms: readonly ActiveAlarm[]): void {
    const newAlarms = alarms.filter((alarm) => {
      if (this.#open.has(toAlarmKey(alarm))) return false
      if (this.#open.size >= maxOpen) {
        if (this.rejectedCount++ % 1000 === 0)
          this.#parts.log.warn('limit of open alarms reached', {
            open: this.#open.size,
            rejectedCount: this.rejectedCount,
          })
        return false
      }
      this.#addOpen({
        id: '',
        ref: { project: alarm.project, device: alarm.device, fault: alarm.fault, point: alarm.point ?? null },
        isRepeated: false,
      })
      return true
    })
    for (let at = 0; at < newAlarms.length; at += batchSize)
      this.#enqueue(
        'could not raise alarms',
        () => this.#write(newAlarms.slice(at, at + batchSize)),
        newAlarms.slice(at, at + batchSize),
      )
  }

  /** Clears the given alarms that are open. */
  clear(refs: readonly AlarmRef[], atMs: number): void {
    for (const ref of refs) {
      const key = toAlarmKey(ref)
      if (!this.#open.has(key)) continue
      this.#enqueue('could not clear an alarm', async () => {
        const open = this.#open.get(key)
        if (!open) return
        if (open.id !== '')
          await this.#service?.set(open.id, ({ journal }) => ({
            clearedAt: atMs,
            urgency: 0,
            journal: addEntry(journal, { at: atMs, change: 'cleared', value: null }),
          }))
        this.#removeOpen(key)
        await this.#sendEvent(open.id, 'cleared')
      })
    }
  }

  /** Returns alarms whose shelving has expired. */
  unshelve(nowMs: number): void {
    for (const [id, until] of this.#shelved) {
      if (until > nowMs) continue
      this.#shelved.delete(id)
      this.#enqueue('could not unshelve an alarm', async () => {
        await this.#service?.move(systemContext, id, 'unshelve', {})
      })
    }
  }

  /** Handles writes to alarm rows: user actions and deletions. */
  onWritten({ action, id, after, before }: WrittenRow): void {
    if (action === 'create') return
    const { status, shelvedUntil } = after ?? {}
    if (status === 'shelved' && typeof shelvedUntil === 'number') this.#shelved.set(id, shelvedUntil)
    else this.#shelved.delete(id)
    if (after ?? before)
      this.#enqueue('could not send the notification of an alarm', () => this.#sendEvent(id, 'changed'))
  }

  onEvents(listener: (alarmEvent: AlarmEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when all pending writes are done. */
  async waitUntilIdle(): Promise<void> {
    await this.#queue
  }

  async #write(alarms: readonly ActiveAlarm[], attempts = 0): Promise<void> {
    const service = this.#service
    if (!service) throw new Error('the alarm store is not open yet')
    const newAlarms: ActiveAlarm[] = []
    for (const alarm of alarms) {
      const before = await this.#latest(alarm)
      if (!before || !isSameOccurrence(before, alarm.at)) {
        newAlarms.push(alarm)
        continue
      }
      await service.set(before.id, ({ journal, level, status }) => ({
        clearedAt: null,
        urgency: getUrgency({ level, status }),
        count: before.count + 1,
        value: alarm.value ?? null,
        message: shorten(alarm.message),
        journal: addEntry(journal, { at: alarm.at, change: 'returned', value: alarm.value ?? null }),
      }))
      this.#addOpen({ id: before.id, ref: alarm, isRepeated: true })
      await this.#sendEvent(before.id, before.clearedAt === null ? 'changed' : 'returned')
    }
    if (newAlarms.length === 0) return
    const ids = await service
      .add(
        systemContext,
        newAlarms.map(({ project, ...alarm }) => ({ project, values: toValues(alarm) })),
      )
      .catch(async (cause: unknown) => {
        // Another server raised one of these at the same moment: write each alone, so that only that one is continued.
        if (!isStandingConflict(cause)) throw cause
        if (newAlarms.length === 1) {
          if (attempts >= maxAttempts) throw cause
          await this.#write(newAlarms, attempts + 1)
        } else for (const alarm of newAlarms) await this.#write([alarm], attempts)
        return undefined
      })
    if (ids === undefined) return
    for (const [index, alarm] of newAlarms.entries()) {
      const id = ids[index]
      if (id === undefined) continue
      this.#addOpen({ id, ref: alarm, isRepeated: false })
      await this.#sendEvent(id, 'raised')
    }
  }

  async #latest({ project, device, fault, point }: AlarmRef): Promise<LatestAlarm | undefined> {
    const {
      rows: [row],
    } = await sql<{ id: string; status: string; cleared_at: Date | null; count: number | null; order: string | null }>`
      select a.id, a.status, a.cleared_at, a.count, o.status as "order" from lighting_alarm a left join lighting_work_order o on o.id = a.work_order
      where a.project = ${project} and a.device = ${device} and a.fault = ${fault} and coalesce(a.source, a.point) is not distinct from ${point ?? null} order by a.at desc, a.id desc limit 1`.execute(
      this.#parts.db,
    )
    return (
      row && {
        id: row.id,
        status: row.status,
        clearedAt: row.cleared_at?.getTime() ?? null,
        count: row.count ?? 1,
        order: row.order,
      }
    )
  }

  async #sendEvent(id: string, change: AlarmEvent['change']): Promise<void> {
    if (id === '') return
    const {
      rows: [row],
    } = await sql<{
      project: string
      device: string | null
      fault: string
      level: number
      message: string
      at: Date
      status: string
      cleared_at: Date | null
      shelved_until: Date | null
    }>`
      select project, device, fault, level, message, at, status, cleared_at, shelved_until from lighting_alarm where id = ${id}`.execute(
      this.#parts.db,
    )
    if (!row) return
    const { project, device, fault, level, message, status } = row
    const alarmEvent: AlarmEvent = {
      id,
      change,
      project,
      device,
      fault,
      level,
      message,
      at: row.at.getTime(),
      status,
      clearedAt: row.cleared_at?.getTime() ?? null,
    }
    this.#parts.notify(alarmEvent)
    for (const listener of this.#listeners) listener(alarmEvent)
  }

  #addOpen(open: OpenAlarm): void {
    const key = toAlarmKey(open.ref)
    this.#open.set(key, open)
    const device = `${open.ref.project}/${open.ref.device}`
    const keys = this.#byDevice.get(device) ?? new Set()
    this.#byDevice.set(device, keys.add(key))
  }

  #removeOpen(key: string): void {
    const open = this.#open.get(key)
    if (!open) return
    this.#open.delete(key)
    const device = `${open.ref.project}/${open.ref.device}`
    const keys = this.#byDevice.get(device)
    keys?.delete(key)
    if (keys?.size === 0) this.#byDevice.delete(device)
  }

  /**
   * Writes run one after another, so an alarm that clears immediately is raised first. After a failed raise the alarm
   * is no longer open and is detected again.
   */
  #enqueue(failure: string, work: () => Promise<void>, alarm: readonly ActiveAlarm[] = []): void {
    this.#queue = this.#queue.then(work).catch((cause: unknown) => {
      for (const one of alarm) if (this.#open.get(toAlarmKey(one))?.id === '') this.#removeOpen(toAlarmKey(one))
      this.#parts.log.warn(failure, { cause })
    })
  }
}

interface LatestAlarm {
  readonly id: string
  readonly status: string
  readonly clearedAt: number | null
  readonly count: number
  /** State of the alarm's work order. */
  readonly order: string | null
}

/**
 * Returns true if a returning fault continues the latest occurrence: a work order is in progress, or it flaps and is
 * not acknowledged yet (specification, section 4).
 */
export function isSameOccurrence(
  { status, clearedAt, order }: Pick<LatestAlarm, 'status' | 'clearedAt' | 'order'>,
  atMs: number,
): boolean {
  if (clearedAt === null) return true
  if (order !== null && order !== 'ended') return true
  return status !== 'confirmed' && atMs - clearedAt < flapMs
}

/** Message within the length of its field. */
const shorten = (message: string): string => message.slice(0, 500)

const toAlarmKey = ({ project, device, fault, point }: AlarmRef): string =>
  `${project}/${device}/${fault}/${point ?? ''}`

function toValues({
  owner,
  device,
  fault,
  point,
  shownPoint,
  level,
  message,
  at,
  value,
  limit,
}: Omit<ActiveAlarm, 'project'>): EntityValues {
  return {
    event: createEventId(at),
    owner,
    device,
    fault,
    point: (shownPoint === undefined ? point : shownPoint) ?? null,
    source: shownPoint === undefined ? null : (point ?? null),
    urgency: getUrgency({ level }),
    level,
    message: shorten(message),
    at,
    value: value ?? null,
    limit: limit ?? null,
    count: 1,
    status: 'unconfirmed',
    journal: [{ at, change: 'raised', value: value ?? null }],
  }
}

/** Event number: time and a unique suffix, short enough to read out. */
const createEventId = (at: number): string =>
  `E${new Date(at).toISOString().slice(0, 19).replaceAll(/\D/g, '')}-${newId().slice(-6)}`
