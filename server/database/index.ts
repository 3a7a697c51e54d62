import type { Dialect } from 'kysely'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { PoolClient, PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { Client, Pool } from 'pg'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import { inspectDatabase } from './damage/database.ts'
import type { Embedded } from './engines/embedded.ts'
import { startEmbedded } from './engines/embedded.ts'
import { fencedName, isHolder } from './lease.ts'
import { migrations } from './migrations.ts'
import type { PipelineStatements } from './plannerHints.ts'
import { pipelineStatements } from './plannerHints.ts'
import { prepareFrequent } from './engines/preparedStatements.ts'
import { retryTransactions } from './retryTransaction.ts'
import type { Queryable } from './engines/singleConnectionPool.ts'
import { createSingleConnectionPool } from './engines/singleConnectionPool.ts'
import { singleConnectionDialect } from './engines/singleConnectionDialect.ts'
import type { Tables } from './tables/tables.ts'

export type { Tables } from './tables/tables.ts'

/** Typed query interface of the database; also used for transactions. */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** Runs single statements without the query builder, for bulk writes of the history. */
  readonly direct: Queryable
  readonly embedded: boolean
  /** Display name of the engine. */
  readonly engine: 'PostgreSQL' | 'PGlite' | 'server'
  /** Whether the database has autovacuum. */
  readonly hasAutovacuum: boolean
  /** Number of starts of the embedded database process; 0 for a database server. */
  readonly starts: () => number
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly dataDir: string
  /** PostgreSQL server, version 15 or later. Default: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /**
   * Fence of the lease that this server holds on the database of `databaseUrl`. Without it, several servers may use the
   * database.
   */
  readonly fence?: number | undefined
  /** Called when a connection is rejected because another server holds the lease. */
  readonly onFenced?: (() => void) | undefined
  /** The embedded database, if it is already starting. */
  readonly embedded?: Promise<Embedded> | undefined
  readonly log: Log
  /**
   * Called for each query with its duration in milliseconds, including the wait for a connection, and whether it
   * failed.
   */
  readonly onQuery?: ((ms: number, isFailed: boolean) => void) | undefined
  /** Called with the error of each failed query. */
  readonly onFailure?: ((cause: unknown) => void) | undefined
}

/** `application_name` of a running server's connections. */
export const serverName = 'mimic server'

const minVersion = 150_000
const serverConnections = 10
const connectMs = 10_000
const reachMs = 30_000
const retryMs = 50

/**
 * Opens the database and runs the migrations. Embedded databases and database servers share one code path, because both
 * speak the PostgreSQL protocol. Throws if the server cannot be reached within 30 s or is older than version 15.
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  embedded,
  log,
  onQuery,
  onFailure,
  fence,
  onFenced,
}: DatabaseOptions): Promise<Database> {
  const embeddedDatabase = databaseUrl === undefined ? await (embedded ?? startEmbedded(dataDir, log)) : undefined
  const { dialect, direct, pipeline, waitUntilReady, closeEngine } =
    embeddedDatabase === undefined
      ? serverAccess(databaseUrl ?? '', log, fence, onFenced)
      : embeddedDatabase.engine === 'pglite'
        ? singleConnectionAccess(embeddedDatabase, log, onQuery)
        : poolAccess(embeddedDatabase, log)
  const db = new Kysely<Tables>({
    dialect,
    log: (event) => {
      onQuery?.(event.queryDurationMillis, event.level === 'error')
      if (event.level === 'error') onFailure?.(event.error)
    },
  })
  if (pipeline) pipelineStatements(db, pipeline)
  retryTransactions(db, log)
  const close = async (): Promise<void> => {
    await db.destroy()
    await closeEngine?.()
  }
  try {
    await waitUntilReady?.()
    if (embeddedDatabase)
      await inspectDatabase(dataDir, embeddedDatabase.engine, (text) => direct.query<{ path: string | null }>({ text }))
    await migrate(db)
  } catch (cause) {
    await close()
    throw cause
  }
  const engine =
    embeddedDatabase === undefined ? 'server' : embeddedDatabase.engine === 'pglite' ? 'PGlite' : 'PostgreSQL'
  return {
    db,
    direct,
    embedded: embeddedDatabase !== undefined,
    engine,
    hasAutovacuum: embeddedDatabase?.engine !== 'pglite',
    starts: () => embeddedDatabase?.starts ?? 0,
    close,
  }
}

/** Access to one kind of database. */
interface Access {
  readonly dialect: Dialect
  readonly direct: Queryable
  /** Sends several statements as a pipeline, if supported. */
  readonly pipeline?: PipelineStatements
  /** Waits until the database can be used. */
  readonly waitUntilReady?: () => Promise<void>
  readonly closeEngine?: () => Promise<void>
}

/**
 * PGlite: a single connection, because the engine has one session, and two clients would share prepared statements and
 * transactions. It reconnects after a crash. Queries wait in the meantime; none is repeated.
 */
function singleConnectionAccess(embedded: Embedded, log: Log, onQuery: DatabaseOptions['onQuery']): Access {
  const shared = createSingleConnectionPool(async () => {
    const client = new Client({ ...(await embedded.address()), user: 'postgres', database: 'postgres', pipeline: true })
    client.on('error', ({ message }) => log.warn('database connection lost', { cause: message }))
    try {
      await client.connect()
      await client.query('deallocate all') // removes statements of a lost connection
    } catch (cause) {
      client.end().catch(() => undefined)
      throw cause
    }
    prepareFrequent(client)
    return client
  })
  return {
    dialect: singleConnectionDialect(shared),
    direct: shared,
    closeEngine: () => embedded.close(),
    pipeline: async (before, { sql: text, parameters }, after) => {
      const from = performance.now()
      let isFailed = true
      try {
        const answer = await shared.pipeline(before, { text, values: [...parameters] }, after)
        isFailed = false
        return answer
      } finally {
        onQuery?.(performance.now() - from, isFailed)
      }
    },
  }
}

function serverAccess(
  connectionString: string,
  log: Log,
  fence: number | undefined,
  onFenced: (() => void) | undefined,
): Access {
  const pool = makePool({ connectionString, ...(fence === undefined ? {} : createFenceOptions(fence, onFenced)) }, log)
  return {
    dialect: new PostgresDialect({ pool }),
    direct: { query: (statement) => queryOnce(pool, statement) },
    waitUntilReady: () => checkServer(pool),
  }
}

/**
 * Embedded PostgreSQL: a connection pool. Connection requests wait during a restart after a crash; no query is
 * repeated.
 */
function poolAccess(embedded: Embedded, log: Log): Access {
  const pool = makePool({ user: 'postgres', database: 'postgres' }, log)
  const connect = async (): Promise<PoolClient> => {
    const untilMs = monotonicNow() + reachMs
    for (;;) {
      Object.assign(pool.options, await embedded.address())
      try {
        return await pool.connect()
      } catch (cause) {
        // The process has ended, but its restart has not been noticed yet.
        if (monotonicNow() > untilMs || !isUnreachable(cause)) throw cause
        await new Promise((done) => setTimeout(done, retryMs))
      }
    }
  }
  return {
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
    direct: { query: (statement) => queryOnce({ connect }, statement) },
    closeEngine: async () => {
      if (!pool.ended) await pool.end()
      await embedded.close()
    },
  }
}

/**
 * Pool options that restrict access to the holder of a lease: each new connection is verified, and a server that takes
 * over closes them.
 */
function createFenceOptions(fence: number, onFenced: (() => void) | undefined): PoolConfig {
  return {
    application_name: `${fencedName}${fence}`,
    verify: (client, done) => {
      isHolder(client, fence).then((isCurrentHolder) => {
        if (isCurrentHolder) return done()
        onFenced?.()
        done(new Error('another server took over this database'))
      }, done)
    },
  }
}

function makePool(config: PoolConfig, log: Log): Pool {
  const pool = new Pool({
    application_name: serverName,
    ...config,
    max: serverConnections,
    connectionTimeoutMillis: connectMs,
  })
  // A broken connection is logged and does not end the server; its query rejects.
  pool.on('error', ({ message }) => log.warn('database connection lost', { cause: message }))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    prepareFrequent(client)
  })
  return pool
}

/** Runs one statement on a pool connection. The connection is kept if the database itself reported the error. */
async function queryOnce<Row extends QueryResultRow>(
  pool: { connect(): Promise<PoolClient> },
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await client.query<Row>(statement)
  } catch (cause) {
    isBroken = !(cause instanceof Error && 'severity' in cause)
    throw cause
  } finally {
    client.release(isBroken)
  }
}

async function checkServer(pool: Pool): Promise<void> {
  const client = await waitForServer(pool)
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < minVersion)
      throw new Error(
        `PostgreSQL 15 or later is required; the server of DATABASE_URL has version ${Math.trunc(version / 10_000)}`,
      )
  } finally {
    client.release()
  }
}

/** Waits up to 30 s for a database server that starts at the same time. */
async function waitForServer(pool: Pool): Promise<PoolClient> {
  const untilMs = monotonicNow() + reachMs
  for (;;) {
    try {
      return await pool.connect()
    } catch (cause) {
      if (monotonicNow() > untilMs || !isUnreachable(cause))
        throw new Error('the server of DATABASE_URL cannot be used', { cause })
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

const isUnreachable = (cause: unknown): boolean =>
  cause instanceof Error &&
  'code' in cause &&
  ['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', '57P03'].includes(String(cause.code))

async function migrate(db: Db): Promise<void> {
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    // Migrations are named by date when they are written, and may arrive after newer ones.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(failed ? `migration ${failed.migrationName} failed` : 'the schema could not be migrated', {
    cause: error,
  })
}
