import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { monotonicNow } from '../../monotonicClock.ts'

const pidFile = 'postmaster.pid'
const socketLock = /^\.s\.PGSQL\.\d+\.lock$/
/** Time for processes to end before they are killed. */
const graceMs = 2_000
const pollMs = 20

/**
 * Ends processes that an earlier server left running on a database directory, because PostgreSQL survives a killed
 * parent. The caller must hold the lock of the data directory. Returns the number of processes.
 */
export async function endLeftovers(directory: string): Promise<number> {
  let count = 0
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const untilMs = monotonicNow() + graceMs
    let pids = await findProcesses(directory)
    count = Math.max(count, pids.length)
    for (const pid of pids) send(pid, signal)
    while (pids.length > 0 && monotonicNow() < untilMs) {
      await pause(pollMs)
      pids = await findProcesses(directory)
    }
    if (pids.length === 0) break
  }
  await removeStaleLocks(directory)
  return count
}

/**
 * Removes the lock files of the directory and of the socket in it. PostgreSQL does not start while one names a live
 * process. That may be an unrelated process, because ids repeat after a container restart, or a zombie.
 */
async function removeStaleLocks(directory: string): Promise<void> {
  if (process.platform !== 'linux' || !existsSync(directory)) return
  const locks = (await readdir(directory)).filter((name) => name === pidFile || socketLock.test(name))
  for (const name of locks) await rm(join(directory, name), { force: true })
}

/**
 * Finds all processes of a cluster by their working directory (Linux). On other systems, finds the main process by the
 * pid file; it ends the others.
 */
async function findProcesses(directory: string): Promise<number[]> {
  if (!existsSync(directory)) return []
  if (process.platform !== 'linux') return await findFirst(directory)
  const realDirectory = realpathSync(directory)
  const pids: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [cwd, program] = await Promise.all([
      readlink(`/proc/${name}/cwd`).catch(() => ''),
      readlink(`/proc/${name}/exe`).catch(() => ''),
    ])
    if (cwd === realDirectory && /\/postgres(?: \(deleted\))?$/.test(program)) pids.push(Number(name))
  }
  return pids
}

async function findFirst(directory: string): Promise<number[]> {
  const pid = Number((await readFile(join(directory, pidFile), 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || process.platform === 'win32') return []
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(directory) ? [pid] : []
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause // it has just ended
  }
}
