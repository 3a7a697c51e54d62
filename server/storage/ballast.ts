import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { hasEmbedded } from '../database/embedded.ts'
import type { Log } from '../log.ts'
import { formatBytes } from '../services/automation/jobs/formatBytes.ts'
import type { Space } from './space.ts'
import { spaceLimits, spaceOf } from './space.ts'

const { reserveBytes, startBytes, newDatabaseBytes, ballastBytes, ballastShare } = spaceLimits
const name = 'ballast'
const chunkBytes = 1024 * 1024
/** After a start, so that it is not slowed down. */
const firstMs = 10_000
const everyMs = 30_000

/** Bytes of the ballast; undefined where there is none. An emptied one remains as an empty file, which notes that its space is to be regained. */
const sizeOf = (dataDir: string): Promise<number | undefined> => stat(join(dataDir, name)).then(({ size }) => size, () => undefined)

/** Empties the ballast of a data directory; false where there is nothing to gain. */
async function releaseBallast(dataDir: string): Promise<boolean> {
  if (!await sizeOf(dataDir)) return false
  await truncate(join(dataDir, name))
  return true
}

/**
 * Called before the embedded database starts, also after a crash: PostgreSQL cannot recover on a full disk. Empties the ballast where too
 * little is free, and throws a sentence for people where that is not enough.
 */
export async function makeRoom(dataDir: string, log: Log): Promise<void> {
  const needed = hasEmbedded(dataDir) ? startBytes : newDatabaseBytes
  let { freeBytes } = await spaceOf(await nearestDirectory(dataDir))
  if (freeBytes >= needed) return
  if (await releaseBallast(dataDir)) {
    freeBytes = (await spaceOf(dataDir)).freeBytes
    log.warn('the disk of the data is full; the ballast file was emptied so that the database can start', { freeBytes })
  }
  if (freeBytes >= needed) return
  throw new Error(`the disk of the data directory ${dataDir} is full: ${formatBytes(freeBytes)} free, at least ${formatBytes(needed)} needed. Free disk space and start Mimic again`)
}

/** The ballast of a running server, and whether the disk has less than the reserve left. */
export function createBallast({ dataDir, log, space = () => spaceOf(dataDir) }: { readonly dataDir: string; readonly log: Log; readonly space?: () => Promise<Space> }) {
  const file = join(dataDir, name)
  const draft = `${file}.part`
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  const fill = async (): Promise<void> => {
    const { totalBytes, freeBytes } = await space()
    if (ballastBytes > totalBytes * ballastShare || freeBytes < reserveBytes + 2 * ballastBytes || await sizeOf(dataDir) === ballastBytes) return
    // Random bytes, because some file systems compress.
    const chunk = randomBytes(chunkBytes)
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        for (let written = 0; written < ballastBytes && !isStopped; written += chunkBytes) await handle.write(chunk)
      } finally {
        await handle.close()
      }
      if (!isStopped) await rename(draft, file)
    } finally {
      await rm(draft, { force: true })
    }
  }
  const fillAfter = (waitMs: number): void => {
    timer = setTimeout(() => {
      writing = fill().catch((cause: unknown) => log.warn('the ballast file could not be written', { cause })).finally(() => {
        if (!isStopped) fillAfter(everyMs)
      })
    }, waitMs)
    timer.unref()
  }

  return {
    /** Whether less than the reserve is left. What an emptied ballast gave counts as used. */
    async isFull(): Promise<boolean> {
      const [{ freeBytes }, bytes = ballastBytes] = await Promise.all([space(), sizeOf(dataDir)])
      return freeBytes < reserveBytes + ballastBytes - bytes
    },

    /** Makes room for an orderly end on a full disk. */
    async release(): Promise<void> {
      if (await releaseBallast(dataDir)) log.warn('the ballast file was emptied to make room')
    },

    /** Writes the ballast where it is missing and there is room for it; returns how to stop. */
    start(): () => Promise<void> {
      fillAfter(firstMs)
      return async () => {
        isStopped = true
        clearTimeout(timer)
        await writing
      }
    },
  }
}

async function nearestDirectory(path: string): Promise<string> {
  for (let each = resolve(path); ; each = dirname(each)) {
    if (each === dirname(each) || await stat(each).then(() => true, () => false)) return each
  }
}
