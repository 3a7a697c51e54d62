import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const ticksPerSecond = 100

/** CPU time of this process so far, in ms. Use it for limits of what a test itself computes: it does not grow while other work has the CPU. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * What a process, with its descendants or alone, has computed so far, in ms: the share of a figure that other work on the machine does
 * not change. Only Linux tells; elsewhere it is not a number.
 */
export function cpuMs(pid: number, whose: 'alone' | 'with children' = 'with children'): number {
  try {
    const own = familyOf(pid).slice(0, whose === 'alone' ? 1 : undefined)
    return (own.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / ticksPerSecond
  } catch {
    return Number.NaN // there is no such folder
  }
}

/** The same for limits in tests; where it is not a number, the time of a clock, which other work on the machine adds to. */
export function computedMs(pid: number, whose?: 'alone' | 'with children'): number {
  const ms = cpuMs(pid, whose)
  return Number.isNaN(ms) ? performance.now() : ms
}

/**
 * Starts to measure the CPU time of a process and its descendants to the microsecond; the returned function gives the milliseconds since then.
 * A thread or process that ends meanwhile, such as an idle database connection, does not reduce it.
 */
export function startExactCpu(pid: number): () => number {
  const before = threadsOf(pid)
  const from = performance.now()
  if (before === undefined) return () => performance.now() - from
  return () => [...threadsOf(pid) ?? []].reduce((sum, [thread, nanoseconds]) => sum + nanoseconds - (before.get(thread) ?? 0), 0) / 1e6
}

/** Nanoseconds of each thread so far; undefined where there is no `/proc`. */
function threadsOf(pid: number): ReadonlyMap<string, number> | undefined {
  if (!existsSync('/proc')) return undefined
  const threads = new Map<string, number>()
  for (const { pid: own } of familyOf(pid)) {
    try {
      for (const thread of readdirSync(`/proc/${own}/task`)) threads.set(thread, Number(readFileSync(`/proc/${own}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    } catch {
      // The process or thread has ended.
    }
  }
  return threads
}

/** Starts to measure which share of all CPUs this process, a server and its children had or could have had: 1 on a machine that does nothing else. */
export function startShare(pid: number): () => number {
  const busyMs = (): number => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
  const ownMs = (): number => ownCpuMs() + cpuMs(pid)
  const [from, busy, own] = [performance.now(), busyMs(), ownMs()]
  return () => {
    const othersMs = busyMs() - busy - (ownMs() - own)
    return Number.isNaN(othersMs) ? 1 : Math.min(1, 1 - othersMs / (cpus().length * (performance.now() - from)))
  }
}

/** All processes that a process has started, with those that they have started; none are found where there is no `/proc`. */
export const descendantsOf = (pid: number): readonly number[] => (existsSync('/proc') ? familyOf(pid).slice(1).map((stat) => stat.pid) : [])

/** A process and its descendants, itself first. Throws where there is no such folder. */
function familyOf(pid: number): readonly Stat[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(readStat).filter((stat) => stat !== undefined)
  const family = all.filter((stat) => stat.pid === pid)
  for (const { pid: parent } of family) family.push(...all.filter((stat) => stat.parent === parent))
  return family
}

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** Of `pid (name) state parent … utime stime`; a name may hold blanks and brackets. */
function readStat(name: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(name), parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) }
  } catch {
    return undefined // it ended meanwhile
  }
}
