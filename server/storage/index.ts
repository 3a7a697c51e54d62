import type { Database } from '../database/index.ts'
import type { Log } from '../log.ts'
import { createBallast } from './ballast.ts'
import { createStorageGuard } from './guard.ts'
import type { StorageGuard } from './guard.ts'
import { createRead, probeWrite } from './watch.ts'

export type { StorageGuard } from './guard.ts'
export type { StorageFault } from './failure.ts'

export interface Storage extends Omit<StorageGuard, 'start'> {
  /** Runs a write. Throws during a fault, and reports its failure. */
  runWrite<T>(write: () => Promise<T>): Promise<T>
  /** Calls the listener after a restart of the database; returns a function that removes it. */
  onRestart(listener: () => void): () => void
  /** Starts the checks once the database is open. */
  open(database: Pick<Database, 'db' | 'starts'>): void
  /** Stops the checks. On a full disk, frees space so that the database can shut down in order. */
  close(): Promise<void>
}

/** Creates the storage monitor. `isLocal`: the database is in the data directory. */
export function createStorage({
  dataDir,
  isLocal,
  log,
}: {
  readonly dataDir: string
  readonly isLocal: boolean
  readonly log: Log
}): Storage {
  const guard = createStorageGuard({ log })
  const ballast = createBallast({ dataDir, log })
  const restarts = new Set<() => void>()
  const stops: (() => void | Promise<void>)[] = []
  return {
    get fault() {
      return guard.fault
    },
    check: () => guard.check(),
    report: (cause) => guard.report(cause),
    onChange: (listener) => guard.onChange(listener),
    async runWrite(write) {
      guard.check()
      try {
        return await write()
      } catch (cause) {
        guard.report(cause)
        throw cause
      }
    },
    onRestart(listener) {
      restarts.add(listener)
      return () => restarts.delete(listener)
    },
    open(database) {
      const handleRestart = (): void => {
        for (const listener of restarts) listener()
      }
      stops.push(
        guard.start({
          isFull: isLocal ? () => ballast.isFull() : undefined,
          read: createRead(database, handleRestart),
          write: () => probeWrite(database.db),
        }),
      )
      if (isLocal) stops.push(ballast.start())
    },
    async close() {
      for (const stop of stops.splice(0)) await stop()
      if (isLocal && (guard.fault === 'full' || (await ballast.isFull()))) await ballast.release()
    },
  }
}
