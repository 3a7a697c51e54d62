import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Damage } from './inspect.ts'

/** What the machine refused, which a restored backup would not change. */
const refusals = /no space left|permission denied|cannot allocate|too many open files|in use by process|ENOSPC|EACCES|EPERM|EMFILE/i

/** A start's failure as a sentence that names the problem and the command that brings the newest backup back. */
export function explainFailure(cause: unknown, dataDir: string, env: NodeJS.ProcessEnv = process.env): Error {
  const problem = cause instanceof Error ? cause.message : String(cause)
  if (!(cause instanceof Damage) && refusals.test(problem)) return cause instanceof Error ? cause : new Error(problem)
  const file = newestBackup(resolve(env['MIMIC_BACKUP_DIR'] || join(dataDir, 'backups')))
  return new Error(
    `the database in ${dataDir} is damaged or incomplete: ${problem}. Nothing was changed. Restore the newest backup: `
    + `npm run restore -- --from ${file ?? '<newest backup>.tar.gz'} --force (what is there now is put aside)`,
    { cause },
  )
}

function newestBackup(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined
  const files = readdirSync(directory).filter((name) => name.endsWith('.tar.gz')).map((name) => join(directory, name))
  return files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
}
