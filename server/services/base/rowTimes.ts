import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { monotonicNow } from '../../monotonicClock.ts'

/** A row whose timestamps were written before the system clock was set: move them by `ms` if they are still `version`. */
export interface Move {
  readonly key: string
  readonly version: Date
  readonly ms: number
}

/** Maximum rows in memory. The oldest are judged by the system clock alone. */
const maxRows = 20_000
/** Minimum jump in milliseconds. Smaller differences are drift between the system clock and the monotonic clock. */
const driftMs = 1000

/**
 * Measures the age of stored wall-clock timestamps with the monotonic clock. Each version of a row is anchored when the
 * server first reads or writes it. If the system clock is set afterwards, `shiftMs` returns the correction for the
 * row's timestamps. A new process has no anchors, so rows written before a restart are judged by the system clock.
 */
export function createRowTimes() {
  const anchors = new Map<string, { readonly version: number; readonly offset: number }>()
  let correctedOffset = getClockOffset()

  return {
    /** Milliseconds to add to the timestamps of a row. `version` is a timestamp that changes whenever the row's timestamps are written. */
    shiftMs(key: string, version: Date): number {
      const offset = getClockOffset()
      const anchor = anchors.get(key)
      if (anchor?.version !== version.getTime()) {
        anchors.delete(key)
        anchors.set(key, { version: version.getTime(), offset })
        const [oldest] = anchors.keys()
        if (anchors.size > maxRows && oldest !== undefined) anchors.delete(oldest)
        return 0
      }
      const shift = Math.round(offset - anchor.offset)
      return Math.abs(shift) < driftMs ? 0 : shift
    },

    /**
     * Calls `write` with all anchored rows after a jump of the system clock, so that queries by wall-clock time and
     * later processes read the right age. `write` must update a row only if `version` still matches: another server may
     * have moved it already.
     */
    async correctStored(write: (moves: readonly Move[]) => Promise<unknown>): Promise<void> {
      const offset = getClockOffset()
      if (Math.abs(offset - correctedOffset) < limits.maxClockSkewMs) return
      const before = new Map(anchors)
      const moves = [...before]
        .map(([key, anchor]) => ({ key, version: new Date(anchor.version), ms: Math.round(offset - anchor.offset) }))
        .filter(({ ms }) => Math.abs(ms) >= driftMs)
      if (moves.length > 0) await write(moves)
      for (const { key, version, ms } of moves)
        if (anchors.get(key) === before.get(key)) anchors.set(key, { version: version.getTime() + ms, offset })
      correctedOffset = offset
    },
  }
}

export type RowTimes = ReturnType<typeof createRowTimes>

/** Returns a timestamp moved by `ms`. */
export const shiftDate = (at: Date, ms: number): Date => (ms === 0 ? at : new Date(at.getTime() + ms))

/** Condition that a stored timestamp equals `version`. The database stores microseconds, a `Date` milliseconds. */
export const isVersion = (column: string, version: Date) =>
  sql<boolean>`date_trunc('milliseconds', ${sql.ref(column)}) = ${version}`

const getClockOffset = (): number => Date.now() - monotonicNow()
