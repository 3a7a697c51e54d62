import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { monotonicNow } from '../../monotonicClock.ts'

/** Process that has the data directory open. The start time distinguishes it from a later process with the same id. */
interface Holder {
  readonly pid: number
  readonly host: string
  readonly started: string
}

const beatMs = 2_000
/**
 * A lock of another machine (shared volume) is live if its file was touched within this time. Otherwise it is observed
 * for this time, because the clocks may differ.
 */
const foreignTouchMs = 15_000
const retryMs = 100

/**
 * Acquires the lock of a data directory for this process and returns a function that releases it. The embedded database
 * has no lock, and two processes would destroy it. A lock of a dead process is recovered; a live one is waited for.
 * Throws after `waitMs`, in milliseconds, if the lock is still held.
 */
export async function acquireLock(
  file: string,
  waitMs: number,
  foreignMs = foreignTouchMs,
): Promise<() => Promise<void>> {
  const self: Holder = { pid: process.pid, host: hostname(), started: getStartTime(process.pid) }
  const untilMs = monotonicNow() + waitMs
  while (!(await create(file, self))) {
    const holder = await readHolder(file)
    if (holder && (await isAlive(file, holder, foreignMs))) {
      if (monotonicNow() > untilMs)
        throw new Error(`the data directory is in use by process ${holder.pid} on ${holder.host} (${file})`)
      await pause(retryMs)
    } else await discard(file, holder)
  }
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), beatMs)
  heartbeat.unref()
  return async () => {
    clearInterval(heartbeat)
    await rm(file, { force: true })
  }
}

async function create(file: string, self: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(JSON.stringify(self))
    await handle.close()
    return true
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false
    throw cause
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    const parsed: unknown = JSON.parse(text)
    return isHolder(parsed) ? parsed : undefined
  } catch {
    return undefined // removed, or truncated by a crash; judged by its age
  }
}

async function isAlive(file: string, { pid, host, started }: Holder, foreignMs: number): Promise<boolean> {
  if (host !== hostname()) {
    const modifiedAt = await touchedAt(file)
    if (modifiedAt === undefined) return false
    // With a modification time in the future, the clocks differ, so only further touches count.
    const ageMs = Date.now() - modifiedAt
    if (ageMs >= 0 && ageMs < foreignMs) return true
    await pause(foreignMs)
    const later = await touchedAt(file)
    return later !== undefined && later !== modifiedAt
  }
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if (!isCode(cause, 'EPERM')) return false
  }
  return getStartTime(pid) === started
}

/** Moves a dead lock aside and verifies the moved file, because another process may have recovered the lock first. */
async function discard(file: string, dead: Holder | undefined): Promise<void> {
  if (!dead && Math.abs(Date.now() - ((await touchedAt(file)) ?? 0)) < retryMs * 5) return pause(retryMs)
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return
    throw cause
  }
  const moved = await readHolder(aside)
  if (JSON.stringify(moved) === JSON.stringify(dead)) return rm(aside, { force: true })
  await rename(aside, file)
}

async function touchedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch {
    return undefined // released or recovered by another process
  }
}

/**
 * Start time of a process in kernel ticks since a named boot; empty where the system does not report it. A zombie, which has
 * ended and only waits for its parent to collect its exit code, has none: it holds no files, and in a container without an
 * init process it may remain for ever.
 */
function getStartTime(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? 'ended' : `${boot}/${fields[19] ?? ''}`
  } catch {
    return ''
  }
}

const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code

const isHolder = (parsed: unknown): parsed is Holder =>
  typeof parsed === 'object' &&
  parsed !== null &&
  'pid' in parsed &&
  typeof parsed.pid === 'number' &&
  'host' in parsed &&
  typeof parsed.host === 'string' &&
  'started' in parsed &&
  typeof parsed.started === 'string'
