import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { entityOf } from '../../../../contract/entities.ts'
import { entityTable } from '../../../database/entityColumns.ts'
import { orderChanged } from '../../../database/entityPagination.ts'
import { insertRows } from '../../../database/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { systemContext } from '../../base/requestContext.ts'
import { newId } from '../../entities/ids.ts'

/** What a task asks for. */
export interface Asked {
  readonly id: string
  readonly project: string
  readonly firmware: string
  readonly devices: readonly string[]
}

export interface Task extends Asked {
  readonly status: string
  readonly planned_at: Date | null
  readonly batch: number
  readonly timeout_min: number
  readonly retries: number
}

/** The tasks that run, by their ids, each with its list as it is asked for one device. */
export type Running = ReadonlyMap<string, Task & { readonly listed: ReadonlySet<string> }>

/** An upgrade of one device to one firmware, as the record keeps it. */
export interface Part {
  readonly id: string
  readonly project: string
  /** Null where the task was removed since. */
  readonly upgrade: string | null
  readonly device: string | null
  readonly firmware: string | null
  readonly plant_device: string | null
  readonly is_disabled: boolean
  readonly result: 'waiting' | 'sent' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly percent: number
  readonly attempts: number
  readonly until: Date | null
}

const logTable = entityTable(entityOf('upgradeLog'), (text) => text)
const emptyRecord = Object.fromEntries(Object.entries(logTable.entity.fields).map(([name, field]) => [name, field.default ?? null]))

/**
 * Records (`l`) with what their devices are, in the order of their making. Those from before they said their firmware are of what the
 * device has, or of what their task names.
 */
export const partsOf = async (from: Db, where: RawBuilder<unknown>): Promise<Part[]> => (await sql<Part>`
  select l.id, l.project, l.upgrade, l.device, d.plant_device, coalesce(d.status = 2, false) as is_disabled, l.result, l.percent, l.attempts, l.until,
    coalesce(l.firmware, case when l.result = 'done' then d.firmware else u.firmware end) as firmware
  from platform_upgrade_log l left join platform_upgrade u on u.id = l.upgrade left join platform_device d on d.id = l.device where ${where} order by l.created_at, l.id`.execute(from)).rows

/** Tasks in the order of their making; the condition may lock them. */
export const tasksOf = async (from: Db, where: RawBuilder<unknown>): Promise<Task[]> =>
  (await sql<Task>`select * from (select id, project, firmware, devices, status, planned_at, batch, timeout_min, retries, created_at from platform_upgrade where ${where}) t order by created_at, id`.execute(from)).rows

/**
 * Of the devices on the list now and the firmware named now: a record for each that has none, and another chance for those that ended
 * so. Whoever calls has the task's row locked: of two servers that both miss a record one adds it. `at`: now, in milliseconds. What is
 * added is the newest, also where the clock was set back since or the last record was made by a server whose clock is ahead.
 */
export async function prepare(tx: Db, task: Asked, again: readonly Part['result'][], at: number): Promise<void> {
  const parts = askedOf(task, await partsOf(tx, sql`l.upgrade = ${task.id}`))
  const ids = parts.filter(({ result }) => again.includes(result)).map(({ id }) => id)
  await setWhere(tx, sql`id = any(${ids}::text[]) and result = any(${again}::text[])`, sql`result = 'waiting', firmware = ${task.firmware}, percent = 0, attempts = 0, until = null, message = null`)
  const known = new Set(parts.map(({ device }) => device))
  const missing = task.devices.filter((device) => !known.has(device)).map((device) => ({
    id: newId(), project: task.project, values: { ...emptyRecord, upgrade: task.id, device, firmware: task.firmware, result: 'waiting', at },
  }))
  if (missing.length > 0) await insertRows(tx, logTable, missing, { at: new Date(Math.max(at, await newestOf(tx, task) + 1)), by: systemContext.name })
}

/** When the newest record of a task was made, in milliseconds. */
async function newestOf(tx: Db, { id }: Asked): Promise<number> {
  const { rows: [newest] } = await sql<{ at: Date | null }>`select max(created_at) as at from platform_upgrade_log where upgrade = ${id}`.execute(tx)
  return newest?.at?.getTime() ?? 0
}

/** Records were written beside their own service: lists of them stand otherwise. */
export const recordsChanged = (): void => orderChanged(logTable)

/** Told, and not over. */
export const isUnderway = ({ result }: Part): boolean => result === 'sent' || result === 'running'

/** The newest record of each device on the task's list, where it is of the firmware that the task names. */
export function askedOf({ devices, firmware }: Asked, parts: readonly Part[]): readonly Part[] {
  const newest = new Map(parts.map((part) => [part.device, part]))
  return devices.flatMap((device) => newest.get(device) ?? []).filter((part) => part.firmware === firmware)
}

/** The task that runs and asks for this record: the device is on its list, and its firmware the one that it names. */
export function taskOf({ upgrade, device, firmware }: Part, running: Running): Task | undefined {
  const task = running.get(upgrade ?? '')
  return task && device !== null && task.listed.has(device) && task.firmware === firmware ? task : undefined
}

/** Whether there is an end for each device on the task's list; `parts`: those that it asks for. */
export const isFinished = ({ devices }: Asked, parts: readonly Part[]): boolean => parts.length === devices.length && parts.every(({ result }) => result === 'done' || result === 'failed')

/** Several records at once, locked in the order of their ids as whoever else writes several. */
export const setWhere = (tx: Db, where: RawBuilder<unknown>, values: RawBuilder<unknown>): Promise<unknown> =>
  sql`update platform_upgrade_log set ${values} where id in (select id from platform_upgrade_log where ${where} order by id for update)`.execute(tx)
