import { statfs } from 'node:fs/promises'

const megabyte = 1024 * 1024

/** Bytes. */
export interface Space {
  readonly totalBytes: number
  readonly freeBytes: number
}

/**
 * Below `reserveBytes` nothing is stored any more: two segments of PostgreSQL's log, without which PostgreSQL ends instead of refusing a
 * write. The ballast is a file that is emptied when the reserve is used up as well. `startBytes` is what a start on existing data needs.
 */
export const spaceLimits = {
  reserveBytes: 32 * megabyte, ballastBytes: 64 * megabyte, startBytes: 24 * megabyte, newDatabaseBytes: 160 * megabyte,
  /** No ballast on a disk on which it would take more than this share. */
  ballastShare: 0.2,
} as const

/** Space of the disk that a directory is on, as an account without privileges may use it. */
export async function spaceOf(directory: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(directory)
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
}
