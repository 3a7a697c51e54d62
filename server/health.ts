import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './database/index.ts'
import type { StorageFault } from './storage/failure.ts'

const answerMs = 3_000

/**
 * Failing dependencies by name with the reason; empty when all are healthy. The result is public, so it contains no
 * further details.
 */
export async function failingDependencies(
  db: Db,
  broker: () => { readonly external: 'none' | 'connected' | 'lost' },
  fault: StorageFault | null,
): Promise<Readonly<Record<string, string>>> {
  const query = db
    .selectFrom('setting')
    .select('key')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    )
  const hasResponse = await Promise.race([query, pause(answerMs, false, { ref: false })])
  return {
    // If the database does not answer, only the database is reported, because the storage state is unknown.
    ...(fault === null || (fault === 'unreachable' && !hasResponse) ? {} : { storage: fault }),
    ...(hasResponse ? {} : { database: 'does not respond' }),
    ...(broker().external === 'lost' ? { broker: 'external broker unreachable' } : {}),
  }
}

/** Metrics that require a database query: live sessions and jobs. */
export async function databaseGauges(
  db: Db,
): Promise<{ sessions: number; jobs: { status: string; result: string; count: number }[] }> {
  const { total } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('ended', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  const {
    rows: [table],
  } = await sql<{ name: string | null }>`select to_regclass('system_job')::text as name`.execute(db)
  const jobs = table?.name
    ? (
        await sql<{ status: string; result: string | null; count: string }>`
    select status, last_result as result, count(*) as count from system_job group by status, last_result`.execute(db)
      ).rows
    : []
  return {
    sessions: Number(total),
    jobs: jobs.map(({ status, result, count }) => ({ status, result: result ?? 'none', count: Number(count) })),
  }
}
