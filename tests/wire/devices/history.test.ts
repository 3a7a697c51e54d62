import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HistoryQuery } from '../../../server/database/history/historyQuery.ts'
import { type History, type HistoryFrame, openHistory } from '../../../server/database/history/history.ts'
import { type Database, openDatabase } from '../../../server/database/index.ts'
import type { Queryable } from '../../../server/database/engines/singleConnectionPool.ts'
import { createLog } from '../../../server/log.ts'
import { removeDirectory } from '../../support/directories.ts'
import { copyTemplate } from '../../support/server/template.ts'

const log = createLog('error')
let dataDir: string
let database: Database
let history: History
let device = ''
let devices = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-history-'))
  await copyTemplate(resolve(import.meta.dirname, '../../..'), dataDir)
  database = await openDatabase({ dataDir, log })
  await query(`insert into project (id, name, created_at) values ('street', 'Street', now())`)
  history = await openHistory({ db: database.db, direct: database.direct, log })
})
afterAll(async () => {
  await history.close()
  await database.close()
  await removeDirectory(dataDir)
})
beforeEach(() => {
  device = `pole-${++devices}`
})

const now = Date.now()

function frame(
  at: number,
  values: Readonly<Record<string, number | string | null>>,
  more: Partial<HistoryFrame> = {},
): HistoryFrame {
  const points = Object.keys(values)
  const list = Object.values(values)
  return {
    project: 'street',
    device,
    at,
    points,
    acknowledged: true,
    values: list.map((value) => (typeof value === 'number' ? value : NaN)),
    qualities: list.map((value) => (value === null ? 2 : 0)),
    texts: list.some((value) => typeof value === 'string')
      ? list.map((value) => (typeof value === 'string' ? value : undefined))
      : null,
    ...more,
  }
}

const read = (point: string, limit = 100) => history.read(`street/${device}/${point}`, now - 1e9, now + 1e9, limit)

test('written values are read in order of source time, with quality and text', async () => {
  await history.write([
    frame(now + 2, { a: 2.5, b: 'open' }),
    frame(now + 1, { a: -1e300, b: 'shut' }),
    frame(now + 3, { a: null, b: '关闭 {"},\\' }),
  ])
  expect(await read('a')).toEqual([
    { at: now + 1, value: -1e300, quality: 0, text: null },
    { at: now + 2, value: 2.5, quality: 0, text: null },
    { at: now + 3, value: null, quality: 2, text: null },
  ])
  expect((await read('b')).map(({ text }) => text)).toEqual(['shut', 'open', '关闭 {"},\\'])
  expect(history.newest(`street/${device}/a`)).toEqual({ at: now + 3, value: null, quality: 2, text: null })
})

test('a message that comes twice is stored once, two values of one millisecond are both kept', async () => {
  const twice = frame(now, { a: 1 })
  await history.write([twice, twice])
  await history.write([twice, frame(now, { a: 2 })])
  expect((await read('a')).map(({ value }) => value)).toEqual([1, 2])
})

test('a limit gives the newest readings, oldest of them first', async () => {
  await history.write(Array.from({ length: 20 }, (_, index) => frame(now + index, { a: index })))
  expect((await read('a', 3)).map(({ value }) => value)).toEqual([17, 18, 19])
  expect(await history.read(`street/${device}/a`, now + 5, now + 6, 10)).toHaveLength(2)
  expect(await history.read('street/nowhere/a', 0, now, 10)).toEqual([])
})

describe('a curve', () => {
  const start = now - 3_600_000
  const curve = (more: Partial<HistoryQuery> = {}) =>
    history.curve({
      tag: `street/${device}/a`,
      fromMs: start,
      toMs: start + 600_000,
      points: 100,
      pick: 'range',
      gapMs: 180_000,
      ...more,
    })

  test('of few readings is all of them, with a null where a value was bad', async () => {
    await history.write([
      frame(start + 1000, { a: 1 }),
      frame(start + 2000, { a: null }),
      frame(start + 3000, { a: 3 }),
    ])
    expect(await curve({ toMs: start + 4000 })).toEqual({
      at: [start + 1000, start + 2000, start + 3000],
      values: [1, null, 3],
    })
  })

  test.each([
    ['uncertain', 1, 2],
    ['bad', 2, null],
    ['stale', 3, null],
  ] as const)('shows a value of %s quality, or a gap if it is unusable', async (_name, mark, shown) => {
    await history.write([
      frame(start + 1000, { a: 1 }),
      frame(start + 2000, { a: 2 }, { qualities: [mark] }),
      frame(start + 3000, { a: 3 }),
    ])
    expect((await curve({ toMs: start + 4000 })).values).toEqual([1, shown, 3])
  })

  test('of many readings keeps every peak within its budget', async () => {
    const readings = Array.from({ length: 6000 }, (_, i) => (i === 3333 ? 500 : i === 4444 ? -500 : Math.sin(i / 500)))
    await history.write(readings.map((a, i) => frame(start + i * 100, { a })))
    const { at, values } = await curve()
    expect(values.length).toBeLessThanOrEqual(100)
    expect(values.length).toBeGreaterThan(50)
    expect([at[values.indexOf(500)], at[values.indexOf(-500)]]).toEqual([start + 333_300, start + 444_400])
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    const last = await curve({ pick: 'last' })
    expect([last.values.length <= 100, last.at.at(-1), last.values.at(-1)]).toEqual([
      true,
      start + 599_900,
      readings.at(-1),
    ])
  })

  test('of several days has the extremes of each interval once, in order, and stops early if the request is cancelled', async () => {
    const fromMs = start - 3 * 86_400_000
    const readings = Array.from({ length: 4320 }, (_, i) => Math.round(1e6 * Math.sin(i / 90)) + (i % 7))
    await history.write(readings.map((a, i) => frame(fromMs + i * 60_000, { a })))
    const getBucket = (i: number): number => Math.floor((i * 60_000 * 50) / (start - fromMs))
    const peaks = Array.from({ length: 50 }, (_, bucket) => {
      const within = readings.filter((_a, i) => getBucket(i) === bucket)
      return [Math.min(...within), Math.max(...within)]
    })
    const { at, values } = await curve({ fromMs, toMs: start })
    expect(at).toEqual([...new Set(at)].toSorted((a, b) => a - b))
    expect(
      Array.from({ length: values.length / 2 }, (_, i) =>
        values.slice(i * 2, i * 2 + 2).toSorted((a, b) => Number(a) - Number(b)),
      ),
    ).toEqual(peaks)
    let requestCount = 0
    const part = await curve({ fromMs, toMs: start, shouldContinue: () => ++requestCount < 4 })
    // Three reads of four buckets, and the newest value, which is already in memory.
    expect([requestCount, part.values.filter((value) => value !== null).length]).toEqual([4, 3 * 4 * 2 + 1])
  })

  test('is broken where nothing came, and at its end when nothing comes any more', async () => {
    const steps = Array.from({ length: 20 }, (_, i) => start + i * 5000)
    await history.write([...steps, ...steps.map((at) => at + 300_000)].map((at) => frame(at, { a: 1 })))
    for (const points of [100, 10]) {
      const { at, values } = await curve({ points, toMs: start + 900_000 })
      const nulls = values.flatMap((value, i) => (value === null ? [at[i]] : []))
      expect(nulls).toEqual([start + 95_001, start + 900_000])
    }
  })

  test('of a meter that reports once an hour is not broken, and comes in from the edge', async () => {
    const hours = Array.from({ length: 6 }, (_, i) => now - (6 - i) * 3_600_000)
    await history.write(hours.map((at, i) => frame(at, { a: i })))
    const { at, values } = await curve({ fromMs: now - 2.5 * 3_600_000, toMs: now })
    expect([at, values]).toEqual([hours.slice(3), [3, 4, 5]])
  })

  test('ends with the newest value, though it changed too little to be stored', async () => {
    await history.write([
      frame(start, { a: 100 }, { acknowledged: false }),
      frame(start + 5000, { a: 100.5 }, { acknowledged: false }),
    ])
    expect(await curve()).toEqual({ at: [start, start + 5000, start + 600_000], values: [100, 100.5, null] })
    expect((await curve({ toMs: start + 4000 })).values).toEqual([100])
  })

  test('of an unknown tag is empty', async () => {
    expect(await curve({ tag: 'street/nowhere/a' })).toEqual({ at: [], values: [] })
  })
})

test('points never heard of become tags of the catalogue, those of no project are left out', async () => {
  await history.write([
    frame(now, { fresh: 1, words: 'x' }),
    frame(now, { lost: 1 }, { project: 'nowhere' }),
    frame(now, { also: 2 }),
  ])
  const rows = await query(`select path, kind, writable from tag where device = $1 order by path`, [device])
  expect(rows).toEqual([
    { path: `street/${device}/also`, kind: 'number', writable: false },
    { path: `street/${device}/fresh`, kind: 'number', writable: false },
    { path: `street/${device}/words`, kind: 'text', writable: false },
  ])
  expect(await read('also')).toHaveLength(1)
})

test('a device that changes its list of points, or repeats old ones, is stored under the right names', async () => {
  await history.write([frame(now, { a: 1, b: 2 }), frame(now + 1, { b: 3, a: 4 }), frame(now + 2, { c: 5 })])
  expect([
    (await read('a')).map(({ value }) => value),
    (await read('b')).map(({ value }) => value),
    (await read('c')).map(({ value }) => value),
  ]).toEqual([[1, 4], [2, 3], [5]])
})

test('a hundred thousand readings go in at once, and old days lie in their own partition', async () => {
  const old = now - 3 * 86_400_000
  const frames = Array.from({ length: 1000 }, (_, index) =>
    frame(old + index, Object.fromEntries(Array.from({ length: 100 }, (_each, point) => [`p${point}`, index + point]))),
  )
  await history.write(frames)
  expect(await history.read(`street/${device}/p99`, old, old + 10_000, 5000)).toHaveLength(1000)
  const [row] = await query(`select count(*)::int as count from pg_inherits where inhparent = 'tag_history'::regclass`)
  expect(row).toEqual({ count: 3 })
})

test('a start deletes nothing, however old', async () => {
  const old = now - 20 * 86_400_000
  await history.write([frame(old, { a: 1 }), frame(now, { a: 2 })])
  await history.close()
  history = await openHistory({ db: database.db, direct: database.direct, log })
  expect((await history.read(`street/${device}/a`, old, now, 100)).map(({ value }) => value)).toEqual([1, 2])
  expect(history.newest(`street/${device}/a`)).toEqual({ at: now, value: 2, quality: 0, text: null })
})

test('a write while the database is away is refused, and the same write again is stored', async () => {
  let isAway = true
  const direct: Queryable = {
    query: async (statement) => {
      if (isAway) throw new Error('connection refused')
      return database.direct.query(statement)
    },
  }
  const shaky = await openHistory({ log: createLog('silent'), db: database.db, direct }).catch(() => undefined)
  expect(shaky).toBe(undefined)
  isAway = false
  const good = await openHistory({ log: createLog('silent'), db: database.db, direct })
  await good.write([frame(now, { a: 1 })])
  isAway = true
  await expect(good.write([frame(now + 1, { a: 2 })])).rejects.toThrow('connection refused')
  isAway = false
  await good.write([frame(now + 1, { a: 2 })])
  expect((await read('a')).map(({ value }) => value)).toEqual([1, 2])
  expect(good.stats().failures).toBe(1)
  await good.close()
})

async function query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.direct.query<Record<string, unknown>>({ text, values: [...values] })).rows
}
