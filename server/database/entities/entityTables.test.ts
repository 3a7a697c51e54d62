import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../../contract/entity/define.ts'
import { defineEntity } from '../../../contract/entity/define.ts'
import { choice, flag, number, text } from '../../../contract/entity/field.ts'
import { createLog } from '../../log.ts'
import { entityTable, decodeValues } from './entityColumns.ts'
import { countRows, listRows } from './entityLists.ts'
import { deleteRows, insertRows, readRows } from './entityRows.ts'
import { migrateEntityTables } from './entityTables.ts'
import type { Database } from '../index.ts'
import { openDatabase } from '../index.ts'
import { removeDirectory } from '../../../tests/support/directories.ts'

const words = { en: 'X', zh: '某' }
const mark = { at: new Date(), by: 'test' }
const seal = (secret: string): string => secret.split('').toReversed().join('')
const base = {
  name: 'growingThing',
  path: 'growing-things',
  area: 'scada',
  scope: 'project',
  title: 'name',
  words: { one: words, many: words },
} as const
const young: Entity = defineEntity({
  ...base,
  fields: { name: text(words) },
  list: { columns: ['name'], search: ['name'], sort: { by: 'name', order: 'asc' } },
})
const grown: Entity = defineEntity({
  ...base,
  fields: {
    name: text(words),
    place: text(words, { default: 'somewhere' }),
    isOld: flag(words),
    level: number(words),
    kind: choice<string | number>(words, {
      options: [
        { value: 1, words },
        { value: 'one', words },
      ],
    }),
  },
  list: {
    columns: ['name', 'level'],
    search: ['place', 'name'],
    filters: ['kind'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['place']],
})

let database: Database
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})

it('creates a table, keeps its rows when the declaration grows, and finds them by the new search fields', async () => {
  const { db } = database
  const first = entityTable(young, seal)
  await migrateEntityTables(db, [first])
  await insertRows(
    db,
    first,
    [
      { id: 'a', project: 'p', values: { name: 'Old 灯' } },
      { id: 'b', project: 'q', values: { name: 'Other' } },
    ],
    mark,
  )

  const second = entityTable(grown, seal)
  await migrateEntityTables(db, [second])
  await migrateEntityTables(db, [second])
  const [row = {}] = await readRows(db, second, ['a'])
  expect(decodeValues(second, row)).toEqual({
    name: 'Old 灯',
    place: 'somewhere',
    isOld: false,
    level: null,
    kind: null,
  })
  const listing = {
    projects: undefined,
    conditions: [],
    sort: { column: 'name', descending: false },
    limit: 10,
    offset: 0,
  }
  expect((await listRows(db, second, { ...listing, search: 'D 灯' })).rows.map(({ id }) => id)).toEqual(['a'])

  await insertRows(
    db,
    second,
    [
      { id: 'c', project: 'p', values: { name: 'C', kind: 1 } },
      { id: 'd', project: 'p', values: { name: 'D', kind: 'one', place: 'here', level: 0.1 } },
    ],
    mark,
  )
  const rows = await readRows(db, second, ['c', 'd'])
  expect(new Set(rows.map((one) => decodeValues(second, one)['kind']))).toEqual(new Set([1, 'one']))
  await expect(insertRows(db, second, [{ id: 'e', project: 'p', values: { place: 'here' } }], mark)).rejects.toThrow(
    /unique/,
  )
  await insertRows(db, second, [{ id: 'e', project: 'q', values: { place: 'here' } }], mark)
  expect(await countRows(db, second)).toEqual(
    new Map([
      ['p', 3],
      ['q', 2],
    ]),
  )
  await deleteRows(db, second, ['a', 'b'])
  expect(await countRows(db, second)).toEqual(
    new Map([
      ['p', 2],
      ['q', 1],
    ]),
  )
})

it('reads every page of every order once and whole, from either end, over projects, with and without conditions', async () => {
  const { db } = database
  const table = entityTable(grown, seal)
  await sql`delete from scada_growing_thing`.execute(db)
  const rows = Array.from({ length: 5_003 }, (_, n) => ({
    id: `r${String(n).padStart(5, '0')}`,
    project: n % 3 === 0 ? 'p' : 'q',
    values: { name: n % 7 === 0 ? null : `Thing ${n % 100} 路`, level: n % 50, kind: n % 2 === 0 ? 1 : 'one' },
  }))
  await insertRows(db, table, rows, mark)
  const inOrder = (some: typeof rows) =>
    some.toSorted((a, b) => compare(a.values.name, b.values.name) || compare(a.id, b.id)).map(({ id }) => id)
  const cases: readonly (readonly [string | undefined, readonly string[] | undefined, typeof rows])[] = [
    [undefined, undefined, rows],
    [undefined, ['q'], rows.filter(({ project }) => project === 'q')],
    ['THING 77', undefined, rows.filter(({ values }) => values.name?.startsWith('Thing 77 '))],
    ['路', ['p'], rows.filter(({ project, values }) => project === 'p' && values.name !== null)],
    ['zz', undefined, []],
  ]
  for (const [search, projects, expected] of cases) {
    for (const descending of [false, true]) {
      const ids: unknown[] = []
      const ordered = descending ? inOrder(expected).toReversed() : inOrder(expected)
      for (let offset = 0; offset === 0 || offset < expected.length; offset += 1_000) {
        const listed = await listRows(db, table, {
          projects,
          search,
          conditions: [],
          sort: { column: 'name', descending },
          limit: 1_000,
          offset,
        })
        expect([search, projects, listed.total]).toEqual([search, projects, expected.length])
        ids.push(...listed.rows.map(({ id }) => id))
      }
      expect(ids).toEqual(ordered)
    }
  }
  const [row] = (
    await listRows(db, table, {
      projects: [],
      conditions: [],
      sort: { column: 'name', descending: false },
      limit: 10,
      offset: 0,
    })
  ).rows
  expect(row).toBeUndefined()
}, 60_000)

/** Compares by code units; empty values first. */
function compare(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}
