import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const ticksPerSecond = 100

/**
 * CPU time of this process in milliseconds. Use it for limits of a test's own computation, because other load does not
 * increase it.
 */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * CPU time of a process in milliseconds, with or without its descendants. Independent of other load. NaN except on
 * Linux.
 */
export function cpuMs(pid: number, scope: 'alone' | 'with children' = 'with children'): number {
  try {
    const own = findFamily(pid).slice(0, scope === 'alone' ? 1 : undefined)
    return (own.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / ticksPerSecond
  } catch {
    return Number.NaN // no /proc
  }
}

/** The same for limits in tests. Falls back to elapsed time, which other load increases. */
export function computedMs(pid: number, scope?: 'alone' | 'with children'): number {
  const ms = cpuMs(pid, scope)
  return Number.isNaN(ms) ? performance.now() : ms
}

/**
 * Starts measuring the CPU time of a process and its descendants in microsecond resolution. The returned function
 * returns the milliseconds since then. Ending threads and processes, such as idle database connections, do not reduce
 * it.
 */
export function startExactCpu(pid: number): () => number {
  const before = readThreads(pid)
  const from = performance.now()
  if (before === undefined) return () => performance.now() - from
  return () =>
    [...(readThreads(pid) ?? [])].reduce(
      (sum, [thread, nanoseconds]) => sum + nanoseconds - (before.get(thread) ?? 0),
      0,
    ) / 1e6
}

/** Returns the nanoseconds of each thread, or undefined without `/proc`. */
function readThreads(pid: number): ReadonlyMap<string, number> | undefined {
  if (!existsSync('/proc')) return undefined
  const threads = new Map<string, number>()
  for (const { pid: own } of findFamily(pid)) {
    try {
      for (const thread of readdirSync(`/proc/${own}/task`))
        threads.set(thread, Number(readFileSync(`/proc/${own}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    } catch {
      // The process or thread has ended.
    }
  }
  return threads
}

/**
 * Starts measuring the share of all CPUs available to this process, a server and its children: 1 on an otherwise idle
 * machine.
 */
export function startShare(pid: number): () => number {
  const busyMs = (): number =>
    cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
  const ownMs = (): number => ownCpuMs() + cpuMs(pid)
  const [from, busy, own] = [performance.now(), busyMs(), ownMs()]
  return () => {
    const othersMs = busyMs() - busy - (ownMs() - own)
    return Number.isNaN(othersMs) ? 1 : Math.min(1, 1 - othersMs / (cpus().length * (performance.now() - from)))
  }
}

/** Returns all descendants of a process; empty without `/proc`. */
export const findDescendants = (pid: number): readonly number[] =>
  existsSync('/proc')
    ? findFamily(pid)
        .slice(1)
        .map((stat) => stat.pid)
    : []

/** Returns a process and its descendants, itself first. Throws without `/proc`. */
function findFamily(pid: number): readonly Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat !== undefined)
  const family = all.filter((stat) => stat.pid === pid)
  for (const { pid: parent } of family) family.push(...all.filter((stat) => stat.parent === parent))
  return family
}

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** Parses `pid (name) state parent … utime stime`. A name may contain spaces and parentheses. */
function readStat(name: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(name), parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) }
  } catch {
    return undefined // ended meanwhile
  }
}
