import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * What a process and its children have computed so far, in ms: the share of a figure that other work on the machine does not
 * change. Only Linux tells; elsewhere it is not a number.
 */
export function cpuMs(pid: number): number {
  try {
    const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(readStat).filter((stat) => stat?.pid === pid || stat?.parent === pid)
    return (own.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * 1000) / ticksPerSecond
  } catch {
    return Number.NaN // there is no such folder
  }
}

/** Of `pid (name) state parent … utime stime`; a name may hold blanks and brackets. */
function readStat(name: string): { readonly pid: number; readonly parent: number; readonly ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(name), parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) }
  } catch {
    return undefined // it ended meanwhile
  }
}
