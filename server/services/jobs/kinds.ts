import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { joinWords } from '../../../contract/bilingual.ts'
import type { Db } from '../../database/index.ts'
import { bytesSaid } from './bytesSaid.ts'
import type { JobKind, JobKinds } from './index.ts'

export interface KindParts {
  readonly db: Db
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The command that writes a backup, and where it is started. */
  readonly backupCommand: readonly [program: string, ...args: string[]]
  readonly root: string
  readonly freeze: JobKind
}

const dayMs = 86_400_000
const megabyte = 1024 * 1024
const leastFreeShare = 0.1
const leastFreeBytes = 1024 * megabyte
/** Logs that grow without an end, with the column that says when. */
const logs = ['system_sign_in_log', 'system_job_log', 'platform_notification_log', 'platform_upgrade_log', 'scada_linkage_run'] as const
const backupName = /^mimic-[\d-]+\.tar\.gz$/

/** What this server can do by the clock. */
export function builtInKinds({ db, dataDir, databaseUrl, backupCommand, root, freeze }: KindParts): JobKinds {
  return {
    freeze,

    cleanLogs: async ({ now, keep }) => {
      let count = 0
      for (const table of logs) {
        const waiting = table === 'platform_notification_log' ? sql`and result is distinct from 'waiting'` : sql``
        const { numAffectedRows } = await sql`delete from ${sql.table(table)} where at < ${new Date(now - keep * dayMs)} ${waiting}`.execute(db)
        count += Number(numAffectedRows ?? 0)
      }
      return { en: `${count} entries older than ${keep} days removed`, zh: `已清理 ${keep} 天前的日志 ${count} 条` }
    },

    vacuum: async () => {
      const size = async (): Promise<number> => Number((await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)).rows[0]?.bytes ?? 0)
      const before = await size()
      await sql`vacuum analyze`.execute(db)
      const [from, to] = [bytesSaid(before), bytesSaid(await size())]
      return { en: `tidied; ${from} before, ${to} after`, zh: `整理完成，整理前 ${from}，整理后 ${to}` }
    },

    checkStorage: async () => {
      const { blocks, bavail, bsize } = await statfs(dataDir)
      const [free, total] = [bavail * bsize, blocks * bsize]
      const share = Math.round((free / total) * 100)
      if (free < leastFreeBytes || free / total < leastFreeShare) throw new Error(joinWords({ en: `only ${bytesSaid(free)} of ${bytesSaid(total)} are free (${share} %)`, zh: `可用空间不足：${bytesSaid(free)}，共 ${bytesSaid(total)}（${share}%）` }))
      return { en: `${bytesSaid(free)} of ${bytesSaid(total)} free (${share} %)`, zh: `可用 ${bytesSaid(free)}，共 ${bytesSaid(total)}（${share}%）` }
    },

    /** By the command that people use too, in a process of its own: the server goes on answering. */
    backup: async ({ now, keep }) => {
      const folder = join(dataDir, 'backups')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `mimic-${new Date(now).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')}.tar.gz`
      const [program, ...args] = backupCommand
      await ended(spawn(program, [...args, 'backup', '--to', join(folder, name)], {
        cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MIMIC_DATA: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
      }))
      const old = (await readdir(folder)).filter((file) => backupName.test(file)).toSorted().toReversed().slice(keep)
      for (const file of old) await rm(join(folder, file), { force: true })
      const size = bytesSaid((await stat(join(folder, name))).size)
      return { en: `${name}, ${size}; ${old.length} old ones removed`, zh: `${name}，${size}，清理旧备份 ${old.length} 份` }
    },
  }
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((done, fail) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => { said = (said + chunk.toString()).slice(-2000) })
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(joinWords({ en: `the backup ended with ${code ?? 'a signal'}: ${said.trim().slice(-300)}`, zh: `备份失败（退出码 ${code ?? '信号'}）：${said.trim().slice(-300)}` })))))
  })
}
