import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'
import type { Move } from '../base/rowTimes.ts'
import { createRowTimes, shiftDate } from '../base/rowTimes.ts'

interface TimedSession {
  readonly id: string
  readonly signed_in_at: Date
  readonly seen_at: Date
  readonly expires_at: Date
}

/**
 * Timestamps of sessions and tokens, corrected for jumps of the system clock, so that setting the clock signs no one
 * out.
 */
export function createSessionTimes(db: Db) {
  const sessions = createRowTimes()
  const tokens = createRowTimes()

  return {
    /** Returns the row with corrected timestamps. */
    correct<Row extends TimedSession>(row: Row): Row {
      const ms = sessions.shiftMs(row.id, row.seen_at)
      return ms === 0
        ? row
        : {
            ...row,
            signed_in_at: shiftDate(row.signed_in_at, ms),
            seen_at: shiftDate(row.seen_at, ms),
            expires_at: shiftDate(row.expires_at, ms),
          }
    },

    /** Corrected expiry of a token. */
    correctTokenExpiry: (hash: string, until: Date): Date => shiftDate(until, tokens.shiftMs(hash, until)),

    /** Registers sessions left by the previous server process. */
    async open(): Promise<void> {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'seen_at'])
        .where('ended', 'is', null)
        .where('expires_at', '>', new Date())
        .execute()
      for (const { id, seen_at } of rows) sessions.shiftMs(id, seen_at)
    },

    /**
     * Updates stored timestamps after a jump of the system clock. Call before queries that compare them with the system
     * clock.
     */
    async correctStored(): Promise<void> {
      await sessions.correctStored((moves) =>
        sql`update session set signed_in_at = signed_in_at + moved.ms * interval '1 ms', seen_at = seen_at + moved.ms * interval '1 ms',
        expires_at = expires_at + moved.ms * interval '1 ms', renewed_at = renewed_at + moved.ms * interval '1 ms'
        from ${asRows(moves)} where session.id = moved.key and date_trunc('milliseconds', session.seen_at) = moved.version and session.ended is null`.execute(
          db,
        ),
      )
      await tokens.correctStored((moves) =>
        sql`update session_token set expires_at = expires_at + moved.ms * interval '1 ms', renewed_at = renewed_at + moved.ms * interval '1 ms'
        from ${asRows(moves)} where session_token.hash = moved.key and date_trunc('milliseconds', session_token.expires_at) = moved.version`.execute(
          db,
        ),
      )
    },
  }
}

export type SessionTimes = ReturnType<typeof createSessionTimes>

/** Moves as a table `moved` with the columns `key`, `version` and `ms`. */
export const asRows = (
  moves: readonly Move[],
) => sql`unnest(${moves.map(({ key }) => key)}::text[], ${moves.map(({ version }) => version.toISOString())}::timestamptz[],
  ${moves.map(({ ms }) => ms)}::float8[]) as moved(key, version, ms)`
