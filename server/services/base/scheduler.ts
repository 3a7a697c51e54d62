import type { Log } from '../../log.ts'

/** The time, and somebody who wakes: handed in, so that a test can let an hour pass. */
export interface Clock {
  now(): number
  /** Returns how not to be woken. */
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

const longestMs = 60_000

/**
 * Does a round of work when it is due: `round` says when the next one is. Two rounds never run at once, a call for one while one
 * runs is followed by another, and at least once a minute it is looked whether the clock was set or another server left work.
 */
export function createPeriodicTask({ name, clock, log, round }: { readonly name: string; readonly clock: Clock; readonly log: Log; readonly round: () => Promise<number | undefined> }) {
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const run = async (): Promise<void> => {
    let next: number | undefined
    do {
      isWanted = false
      try {
        next = await round()
      } catch (cause) {
        next = undefined
        log.warn('a round of work failed', { name, cause })
      }
    } while (isWanted && !isStopped)
    running = undefined
    if (isStopped) return
    const latest = clock.now() + longestMs
    cancel = clock.wakeAt(Math.min(next ?? latest, latest), poke)
  }
  const poke = (): void => {
    if (isStopped) return
    cancel?.()
    isWanted = true
    running ??= run()
  }

  return {
    poke,
    /** Resolves when nothing runs. */
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
