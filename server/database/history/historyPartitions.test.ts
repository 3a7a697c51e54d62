import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../log.ts'
import { type OwnDatabase, openOwnDatabase } from '../../../tests/support/server/ownServices.ts'
import { type History, openHistory } from './history.ts'

const dayMs = 86_400_000
let own: OwnDatabase
let lines: string[] = []
let project = ''
let projects = 0
/** Noon of a day that no other test uses. */
let noon = Date.UTC(2026, 0, 1, 12)

beforeAll(async () => {
  own = await openOwnDatabase('partitions', createLog('error'))
}, 120_000)
afterAll(() => own?.close())
beforeEach(async () => {
  lines = []
  noon += 100 * dayMs
  project = `yard-${++projects}`
  await own.database.db.insertInto('project').values({ id: project, name: project, created_at: new Date() }).execute()
})

/** Opens the history as a server would after this many days. */
const openAt = (days: number): Promise<History> =>
  openHistory({
    db: own.database.db,
    direct: own.database.direct,
    log: createLog('warn', (line) => lines.push(line)),
    now: () => noon + days * dayMs,
  })
const store = (history: History, ...days: readonly number[]): Promise<void> =>
  history.write(
    days.map((day) => ({
      project,
      device: 'pump',
      at: noon + day * dayMs,
      points: ['a', 'b'],
      values: [day, NaN],
      qualities: [0, 0],
      texts: [undefined, `day ${day}`],
      acknowledged: true,
    })),
  )
const read = async (history: History, point: string) =>
  (await history.read(`${project}/pump/${point}`, noon - 50 * dayMs, noon + 50 * dayMs, 100)).map(
    ({ value, text }) => value ?? text,
  )

/** Days (relative to `noon`) of the rows in each partition; `rest` is the default partition. */
async function stored(): Promise<Readonly<Record<string, readonly number[]>>> {
  const { rows } = await sql<{ name: string; days: number[] | null }>`select c.relname as name,
      (select array_agg(distinct round(extract(epoch from h.at - ${new Date(noon)}) / 86400)::int) from tag_history h where h.tableoid = c.oid) as days
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'tag_history'::regclass order by name`.execute(
    own.database.db,
  )
  return Object.fromEntries(rows.map(({ name, days }) => [dayOf(name), days ?? []]))
}
const dayOf = (name: string): string => {
  const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? []
  return year === undefined
    ? 'rest'
    : `day ${Math.floor((Date.UTC(Number(year), Number(month) - 1, Number(day) + 1) - noon) / dayMs)}`
}

it('keeps its days after a clock was set days forward, though rows of today and tomorrow lie in the rest', async () => {
  const before = await openAt(0)
  await store(before, -3, 0, 1, 3, 4, 5)
  expect(await stored()).toMatchObject({ 'day 0': [0], 'day 1': [1], rest: [-3, 3, 4, 5] })
  await before.close()
  const after = await openAt(3)
  expect(await stored()).toMatchObject({ 'day 0': [0], 'day 1': [1], 'day 3': [3], 'day 4': [4], rest: [-3, 5] })
  await store(after, 3, 4)
  expect([await read(after, 'a'), await read(after, 'b')]).toEqual([
    [-3, 0, 1, 3, 4, 5],
    [-3, 0, 1, 3, 4, 5].map((day) => `day ${day}`),
  ])
  await after.close()
  expect(lines).toEqual([])
})

it('creates the partition of tomorrow if that of today fails, deletes nothing, and logs the error', async () => {
  const before = await openAt(0)
  await store(before, -9, 0)
  await before.close()
  await sql`create table ${sql.id(`tag_history_${new Date(noon + 8 * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`)} (id int)`.execute(
    own.database.db,
  )
  await (await openAt(8)).close()
  expect(await stored()).toMatchObject({ 'day 0': [0], 'day 1': [], 'day 9': [], rest: expect.arrayContaining([-9]) })
  expect(lines).toEqual([expect.stringContaining('could not update the history partitions')])
})
