import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { dayMs, fillDay, makeDay, makeTags } from './fill.ts'

/** Seconds between two stored values. The server stores an unchanged value once a minute. */
const rates = [1, 10, 60] as const
/** Number of stored values per rate, of which the size per value no longer depends. */
const sampleRows = 800_000
const scaledTags = 10_000
const firstDay = 10_957

/**
 * Measures the disk use of the history by rate of change on a small number of tags, and scales it to 10,000 tags and a
 * year. Each rate fills a day of its own. Sizes include indexes.
 */
export async function measureDisk({
  database: { db },
  report,
}: {
  readonly database: Database
  readonly report: (line: string) => void
}) {
  const figures = []
  for (const [index, everyS] of rates.entries()) {
    const day = firstDay + index
    const perTag = (82_800 / everyS) | 0
    const count = Math.max(10, Math.round(sampleRows / perTag))
    const tags = await makeTags(
      db,
      Array.from({ length: count }, (_, n) => `bench/disk-${everyS}-${n}-${Date.now()}/power`),
    )
    const before = await readSizes(db, day)
    await makeDay(db, day)
    await fillDay(db, { tags, day, everyS })
    const after = await readSizes(db, day)
    const [raw, minutes, hours] = [after.raw, after.minutes - before.minutes, after.hours - before.hours]
    const scale = (bytes: number): number => Math.round(((bytes / count) * scaledTags * 365) / 1e9)
    figures.push({
      everyS,
      sampledTags: count,
      bytesPerValue: Math.round(raw / count / perTag),
      gigabytesPerYear: { values: scale(raw), minutes: scale(minutes), hours: scale(hours) },
    })
    report(`a value every ${everyS} s: ${scale(raw)} GB of values, ${scale(minutes)} GB of minutes a year`)
  }
  return { tags: scaledTags, scaledFromDays: 1, rates: figures }
}

async function readSizes(db: Database['db'], day: number) {
  const name = `tag_history_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
  const { rows } = await sql<{ raw: string | null; minutes: string; hours: string }>`
    select pg_total_relation_size(to_regclass(${name})) as raw, pg_total_relation_size('tag_minute') as minutes,
      pg_total_relation_size('tag_hour') as hours`.execute(db)
  const [row] = rows
  return { raw: Number(row?.raw ?? 0), minutes: Number(row?.minutes), hours: Number(row?.hours) }
}
