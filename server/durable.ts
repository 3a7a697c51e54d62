import { open } from 'node:fs/promises'

/** Forces a directory's entries to the disk: a created or renamed file survives a loss of power only after that. Windows has no such call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
