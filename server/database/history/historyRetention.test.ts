import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '../../../tests/support/server/ownServices.ts'
import { createLog } from '../../log.ts'
import { openHistory } from './history.ts'
import { dayPartitions } from './historyPartitions.ts'
import { createRetention, dropUnlessUsed, type RetentionRule } from './historyRetention.ts'

const dayMs = 86_400_000
let own: OwnDatabase
let lines: string[] = []
let projects = 0
let project = ''
/** Noon of a day that no other test uses. */
let noon = Date.UTC(2026, 0, 1, 12)

beforeAll(async () => {
  own = await openOwnDatabase('retention', createLog('error'))
}, 120_000)
afterAll(() => own?.close())
beforeEach(async () => {
  lines = []
  noon += 1000 * dayMs
  project = `yard-${++projects}`
  await sql`truncate tag_history, tag restart identity`.execute(own.database.db)
  await own.database.db.insertInto('project').values({ id: project, name: project, created_at: new Date() }).execute()
})

const log = createLog('info', (line) => lines.push(line))
const rule = (pattern: string, rawDays: number, ofProject: string | null = null): RetentionRule => ({
  project: ofProject,
  pattern,
  rawDays,
  minuteDays: rawDays,
  hourDays: rawDays,
})
const history = (day: number) =>
  openHistory({
    db: own.database.db,
    direct: own.database.direct,
    log: createLog('silent'),
    now: () => noon + day * dayMs,
  })

/** Stores hourly values of two devices for some days, each in its own partition unless `hasPartition` is false. */
async function fill(days: readonly number[], hasPartition = true): Promise<void> {
  for (const day of days) {
    const open = await history(hasPartition ? day : 500)
    await open.write(
      ['pump', 'lamp'].flatMap((device) =>
        Array.from({ length: 12 }, (_, hour) => ({
          project,
          device,
          at: noon + day * dayMs - hour * 3_600_000,
          points: ['a', 'b'],
          values: [day, day],
          qualities: [0, 0],
          texts: null,
          acknowledged: true,
        })),
      ),
    )
    await open.close()
  }
}
const run = async (
  rules: readonly RetentionRule[],
  day: number,
  more: { readonly batchRows?: number; readonly roundMs?: number } = {},
) =>
  createRetention({
    db: own.database.db,
    log,
    rules: () => Promise.resolve(rules),
    aggregatedUntil: () => Promise.resolve(noon + day * dayMs),
    pauseMs: 0,
    ...more,
  }).run(noon + day * dayMs)
async function rows(): Promise<Readonly<Record<string, number>>> {
  const found = await sql<{
    name: string
    count: number
  }>`select t.device || ' ' || round(extract(epoch from h.at - ${new Date(noon)}) / 86400 + 0.2)::int as name, count(*)::int as count
    from tag_history h join tag t on t.id = h.tag group by 1 order by 1`.execute(own.database.db)
  return Object.fromEntries(found.rows.map(({ name, count }) => [name, count]))
}
const days = async () =>
  (await dayPartitions(own.database.db))
    .map(({ fromMs }) => Math.round((fromMs - noon) / dayMs + 0.5))
    .filter((day) => Math.abs(day) < 400)

it('deletes nothing that no rule names', async () => {
  await fill([0, 1])
  await run([], 5000)
  await run([rule('lamp/a', 10, 'elsewhere'), rule('other/#', 1)], 5000)
  expect(await rows()).toEqual({ 'lamp 0': 24, 'lamp 1': 24, 'pump 0': 24, 'pump 1': 24 })
  expect(lines).toEqual([])
})

it("drops a day only when every tag in it is past its retention, and deletes the others' rows in batches", async () => {
  await fill([0, 1])
  const rules = [rule('#', 30), rule('pump/#', 5, project), rule('+/b', 3)]
  // Pump: 5 days, because the rule of the project takes precedence over that of the point; `b` of the lamp: 3 days.
  expect((await run(rules, 4.2, { batchRows: 5 })).deleted).toEqual({
    [`tag_history_${new Date(noon).toISOString().slice(0, 10).replaceAll('-', '')}`]: 12,
  })
  expect(await rows()).toEqual({ 'lamp 0': 12, 'lamp 1': 24, 'pump 0': 24, 'pump 1': 24 })
  await run(rules, 10)
  expect(await rows()).toEqual({ 'lamp 0': 12, 'lamp 1': 12 })
  expect(await days()).toEqual([0, 1])
  expect((await run(rules, 30.6)).droppedDays).toHaveLength(1)
  expect(await days()).toEqual([1])
  expect(lines.join('\n')).toMatch(/dropped history days beyond the retention of all tags.*tag_history_\d{8}/)
})

it('deletes from the default partition by tag, and leaves the remainder to the next run', async () => {
  await fill([0], false)
  const rules = [rule('lamp/#', 2)]
  expect(await run(rules, 50, { roundMs: 0 })).toMatchObject({ deleted: {}, isDone: false })
  expect(await run(rules, 50)).toMatchObject({ deleted: { tag_history_rest: 24 }, isDone: true })
  expect(await rows()).toEqual({ 'pump 0': 24 })
})

it('keeps rows of removed tags unless a rule names all tags of all projects', async () => {
  await fill([0])
  const open = await history(0)
  await open.removeTags([`${project}/pump/a`, `${project}/pump/b`])
  await open.close()
  const count = async () =>
    Number((await sql<{ count: string }>`select count(*) from tag_history`.execute(own.database.db)).rows[0]?.count)
  await run([rule('#', 3, project)], 60)
  expect(await count()).toBe(24)
  await run([rule('#', 3)], 61)
  expect(await count()).toBe(0)
})

it('keeps a day that has received a late value of a tag that is not expired', async () => {
  await fill([0])
  const [day] = await dayPartitions(own.database.db)
  const { rows: tags } = await sql<{ id: number; path: string }>`select id, path from tag`.execute(own.database.db)
  const pump = new Set(tags.filter(({ path }) => path.includes('/pump/')).map(({ id }) => id))
  const isDropped = (ids: ReadonlySet<number>) => dropUnlessUsed(own.database.db, day?.name ?? '', ids)
  expect(await isDropped(pump)).toBe(false)
  const { rows: remaining } = await sql`select at from tag_history`.execute(own.database.db)
  expect(remaining.length).toBeGreaterThan(0)
  expect(await isDropped(new Set(tags.map(({ id }) => id)))).toBe(true)
  expect(await dayPartitions(own.database.db)).not.toContainEqual(day)
})
