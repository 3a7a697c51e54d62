import { sql } from 'kysely'
import { openHistory } from '../../server/database/history/history.ts'
import type { Database } from '../../server/database/index.ts'
import type { Log } from '../../server/log.ts'
import { dayMs, fillDay, makeDay, makeTags, writeProgress } from './fill.ts'

export interface YearParts {
  readonly database: Database
  readonly days: number
  readonly log: Log
  readonly report: (line: string) => void
}

const tag = 'bench/meter-1/power'
const points = 3000
const rounds = 5

/** Periods before the newest value, as a user zooms from a year to an hour. */
const periods = { year: 365, quarter: 90, month: 30, week: 7, day: 1, hour: 1 / 24 } as const

/**
 * Measures how long the curve and the statistics of a tag with one value per second take, in milliseconds: the first
 * time, and the median of further times. Also checks that the peak of each day is in the curve of the year.
 */
export async function measureYear({ database, days, log, report }: YearParts) {
  const { db, direct } = database
  const existing = await sql<{ value: string }>`select value from setting where key = 'benchEnd'`.execute(db)
  const end = Number(existing.rows[0]?.value ?? Math.floor(Date.now() / dayMs))
  if (existing.rows.length === 0) {
    const started = performance.now()
    const tags = await makeTags(db, [tag])
    for (let day = end - days; day < end; day++) {
      await makeDay(db, day)
      await fillDay(db, { tags, day, everyS: 1 })
      if ((day - end + days) % 30 === 29) report(`${day - end + days + 1} days`)
    }
    await writeProgress(db, end * dayMs)
    await sql`insert into setting (key, value) values ('benchEnd', ${String(end)})`.execute(db)
    await sql`analyze`.execute(db)
    report(`filled in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const history = await openHistory({ db, direct, log })
  try {
    const toMs = end * dayMs
    const measured: Record<string, unknown> = {}
    for (const [name, length] of Object.entries(periods)) {
      if (length > days) continue
      const fromMs = toMs - length * dayMs
      const curve = { tag, fromMs, toMs, points, pick: 'range', gapMs: 180_000 } as const
      measured[name] = {
        curveMs: await time(() => history.curve(curve)),
        statisticsMs: await time(() => history.statistics({ tag, fromMs, toMs, gapMs: 180_000 })),
        points: (await history.curve(curve)).at.length,
      }
    }
    const whole = await history.curve({ tag, fromMs: toMs - days * dayMs, toMs, points, pick: 'range', gapMs: 180_000 })
    const peaks = whole.values.filter((value) => value === 500).length
    const { rows } = await sql<{ count: string }>`select sum(count) as count from tag_hour`.execute(db)
    return { values: Number(rows[0]?.count), peaks: { expected: days, shown: peaks }, measured }
  } finally {
    await history.close()
  }
}

async function time(work: () => Promise<unknown>): Promise<{ readonly first: number; readonly median: number }> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now()
    await work()
    times.push(Math.round(performance.now() - started))
  }
  const [first = 0, ...further] = times
  return { first, median: further.toSorted((a, b) => a - b)[Math.floor(further.length / 2)] ?? 0 }
}
