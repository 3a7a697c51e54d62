import { statfs } from 'node:fs/promises'

const megabyte = 1024 * 1024

/** Sizes in bytes. */
export interface Space {
  readonly totalBytes: number
  readonly freeBytes: number
}

/**
 * Below `reserveBytes`, nothing is stored any more: PostgreSQL needs two segments of its write-ahead log, or it stops
 * instead of rejecting a write. The ballast file is emptied when the reserve is used up as well. `startBytes` is
 * required to start with existing data.
 */
export const spaceLimits = {
  reserveBytes: 32 * megabyte,
  ballastBytes: 64 * megabyte,
  startBytes: 24 * megabyte,
  newDatabaseBytes: 160 * megabyte,
  /** No ballast is created if it would take more than this share of the disk. */
  ballastShare: 0.2,
} as const

/** Space of the disk of a directory, as available to unprivileged accounts. */
export async function readSpace(directory: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(directory)
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
}
