import type { Log } from '../../log.ts'

/** Clock and timers, injected so that tests can advance time. */
export interface Clock {
  now(): number
  /** Returns a function that cancels the timer. */
  wakeAt(at: number, wake: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  wakeAt: (at, wake) => {
    const timer = setTimeout(wake, Math.max(0, at - Date.now()))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

const maxIntervalMs = 60_000

/**
 * Runs `round` when it is due; `round` returns the next due time. Rounds never overlap. A request during a round starts
 * another one afterwards. The schedule is checked at least once a minute, in case the clock was set or another server
 * left work.
 */
export function createPeriodicTask({
  name,
  clock,
  log,
  round: runRound,
}: {
  readonly name: string
  readonly clock: Clock
  readonly log: Log
  readonly round: () => Promise<number | undefined>
}) {
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let isRequested = false
  let isStopped = false

  const run = async (): Promise<void> => {
    let next: number | undefined
    do {
      isRequested = false
      try {
        next = await runRound()
      } catch (cause) {
        next = undefined
        log.warn('periodic task failed', { name, cause })
      }
    } while (isRequested && !isStopped)
    running = undefined
    if (isStopped) return
    const latest = clock.now() + maxIntervalMs
    cancel = clock.wakeAt(Math.min(next ?? latest, latest), poke)
  }
  const poke = (): void => {
    if (isStopped) return
    cancel?.()
    isRequested = true
    running ??= run()
  }

  return {
    poke,
    /** Resolves when no round is running. */
    async settled(): Promise<void> {
      while (running) await running
    },
    async stop(): Promise<void> {
      isStopped = true
      cancel?.()
      await running
    },
  }
}

export type PeriodicTask = ReturnType<typeof createPeriodicTask>
