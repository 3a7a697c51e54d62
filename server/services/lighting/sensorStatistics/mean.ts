import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import type { Db } from '../../../database/index.ts'

/**
 * Returns the mean of a tag's averages per minute after `from` and up to `to`, in milliseconds since 1970; null without
 * good or uncertain values. Constant values are stored at least once a minute, so that each minute counts.
 */
export async function readMean(db: Db, tag: string, from: number, to: number): Promise<number | null> {
  const {
    rows: [mean],
  } = await sql<{ value: number | null }>`select avg(each)::float8 as value from (
    select avg(value) as each from tag_history where tag = (select id from tag where path = ${tag}) and at > ${new Date(from)} and at <= ${new Date(to)}
      and quality < ${quality.bad} and value <> 'NaN'::float8 group by date_trunc('minute', at)) minutes`.execute(db)
  return mean?.value ?? null
}
