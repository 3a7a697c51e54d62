import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { defineEntity } from '../../contract/entity/define.ts'
import { choice, flag, instant, number, text } from '../../contract/entity/field.ts'
import { entityTable } from '../../server/database/entityColumns.ts'
import { insertRows } from '../../server/database/entityRows.ts'
import { openDatabase } from '../../server/database/index.ts'
import { createLog } from '../../server/log.ts'
import { createEntityServices } from '../../server/services/entities/index.ts'
import { newId } from '../../server/services/entities/ids.ts'
import type { PageAsked } from '../../server/services/entities/index.ts'
import { createSecretBox } from '../../server/services/secrets.ts'

/*
 * How long lists of a million rows take on the embedded database (or the server of DATABASE_URL), from the service's call to the
 * rows it gives. ROWS and RUNS set other numbers; the last part imports 50,000 rows beside them.
 */
const rowCount = Number(process.env['ROWS'] ?? 1_000_000)
const runs = Number(process.env['RUNS'] ?? 40)
const importRows = Math.min(50_000, rowCount)
const words = (en: string) => ({ en, zh: en })
const device = defineEntity({
  name: 'benchDevice', path: 'bench-devices', area: 'lighting', scope: 'project', title: 'name', words: { one: words('Device'), many: words('Devices') }, imports: true,
  fields: {
    name: text(words('Name'), { required: true }), address: text(words('Address'), { required: true }), place: text(words('Place')),
    kind: choice(words('Kind'), { options: [1, 2, 3, 4].map((value) => ({ value, words: words(`kind ${value}`) })) }),
    isMain: flag(words('Main')), ratio: number(words('Ratio')), installedAt: instant(words('Installed')),
  },
  list: { columns: ['name', 'address', 'kind', 'ratio', 'installedAt'], search: ['name', 'address', 'place'], filters: ['kind', 'isMain'], sort: { by: 'name', order: 'asc' } },
  unique: [['address']],
  lifecycle: {
    field: 'state', words: words('State'), initial: 1, states: [1, 2, 3].map((value) => ({ value, words: words(`state ${value}`) })),
    moves: { start: { words: words('Start'), from: [1], to: 2 } },
  },
})

const dataDir = await mkdtemp(join(tmpdir(), 'mimic-lists-'))
const log = createLog('warn')
const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log })
const { db } = database
const secrets = createSecretBox(randomBytes(32))
const open = () => createEntityServices({ db, entities: [device], secrets, log, isTended: !database.embedded })
const print = (line: string): void => void process.stdout.write(`${line}\n`)

await (await open()).stop()
await fill()
const services = await open()
const service = services.stored(device.name)

const asked = (more: Partial<PageAsked>): PageAsked => ({ projects: undefined, project: 'street', page: 1, pageSize: 20, ...more })
const lastPage = Math.floor(rowCount / 20)
const cases: readonly (readonly [string, PageAsked])[] = [
  ['first page, by name', asked({})], ['first page, newest first', asked({ sort: '-createdAt' })], ['first page of all projects', asked({ project: undefined })],
  [`page ${Math.round(lastPage * 0.8)}, nearer the end`, asked({ page: Math.round(lastPage * 0.8) })], [`page ${Math.round(lastPage / 2)}, the middle`, asked({ page: Math.round(lastPage / 2) })],
  ['search all rows fit: pole', asked({ search: 'pole' })], ['search one row fits', asked({ search: `pole ${rowCount - 77}` })], ['search one in 977 fits: street 976', asked({ search: 'street 976' })],
  ['two Latin letters, none fits: zq', asked({ search: 'zq' })], ['two Latin letters, all fit: po', asked({ search: 'po' })],
  ['two Chinese letters, all fit', asked({ search: '路灯' })], ['two Chinese letters, one in 500', asked({ search: '南门' })], ['two Chinese letters, none fits', asked({ search: '隧洞' })],
  ['one digit', asked({ search: '7' })], ['filter, a quarter fits', asked({ filter: { kind: '2' } })], ['filter, none fits', asked({ filter: { state: '3' } })], ['filter and search', asked({ filter: { kind: '2' }, search: 'street 976' })],
  ['filter, page 200', asked({ filter: { kind: '2' }, page: 200 })],
]
for (const [name, query] of cases) await measure(name, query)
await measureImport()

await services.stop()
await database.close()
await rm(dataDir, { recursive: true, force: true })

async function fill(): Promise<void> {
  const from = performance.now()
  const table = entityTable(device, secrets.seal)
  const { rows } = await sql<{ indexname: string }>`select indexname from pg_indexes where tablename = ${table.name} and indexname not like '%pkey'`.execute(db)
  for (const { indexname } of rows) await sql`drop index ${sql.id(indexname)}`.execute(db)
  for (let at = 0; at < rowCount; at += 5_000) {
    const chunk = Array.from({ length: Math.min(5_000, rowCount - at) }, (_, index) => ({ id: newId(), project: 'street', values: valuesOf(at + index) }))
    await db.transaction().execute((tx) => insertRows(tx, table, chunk, { at: new Date(), by: 'bench' }))
  }
  print(`${rowCount} rows written in ${seconds(from)} s`)
  const indexed = performance.now()
  await (await open()).stop()
  await sql`vacuum analyze ${sql.id(table.name)}`.execute(db)
  const size = await sql<{ heap: string; all: string }>`select pg_relation_size(${table.name}::regclass) / 1000000 as heap, pg_total_relation_size(${table.name}::regclass) / 1000000 as all`.execute(db)
  print(`indexes made in ${seconds(indexed)} s; rows ${size.rows[0]?.heap} MB, with indexes ${size.rows[0]?.all} MB\n`)
}

function valuesOf(n: number) {
  return {
    name: `Pole ${n} 路灯`, address: `a-${(n * 7919) % 100_000_007}`, place: `street ${n % 977} ${n % 500 === 0 ? '南门' : '北区'}`, kind: (n % 4) + 1, isMain: n % 1000 === 0,
    ratio: n % 101, installedAt: 1_700_000_000_000 + n * 60_000, state: 1,
  }
}

async function measure(name: string, query: PageAsked): Promise<void> {
  const first = performance.now()
  const { rows, total, atLeast } = await service.list(query)
  const cold = performance.now() - first
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const from = performance.now()
    await service.list(query)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (part: number): string => (times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(1).padStart(8)
  print(`${name.padEnd(42)} p50 ${at(0.5)}  p99 ${at(0.99)}  first ${cold.toFixed(1).padStart(8)} ms   ${rows.length} of ${total}${atLeast ? '+' : ''}`)
}

async function measureImport(): Promise<void> {
  const author = { name: 'bench', role: 'server', address: '', request: '' }
  const { imports } = service
  if (!imports) throw new Error('the entity has imports')
  const sheet = Array.from({ length: importRows }, (_, n) => ({ name: `New ${n}`, address: `n-${n}`, place: `北区 ${n}`, kind: 'kind 2', ratio: String(n % 100), installedAt: '2026-11-21 10:00:00' }))
  const from = performance.now()
  const job = await imports.check(author, 'street', sheet)
  print(`\n${importRows} rows checked in ${seconds(from)} s, ${job.faultCount} wrong`)
  const started = performance.now()
  await imports.start(author, job.id)
  let longest = 0
  while (imports.read(author, job.id).state === 'running') {
    const asking = performance.now()
    await service.list(asked({}))
    longest = Math.max(longest, performance.now() - asking)
  }
  print(`written in ${seconds(started)} s (${imports.read(author, job.id).state}), the longest list meanwhile ${longest.toFixed(0)} ms`)
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}
