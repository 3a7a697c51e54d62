import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ServedFile } from '../../../../contract/routes.ts'
import type { IncomingProgress, OutgoingUpgrade } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { EntityHooks, HookContext, StoredEntityService } from '../../entities/index.ts'
import { toText } from '../../entities/values.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { UpgradeTarget, UpgradeRecord, RunningTasks, UpgradeTask } from './upgradeRecords.ts'
import {
  getTargetRecords,
  isFinished,
  isActive,
  readRecords,
  prepareRecords,
  invalidateRecordOrder,
  updateRecords,
  findTask,
  readTasks,
} from './upgradeRecords.ts'
import type { SignedUrls } from './signedUrls.ts'

export interface UpgradeParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly files: {
    whole(id: string): Promise<ServedFile | undefined>
    facts(id: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined>
  }
  readonly signedUrls: SignedUrls
  readonly publish: (upgrade: OutgoingUpgrade) => Promise<void>
  readonly isOffline: (device: { readonly project: string; readonly device: string }) => boolean
  /** Address at which devices reach this server. */
  readonly baseUrl: () => string
  readonly log: Log
  readonly clock?: Clock
}

const pollMs = 1_000
const retryMs = 15_000

/**
 * Firmware upgrades. A limited number of devices upgrades at once, each with a signed URL for its firmware file. One
 * record
 * per device follows the device's reports. Attempts that time out are repeated up to the configured number of retries.
 */
export function createUpgrades({
  db,
  stored,
  files,
  signedUrls,
  publish,
  isOffline,
  baseUrl,
  log,
  clock = systemClock,
}: UpgradeParts) {
  /** Newest report per record, not written yet. */
  const reports = new Map<string, IncomingProgress>()

  const updateRecord = (part: Pick<UpgradeRecord, 'id'>, values: EntityValues): Promise<void> =>
    stored('upgradeLog').set(part.id, { at: clock.now(), ...values })

  /** Ends an attempt: schedules a retry, or marks the record as failed. */
  const endAttempt = (
    part: UpgradeRecord,
    retries: number,
    attempts: number,
    reason: string,
    waitMs: number,
  ): Promise<void> => {
    const isLast = attempts > retries
    return updateRecord(part, {
      result: isLast ? 'failed' : 'waiting',
      attempts,
      percent: 0,
      message: reason,
      until: isLast ? null : clock.now() + waitMs,
    })
  }

  const applyReport = async (part: UpgradeRecord, retries: number, report: IncomingProgress): Promise<void> => {
    if (report.project !== part.project || report.device !== part.plant_device) return
    if (report.state === 'failed')
      return endAttempt(part, retries, part.attempts, report.code ?? messages.failed, retryMs)
    if (report.state !== 'done')
      return updateRecord(part, {
        result: 'running',
        percent: Math.round(report.percent),
        message: messages[report.state],
      })
    await updateRecord(part, { result: 'done', percent: 100, message: null, until: null })
    if (part.device !== null && part.firmware !== null)
      await stored('device').set(part.device, { firmware: part.firmware })
  }

  const send = async (task: UpgradeTask, part: UpgradeRecord, firmware: Firmware): Promise<void> => {
    const attempts = part.attempts + 1
    const device = part.plant_device
    if (device === null) return updateRecord(part, { result: 'failed', message: messages.nameless })
    if (part.is_disabled) return updateRecord(part, { result: 'failed', message: messages.disabled })
    if (isOffline({ project: task.project, device }))
      return endAttempt(part, task.retries, attempts, messages.offline, retryMs)
    const until = clock.now() + task.timeout_min * 60_000
    let isClaimed = false
    await stored('upgradeLog').set(part.id, ({ result }) => {
      isClaimed = result === 'waiting' // Not stopped meanwhile.
      return isClaimed ? { at: clock.now(), result: 'sent', attempts, percent: 0, message: null, until } : null
    })
    if (!isClaimed) return
    const url = `${baseUrl()}/api/upgrade-files/${signedUrls.issue(firmware.readSignedFile, Math.max(limits.upgrade.ticketMs, task.timeout_min * 60_000))}`
    try {
      await publish({
        project: task.project,
        device,
        id: part.id,
        version: firmware.version,
        url,
        bytes: firmware.bytes,
        sha256: firmware.sha256,
        expiresAt: until,
      })
    } catch (cause) {
      await endAttempt(
        part,
        task.retries,
        attempts,
        cause instanceof ApiError ? messages.offline : messages.unsent,
        retryMs,
      )
    }
  }

  /**
   * Applies reports and timeouts of started upgrades, even if the task was stopped, changed or removed meanwhile. A
   * waiting retry accepts a report of success from the attempt before, but not a failure. `heard` contains reports from
   * before `open` (the waiting and started records) was read. Returns the affected tasks.
   */
  const processReports = async (
    received: ReadonlyMap<string, IncomingProgress>,
    open: readonly UpgradeRecord[],
    running: RunningTasks,
    now: number,
  ): Promise<ReadonlySet<string>> => {
    const affectedTasks = new Set<string>()
    for (const part of open) {
      const report = received.get(part.id)
      if (!isActive(part) && report?.state !== 'done') continue
      // No retry if the task is not running or no longer includes the device.
      const retries = findTask(part, running)?.retries ?? 0
      if (report) await applyReport(part, retries, report)
      else if (part.until !== null && part.until.getTime() <= now)
        await endAttempt(part, retries, part.attempts, messages.timeout, 0)
      else continue
      if (part.upgrade !== null) affectedTasks.add(part.upgrade)
    }
    for (const [id, report] of received) if (reports.get(id) === report) reports.delete(id)
    return affectedTasks
  }

  /**
   * Adds missing records of a running task, for example of tasks created by an older version or after records were
   * deleted.
   */
  const addMissingRecords = async (task: UpgradeTask): Promise<void> => {
    const parts = getTargetRecords(task, await readRecords(db, sql`l.upgrade = ${task.id}`))
    if (parts.length === task.devices.length && !parts.some(({ result }) => result === 'cancelled')) return
    await db.transaction().execute(async (tx) => {
      const [now] = await readTasks(tx, sql`id = ${task.id} and status = 'running' for update`)
      if (now) await prepareRecords(tx, now, ['cancelled'], clock.now())
    })
    invalidateRecordOrder()
  }

  /** Starts upgrades up to the batch size. Devices still busy with another record wait. */
  const startUpgrades = async (task: UpgradeTask, busy: Set<string>): Promise<void> => {
    const now = clock.now()
    const all = await readRecords(db, sql`l.upgrade = ${task.id}`)
    const availableSlots = task.batch - all.filter(isActive).length
    const next = getTargetRecords(task, all)
      .filter(
        ({ result, until, device }) =>
          result === 'waiting' && (until?.getTime() ?? 0) <= now && !busy.has(device ?? ''),
      )
      .slice(0, Math.max(0, availableSlots))
    if (next.length === 0) return
    const firmware = await readFirmware(task.firmware)
    for (const part of next) {
      await (firmware ? send(task, part, firmware) : updateRecord(part, { result: 'failed', message: messages.gone }))
      if (part.device !== null) busy.add(part.device)
    }
  }

  /** Updates the task's progress; the task finishes with its last device. */
  const updateProgress = async (task: UpgradeTask): Promise<void> => {
    const parts = getTargetRecords(task, await readRecords(db, sql`l.upgrade = ${task.id}`))
    const count = (result: UpgradeRecord['result']): number => parts.filter((part) => part.result === result).length
    const share = (part: UpgradeRecord): number => (part.result === 'failed' ? 100 : part.percent)
    const progress =
      task.devices.length === 0
        ? 0
        : Math.round(parts.reduce((total, part) => total + share(part), 0) / task.devices.length)
    await stored('upgrade').set(task.id, { done: count('done'), failed: count('failed'), progress })
    if (task.status === 'running' && isFinished(task, parts))
      await stored('upgrade')
        .move(systemContext, task.id, 'finish', {})
        .catch((cause: unknown) => {
          if (!(cause instanceof ApiError)) throw cause // Stopped or restarted meanwhile.
        })
  }

  const readFirmware = async (id: string): Promise<Firmware | undefined> => {
    const { file, version }: Readonly<Record<string, unknown>> = { ...(await stored('firmware').read(id)) }
    const [first] = Array.isArray(file) ? file : []
    const fileId = typeof first === 'object' && first !== null && 'id' in first ? toText(first.id) : null
    const found = fileId === null ? undefined : await files.facts(fileId)
    return found && fileId !== null ? { readSignedFile: fileId, version: toText(version) ?? '', ...found } : undefined
  }

  /** Cancels waiting records whose task is not running or no longer includes them. Nothing else is ever sent. */
  const cancelObsolete = async (open: readonly UpgradeRecord[], running: RunningTasks): Promise<void> => {
    const ids = open.filter((part) => part.result === 'waiting' && !findTask(part, running)).map(({ id }) => id)
    if (ids.length === 0) return
    await updateRecords(
      db,
      sql`id = any(${ids}::text[]) and result = 'waiting'`,
      sql`result = 'cancelled', until = null, at = ${new Date(clock.now())}`,
    )
    invalidateRecordOrder()
  }

  const round = async (): Promise<number | undefined> => {
    const now = clock.now()
    const received = new Map(reports)
    // Read the records before the tasks, so that records of a task started meanwhile are not cancelled.
    const open = await readRecords(db, sql`l.result in ('waiting', 'sent', 'running')`)
    const tasks = await readTasks(db, sql`status = 'running'`)
    const running: RunningTasks = new Map(tasks.map((task) => [task.id, { ...task, listed: new Set(task.devices) }]))
    const affectedTasks = await processReports(received, open, running, now)
    await cancelObsolete(open, running)
    const due = tasks.filter(({ planned_at }) => (planned_at?.getTime() ?? 0) <= now)
    const activeRecords = await readRecords(db, sql`l.result in ('sent', 'running')`)
    const busy = new Set(activeRecords.flatMap(({ device }) => device ?? []))
    for (const task of tasks) await addMissingRecords(task)
    for (const task of due) await startUpgrades(task, busy)
    const others = affectedTasks.size === 0 ? [] : await readTasks(db, sql`id = any(${[...affectedTasks]}::text[])`)
    for (const task of [...due, ...others.filter(({ id }) => !due.some((one) => one.id === id))])
      await updateProgress(task)
    if (due.length > 0 || activeRecords.length > 0) return clock.now() + pollMs
    return tasks.reduce<number | undefined>(
      (soonest, { planned_at }) => Math.min(soonest ?? Infinity, planned_at?.getTime() ?? Infinity),
      undefined,
    )
  }
  const task = createPeriodicTask({ name: 'upgrades', clock, log, round })

  const hooks: EntityHooks = {
    beforeCreate: (context, values) => checkDevices(context, values),
    beforeUpdate: (context, { values: before }, values) => {
      if (before['status'] === 'running')
        throw createInvalidInputError(
          createFault('', 'running', { en: 'Stop the upgrade before you change it', zh: '请先停止再修改' }),
        )
      return checkDevices(context, values)
    },
    // Create the records in the transaction of the move, so that a crash cannot lose them.
    beforeMove: async (context, { id, values }, move) => {
      const { tx, project, afterCommit } = context
      const target: UpgradeTarget = {
        id,
        project,
        firmware: toText(values['firmware']) ?? '',
        devices: toIds(values['devices']),
      }
      if (move === 'finish') {
        if (!isFinished(target, getTargetRecords(target, await readRecords(tx, sql`l.upgrade = ${id}`))))
          throw new ApiError('entity.state')
        return
      }
      if (move === 'stop')
        await updateRecords(
          tx,
          sql`upgrade = ${id} and result = 'waiting'`,
          sql`result = 'cancelled', until = null, at = ${new Date(clock.now())}`,
        )
      else {
        await checkDevices(context, values)
        await prepareRecords(tx, target, ['failed', 'cancelled'], clock.now())
      }
      afterCommit(invalidateRecordOrder)
    },
    afterWrite: () => {
      task.poke()
    },
  }

  return {
    hooks,
    /** Accepts a report of a device. Reports about records of other devices are ignored. */
    handleReport(report: IncomingProgress): void {
      reports.set(report.id, report)
      if (reports.size > maxReports) reports.clear()
    },
    /** Returns the file of a signed URL. Throws `object.missing` for an invalid ticket. */
    async readSignedFile(ticket: string): Promise<ServedFile> {
      const id = signedUrls.verify(ticket)
      const file = id === undefined ? undefined : await files.whole(id)
      if (!file) throw new ApiError('object.missing')
      return file
    },
    async start(): Promise<() => Promise<void>> {
      // Queried every second while upgrades run, among half a year of records.
      await sql`create index if not exists platform_upgrade_log_open on platform_upgrade_log (result) where result in ('waiting', 'sent', 'running')`.execute(
        db,
      )
      task.poke()
      return () => task.stop()
    },
    waitUntilIdle: () => task.settled(),
  }
}

export type Upgrades = ReturnType<typeof createUpgrades>

interface Firmware {
  readonly readSignedFile: string
  readonly version: string
  readonly bytes: number
  readonly sha256: string
}

const maxReports = 100_000

/** Record messages in both languages. Device error codes are shown unchanged. */
const messages = {
  downloading: encodeLocalized({ en: 'downloading', zh: '下载中' }),
  installing: encodeLocalized({ en: 'installing', zh: '安装中' }),
  failed: encodeLocalized({ en: 'failed', zh: '失败' }),
  nameless: encodeLocalized({ en: 'the device has no telemetry device', zh: '设备未绑定现场设备' }),
  disabled: encodeLocalized({ en: 'the device is disabled', zh: '设备已禁用' }),
  offline: encodeLocalized({ en: 'offline', zh: '设备离线' }),
  unsent: encodeLocalized({ en: 'not sent', zh: '下发失败' }),
  timeout: encodeLocalized({ en: 'no response in time', zh: '超时未响应' }),
  gone: encodeLocalized({ en: 'the firmware file no longer exists', zh: '固件文件不存在' }),
}

/** Rejects devices of another product than the firmware's. */
async function checkDevices({ tx }: HookContext, { firmware, devices }: EntityValues): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select d.name from platform_device d where d.id = any(${toIds(devices)}::text[])
    and d.product <> (select product from platform_firmware where id = ${toText(firmware)}) order by d.name limit 3`.execute(
    tx,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  throw createInvalidInputError(
    createFault('devices', 'product', {
      en: `Product does not match the firmware: ${names.join(', ')}`,
      zh: `与固件所属产品不一致：${names.join('、')}`,
    }),
  )
}

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
