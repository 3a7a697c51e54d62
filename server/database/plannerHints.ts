import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** A way of reading that the planner is to leave out for one statement. */
export type DisabledPlan = 'enable_sort' | 'enable_seqscan' | 'enable_bitmapscan'

export type PipelineStatements = (before: string, query: CompiledQuery, after: string) => Promise<{ readonly rows: readonly unknown[] }>

const runs = new WeakMap<object, PipelineStatements>()

/** Says how this database takes three statements at once, with nothing of others in between. Without it they go in a transaction. */
export function pipelineStatements(db: Kysely<Tables>, run: PipelineStatements): void {
  runs.set(db, run)
}

/** Reads with a planner that leaves these ways out; where no other is left, it takes them all the same. */
export async function withPlannerHints<Row>(db: Kysely<Tables>, without: readonly DisabledPlan[], statement: RawBuilder<Row>): Promise<readonly Row[]> {
  const settings = without.map((setting) => `set local ${setting} = off`).join(';')
  const run = runs.get(db)
  if (run) return (await run(`begin;${settings}`, statement.compile(db), 'commit')).rows as readonly Row[] // what the statement says it gives
  return db.transaction().execute(async (tx) => {
    await sql.raw(settings).execute(tx)
    return (await statement.execute(tx)).rows
  })
}
