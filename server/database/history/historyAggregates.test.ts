import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '../../../tests/support/server/ownServices.ts'
import { createLog } from '../../log.ts'
import { type History, openHistory } from './history.ts'
import { aggregatedUntil, createAggregation } from './historyAggregates.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 2, 1, 8)
const log = createLog('error')
let own: OwnDatabase
let now = start
let history: History

beforeAll(async () => {
  own = await openOwnDatabase('aggregates', log)
  await own.database.db.insertInto('project').values({ id: 'yard', name: 'yard', created_at: new Date() }).execute()
}, 120_000)
afterAll(() => own?.close())
beforeEach(async () => {
  await sql`truncate tag_history, tag, tag_minute, tag_hour, tag_late, newest_value restart identity`.execute(
    own.database.db,
  )
  await sql`delete from setting where key = 'historyAggregated'`.execute(own.database.db)
  now = start
  history = await openHistory({ db: own.database.db, direct: own.database.direct, log, now: () => now })
})

/** Stores a value this many minutes after the start. */
const write = (minutes: number, value: number, quality = 0): Promise<void> =>
  history.write([
    {
      project: 'yard',
      device: 'pump',
      at: start + minutes * minuteMs,
      points: ['a'],
      values: [value],
      qualities: [quality],
      texts: null,
      acknowledged: true,
    },
  ])
/**
 * Aggregates until nothing is left, as a server started at that time would. Closing the history saves the newest
 * values, which otherwise happens every five seconds.
 */
async function aggregate(minutes: number): Promise<void> {
  now = start + minutes * minuteMs
  await history.close()
  while (!(await createAggregation({ db: own.database.db, log, pauseMs: 0 }).run(now)));
  history = await openHistory({ db: own.database.db, direct: own.database.direct, log, now: () => now })
}
async function stored(table: 'tag_minute' | 'tag_hour'): Promise<readonly (readonly (number | null)[])[]> {
  const { rows } = await sql<{
    minute: number
    low: number | null
    high: number | null
    mean: number | null
    count: number
    good: number
  }>`select
    round(extract(epoch from at - ${new Date(start)}) / 60)::int as minute, low, high, mean, count, good from ${sql.table(table)} order by at`.execute(
    own.database.db,
  )
  return rows.map(({ minute, low, high, mean, count, good }) => [minute, low, high, mean, count, good])
}

it('aggregates minutes and hours, and the same again after a restart', async () => {
  for (const [minutes, value, quality] of [
    [0, 5],
    [0.2, 1],
    [0.5, 9],
    [0.6, 1000, 2],
    [1, 3],
    [59, 4],
    [60, 7],
    [61, NaN],
  ] as const)
    await write(minutes, value, quality)
  const minutes = [
    [0, 1, 9, 5, 4, 3],
    [1, 3, 3, 3, 1, 1],
    [59, 4, 4, 4, 1, 1],
    [60, 7, 7, 7, 1, 1],
    [61, null, null, null, 1, 0],
  ]
  const hours = [
    [0, 1, 9, 4.4, 6, 5],
    [60, 7, 7, 7, 2, 1],
  ]
  await aggregate(70)
  expect([await stored('tag_minute'), await stored('tag_hour')]).toEqual([minutes, hours])
  await aggregate(70)
  expect([await stored('tag_minute'), await stored('tag_hour')]).toEqual([minutes, hours])
  expect(await aggregatedUntil(own.database.db)).toBe(start + 55 * minuteMs)
})

it('includes late values, and keeps aggregates of deleted raw values', async () => {
  for (const minutes of [0, 1, 200]) await write(minutes, minutes)
  await aggregate(300)
  await write(0.5, 50)
  await write(30, 30)
  await aggregate(305)
  expect(await stored('tag_minute')).toEqual([
    [0, 0, 50, 25, 2, 2],
    [1, 1, 1, 1, 1, 1],
    [30, 30, 30, 30, 1, 1],
    [200, 200, 200, 200, 1, 1],
  ])
  expect(await stored('tag_hour')).toEqual([
    [0, 0, 50, 20.25, 4, 4],
    [180, 200, 200, 200, 1, 1],
  ])
  await sql`delete from tag_history`.execute(own.database.db)
  await write(0.7, 1)
  await aggregate(310)
  expect((await stored('tag_minute'))[0]).toEqual([0, 0, 50, 25, 2, 2])
})

it('reads the coarsest suitable level with its peaks, and raw values not yet aggregated', async () => {
  const day = 24 * 60
  const values = Array.from({ length: 2 * day }, (_, index) => index)
  await history.write(
    values.map((index) => ({
      project: 'yard',
      device: 'pump',
      at: start + index * minuteMs,
      points: ['a'],
      values: [index === 100 ? 5000 : index % 7],
      qualities: [0],
      texts: null,
      acknowledged: true,
    })),
  )
  await aggregate(2 * day)
  const curve = (fromMinutes: number, toMinutes: number, points: number) =>
    history.curve({
      tag: 'yard/pump/a',
      fromMs: start + fromMinutes * minuteMs,
      toMs: start + toMinutes * minuteMs,
      points,
      pick: 'range',
      gapMs: 180_000,
    })
  // Hourly aggregates need neither minutes nor raw values.
  await sql`delete from tag_minute`.execute(own.database.db)
  const wide = await curve(0, 2 * day, 40)
  expect([
    Math.max(...wide.values.map((value) => value ?? 0)),
    Math.min(...wide.values.map((value) => value ?? 0)),
    wide.values.includes(null),
  ]).toEqual([5000, 0, false])
  expect(wide.at.at(-1)).toBeGreaterThan(start + (2 * day - 60) * minuteMs)
  expect(wide.at.length).toBeLessThanOrEqual(45)
  await sql`delete from tag_history where at < ${new Date(start + day * minuteMs)}`.execute(own.database.db)
  // Aggregates replace deleted raw values, even if only a few raw values remain.
  const mixed = await curve(0, day + 10, 600)
  expect([mixed.at[0], Math.max(...mixed.values.map((value) => value ?? 0)), mixed.values.at(-1)]).toEqual([
    start,
    5000,
    (day + 10) % 7,
  ])
})
