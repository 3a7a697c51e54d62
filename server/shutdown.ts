import { limits } from '../contract/limits.ts'
import type { Log } from './log.ts'

/** Undoes a step of the start. Hooks run in reverse order. */
export type ShutdownHook = () => Promise<void> | void

/** Orderly shutdown of all parts. Runs once, with a time limit. */
export interface Shutdown {
  readonly isBegun: boolean
  /** Runs all hooks; resolves to false if the time limit was exceeded. Later calls return the same promise. */
  all(): Promise<boolean>
}

/** Creates the shutdown. `stops` may be extended until it begins. */
export function createShutdown(stops: readonly ShutdownHook[], log: Log): Shutdown {
  let begun: Promise<boolean> | undefined
  return {
    get isBegun() {
      return begun !== undefined
    },
    all: () => (begun ??= endInTime(stops, log)),
  }
}

/** Receiver of signals: the process. */
export interface SignalTarget {
  on(signal: 'SIGTERM' | 'SIGINT', heard: () => void): unknown
  exit(code: number): void
}

/**
 * The first signal shuts down in order, the second exits immediately. If a failed start is already shutting down, the
 * first signal is ignored.
 */
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
  // This timer keeps the process alive: a hanging part may have no handle, and the error below could not be logged.
  const late = new Promise<false>((done) => { timer = setTimeout(() => done(false), limits.http.drainMs) })
  const isInTime = await Promise.race([endAll(stops, log), late])
  clearTimeout(timer)
  if (!isInTime) log.error('shutdown timed out and was aborted')
  return isInTime
}

async function endAll(stops: readonly ShutdownHook[], log: Log): Promise<true> {
  for (const stop of stops.toReversed()) {
    try {
      await stop()
    } catch (cause) {
      log.error('a shutdown step failed', { cause })
    }
  }
  return true
}
