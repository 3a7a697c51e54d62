import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineEntity } from '../../../contract/entity/define.ts'
import { instant, number, text } from '../../../contract/entity/field.ts'
import { createLog } from '../../log.ts'
import { entityTable, sqlName } from './entityColumns.ts'
import { listRows } from './entityLists.ts'
import { deleteRows, insertRows, updateRows } from './entityRows.ts'
import { migrateEntityTables } from './entityTables.ts'
import type { Database } from '../index.ts'
import { openDatabase } from '../index.ts'
import { removeDirectory } from '../../../tests/support/directories.ts'

const words = { en: 'X', zh: '某' }
const table = entityTable(
  defineEntity({
    name: 'longThing',
    path: 'long-things',
    area: 'scada',
    scope: 'project',
    title: 'name',
    words: { one: words, many: words },
    fields: { name: text(words), level: number(words), seenAt: instant(words) },
    list: { columns: ['name', 'level', 'seenAt'], search: ['name'], sort: { by: 'name', order: 'asc' } },
  }),
  (secret) => secret,
)
const mark = { at: new Date(), by: 'test' }
const count = 36_000

let database: Database
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
  const { db } = database
  await migrateEntityTables(db, [table])
  // Names not in id order, levels shared by many rows, and every fourth time empty.
  await sql`insert into ${sqlName(table.name)} (id, project, revision, created_at, created_by, updated_at, updated_by, _search, _grams, name, level, seen_at)
    select 'r' || lpad(n::text, 6, '0'), (array['a', 'b', 'c'])[1 + n % 3], 1, now() + n * interval '1 ms', '', now(), '', '', '{}', 'n' || md5(n::text), n % 7, case when n % 4 = 0 then null else now() - n * interval '1 s' end
    from generate_series(1, ${count}::int) as n`.execute(db)
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})

const pageAt = async (
  column: string,
  descending: boolean,
  offset: number,
  projects?: readonly string[],
): Promise<string[]> =>
  (
    await listRows(database.db, table, { projects, conditions: [], sort: { column, descending }, limit: 20, offset })
  ).rows.map(({ id }) => String(id))

const sortedAt = async (
  column: string,
  descending: boolean,
  offset: number,
  projects: readonly string[] = ['a', 'b', 'c'],
): Promise<string[]> => {
  const order = descending
    ? sql`${sqlName(column)} desc nulls last, id desc`
    : sql`${sqlName(column)} asc nulls first, id asc`
  return (
    await sql<{
      id: string
    }>`select id from ${sqlName(table.name)} where project = any(${projects}::text[]) order by ${order} offset ${offset} limit 20`.execute(
      database.db,
    )
  ).rows.map(({ id }) => id)
}

it.each(['name', 'level', 'seen_at', 'created_at'])(
  'a far page by %s has the rows that sorting all of them gives, both ways, of all projects and of two',
  async (column) => {
    for (const descending of [false, true]) {
      for (const offset of [15_000, 10_010, 15_020, 21_990, 25_960])
        expect([column, descending, offset, await pageAt(column, descending, offset)]).toEqual([
          column,
          descending,
          offset,
          await sortedAt(column, descending, offset),
        ])
      expect(await pageAt(column, descending, 11_111, ['a', 'c'])).toEqual(
        await sortedAt(column, descending, 11_111, ['a', 'c']),
      )
    }
  },
)

it('a far page is right again at once after rows came, moved and went', async () => {
  const { db } = database
  const check = async (): Promise<void> =>
    expect(await pageAt('name', false, 18_000)).toEqual(await sortedAt('name', false, 18_000))
  await check()
  await insertRows(
    db,
    table,
    Array.from({ length: 30 }, (_, n) => ({
      id: `new${n}`,
      project: 'a',
      values: { name: `n0${n}`, level: 1, seenAt: null },
    })),
    mark,
  )
  await check()
  await updateRows(
    db,
    table,
    ['name'],
    Array.from({ length: 30 }, (_, n) => ({ id: `new${n}`, after: { name: `z${n}` } })),
    mark,
  )
  await check()
  await deleteRows(
    db,
    table,
    Array.from({ length: 10 }, (_, n) => `new${n}`),
  )
  await check()
})

it('far pages that are asked for at once are right too', async () => {
  const offsets = [24_000, 12_500, 18_321, 12_500, 21_000]
  await updateRows(database.db, table, ['name'], [{ id: 'r000001', after: { name: 'n0' } }], mark) // discards the cached marks
  const pages = await Promise.all(offsets.map((offset) => pageAt('name', false, offset)))
  expect(pages).toEqual(await Promise.all(offsets.map((offset) => sortedAt('name', false, offset))))
})

it('rows to choose from are found whether the start of the order has enough of them or only looks as if', async () => {
  const { db } = database
  const rowsNamed = (word: string, from: string, many: number) =>
    Array.from({ length: many }, (_, n) => ({
      id: `${word}-${from}-${n}`,
      project: 'a',
      values: { name: `${from} ${word} ${String(n).padStart(3, '0')}`, level: 1, seenAt: null },
    }))
  await insertRows(
    db,
    table,
    [...rowsNamed('valve', 'aa', 60), ...rowsNamed('pump', 'aa', 40), ...rowsNamed('pump', 'zz', 100)],
    mark,
  )
  const toChoose = async (search: string) =>
    (
      await listRows(db, table, {
        projects: undefined,
        search,
        conditions: [],
        sort: { column: 'name', descending: false },
        limit: 50,
        offset: 0,
        isCounted: false,
      })
    ).rows.map(({ name }) => name)
  expect(await toChoose('valve')).toEqual(rowsNamed('valve', 'aa', 50).map(({ values }) => values.name))
  expect(await toChoose('pump')).toEqual(
    [...rowsNamed('pump', 'aa', 40), ...rowsNamed('pump', 'zz', 10)].map(({ values }) => values.name),
  )
})
