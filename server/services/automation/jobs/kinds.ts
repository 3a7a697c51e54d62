import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { Db } from '../../../database/index.ts'
import type { Backups } from '../../operations/backups.ts'
import { formatBytes } from './formatBytes.ts'
import type { JobKind, JobKinds } from './index.ts'

export interface KindParts {
  readonly db: Db
  readonly dataDir: string
  readonly backups: Pick<Backups, 'create' | 'verify'>
  readonly freeze: JobKind
}

const dayMs = 86_400_000
const megabyte = 1024 * 1024
const minFreeShare = 0.1
const minFreeBytes = 1024 * megabyte
/** Log tables that grow without limit. */
const logs = [
  'system_sign_in_log',
  'system_job_log',
  'platform_notification_log',
  'platform_upgrade_log',
  'scada_linkage_run',
] as const

/** Job implementations provided by the server. */
export function builtInKinds({ db, dataDir, backups, freeze }: KindParts): JobKinds {
  return {
    freeze,

    cleanLogs: async ({ now, keep }) => {
      let count = 0
      for (const table of logs) {
        const waiting = table === 'platform_notification_log' ? sql`and result is distinct from 'waiting'` : sql``
        const { numAffectedRows } =
          await sql`delete from ${sql.table(table)} where at < ${new Date(now - keep * dayMs)} ${waiting}`.execute(db)
        count += Number(numAffectedRows ?? 0)
      }
      return { en: `${count} entries older than ${keep} days deleted`, zh: `已清理 ${keep} 天前的日志 ${count} 条` }
    },

    vacuum: async () => {
      const size = async (): Promise<number> =>
        Number(
          (await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)).rows[0]
            ?.bytes ?? 0,
        )
      const before = await size()
      await sql`vacuum analyze`.execute(db)
      const [from, to] = [formatBytes(before), formatBytes(await size())]
      return { en: `vacuumed; ${from} before, ${to} after`, zh: `整理完成，整理前 ${from}，整理后 ${to}` }
    },

    checkStorage: async () => {
      const { blocks, bavail, bsize } = await statfs(dataDir)
      const [free, total] = [bavail * bsize, blocks * bsize]
      const share = Math.round((free / total) * 100)
      if (free < minFreeBytes || free / total < minFreeShare)
        throw new Error(
          encodeLocalized({
            en: `only ${formatBytes(free)} of ${formatBytes(total)} free (${share} %)`,
            zh: `可用空间不足：${formatBytes(free)}，共 ${formatBytes(total)}（${share}%）`,
          }),
        )
      return {
        en: `${formatBytes(free)} of ${formatBytes(total)} free (${share} %)`,
        zh: `可用 ${formatBytes(free)}，共 ${formatBytes(total)}（${share}%）`,
      }
    },

    backup: ({ now, keep }) => backups.create(now, keep),

    verifyBackup: ({ now }) => backups.verify(now),
  }
}
