import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** A planner setting that is turned off for one statement. */
export type DisabledPlan = 'enable_sort' | 'enable_seqscan' | 'enable_bitmapscan'

export type PipelineStatements = (
  before: string,
  query: CompiledQuery,
  after: string,
) => Promise<{ readonly rows: readonly unknown[] }>

const runs = new WeakMap<object, PipelineStatements>()

/** Registers how a database runs three statements without others in between. Without it, they run in a transaction. */
export function pipelineStatements(db: Kysely<Tables>, run: PipelineStatements): void {
  runs.set(db, run)
}

/** Runs a statement with the given plan types disabled. PostgreSQL still uses them if there is no alternative. */
export async function withPlannerHints<Row>(
  db: Kysely<Tables>,
  without: readonly DisabledPlan[],
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const settings = without.map((setting) => `set local ${setting} = off`).join(';')
  const run = runs.get(db)
  if (run) return (await run(`begin;${settings}`, statement.compile(db), 'commit')).rows as readonly Row[] // trusts the declared row type
  return db.transaction().execute(async (tx) => {
    await sql.raw(settings).execute(tx)
    return (await statement.execute(tx)).rows
  })
}
