import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { encodeLocalized } from '../../../contract/localizedText.ts'
import { Damage } from './inspect.ts'

/** Errors of the operating system that restoring a backup would not fix. */
const systemErrors =
  /no space left|permission denied|cannot allocate|too many open files|in use by process|ENOSPC|EACCES|EPERM|EMFILE/i

/**
 * Converts a start failure into an error that describes the problem and the command that restores the newest backup.
 * Returns errors of the operating system unchanged.
 */
export function explainFailure(cause: unknown, dataDir: string, env: NodeJS.ProcessEnv = process.env): Error {
  const problem = cause instanceof Error ? cause.message : String(cause)
  if (!(cause instanceof Damage) && systemErrors.test(problem))
    return cause instanceof Error ? cause : new Error(problem)
  const file = newestBackup(resolve(env['MIMIC_BACKUP_DIR'] || join(dataDir, 'backups')))
  const command = `npm run restore -- --from ${file ?? '<newest backup>.tar.gz'} --force`
  return new Error(
    encodeLocalized({
      en: `the database in ${dataDir} is damaged or incomplete: ${problem}. Nothing was changed. Restore the newest backup: ${command} (the current data is moved aside)`,
      zh: `${dataDir} 中的数据库已损坏或不完整：${problem}。未作任何修改。请恢复最新备份：${command}（现有数据会被移到旁边的目录）`,
    }),
    { cause },
  )
}

function newestBackup(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.tar.gz'))
    .map((name) => join(directory, name))
  return files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
}
