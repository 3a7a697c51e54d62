import type { BackupStatus } from '../../../../contract/routes.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { Storage, StorageFault } from '../../../storage/index.ts'
import type { Space } from '../../../storage/space.ts'
import { formatBytes } from '../../automation/jobs/formatBytes.ts'
import type { ServerAlarms } from './index.ts'

export interface CheckParts {
  readonly alarms: Pick<ServerAlarms, 'raise' | 'clear' | 'check'>
  readonly storage: Pick<Storage, 'fault' | 'onChange' | 'onRestart'>
  /** Free space of the data disk. */
  readonly readSpace: () => Promise<Space>
  readonly backup: () => Promise<Pick<BackupStatus, 'newestAt' | 'hasFailed' | 'isScheduled' | 'isVerified'>>
  /** Expiry of the server's certificate; undefined without one. */
  readonly readCertificateExpiry: () => Promise<number | undefined>
  readonly broker: () => { readonly external: 'none' | 'connected' | 'lost'; readonly droppedFrames: number }
  /** Projects in which undeclared devices exceeded a quota after `since`. */
  readonly projectsOverQuota: (since: number) => readonly string[]
  readonly log: Log
  readonly now?: () => number
  readonly monotonicTime?: () => number
}

const intervalMs = 10_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const lowShare = 0.1
const lowBytes = 1024 ** 3
const maxBackupAgeMs = 2 * dayMs
const certificateWarningMs = 14 * dayMs
/** Minimum difference in milliseconds between wall and monotonic clock that counts as a clock change. */
const jumpMs = 2_000
const linkTimeoutMs = 30_000
const quotaWindowMs = 5 * 60_000
/** Maximum projects named, because a gateway may send for any number of them. */
const maxProjects = 5

const storageKinds = {
  full: 'diskFull',
  failed: 'storageFailed',
  unreachable: 'databaseUnreachable',
} as const satisfies Record<StorageFault, string>
const storageWords = {
  full: { en: 'New data is rejected until disk space is freed', zh: '释放磁盘空间前不再保存新数据' },
  failed: {
    en: 'The disk or the database rejects writes; see the server log',
    zh: '磁盘或数据库拒绝写入，详见服务器日志',
  },
  unreachable: { en: 'The database does not respond', zh: '数据库无响应' },
} as const

/**
 * Checks that raise and clear server alarms: every ten seconds, and immediately on storage failure or database restart.
 */
export function createServerChecks({
  alarms,
  storage,
  readSpace,
  backup,
  readCertificateExpiry,
  broker,
  projectsOverQuota,
  log,
  now = Date.now,
  monotonicTime = monotonicNow,
}: CheckParts) {
  const startedAt = now()
  let clockMs = now() - monotonicTime()
  let dropped = broker().droppedFrames
  let lostMs: number | undefined

  const setAlarm = (
    kind: Parameters<ServerAlarms['raise']>[0],
    words: Parameters<ServerAlarms['raise']>[1] | undefined,
  ): void => {
    if (words) alarms.raise(kind, words)
    else alarms.clear(kind)
  }

  const checkStorage = (): void => {
    for (const fault of ['full', 'failed', 'unreachable'] as const)
      setAlarm(storageKinds[fault], storage.fault === fault ? storageWords[fault] : undefined)
  }

  const checkDisk = async (): Promise<void> => {
    const { freeBytes, totalBytes } = await readSpace()
    const isLow = storage.fault !== 'full' && (freeBytes < lowBytes || freeBytes < totalBytes * lowShare)
    // Rounded, so that the text does not change with every write.
    const share = Math.round((freeBytes / totalBytes) * 100)
    setAlarm(
      'diskLow',
      isLow
        ? { en: `${share} % of ${formatBytes(totalBytes)} free`, zh: `可用 ${share}%，共 ${formatBytes(totalBytes)}` }
        : undefined,
    )
  }

  const checkBackup = async (): Promise<void> => {
    const { newestAt, hasFailed, isScheduled, isVerified } = await backup()
    const days = Math.floor((now() - (newestAt ?? startedAt)) / dayMs)
    setAlarm(
      'backupFailed',
      hasFailed ? { en: 'The last attempt failed; see the job log', zh: '最近一次备份失败，详见任务日志' } : undefined,
    )
    setAlarm(
      'backupUnusable',
      isVerified === false
        ? { en: 'The last trial restore failed; see the job log', zh: '最近一次试恢复失败，详见任务日志' }
        : undefined,
    )
    setAlarm(
      'backupOld',
      isScheduled && now() - (newestAt ?? startedAt) > maxBackupAgeMs
        ? {
            en: newestAt === null ? 'There is no backup' : `The newest backup is ${days} days old`,
            zh: newestAt === null ? '尚无备份' : `最新备份已有 ${days} 天`,
          }
        : undefined,
    )
  }

  const checkCertificate = async (): Promise<void> => {
    const end = await readCertificateExpiry()
    const date = end === undefined ? '' : new Date(end).toISOString().slice(0, 10)
    setAlarm(
      'certificateExpiring',
      end !== undefined && end - now() < certificateWarningMs
        ? { en: `Valid until ${date}`, zh: `有效期至 ${date}` }
        : undefined,
    )
  }

  const checkClock = (): void => {
    const jumpedMs = now() - monotonicTime() - clockMs
    clockMs += jumpedMs
    if (Math.abs(jumpedMs) < jumpMs) return
    const seconds = Math.round(Math.abs(jumpedMs) / 1000)
    alarms.raise(
      'clockJumped',
      jumpedMs > 0
        ? { en: `Set forward by ${seconds} s`, zh: `向前跳变 ${seconds} 秒` }
        : { en: `Set back by ${seconds} s`, zh: `向后跳变 ${seconds} 秒` },
    )
  }

  const checkBroker = (): void => {
    const { external, droppedFrames } = broker()
    const more = droppedFrames - dropped
    dropped = droppedFrames
    if (more > 0)
      alarms.raise('messagesDropped', {
        en: `${more} messages were shown but not stored, because the database was too slow`,
        zh: `数据库处理过慢，${more} 条消息已显示但未保存`,
      })
    lostMs = external === 'lost' ? (lostMs ?? monotonicTime()) : undefined
    setAlarm(
      'brokerLinkLost',
      lostMs !== undefined && monotonicTime() - lostMs >= linkTimeoutMs
        ? { en: 'Values and commands of its devices are not transferred', zh: '其设备的数据与命令无法到达' }
        : undefined,
    )
  }

  const checkQuota = (): void => {
    const projects = projectsOverQuota(now() - quotaWindowMs)
    const names = projects.slice(0, maxProjects)
    const isTruncated = projects.length > maxProjects
    setAlarm(
      'undeclaredQuota',
      projects.length > 0
        ? {
            en: `Messages of new devices are dropped: ${names.join(', ')}${isTruncated ? ', …' : ''}`,
            zh: `新设备的消息被丢弃：${names.join('、')}${isTruncated ? '等' : ''}`,
          }
        : undefined,
    )
  }

  /** Checks are independent: one may read the database whose failure another reports. */
  const runChecks = async (): Promise<void> => {
    checkClock()
    checkStorage()
    checkBroker()
    checkQuota()
    const waits = [
      checkDisk(),
      checkCertificate(),
      ...(storage.fault === 'unreachable' ? [] : [checkBackup()]),
      alarms.check(),
    ]
    for (const result of await Promise.allSettled(waits))
      if (result.status === 'rejected') log.warn('server check failed', { cause: result.reason })
  }

  return {
    runChecks,
    /** Starts the checks. Returns a function that stops them. */
    start(): () => Promise<void> {
      let running: Promise<void> | undefined
      const runOnce = (): void => {
        running ??= runChecks().finally(() => {
          running = undefined
        })
      }
      const timer = setInterval(runOnce, intervalMs)
      timer.unref()
      runOnce()
      const unsubscribers = [
        storage.onChange(checkStorage),
        storage.onRestart(() =>
          alarms.raise('databaseRestarted', {
            en: 'The database stopped and was restarted',
            zh: '数据库曾停止并已重新启动',
          }),
        ),
      ]
      return async () => {
        clearInterval(timer)
        for (const end of unsubscribers) end()
        await running
      }
    },
  }
}
