import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A small in-memory file system that a test can fill. */
export interface SmallDisk {
  readonly directory: string
  freeBytes(): Promise<number>
  /** Fills the disk except `leaveBytes`, replacing a previous fill. */
  fill(leaveBytes: number): Promise<void>
  /** Removes the fill. */
  free(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)
const chunkBytes = 1024 * 1024

/** Mounts a file system of this size. Throws if this account may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(join(tmpdir(), 'mimic-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory])
  } catch (cause) {
    await rmdir(directory)
    throw cause
  }
  await chmod(directory, 0o755)
  const filler = join(directory, 'filler')
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  }
  return {
    directory,
    freeBytes,
    async fill(leaveBytes) {
      await rm(filler, { force: true })
      const handle = await open(filler, 'w')
      const chunk = Buffer.alloc(chunkBytes)
      try {
        for (let left = (await freeBytes()) - leaveBytes; left > 0; left = (await freeBytes()) - leaveBytes)
          await handle.write(chunk, 0, Math.min(left, chunkBytes))
      } catch (cause) {
        if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')) throw cause
      } finally {
        await handle.close()
      }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      // Killed processes may hold open files for a moment.
      await run('umount', ['--lazy', directory])
      await rmdir(directory)
    },
  }
}

/** Returns true if this account may mount file systems. */
export async function canMount(): Promise<boolean> {
  try {
    await (await mountSmallDisk(1)).remove()
    return true
  } catch {
    return false
  }
}
