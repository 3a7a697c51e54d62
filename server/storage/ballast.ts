import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { encodeLocalized } from '../../contract/localizedText.ts'
import { hasEmbedded } from '../database/engines/embedded.ts'
import type { Log } from '../log.ts'
import { formatBytes } from '../services/automation/jobs/formatBytes.ts'
import type { Space } from './space.ts'
import { spaceLimits, readSpace } from './space.ts'

const { reserveBytes, startBytes, newDatabaseBytes, ballastBytes, ballastShare } = spaceLimits
const name = 'ballast'
const chunkBytes = 1024 * 1024
/** Delay after the start, so that the start is not slowed down. */
const firstMs = 10_000
const everyMs = 30_000

/**
 * Size of the ballast in bytes; undefined if it does not exist. An emptied ballast remains as an empty file, which
 * marks the space to reclaim.
 */
const readSize = (dataDir: string): Promise<number | undefined> =>
  stat(join(dataDir, name)).then(
    ({ size }) => size,
    () => undefined,
  )

/** Empties the ballast of a data directory; returns false if there is nothing to free. */
async function releaseBallast(dataDir: string): Promise<boolean> {
  if (!(await readSize(dataDir))) return false
  await truncate(join(dataDir, name))
  return true
}

/**
 * Called before each start of the embedded database, because PostgreSQL cannot recover on a full disk. Empties the
 * ballast if too little space is free; throws an error for the operator if that is not enough.
 */
export async function makeRoom(dataDir: string, log: Log): Promise<void> {
  const needed = hasEmbedded(dataDir) ? startBytes : newDatabaseBytes
  let { freeBytes } = await readSpace(await nearestDirectory(dataDir))
  if (freeBytes >= needed) return
  if (await releaseBallast(dataDir)) {
    freeBytes = (await readSpace(dataDir)).freeBytes
    log.warn('data disk full; released the ballast file so that the database can start', { freeBytes })
  }
  if (freeBytes >= needed) return
  throw new Error(
    encodeLocalized({
      en: `the disk of the data directory ${dataDir} is full: ${formatBytes(freeBytes)} free, at least ${formatBytes(needed)} required. Free disk space and start Mimic again`,
      zh: `数据目录 ${dataDir} 所在磁盘空间已满：可用 ${formatBytes(freeBytes)}，至少需要 ${formatBytes(needed)}。请清理磁盘后重新启动 Mimic`,
    }),
  )
}

/** Manages the ballast of a running server and reports whether free space is below the reserve. */
export function createBallast({
  dataDir,
  log,
  space = () => readSpace(dataDir),
}: {
  readonly dataDir: string
  readonly log: Log
  readonly space?: () => Promise<Space>
}) {
  const file = join(dataDir, name)
  const draft = `${file}.part`
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  const fill = async (): Promise<void> => {
    const { totalBytes, freeBytes } = await space()
    if (
      ballastBytes > totalBytes * ballastShare ||
      freeBytes < reserveBytes + 2 * ballastBytes ||
      (await readSize(dataDir)) === ballastBytes
    )
      return
    // Random data, because some file systems compress.
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
      writing = fill()
        .catch((cause: unknown) => log.warn('could not write the ballast file', { cause }))
        .finally(() => {
          if (!isStopped) fillAfter(everyMs)
        })
    }, waitMs)
    timer.unref()
  }

  return {
    /** Returns whether free space is below the reserve. Space freed by emptying the ballast counts as used. */
    async isFull(): Promise<boolean> {
      const [{ freeBytes }, bytes = ballastBytes] = await Promise.all([space(), readSize(dataDir)])
      return freeBytes < reserveBytes + ballastBytes - bytes
    },

    /** Frees space for an orderly shutdown on a full disk. */
    async release(): Promise<void> {
      if (await releaseBallast(dataDir)) log.warn('released the ballast file to free disk space')
    },

    /** Creates the ballast when it is missing and enough space is free; returns a function that stops it. */
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
    if (
      each === dirname(each) ||
      (await stat(each).then(
        () => true,
        () => false,
      ))
    )
      return each
  }
}
