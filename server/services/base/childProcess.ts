import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'

/** A supervised child process. `ended` resolves when it exits, for any reason. */
export interface Child {
  readonly ended: Promise<void>
  stop(): Promise<void>
}

const initialRetryMs = 500
const maxRetryMs = 30_000
const stableMs = 60_000

/** Restarts a process when it exits, with exponential back-off if it exits early. Returns a function that stops it. */
export function superviseChild(name: string, start: () => Child, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  let child = start()

  const watch = async (): Promise<void> => {
    let retryMs = initialRetryMs
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await child.ended
      if (stopping.signal.aborted) return
      retryMs = performance.now() - startedAt > stableMs ? initialRetryMs : Math.min(retryMs * 2, maxRetryMs)
      log.error('child process exited; restarting', { name, inMs: retryMs })
      await pause(retryMs, undefined, { signal: stopping.signal })
      child = start()
    }
  }
  watch().catch((cause: unknown) => {
    if (!stopping.signal.aborted) log.error('child process is not restarted', { name, cause })
  })

  return async () => {
    stopping.abort()
    await child.stop()
  }
}
