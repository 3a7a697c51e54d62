import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { Client } from 'pg'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'

/** Exclusive right of one server to use a database. */
export interface Lease {
  /** Number of the holder, increased at each takeover. Connections of earlier holders are closed and rejected. */
  readonly fence: number
  /** Releases the lease, so that a standby takes over at once. */
  close(): Promise<void>
}

export interface LeaseParts {
  readonly databaseUrl: string
  readonly log: Log
  /**
   * Called once if another server holds the lease. The returned promise is awaited before this server waits any
   * further.
   */
  readonly onStandby: (holder: string) => Promise<void>
  /** Called when another server has taken the lease; this server must end immediately. */
  readonly onLost: () => void
}

/** Prefix of the `application_name` of a lease holder's connections; followed by the fence. */
export const fencedName = 'mimic server '

/** Measured by the database clock. */
const leaseSeconds = 10
/**
 * A holder without a connection for this time counts as ended. It may only have lost its connection and reconnect
 * earlier.
 */
const silentSeconds = 2
const renewMs = 1000
const standbyMs = 500
const announceMs = silentSeconds * 1000 + 2 * standbyMs
/** Time for the holder to reconnect first after the database was unreachable. */
const returnMs = 4000
const statementMs = 3000
const reachMs = 30_000
const leaseConnectionName = 'mimic lease'

/**
 * Waits until this server is the only one of its database and returns the lease. The lease is a row whose validity is
 * judged by the database clock. A takeover increases the fence, closes all connections of earlier holders, and
 * `isHolder` rejects new ones. A frozen or disconnected server therefore cannot write any more after it recovers.
 */
export async function acquireLease({ databaseUrl, log, onStandby, onLost }: LeaseParts): Promise<Lease> {
  const holder = { id: randomUUID(), name: `${hostname()} (process ${process.pid})` }
  let connection: Client | undefined
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    connection ??= await connect(databaseUrl, (broken) => {
      if (connection === broken) connection = undefined
    })
    const used = connection
    try {
      return (await used.query<Row>(text, [...values])).rows
    } catch (cause) {
      if (!(cause instanceof Error && 'severity' in cause)) used.end().catch(() => undefined)
      if (connection === used) connection = undefined
      throw cause
    }
  }

  await reach(() => query(tableStatement))
  let fence: number | undefined
  let waitingSince: number | undefined
  let isStandby = false
  for (;;) {
    try {
      fence = (await query<{ fence: number }>(takeStatement, [holder.id, holder.name]))[0]?.fence
    } catch (cause) {
      if (waitingSince === undefined) throw cause
      log.warn('standby: database unreachable', { cause })
      await pause(returnMs)
      continue
    }
    if (fence !== undefined) break
    waitingSince ??= monotonicNow()
    // Do not report standby if the previous holder was killed a moment ago.
    if (!isStandby && monotonicNow() - waitingSince > announceMs) {
      isStandby = true
      const [row] = await query<{ name: string }>('select name from server_lease').catch(() => [])
      log.warn('another server uses this database; waiting as standby', { holder: row?.name })
      await onStandby(row?.name ?? '')
    }
    await pause(standbyMs)
  }
  const heldFence = fence
  await closeEarlier(query, heldFence)
  if (isStandby) log.warn('standby takes over', { fence: heldFence })

  let isEnded = false
  let isRenewing = false
  let renewedAt = monotonicNow()
  let isOverdue = false
  const renew = async (): Promise<void> => {
    if (isRenewing || isEnded) return
    isRenewing = true
    const requestedAt = monotonicNow()
    try {
      const [row] = await query(renewStatement, [heldFence, holder.id])
      if (row === undefined && !isEnded) {
        isEnded = true
        log.error('another server took over this database; exiting', { fence: heldFence })
        onLost()
        return
      }
      renewedAt = requestedAt
      isOverdue = false
    } catch (cause) {
      if (!isOverdue && monotonicNow() - renewedAt > leaseSeconds * 1000) {
        isOverdue = true
        log.warn('could not renew the database lease; a standby may take over', { cause })
      }
    } finally {
      isRenewing = false
    }
  }
  const timer = setInterval(() => void renew(), renewMs)
  timer.unref()
  return {
    fence: heldFence,
    async close() {
      isEnded = true
      clearInterval(timer)
      await query('update server_lease set until = clock_timestamp() where fence = $1 and holder = $2', [
        heldFence,
        holder.id,
      ]).catch(() => undefined)
      await connection?.end().catch(() => undefined)
    },
  }
}

/**
 * Retries for up to 30 s: the database server may still be starting, or two servers may create the table at the same
 * time.
 */
async function reach(attempt: () => Promise<unknown>): Promise<void> {
  const untilMs = monotonicNow() + reachMs
  for (;;) {
    try {
      await attempt()
      return
    } catch (cause) {
      if (monotonicNow() > untilMs) throw new Error('the server of DATABASE_URL cannot be used', { cause })
      await pause(standbyMs)
    }
  }
}

/** Returns the name of the running server that holds the lease of a database; undefined if there is none. */
export async function findHolder(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows: tables } = await sql`select from pg_tables where tablename = 'server_lease'`.execute(db)
  if (tables.length === 0) return undefined
  const { rows } = await sql<{ name: string }>`select name from server_lease as lease
    where until > clock_timestamp()
      and exists (select from pg_stat_activity where pid = lease.pid and application_name = ${leaseConnectionName})`.execute(
    db,
  )
  return rows[0]?.name
}

/** Returns whether the server with this fence still holds the lease. Checked on each new connection before use. */
export async function isHolder(client: Pick<Client, 'query'>, fence: number): Promise<boolean> {
  const { rows } = await client.query('select from server_lease where fence = $1', [fence])
  return rows.length > 0
}

const tableStatement = `create table if not exists server_lease (
  id int primary key default 1 check (id = 1), fence int not null, holder text not null, name text not null, until timestamptz not null, pid int not null, since timestamptz not null)`

/** The previous holder has ended if its lease has expired, or if its connection is gone and it has not reconnected. */
const takeStatement = `
  insert into server_lease as lease (fence, holder, name, until, pid, since)
  values (1, $1, $2, clock_timestamp() + interval '${leaseSeconds} seconds', pg_backend_pid(), clock_timestamp())
  on conflict (id) do update set fence = lease.fence + 1, holder = excluded.holder, name = excluded.name, until = excluded.until, pid = excluded.pid, since = excluded.since
  where lease.until < clock_timestamp() or (
    lease.until < clock_timestamp() + interval '${leaseSeconds - silentSeconds} seconds'
    and not exists (select from pg_stat_activity where pid = lease.pid and application_name = '${leaseConnectionName}'))
  returning fence`

const renewStatement = `update server_lease set until = clock_timestamp() + interval '${leaseSeconds} seconds', pid = pg_backend_pid() where fence = $1 and holder = $2 returning fence`

/** Closes all connections of earlier holders and waits until their transactions have ended. */
async function closeEarlier(
  query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>,
  fence: number,
): Promise<void> {
  for (;;) {
    const open = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1) and application_name <> $2`,
      [fencedName, `${fencedName}${fence}`],
    )
    if (open.length === 0) return
    await pause(50)
  }
}

async function connect(connectionString: string, onBroken: (client: Client) => void): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: leaseConnectionName,
    connectionTimeoutMillis: statementMs,
    query_timeout: statementMs,
    keepAlive: true,
  })
  const broken = (): void => {
    onBroken(client)
    client.end().catch(() => undefined)
  }
  client.on('error', broken)
  client.on('end', () => onBroken(client))
  await client.connect()
  return client
}
