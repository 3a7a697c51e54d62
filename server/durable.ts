import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

interface DurableOptions {
  readonly mode?: number
  /** Fails with `EEXIST` if the file exists. */
  readonly isNew?: boolean
}

/**
 * Writes a file atomically: a power loss leaves either the old or the new content. Writes to a temporary file next to
 * it, syncs it, and renames it. The content is on disk when the promise resolves.
 */
export async function writeDurably(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, isNew = false }: DurableOptions = {},
): Promise<void> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`
  try {
    const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // A rename would replace an existing file; a link does not.
    if (isNew) await link(draft, file)
    else await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
  if (isNew) await rm(draft)
  await syncDirectory(dirname(file))
}

/** Renames a file or directory and syncs both parent directories. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncDirectory(dirname(to))
  if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from))
}

/** Creates a directory with its missing parents and syncs their entries. */
export async function makeDirectoryDurably(directory: string, mode = 0o700): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode })
  if (first === undefined) return
  for (let each = resolve(directory); each !== dirname(resolve(first)); each = dirname(each))
    await syncDirectory(dirname(each))
}

/**
 * Syncs the entries of a directory. Only then does a created or renamed file survive a power loss. Windows has no such
 * call.
 */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } catch (cause) {
    // Some file systems do not support it for directories and keep entries in order by themselves; PostgreSQL accepts
    // that too.
    if (!(cause instanceof Error && 'code' in cause && (cause.code === 'EINVAL' || cause.code === 'ENOTSUP')))
      throw cause
  } finally {
    await handle.close()
  }
}
