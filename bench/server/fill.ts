import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { entities, getEntity } from '../../contract/entities.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import type { EntityTable } from '../../server/database/entities/entityColumns.ts'
import { entityTable } from '../../server/database/entities/entityColumns.ts'
import { insertRows } from '../../server/database/entities/entityRows.ts'
import { migrateEntityTables } from '../../server/database/entities/entityTables.ts'
import type { Db } from '../../server/database/index.ts'
import { newId } from '../../server/services/entities/ids.ts'

export const project = 'street'
export const cabinetTitle = (n: number): string => `Cabinet ${n}`
export const cabinets = 100
export const areaTitle = 'Area 1'
/**
 * Share of the rows in project `street`. The rest is in the two other demo projects, so that lists of all projects
 * merge three of them.
 */
const streetShare = 0.9
const accounts = 40
const atOnce = 5_000
const dayMs = 86_400_000
const places = ['北环大道', '南门路', '东方红大道', 'Harbour Road', '机场高速', '滨海路', 'Station Street']

/** Adds the rows of a large installation to the demo data, equivalent to imports, then builds indexes and vacuums. */
export async function fill(db: Db, rows: number, log: (line: string) => void): Promise<void> {
  const at = new Date()
  const plain = (name: string) => entityTable(getEntity(name), (secret) => secret)
  const write = (
    table: EntityTable,
    several: readonly { readonly id: string; readonly project: string; readonly values: EntityValues }[],
  ) => db.transaction().execute((tx) => insertRows(tx, table, several, { at, by: 'bench' }))

  const product = plain('product')
  const products = Array.from({ length: 20 }, (_, n) => ({
    id: newId(),
    project: '',
    values: {
      ...empty(product),
      name: `Luminaire ${n}`,
      code: `LUM-${n}`,
      category: 'lamp',
      nodeType: 'child',
      transport: 'mqtt',
      status: 'published',
    },
  }))
  await write(product, products)
  const cabinet = plain('cabinet')
  await write(
    cabinet,
    Array.from({ length: cabinets }, (_, n) => ({
      id: newId(),
      project,
      values: { ...empty(cabinet), name: cabinetTitle(n), address: `box-${n}`, communication: 1, usage: 2 },
    })),
  )
  const area = plain('area')
  await write(area, [{ id: newId(), project, values: { ...empty(area), name: areaTitle, number: 99 } }])

  const device = plain('device')
  const from = performance.now()
  const { rows: indexes } = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where tablename = ${device.name} and indexname not like '%pkey'`.execute(
    db,
  )
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  for (let done = 0; done < rows; done += atOnce) {
    await write(
      device,
      Array.from({ length: Math.min(atOnce, rows - done) }, (_, index) =>
        createDevice(done + index, rows, at.getTime()),
      ),
    )
    if (done % 100_000 === 0) log(`${done} devices`)
  }
  const fillS = seconds(from)
  const indexed = performance.now()
  await migrateEntityTables(
    db,
    entities.filter(({ custom }) => custom !== true).map(({ name }) => plain(name)),
  )
  await sql`vacuum analyze ${sql.id(device.name)}`.execute(db)
  log(`${rows} devices written in ${fillS} s, indexed and tidied in ${seconds(indexed)} s`)

  function createDevice(n: number, all: number, now: number) {
    const shuffled = (n * 7_919) % all
    const status = n % 20 === 0 ? 1 : n % 100 === 1 ? 2 : n % 10 === 3 ? 4 : 3
    return {
      id: newId(),
      project: n < all * streetShare ? project : n % 2 === 0 ? 'tunnel' : 'factory',
      values: {
        ...empty(device),
        name: `Lamp ${shuffled} ${n % 3 === 0 ? '路灯' : '单灯'}`,
        serial: `SN-${String(n).padStart(8, '0')}`,
        product: products[n % products.length]?.id ?? null,
        status,
        address: `${places[n % places.length] ?? ''} ${n % 977}${n % 500 === 0 ? ' 隧道口' : ''}`,
        longitude: 114 + (n % 1000) / 1000,
        latitude: 22 + (n % 777) / 1000,
        signal: -(n % 90) - 10,
        activatedAt: status === 1 ? null : now - (n % 900) * dayMs,
        lastOnlineAt: status === 1 ? null : now - (n % 86_400) * 1000,
      },
    }
  }
}

/**
 * Returns tokens of several accounts, because each account has a rate limit. Writes the sessions directly: hashing
 * forty passwords is not part of the measurement.
 */
export async function signIn(db: Db, at = new Date()): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < accounts; n++) {
    const token = randomBytes(32).toString('base64url')
    const [session, until] = [randomUUID(), new Date(at.getTime() + 4 * 3_600_000)]
    const name = `bench-${n}`
    await db
      .insertInto('account')
      .values({ id: name, name, role: 'super', password: 'none', must_change: false, created_at: at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const { id: account } = await db
      .selectFrom('account')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('session')
      .values({
        id: session,
        account,
        address: '127.0.0.1',
        signed_in_at: at,
        seen_at: at,
        expires_at: until,
        ended: null,
      })
      .execute()
    await db
      .insertInto('session_token')
      .values({ hash: createHash('sha256').update(token).digest('hex'), session, renewal: 0, expires_at: until })
      .execute()
    tokens.push(token)
  }
  return tokens
}

const empty = (table: EntityTable): EntityValues =>
  Object.fromEntries(table.columns.map(({ field }) => [field, table.entity.fields[field]?.default ?? null]))

export const seconds = (from: number): number => Math.round((performance.now() - from) / 100) / 10
