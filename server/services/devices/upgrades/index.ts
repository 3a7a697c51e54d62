import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ServedFile } from '../../../../contract/routes.ts'
import type { IncomingProgress, OutgoingUpgrade } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import { faultAt, invalid } from '../../entities/validationErrors.ts'
import type { EntityHooks, HookContext, StoredEntityService } from '../../entities/index.ts'
import { textOf } from '../../entities/values.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { Asked, Part, Running, Task } from './upgradeRecords.ts'
import { askedOf, isFinished, isUnderway, partsOf, prepare, recordsChanged, setWhere, taskOf, tasksOf } from './upgradeRecords.ts'
import type { SignedUrls } from './signedUrls.ts'

export interface UpgradeParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly files: {
    whole(id: string): Promise<ServedFile | undefined>
    facts(id: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined>
  }
  readonly tickets: SignedUrls
  readonly publish: (upgrade: OutgoingUpgrade) => Promise<void>
  readonly isOffline: (device: { readonly project: string; readonly device: string }) => boolean
  /** Address at which devices reach this server. */
  readonly baseUrl: () => string
  readonly log: Log
  readonly clock?: Clock
}

const lookMs = 1_000
const againMs = 15_000

/**
 * Firmware upgrades. A limited number of devices upgrades at once, each with a signed URL for its firmware file. One
 * record
 * per device follows the device's reports. Attempts that time out are repeated up to the configured number of retries.
 */
export function createUpgrades({ db, stored, files, tickets, publish, isOffline, baseUrl, log, clock = systemClock }: UpgradeParts) {
  /** Newest report per record, not written yet. */
  const reports = new Map<string, IncomingProgress>()

  const setPart = (part: Pick<Part, 'id'>, values: EntityValues): Promise<void> => stored('upgradeLog').set(part.id, { at: clock.now(), ...values })

  /** Ends an attempt: schedules a retry, or marks the record as failed. */
  const over = (part: Part, retries: number, attempts: number, why: string, waitMs: number): Promise<void> => {
    const isLast = attempts > retries
    return setPart(part, { result: isLast ? 'failed' : 'waiting', attempts, percent: 0, message: why, until: isLast ? null : clock.now() + waitMs })
  }

  const takeReport = async (part: Part, retries: number, report: IncomingProgress): Promise<void> => {
    if (report.project !== part.project || report.device !== part.plant_device) return
    if (report.state === 'failed') return over(part, retries, part.attempts, report.code ?? said.failed, againMs)
    if (report.state !== 'done') return setPart(part, { result: 'running', percent: Math.round(report.percent), message: said[report.state] })
    await setPart(part, { result: 'done', percent: 100, message: null, until: null })
    if (part.device !== null && part.firmware !== null) await stored('device').set(part.device, { firmware: part.firmware })
  }

  const send = async (task: Task, part: Part, firmware: Firmware): Promise<void> => {
    const attempts = part.attempts + 1
    const device = part.plant_device
    if (device === null) return setPart(part, { result: 'failed', message: said.nameless })
    if (part.is_disabled) return setPart(part, { result: 'failed', message: said.disabled })
    if (isOffline({ project: task.project, device })) return over(part, task.retries, attempts, said.offline, againMs)
    const until = clock.now() + task.timeout_min * 60_000
    let isTaken = false
    await stored('upgradeLog').set(part.id, ({ result }) => {
      isTaken = result === 'waiting' // Not stopped meanwhile.
      return isTaken ? { at: clock.now(), result: 'sent', attempts, percent: 0, message: null, until } : null
    })
    if (!isTaken) return
    const url = `${baseUrl()}/api/upgrade-files/${tickets.issue(firmware.file, Math.max(limits.upgrade.ticketMs, task.timeout_min * 60_000))}`
    try {
      await publish({ project: task.project, device, id: part.id, version: firmware.version, url, bytes: firmware.bytes, sha256: firmware.sha256, expiresAt: until })
    } catch (cause) {
      await over(part, task.retries, attempts, cause instanceof ApiError ? said.offline : said.unsent, againMs)
    }
  }

  /**
   * Applies reports and timeouts of started upgrades, even if the task was stopped, changed or removed meanwhile. A
   * waiting retry accepts a report of success from the attempt before, but not a failure. `heard` contains reports from
   * before `open` (the waiting and started records) was read. Returns the affected tasks.
   */
  const hear = async (heard: ReadonlyMap<string, IncomingProgress>, open: readonly Part[], running: Running, now: number): Promise<ReadonlySet<string>> => {
    const moved = new Set<string>()
    for (const part of open) {
      const report = heard.get(part.id)
      if (!isUnderway(part) && report?.state !== 'done') continue
      // No retry if the task is not running or no longer includes the device.
      const retries = taskOf(part, running)?.retries ?? 0
      if (report) await takeReport(part, retries, report)
      else if (part.until !== null && part.until.getTime() <= now) await over(part, retries, part.attempts, said.timeout, 0)
      else continue
      if (part.upgrade !== null) moved.add(part.upgrade)
    }
    for (const [id, report] of heard) if (reports.get(id) === report) reports.delete(id)
    return moved
  }

  /**
   * Adds missing records of a running task, for example of tasks created by an older version or after records were
   * deleted.
   */
  const complete = async (task: Task): Promise<void> => {
    const parts = askedOf(task, await partsOf(db, sql`l.upgrade = ${task.id}`))
    if (parts.length === task.devices.length && !parts.some(({ result }) => result === 'cancelled')) return
    await db.transaction().execute(async (tx) => {
      const [now] = await tasksOf(tx, sql`id = ${task.id} and status = 'running' for update`)
      if (now) await prepare(tx, now, ['cancelled'], clock.now())
    })
    recordsChanged()
  }

  /** Starts upgrades up to the batch size. Devices still busy with another record wait. */
  const work = async (task: Task, busy: Set<string>): Promise<void> => {
    const now = clock.now()
    const all = await partsOf(db, sql`l.upgrade = ${task.id}`)
    const free = task.batch - all.filter(isUnderway).length
    const next = askedOf(task, all).filter(({ result, until, device }) => result === 'waiting' && (until?.getTime() ?? 0) <= now && !busy.has(device ?? '')).slice(0, Math.max(0, free))
    if (next.length === 0) return
    const firmware = await firmwareOf(task.firmware)
    for (const part of next) {
      await (firmware ? send(task, part, firmware) : setPart(part, { result: 'failed', message: said.gone }))
      if (part.device !== null) busy.add(part.device)
    }
  }

  /** Updates the task's progress; the task finishes with its last device. */
  const sum = async (task: Task): Promise<void> => {
    const parts = askedOf(task, await partsOf(db, sql`l.upgrade = ${task.id}`))
    const count = (result: Part['result']): number => parts.filter((part) => part.result === result).length
    const share = (part: Part): number => (part.result === 'failed' ? 100 : part.percent)
    const progress = task.devices.length === 0 ? 0 : Math.round(parts.reduce((total, part) => total + share(part), 0) / task.devices.length)
    await stored('upgrade').set(task.id, { done: count('done'), failed: count('failed'), progress })
    if (task.status === 'running' && isFinished(task, parts)) await stored('upgrade').move(systemContext, task.id, 'finish', {}).catch((cause: unknown) => {
      if (!(cause instanceof ApiError)) throw cause // Stopped or restarted meanwhile.
    })
  }

  const firmwareOf = async (id: string): Promise<Firmware | undefined> => {
    const { file, version }: Readonly<Record<string, unknown>> = { ...await stored('firmware').read(id) }
    const [first] = Array.isArray(file) ? file : []
    const fileId = typeof first === 'object' && first !== null && 'id' in first ? textOf(first.id) : null
    const found = fileId === null ? undefined : await files.facts(fileId)
    return found && fileId !== null ? { file: fileId, version: textOf(version) ?? '', ...found } : undefined
  }

  /** Cancels waiting records whose task is not running or no longer includes them. Nothing else is ever sent. */
  const cancelUnasked = async (open: readonly Part[], running: Running): Promise<void> => {
    const ids = open.filter((part) => part.result === 'waiting' && !taskOf(part, running)).map(({ id }) => id)
    if (ids.length === 0) return
    await setWhere(db, sql`id = any(${ids}::text[]) and result = 'waiting'`, sql`result = 'cancelled', until = null, at = ${new Date(clock.now())}`)
    recordsChanged()
  }

  const round = async (): Promise<number | undefined> => {
    const now = clock.now()
    const heard = new Map(reports)
    // Read the records before the tasks, so that records of a task started meanwhile are not cancelled.
    const open = await partsOf(db, sql`l.result in ('waiting', 'sent', 'running')`)
    const tasks = await tasksOf(db, sql`status = 'running'`)
    const running: Running = new Map(tasks.map((task) => [task.id, { ...task, listed: new Set(task.devices) }]))
    const moved = await hear(heard, open, running, now)
    await cancelUnasked(open, running)
    const due = tasks.filter(({ planned_at }) => (planned_at?.getTime() ?? 0) <= now)
    const underway = await partsOf(db, sql`l.result in ('sent', 'running')`)
    const busy = new Set(underway.flatMap(({ device }) => device ?? []))
    for (const task of tasks) await complete(task)
    for (const task of due) await work(task, busy)
    const others = moved.size === 0 ? [] : await tasksOf(db, sql`id = any(${[...moved]}::text[])`)
    for (const task of [...due, ...others.filter(({ id }) => !due.some((one) => one.id === id))]) await sum(task)
    if (due.length > 0 || underway.length > 0) return clock.now() + lookMs
    return tasks.reduce<number | undefined>((soonest, { planned_at }) => Math.min(soonest ?? Infinity, planned_at?.getTime() ?? Infinity), undefined)
  }
  const rounds = createPeriodicTask({ name: 'upgrades', clock, log, round })

  const hooks: EntityHooks = {
    beforeCreate: (context, values) => checkDevices(context, values),
    beforeUpdate: (context, { values: before }, values) => {
      if (before['status'] === 'running') throw invalid(faultAt('', 'running', { en: 'Stop the upgrade before you change it', zh: '请先停止再修改' }))
      return checkDevices(context, values)
    },
    // Create the records in the transaction of the move, so that a crash cannot lose them.
    beforeMove: async (context, { id, values }, move) => {
      const { tx, project, onceKept } = context
      const task: Asked = { id, project, firmware: textOf(values['firmware']) ?? '', devices: listOf(values['devices']) }
      if (move === 'finish') {
        if (!isFinished(task, askedOf(task, await partsOf(tx, sql`l.upgrade = ${id}`)))) throw new ApiError('entity.state')
        return
      }
      if (move === 'stop') await setWhere(tx, sql`upgrade = ${id} and result = 'waiting'`, sql`result = 'cancelled', until = null, at = ${new Date(clock.now())}`)
      else {
        await checkDevices(context, values)
        await prepare(tx, task, ['failed', 'cancelled'], clock.now())
      }
      onceKept(recordsChanged)
    },
    afterWrite: () => {
      rounds.poke()
    },
  }

  return {
    hooks,
    /** Accepts a report of a device. Reports about records of other devices are ignored. */
    take(report: IncomingProgress): void {
      reports.set(report.id, report)
      if (reports.size > mostReports) reports.clear()
    },
    /** Returns the file of a signed URL. Throws `object.missing` for an invalid ticket. */
    async file(ticket: string): Promise<ServedFile> {
      const id = tickets.fileOf(ticket)
      const file = id === undefined ? undefined : await files.whole(id)
      if (!file) throw new ApiError('object.missing')
      return file
    },
    async start(): Promise<() => Promise<void>> {
      // Queried every second while upgrades run, among half a year of records.
      await sql`create index if not exists platform_upgrade_log_open on platform_upgrade_log (result) where result in ('waiting', 'sent', 'running')`.execute(db)
      rounds.poke()
      return () => rounds.stop()
    },
    settled: () => rounds.settled(),
  }
}

export type Upgrades = ReturnType<typeof createUpgrades>

interface Firmware {
  readonly file: string
  readonly version: string
  readonly bytes: number
  readonly sha256: string
}

const mostReports = 100_000

/** Record messages in both languages. Device error codes are shown unchanged. */
const said = {
  downloading: encodeLocalized({ en: 'downloading', zh: '下载中' }), installing: encodeLocalized({ en: 'installing', zh: '安装中' }), failed: encodeLocalized({ en: 'failed', zh: '失败' }),
  nameless: encodeLocalized({ en: 'the device has no telemetry device', zh: '设备未绑定现场设备' }), disabled: encodeLocalized({ en: 'the device is disabled', zh: '设备已禁用' }),
  offline: encodeLocalized({ en: 'offline', zh: '设备离线' }), unsent: encodeLocalized({ en: 'not sent', zh: '下发失败' }), timeout: encodeLocalized({ en: 'no response in time', zh: '超时未响应' }),
  gone: encodeLocalized({ en: 'the firmware file no longer exists', zh: '固件文件不存在' }),
}

/** Rejects devices of another product than the firmware's. */
async function checkDevices({ tx }: HookContext, { firmware, devices }: EntityValues): Promise<void> {
  const { rows } = await sql<{ name: string }>`select d.name from platform_device d where d.id = any(${listOf(devices)}::text[])
    and d.product <> (select product from platform_firmware where id = ${textOf(firmware)}) order by d.name limit 3`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  throw invalid(faultAt('devices', 'product', { en: `Product does not match the firmware: ${names.join(', ')}`, zh: `与固件所属产品不一致：${names.join('、')}` }))
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
