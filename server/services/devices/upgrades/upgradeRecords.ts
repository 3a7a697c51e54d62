import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import { entityTable } from '../../../database/entities/entityColumns.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import { insertRows } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { systemContext } from '../../base/requestContext.ts'
import { newId } from '../../entities/ids.ts'

/** Target of an upgrade task. */
export interface UpgradeTarget {
  readonly id: string
  readonly project: string
  readonly firmware: string
  readonly devices: readonly string[]
}

export interface UpgradeTask extends UpgradeTarget {
  readonly status: string
  readonly planned_at: Date | null
  readonly batch: number
  readonly timeout_min: number
  readonly retries: number
}

/** Running tasks by id, each with its devices as a set. */
export type RunningTasks = ReadonlyMap<string, UpgradeTask & { readonly listed: ReadonlySet<string> }>

/** Record of one device's upgrade to one firmware. */
export interface UpgradeRecord {
  readonly id: string
  readonly project: string
  /** Null if the task was deleted. */
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

const logTable = entityTable(getEntity('upgradeLog'), (text) => text)
const emptyRecord = Object.fromEntries(
  Object.entries(logTable.entity.fields).map(([name, field]) => [name, field.default ?? null]),
)

/**
 * Records (`l`) with the state of their devices, ordered by creation. Older records without a firmware use that of the
 * device or of the task.
 */
export const readRecords = async (from: Db, where: RawBuilder<unknown>): Promise<UpgradeRecord[]> =>
  (
    await sql<UpgradeRecord>`
  select l.id, l.project, l.upgrade, l.device, d.plant_device, coalesce(d.status = 2, false) as is_disabled, l.result, l.percent, l.attempts, l.until,
    coalesce(l.firmware, case when l.result = 'done' then d.firmware else u.firmware end) as firmware
  from platform_upgrade_log l left join platform_upgrade u on u.id = l.upgrade left join platform_device d on d.id = l.device where ${where} order by l.created_at, l.id`.execute(
      from,
    )
  ).rows

/** Tasks ordered by creation. The condition may lock them. */
export const readTasks = async (from: Db, where: RawBuilder<unknown>): Promise<UpgradeTask[]> =>
  (
    await sql<UpgradeTask>`select * from (select id, project, firmware, devices, status, planned_at, batch, timeout_min, retries, created_at from platform_upgrade where ${where}) t order by created_at, id`.execute(
      from,
    )
  ).rows

/**
 * Creates missing records for the task's devices and firmware, and resets records whose result is in `again`. The
 * caller must hold a lock on the task's row, so that two servers do not both create a record. `at`: now, in
 * milliseconds. New records always sort last, even after a clock change.
 */
export async function prepareRecords(
  tx: Db,
  task: UpgradeTarget,
  resetResults: readonly UpgradeRecord['result'][],
  at: number,
): Promise<void> {
  const parts = getTargetRecords(task, await readRecords(tx, sql`l.upgrade = ${task.id}`))
  const ids = parts.filter(({ result }) => resetResults.includes(result)).map(({ id }) => id)
  await updateRecords(
    tx,
    sql`id = any(${ids}::text[]) and result = any(${resetResults}::text[])`,
    sql`result = 'waiting', firmware = ${task.firmware}, percent = 0, attempts = 0, until = null, message = null`,
  )
  const recordedDevices = new Set(parts.map(({ device }) => device))
  const missing = task.devices
    .filter((device) => !recordedDevices.has(device))
    .map((device) => ({
      id: newId(),
      project: task.project,
      values: { ...emptyRecord, upgrade: task.id, device, firmware: task.firmware, result: 'waiting', at },
    }))
  if (missing.length > 0)
    await insertRows(tx, logTable, missing, {
      at: new Date(Math.max(at, (await readNewestTime(tx, task)) + 1)),
      by: systemContext.name,
    })
}

/** Creation time of a task's newest record in milliseconds. */
async function readNewestTime(tx: Db, { id }: UpgradeTarget): Promise<number> {
  const {
    rows: [newest],
  } = await sql<{
    at: Date | null
  }>`select max(created_at) as at from platform_upgrade_log where upgrade = ${id}`.execute(tx)
  return newest?.at?.getTime() ?? 0
}

/** Invalidates list orders, because records were written outside their service. */
export const invalidateRecordOrder = (): void => orderChanged(logTable)

/** Sent to the device and not finished. */
export const isActive = ({ result }: UpgradeRecord): boolean => result === 'sent' || result === 'running'

/** Newest record of each device of the task, if it is for the task's firmware. */
export function getTargetRecords(
  { devices, firmware }: UpgradeTarget,
  parts: readonly UpgradeRecord[],
): readonly UpgradeRecord[] {
  const newest = new Map(parts.map((part) => [part.device, part]))
  return devices.flatMap((device) => newest.get(device) ?? []).filter((part) => part.firmware === firmware)
}

/** Returns the running task that includes this record: the device is in its list and the firmware matches. */
export function findTask({ upgrade, device, firmware }: UpgradeRecord, running: RunningTasks): UpgradeTask | undefined {
  const task = running.get(upgrade ?? '')
  return task && device !== null && task.listed.has(device) && task.firmware === firmware ? task : undefined
}

/** Returns true if every device of the task has a final result. `parts`: the records of the task. */
export const isFinished = ({ devices }: UpgradeTarget, parts: readonly UpgradeRecord[]): boolean =>
  parts.length === devices.length && parts.every(({ result }) => result === 'done' || result === 'failed')

/** Updates several records, locked in order of id like all other multi-record writes, to avoid deadlocks. */
export const updateRecords = (tx: Db, where: RawBuilder<unknown>, values: RawBuilder<unknown>): Promise<unknown> =>
  sql`update platform_upgrade_log set ${values} where id in (select id from platform_upgrade_log where ${where} order by id for update)`.execute(
    tx,
  )
