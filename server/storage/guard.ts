import { ApiError } from '../../contract/errors.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import type { StorageFault } from './failure.ts'
import { storageErrors, findStorageFault } from './failure.ts'

export interface StorageWatch {
  /** Returns whether free space is below the reserve; undefined if the data is on another server. */
  readonly isFull: (() => Promise<boolean>) | undefined
  /** Reads from the database. */
  readonly read: () => Promise<unknown>
  /** Writes as much as a small change, and removes it again. */
  readonly write: () => Promise<unknown>
}

export interface GuardOptions {
  readonly log: Log
  /** Interval between two checks in milliseconds. */
  readonly everyMs?: number
  /** A database that has not answered for this time counts as unreachable. */
  readonly answerMs?: number
  /** Minimum duration of a fault after its last report, in milliseconds. */
  readonly holdMs?: number
}

type Listener = (fault: StorageFault | null, before: StorageFault | null) => void

/**
 * Tracks whether the server can store data. Failed writes are reported to it, and it checks disk and database every
 * second. During a fault, writes are rejected immediately. A fault ends when a test write succeeds.
 */
export function createStorageGuard({ log, everyMs = 1_000, answerMs = 10_000, holdMs = 3_000 }: GuardOptions) {
  const listeners = new Set<Listener>()
  let fault: StorageFault | null = null
  let reportedMs = -Infinity
  let check: Promise<void> | undefined
  let watch: StorageWatch | undefined

  const set = (next: StorageFault | null): void => {
    if (next === fault) return
    const before = fault
    fault = next
    if (next === null) log.warn('storage writable again')
    else log.error('storage not writable', { fault: next })
    for (const listener of listeners) listener(next, before)
  }

  /** Returns the fault of an attempt; undefined if it succeeded or failed for another reason. */
  const findFault = async (attempt: () => Promise<unknown>): Promise<StorageFault | undefined> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<StorageFault>((done) => {
      timer = setTimeout(() => done('unreachable'), answerMs)
    })
    const outcome = attempt().then(
      () => undefined,
      (cause: unknown) => findStorageFault(cause),
    )
    try {
      return await Promise.race([outcome, late])
    } finally {
      clearTimeout(timer)
    }
  }

  const probe = async ({ isFull, read, write }: StorageWatch): Promise<void> => {
    if (await isFull?.()) return set('full')
    const result = await findFault(fault === null ? read : write)
    if (result !== undefined) set(result)
    else if (monotonicNow() - reportedMs >= holdMs) set(null)
  }

  const probeOnce = (): Promise<void> => {
    if (!watch) return Promise.resolve()
    return (check ??= probe(watch)
      .catch((cause: unknown) => log.warn('could not check the storage', { cause }))
      .finally(() => {
        check = undefined
      }))
  }

  return {
    get fault(): StorageFault | null {
      return fault
    },

    /** Throws the API error of the current fault. */
    check(): void {
      if (fault !== null) throw new ApiError(storageErrors[fault])
    },

    /** Reports the error of a write. A lost connection alone triggers a check instead of a fault. */
    report(cause: unknown): void {
      const reported = findStorageFault(cause)
      if (reported === undefined || cause instanceof ApiError) return
      reportedMs = monotonicNow()
      if (reported !== 'unreachable') set(reported)
      else void probeOnce()
    },

    /** Calls the listener when a fault begins, changes or ends; returns a function that removes it. */
    onChange(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Starts the checks; returns a function that stops them. */
    start(parts: StorageWatch): () => void {
      watch = parts
      const timer = setInterval(() => void probeOnce(), everyMs)
      timer.unref()
      void probeOnce()
      return () => {
        clearInterval(timer)
        watch = undefined
      }
    },
  }
}

export type StorageGuard = ReturnType<typeof createStorageGuard>
