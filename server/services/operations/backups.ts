import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { encodeLocalized } from '../../../contract/localizedText.ts'
import type { Words } from '../../../contract/entity/field.ts'
import type { BackupStatus } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { formatBytes } from '../automation/jobs/formatBytes.ts'

export interface BackupParts {
  readonly db: Db
  readonly dataDir: string
  /** Directory for backups. */
  readonly directory: string
  readonly databaseUrl: string | undefined
  /** Command for `npm run backup` and `npm run restore`, and its working directory. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly root: string
}

const backupName = /^mimic-[\d-]+\.tar\.gz$/
const errorLength = 300
const leftoverMs = 6 * 3_600_000
/** Free space that a trial restore must leave, so that it never fills the disk of the running server. */
const reserveBytes = 512 * 1024 ** 2

/**
 * Creates, verifies and removes backups for jobs. Both commands run in child processes, because they may take minutes.
 */
export function createBackups({ db, dataDir, directory, databaseUrl, command, root }: BackupParts) {
  /** Backup files, newest first. */
  const names = async (): Promise<readonly string[]> => {
    const found = await readdir(directory).catch((cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
      throw cause
    })
    return found
      .filter((name) => backupName.test(name))
      .toSorted()
      .toReversed()
  }

  const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
    const [program, ...commandArgs] = command
    const child = spawn(program, [...commandArgs, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], env })
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-errorLength)
    })
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail)
      child.once('close', done)
    })
    if (code === 0) return
    const errorText = printed.trim()
    throw new Error(
      encodeLocalized({
        en: `${args[0]} exited with ${code ?? 'a signal'}: ${errorText}`,
        zh: `${args[0] === 'backup' ? '备份' : '恢复'}失败（退出码 ${code ?? '信号'}）：${errorText}`,
      }),
    )
  }

  const isSameDisk = async (): Promise<boolean> => (await stat(directory)).dev === (await stat(dataDir)).dev

  /** Throws if the temporary directory of a trial restore would not leave enough free space. A restored database is about as large as this one. */
  const checkSpace = async (archiveBytes: number): Promise<void> => {
    const {
      rows: [size],
    } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
    const needed = Number(size?.bytes ?? 0) + archiveBytes + reserveBytes
    const { bavail, bsize } = await statfs(directory)
    if (bavail * bsize >= needed) return
    const [free, requiredText] = [formatBytes(bavail * bsize), formatBytes(needed)]
    throw new Error(
      encodeLocalized({
        en: `not enough disk space in ${directory}: the trial restore needs ${requiredText}, ${free} are free. Free disk space or set MIMIC_BACKUP_DIR`,
        zh: `${directory} 磁盘空间不足：试恢复需要 ${requiredText}，可用 ${free}。请清理磁盘或设置 MIMIC_BACKUP_DIR`,
      }),
    )
  }

  /** Time and result of a task's latest run. */
  const lastRun = async (
    task: string,
  ): Promise<{ readonly at: number | null; readonly hasFailed: boolean; readonly isScheduled: boolean }> => {
    const {
      rows: [row],
    } = await sql<{ at: Date | null; result: string | null; scheduled: boolean }>`
      select last_at as at, last_result as result, bool_or(status = 'running') over () as scheduled from system_job where task = ${task} order by last_at desc nulls last limit 1`.execute(
      db,
    )
    return { at: row?.at?.getTime() ?? null, hasFailed: row?.result === 'failed', isScheduled: row?.scheduled ?? false }
  }

  return {
    /** Writes a backup and deletes all but the newest `keep`. Throws with the command's error message. */
    async create(now: number, keep: number): Promise<Words> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await removeLeftovers(directory, now)
      const name = `mimic-${new Date(now).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')}.tar.gz`
      await run(['backup', '--to', join(directory, name)], {
        ...process.env,
        MIMIC_DATA: dataDir,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      })
      const old = (await names()).slice(keep)
      for (const each of old) await rm(join(directory, each), { force: true })
      const size = formatBytes((await stat(join(directory, name))).size)
      const disk = (await isSameDisk())
        ? {
            en: '; on the same disk as the data: set MIMIC_BACKUP_DIR',
            zh: '；与数据位于同一磁盘，请设置 MIMIC_BACKUP_DIR',
          }
        : { en: '', zh: '' }
      return {
        en: `${name}, ${size}; ${old.length} old backups deleted${disk.en}`,
        zh: `${name}，${size}，清理旧备份 ${old.length} 份${disk.zh}`,
      }
    },

    /** Restores the newest backup into a temporary directory to verify it, and removes the directory. */
    async verify(now: number): Promise<Words> {
      const [name] = await names()
      if (name === undefined)
        throw new Error(encodeLocalized({ en: `no backup in ${directory}`, zh: `${directory} 中没有备份` }))
      await removeLeftovers(directory, now)
      await checkSpace((await stat(join(directory, name))).size)
      const scratch = join(directory, `.verify-${now}`)
      // Restore into an embedded database in the temporary directory, whichever database the server uses.
      const { DATABASE_URL: _, ...env } = process.env
      try {
        await run(['restore', '--from', join(directory, name)], { ...env, MIMIC_DATA: scratch })
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
      return { en: `${name} was restored into a scratch directory`, zh: `${name} 已成功试恢复` }
    },

    async getStatus(): Promise<BackupStatus> {
      const [[newest], lastBackup, verified] = await Promise.all([names(), lastRun('backup'), lastRun('verifyBackup')])
      const file = newest === undefined ? undefined : await stat(join(directory, newest))
      return {
        directory,
        isSameDisk: file !== undefined && (await isSameDisk()),
        isScheduled: lastBackup.isScheduled,
        newestAt: file?.mtimeMs === undefined ? null : Math.round(file.mtimeMs),
        bytes: file?.size ?? null,
        hasFailed: lastBackup.hasFailed,
        verifiedAt: verified.at,
        isVerified: verified.at === null ? null : !verified.hasFailed,
      }
    },
  }
}

/**
 * Removes files left by an interrupted backup or verification; a temporary directory may contain a copy of the whole
 * database.
 */
async function removeLeftovers(directory: string, now: number): Promise<void> {
  const isLeftover = (name: string): boolean => name.startsWith('.verify-') || /^mimic-.*\.tar\.gz\.part$/.test(name)
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter(isLeftover)) {
    const found = await stat(join(directory, name)).catch(() => undefined)
    // Newer ones may belong to a running backup or verification.
    if (found && found.mtimeMs < now - leftoverMs) await rm(join(directory, name), { recursive: true, force: true })
  }
}

export type Backups = ReturnType<typeof createBackups>
