import { sql } from 'kysely'
import { joinWords } from '../../../contract/bilingual.ts'
import { Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ServedFile } from '../../../contract/routes.ts'
import type { IncomingProgress, OutgoingUpgrade } from '../../broker/index.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { serverCaller } from '../caller.ts'
import { faultAt, invalid } from '../entities/faults.ts'
import type { EntityHooks, HookContext, StoredEntityService } from '../entities/index.ts'
import { textOf } from '../entities/values.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { Clock } from '../rounds.ts'
import { createRounds, systemClock } from '../rounds.ts'
import type { Tickets } from './tickets.ts'

export interface UpgradeParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly files: {
    whole(id: string): Promise<ServedFile | undefined>
    facts(id: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined>
  }
  readonly tickets: Tickets
  readonly publish: (upgrade: OutgoingUpgrade) => Promise<void>
  readonly isOffline: (device: { readonly project: string; readonly device: string }) => boolean
  /** Where devices reach this server. */
  readonly baseUrl: () => string
  readonly log: Log
  readonly clock?: Clock
}

interface Task {
  readonly id: string
  readonly project: string
  readonly firmware: string
  readonly batch: number
  readonly timeout_min: number
  readonly retries: number
}

/** An upgrade of one device, as the record keeps it. */
interface Part {
  readonly id: string
  readonly device: string | null
  readonly plant_device: string | null
  readonly is_disabled: boolean
  readonly result: 'waiting' | 'sent' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly percent: number
  readonly attempts: number
  readonly until: Date | null
}

const lookMs = 1_000
const againMs = 15_000
const isOver = ({ result }: Part): boolean => result === 'done' || result === 'failed' || result === 'cancelled'

/**
 * Upgrades of devices: a few at once, each told to fetch its firmware by an address that is good for that file only. What came of
 * each is a record that the devices' own reports move on; a try that takes too long is over, and tried again as often as was asked.
 */
export function createUpgrades({ db, stored, files, tickets, publish, isOffline, baseUrl, log, clock = systemClock }: UpgradeParts) {
  /** The newest report of each record, not yet written. */
  const reports = new Map<string, IncomingProgress>()

  const setPart = (part: Pick<Part, 'id'>, values: EntityValues): Promise<void> => stored('upgradeLog').set(part.id, { at: clock.now(), ...values })

  /** This try is over: there is another one, or it has failed. */
  const over = (task: Task, part: Part, attempts: number, why: string, waitMs: number): Promise<void> => {
    const isLast = attempts > task.retries
    return setPart(part, { result: isLast ? 'failed' : 'waiting', attempts, percent: 0, message: why, until: isLast ? null : clock.now() + waitMs })
  }

  const takeReport = async (task: Task, part: Part, report: IncomingProgress): Promise<void> => {
    if (isOver(part) || report.project !== task.project || report.device !== part.plant_device) return
    if (report.state === 'failed') return over(task, part, part.attempts, report.code ?? said.failed, againMs)
    if (report.state !== 'done') return setPart(part, { result: 'running', percent: Math.round(report.percent), message: said[report.state] })
    await setPart(part, { result: 'done', percent: 100, message: null, until: null })
    if (part.device !== null) await stored('device').set(part.device, { firmware: task.firmware })
  }

  const send = async (task: Task, part: Part, firmware: Firmware): Promise<void> => {
    const attempts = part.attempts + 1
    const device = part.plant_device
    if (device === null) return setPart(part, { result: 'failed', message: said.nameless })
    if (part.is_disabled) return setPart(part, { result: 'failed', message: said.disabled })
    if (isOffline({ project: task.project, device })) return over(task, part, attempts, said.offline, againMs)
    const until = clock.now() + task.timeout_min * 60_000
    await setPart(part, { result: 'sent', attempts, percent: 0, message: null, until })
    const url = `${baseUrl()}/api/upgrade-files/${tickets.issue(firmware.file, Math.max(limits.upgrade.ticketMs, task.timeout_min * 60_000))}`
    try {
      await publish({ project: task.project, device, id: part.id, version: firmware.version, url, bytes: firmware.bytes, sha256: firmware.sha256, expiresAt: until })
    } catch (cause) {
      await over(task, part, attempts, cause instanceof Refusal ? said.offline : said.unsent, againMs)
    }
  }

  const work = async (task: Task): Promise<void> => {
    const now = clock.now()
    for (const part of await partsOf(task)) {
      const report = reports.get(part.id)
      reports.delete(part.id)
      if (report) await takeReport(task, part, report)
      else if ((part.result === 'sent' || part.result === 'running') && part.until !== null && part.until.getTime() <= now) await over(task, part, part.attempts, said.timeout, 0)
    }
    const parts = await partsOf(task)
    const free = task.batch - parts.filter(({ result }) => result === 'sent' || result === 'running').length
    const next = parts.filter(({ result, until }) => result === 'waiting' && (until?.getTime() ?? 0) <= now).slice(0, Math.max(0, free))
    if (next.length > 0) {
      const firmware = await firmwareOf(task.firmware)
      for (const part of next) await (firmware ? send(task, part, firmware) : setPart(part, { result: 'failed', message: said.gone }))
    }
    await sum(task)
  }

  /** What the task itself says of its devices; it ends with the last of them. */
  const sum = async (task: Task): Promise<void> => {
    const parts = await partsOf(task)
    const count = (result: Part['result']): number => parts.filter((part) => part.result === result).length
    const progress = parts.length === 0 ? 0 : Math.round(parts.reduce((total, part) => total + (isOver(part) ? 100 : part.percent), 0) / parts.length)
    await stored('upgrade').set(task.id, { done: count('done'), failed: count('failed'), progress })
    if (parts.every(isOver)) await stored('upgrade').move(serverCaller, task.id, 'finish', {}).catch((cause: unknown) => {
      if (!(cause instanceof Refusal)) throw cause // stopped in the meantime
    })
  }

  const partsOf = async ({ id }: Pick<Task, 'id'>): Promise<Part[]> => (await sql<Part>`
    select l.id, l.device, d.plant_device, coalesce(d.status = 2, false) as is_disabled, l.result, l.percent, l.attempts, l.until
    from platform_upgrade_log l left join platform_device d on d.id = l.device where l.upgrade = ${id} order by l.created_at, l.id`.execute(db)).rows

  const firmwareOf = async (id: string): Promise<Firmware | undefined> => {
    const { file, version }: Readonly<Record<string, unknown>> = { ...await stored('firmware').read(id) }
    const [first] = Array.isArray(file) ? file : []
    const fileId = typeof first === 'object' && first !== null && 'id' in first ? textOf(first.id) : null
    const found = fileId === null ? undefined : await files.facts(fileId)
    return found && fileId !== null ? { file: fileId, version: textOf(version) ?? '', ...found } : undefined
  }

  const round = async (): Promise<number | undefined> => {
    const now = clock.now()
    const { rows: tasks } = await sql<Task & { planned_at: Date | null }>`select id, project, firmware, batch, timeout_min, retries, planned_at from platform_upgrade where status = 'running'`.execute(db)
    const due = tasks.filter(({ planned_at }) => (planned_at?.getTime() ?? 0) <= now)
    for (const task of due) await work(task)
    if (tasks.length === 0) reports.clear()
    return due.length > 0 ? clock.now() + lookMs : tasks.reduce<number | undefined>((soonest, { planned_at }) => Math.min(soonest ?? Infinity, planned_at?.getTime() ?? Infinity), undefined)
  }
  const rounds = createRounds({ name: 'upgrades', clock, log, round })

  /** A record for each device that has none, and another chance for those that did not come through. */
  const begin = async (id: string, project: string, devices: readonly string[]): Promise<void> => {
    await sql`update platform_upgrade_log set result = 'waiting', percent = 0, attempts = 0, until = null, message = null where upgrade = ${id} and result in ('failed', 'cancelled')`.execute(db)
    const known = new Set((await partsOf({ id })).map(({ device }) => device))
    const missing = devices.filter((device) => !known.has(device))
    await stored('upgradeLog').add(serverCaller, missing.map((device) => ({ project, values: { upgrade: id, device, result: 'waiting', at: clock.now() } })))
  }

  const hooks: EntityHooks = {
    beforeCreate: (context, values) => checkDevices(context, values),
    beforeUpdate: (context, { values: before }, values) => {
      if (before['status'] === 'running') throw invalid(faultAt('', 'running', { en: 'Stop it before it is changed', zh: '请先停止再修改' }))
      return checkDevices(context, values)
    },
    afterWrite: async ({ action, id, project, after }) => {
      if (action === 'start' || action === 'retry') await begin(id, project, listOf(after?.['devices']))
      if (action === 'stop') await sql`update platform_upgrade_log set result = 'cancelled', at = ${new Date(clock.now())} where upgrade = ${id} and result = 'waiting'`.execute(db)
      rounds.poke()
    },
  }

  return {
    hooks,
    /** A report of a device; what it says of a record that is not its own counts for nothing. */
    take(report: IncomingProgress): void {
      reports.set(report.id, report)
      if (reports.size > mostReports) reports.clear()
    },
    /** The bytes that a ticket is for; missing where it is none of ours. */
    async file(ticket: string): Promise<ServedFile> {
      const id = tickets.fileOf(ticket)
      const file = id === undefined ? undefined : await files.whole(id)
      if (!file) throw new Refusal('object.missing')
      return file
    },
    start(): () => Promise<void> {
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

/** What a record says, in both languages; a device's own code stays as it is. */
const said = {
  downloading: joinWords({ en: 'downloading', zh: '下载中' }), installing: joinWords({ en: 'installing', zh: '安装中' }), failed: joinWords({ en: 'failed', zh: '失败' }),
  nameless: joinWords({ en: 'the device has no name in the plant', zh: '设备未绑定现场设备' }), disabled: joinWords({ en: 'the device is disabled', zh: '设备已禁用' }),
  offline: joinWords({ en: 'offline', zh: '设备离线' }), unsent: joinWords({ en: 'not sent', zh: '下发失败' }), timeout: joinWords({ en: 'no answer in time', zh: '超时未响应' }),
  gone: joinWords({ en: 'the firmware\'s file is gone', zh: '固件文件不存在' }),
}

/** A firmware is for the devices of its product only: another's could not run it. */
async function checkDevices({ tx }: HookContext, { firmware, devices }: EntityValues): Promise<void> {
  const { rows } = await sql<{ name: string }>`select d.name from platform_device d where d.id = any(${listOf(devices)}::text[])
    and d.product <> (select product from platform_firmware where id = ${textOf(firmware)}) order by d.name limit 3`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  throw invalid(faultAt('devices', 'product', { en: `Of another product than the firmware: ${names.join(', ')}`, zh: `与固件所属产品不一致：${names.join('、')}` }))
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
