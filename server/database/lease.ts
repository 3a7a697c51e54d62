import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'

/** The right to be the one server of a database. */
export interface Lease {
  /** Counts the holders so far: connections of an earlier one are closed and take no more statements. */
  readonly fence: number
  /** Gives it back, so that a standby takes over at once. */
  close(): Promise<void>
}

export interface LeaseParts {
  readonly databaseUrl: string
  readonly log: Log
  /** Called once where another server holds the lease; awaited before this one starts as a server. */
  readonly onStandby: (holder: string) => Promise<void>
  /** Called when another server has taken the lease: this one has to end at once. */
  readonly onLost: () => void
}

/** What the connections of a server with a lease are called at the database server; the fence follows. */
export const fencedName = 'mimic server '

/** By the clock of the database. */
const leaseSeconds = 10
/** A holder whose connection is gone for this long has ended; it may have lost the connection alone and be back sooner. */
const silentSeconds = 2
const renewMs = 1000
const standbyMs = 500
const announceMs = silentSeconds * 1000 + 2 * standbyMs
/** After the database was away, the holder is given this long to be back first. */
const returnMs = 4000
const statementMs = 3000
const reachMs = 30_000
const ownConnection = 'mimic lease'

/**
 * Waits until this server is the only one of its database. The lease is a row that is judged by the database's clock and counted on at each
 * take-over. Who takes over closes all connections of earlier holders, and `isFenced` refuses new ones: a server that was frozen or cut off
 * writes nothing more, whenever it wakes.
 */
export async function takeLease({ databaseUrl, log, onStandby, onLost }: LeaseParts): Promise<Lease> {
  const holder = { id: randomUUID(), name: `${hostname()} (process ${process.pid})` }
  let connection: Client | undefined
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    connection ??= await connect(databaseUrl, (broken) => { if (connection === broken) connection = undefined })
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
      log.warn('the standby does not reach the database', { cause })
      await pause(returnMs)
      continue
    }
    if (fence !== undefined) break
    waitingSince ??= monotonicNow()
    // A holder that was killed a moment ago is none: its successor does not wait as a standby.
    if (!isStandby && monotonicNow() - waitingSince > announceMs) {
      isStandby = true
      const [row] = await query<{ name: string }>('select name from server_lease').catch(() => [])
      log.warn('another server uses this database: this one waits as a standby', { holder: row?.name })
      await onStandby(row?.name ?? '')
    }
    await pause(standbyMs)
  }
  const own = fence
  await closeEarlier(query, own)
  if (isStandby) log.warn('the standby takes over', { fence: own })

  let isEnded = false
  let isRenewing = false
  let renewedAt = monotonicNow()
  let isOverdue = false
  const renew = async (): Promise<void> => {
    if (isRenewing || isEnded) return
    isRenewing = true
    const askedAt = monotonicNow()
    try {
      const [row] = await query(renewStatement, [own, holder.id])
      if (row === undefined && !isEnded) {
        isEnded = true
        log.error('another server has taken over this database: this one ends', { fence: own })
        onLost()
        return
      }
      renewedAt = askedAt
      isOverdue = false
    } catch (cause) {
      if (!isOverdue && monotonicNow() - renewedAt > leaseSeconds * 1000) {
        isOverdue = true
        log.warn('the lease of the database cannot be renewed: a standby may take over', { cause })
      }
    } finally {
      isRenewing = false
    }
  }
  const timer = setInterval(() => void renew(), renewMs)
  timer.unref()
  return {
    fence: own,
    async close() {
      isEnded = true
      clearInterval(timer)
      await query('update server_lease set until = clock_timestamp() where fence = $1 and holder = $2', [own, holder.id]).catch(() => undefined)
      await connection?.end().catch(() => undefined)
    },
  }
}

/** A database server that is started together with this one may need a while, and two servers may make the table at once. */
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

/** Whether the server of this fence still holds the lease. Asked on each new connection before it is used. */
export async function isHolder(client: Pick<Client, 'query'>, fence: number): Promise<boolean> {
  const { rows } = await client.query('select from server_lease where fence = $1', [fence])
  return rows.length > 0
}

const tableStatement = `create table if not exists server_lease (
  id int primary key default 1 check (id = 1), fence int not null, holder text not null, name text not null, until timestamptz not null, pid int not null, since timestamptz not null)`

/** The holder is dead where its time is over, or where its connection is gone and it has not been back. */
const takeStatement = `
  insert into server_lease as lease (fence, holder, name, until, pid, since)
  values (1, $1, $2, clock_timestamp() + interval '${leaseSeconds} seconds', pg_backend_pid(), clock_timestamp())
  on conflict (id) do update set fence = lease.fence + 1, holder = excluded.holder, name = excluded.name, until = excluded.until, pid = excluded.pid, since = excluded.since
  where lease.until < clock_timestamp() or (
    lease.until < clock_timestamp() + interval '${leaseSeconds - silentSeconds} seconds'
    and not exists (select from pg_stat_activity where pid = lease.pid and application_name = '${ownConnection}'))
  returning fence`

const renewStatement = `update server_lease set until = clock_timestamp() + interval '${leaseSeconds} seconds', pid = pg_backend_pid() where fence = $1 and holder = $2 returning fence`

/** Closes what earlier holders have open, and waits until the database has ended each: their transactions are over then. */
async function closeEarlier(query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>, fence: number): Promise<void> {
  for (;;) {
    const open = await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1) and application_name <> $2`, [fencedName, `${fencedName}${fence}`])
    if (open.length === 0) return
    await pause(50)
  }
}

async function connect(connectionString: string, onBroken: (client: Client) => void): Promise<Client> {
  const client = new Client({ connectionString, application_name: ownConnection, connectionTimeoutMillis: statementMs, query_timeout: statementMs, keepAlive: true })
  const broken = (): void => {
    onBroken(client)
    client.end().catch(() => undefined)
  }
  client.on('error', broken)
  client.on('end', () => onBroken(client))
  await client.connect()
  return client
}
