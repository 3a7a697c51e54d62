import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
  return new Error(
    `the database in ${dataDir} is damaged or incomplete: ${problem}. Nothing was changed. Restore the newest backup: ` +
      `npm run restore -- --from ${file ?? '<newest backup>.tar.gz'} --force (the current data is moved aside)`,
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
