import { limits } from '../contract/limits.ts'
import type { Log } from './log.ts'

/** Undoes a step of the start; run in reverse order. */
export type ShutdownHook = () => Promise<void> | void

/** The end of all parts, which comes once, whoever asks for it first, and in time. */
export interface Shutdown {
  readonly isBegun: boolean
  /** Whether all ended in time: a part that hangs is left behind, and that is said. */
  all(): Promise<boolean>
}

/** What is pushed on `stops` until the end begins is stopped by it. */
export function createShutdown(stops: readonly ShutdownHook[], log: Log): Shutdown {
  let begun: Promise<boolean> | undefined
  return {
    get isBegun() {
      return begun !== undefined
    },
    all: () => (begun ??= endInTime(stops, log)),
  }
}

/** What signals come to: the process. */
export interface SignalTarget {
  on(signal: 'SIGTERM' | 'SIGINT', heard: () => void): unknown
  exit(code: number): void
}

/** The first signal ends in order and in time; the second at once. A start that failed says why and exits, whatever signal comes meanwhile. */
export function shutdownOnSignals(ending: Shutdown, at: SignalTarget = process): void {
  let isAsked = false
  const end = async (): Promise<void> => {
    if (isAsked) return at.exit(1)
    isAsked = true
    if (!ending.isBegun) at.exit(await ending.all() ? 0 : 1)
  }
  at.on('SIGTERM', () => void end())
  at.on('SIGINT', () => void end())
}

async function endInTime(stops: readonly ShutdownHook[], log: Log): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  // It keeps the process: a part may hang without anything that does, and what is to be said after it would not be.
  const late = new Promise<false>((done) => { timer = setTimeout(() => done(false), limits.http.drainMs) })
  const isInTime = await Promise.race([endAll(stops, log), late])
  clearTimeout(timer)
  if (!isInTime) log.error('the end took too long and was cut short')
  return isInTime
}

async function endAll(stops: readonly ShutdownHook[], log: Log): Promise<true> {
  for (const stop of stops.toReversed()) {
    try {
      await stop()
    } catch (cause) {
      log.error('a part did not end in order', { cause })
    }
  }
  return true
}
