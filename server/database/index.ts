import { Kysely, Migrator, PostgresDialect } from 'kysely'
import { Pool as PgPool, type PoolClient } from 'pg'
import type { Log } from '../log.ts'
import type { Embedded } from './embedded.ts'
import { startEmbedded } from './embedded.ts'
import { migrations } from './migrations.ts'
import { nameRepeated } from './prepared.ts'
import type { Tables } from './tables.ts'

export type { Tables } from './tables.ts'

/** The typed face of the database; a transaction is one too. */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** The connections themselves, for the bulk writes of history. */
  readonly pool: Pool
  readonly embedded: boolean
  close(): Promise<void>
}

export interface Pool {
  connect(): Promise<PoolClient>
  end(): Promise<void>
}

export interface DatabaseOptions {
  readonly dataDir: string
  /** A PostgreSQL server of version 15 or later; without it the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** The embedded database where it is on its way already. */
  readonly embedded?: Promise<Embedded> | undefined
  readonly log: Log
  /** Told of each query: how long it took, and whether it failed. */
  readonly onQuery?: ((ms: number, isFailed: boolean) => void) | undefined
}

/** What a running server calls itself at a database server. */
export const serverName = 'mimic server'

const oldestVersion = 150_000
const serverConnections = 10
const connectMs = 10_000
const reachMs = 30_000

/**
 * Opens the database and brings its schema up to date. One code path for both kinds: the embedded one also speaks
 * PostgreSQL's protocol, behind a socket of its own process.
 */
export async function openDatabase({ dataDir, databaseUrl, embedded: opening, log, onQuery }: DatabaseOptions): Promise<Database> {
  const embedded = databaseUrl === undefined ? await (opening ?? startEmbedded(dataDir, log)) : undefined
  const pool = embedded ? embeddedPool(embedded, log) : serverPool(databaseUrl, log)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }), ...(onQuery ? { log: ({ level, queryDurationMillis }) => onQuery(queryDurationMillis, level === 'error') } : {}),
  })
  const close = async (): Promise<void> => {
    await db.destroy()
    await embedded?.close()
  }
  try {
    if (!embedded) await checkServer(pool)
    await migrate(db)
  } catch (cause) {
    await close()
    throw cause
  }
  return { db, pool, embedded: embedded !== undefined, close }
}

/**
 * One connection, because the database behind the socket has one session: two would share its prepared statements and
 * transactions. It is opened anew after a crash: whoever asks for it in between waits, no query is repeated.
 */
function embeddedPool(embedded: Embedded, log: Log): Pool {
  let current: { readonly at: unknown; readonly pool: PgPool } | undefined
  const connect = async (): Promise<PoolClient> => {
    const at = await embedded.address()
    if (current?.at !== at) {
      void current?.pool.end().catch(() => undefined) // its process is gone
      const pool = watched(new PgPool({ ...at, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 }), log)
      pool.on('connect', (client) => void client.query('deallocate all').catch(() => undefined)) // what a lost connection left
      current = { at, pool }
    }
    return current.pool.connect()
  }
  return { connect, end: async () => current?.pool.end() }
}

function serverPool(connectionString: string | undefined, log: Log): Pool {
  return watched(new PgPool({ connectionString, application_name: serverName, max: serverConnections, connectionTimeoutMillis: connectMs }), log)
}

/** A connection that breaks, in the pool or lent out, is an event and not an error to die of: its query rejects by itself. */
function watched(pool: PgPool, log: Log): PgPool {
  pool.on('error', ({ message }) => log.warn('a database connection broke', { cause: message }))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    nameRepeated(client)
  })
  return pool
}

async function checkServer(pool: Pool): Promise<void> {
  const client = await reach(pool)
  try {
    const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    const version = rows[0]?.version ?? 0
    if (version < oldestVersion) throw new Error(`PostgreSQL 15 or later is needed; the server of DATABASE_URL is ${Math.trunc(version / 10_000)}`)
  } finally {
    client.release()
  }
}

/** A database server started together with this one may need a while. */
async function reach(pool: Pool): Promise<PoolClient> {
  const until = Date.now() + reachMs
  for (;;) {
    try {
      return await pool.connect()
    } catch (cause) {
      if (Date.now() > until || !isUnreachable(cause)) throw new Error('the server of DATABASE_URL cannot be used', { cause })
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

const isUnreachable = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', '57P03'].includes(String(cause.code))

async function migrate(db: Db): Promise<void> {
  const { error, results } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } }).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(failed ? `the schema change ${failed.migrationName} failed` : 'the schema could not be brought up to date', { cause: error })
}
