import { limits } from '../contract/limits.ts'
import type { Log } from './log.ts'

/** Undoes a step of the start. Hooks run in reverse order. */
export type ShutdownHook = () => Promise<void> | void

/** Orderly shutdown of all parts. Runs once, with a time limit. */
export interface Shutdown {
  readonly hasStarted: boolean
  /** Runs all hooks; resolves to false if the time limit was exceeded. Later calls return the same promise. */
  all(): Promise<boolean>
}

/** Creates the shutdown. `stops` may be extended until it begins. */
export function createShutdown(stops: readonly ShutdownHook[], log: Log): Shutdown {
  let running: Promise<boolean> | undefined
  return {
    get hasStarted() {
      return running !== undefined
    },
    all: () => (running ??= endInTime(stops, log)),
  }
}

/** Receiver of signals: the process. */
export interface SignalTarget {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
  exit(code: number): void
}

/**
 * The first signal shuts down in order, the second exits immediately. If a failed start is already shutting down, the
 * first signal is ignored.
 */
export function shutdownOnSignals(shutdown: Shutdown, target: SignalTarget = process): void {
  let isSignalled = false
  const end = async (): Promise<void> => {
    if (isSignalled) return target.exit(1)
    isSignalled = true
    if (!shutdown.hasStarted) target.exit((await shutdown.all()) ? 0 : 1)
  }
  target.on('SIGTERM', () => void end())
  target.on('SIGINT', () => void end())
}

async function endInTime(stops: readonly ShutdownHook[], log: Log): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  // This timer keeps the process alive: a hanging part may have no handle, and the error below could not be logged.
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), limits.http.drainMs)
  })
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
