import { connect as connectTcp } from 'node:net'
import { type Connection, createConnection } from 'mysql2/promise'
import type { SqlTemplate } from '../../../../../contract/scada/sqlTemplate.ts'
import { BridgeFailure } from '../bridgeKind.ts'
import { normalizePem } from '../config.ts'
import { toFailure, withTimeout } from '../networkErrors.ts'
import type { Parameter, SqlClient, SqlDialect } from './sqlClient.ts'

const timeoutMs = 15_000

/** MySQL and MariaDB. */
export const mysql: SqlDialect = {
  defaultPort: 3306,

  async connect({ username, secrets, certificate, usesTls }, database, { address, host, port }) {
    try {
      const connection = await createConnection({
        // The host name verifies the certificate; the connection uses the checked address.
        host,
        stream: () => connectTcp({ host: address, port }),
        database,
        user: username ?? '',
        password: secrets.password ?? '',
        connectTimeout: timeoutMs,
        timezone: 'Z',
        charset: 'utf8mb4',
        ...(usesTls || certificate !== null
          ? { ssl: { verifyIdentity: true, ...(certificate === null ? {} : { ca: normalizePem(certificate) }) } }
          : {}),
      })
      return new MysqlClient(connection, host)
    } catch (cause) {
      throw toSqlFailure(cause, host)
    }
  },

  insertStatement: (table) =>
    `insert ignore into ${table} (message_id, at, project, device, topic, payload)\nvalues (\${messageId}, \${time}, \${project}, \${device}, \${topic}, \${payload})`,
}

class MysqlClient implements SqlClient {
  readonly #connection: Connection
  readonly #host: string

  constructor(connection: Connection, host: string) {
    this.#connection = connection
    this.#host = host
  }

  insert(template: SqlTemplate, rows: readonly (readonly Parameter[])[]): Promise<void> {
    return this.#inTransaction('commit', template, rows)
  }

  rehearse(template: SqlTemplate, row: readonly Parameter[]): Promise<void> {
    return this.#inTransaction('rollback', template, [row])
  }

  async createTable(name: string): Promise<void> {
    await this.#run(() =>
      this.#connection.query(`create table if not exists ${name} (
      message_id varchar(64) primary key, at datetime(3) not null, project varchar(64), device varchar(128), topic varchar(255), payload longtext)
      character set utf8mb4`),
    )
  }

  onLost(listener: (failure: BridgeFailure) => void): void {
    this.#connection.on('error', (cause: Error) => listener(toSqlFailure(cause, this.#host)))
  }

  async close(): Promise<void> {
    await withTimeout(this.#connection.end(), 1_000, this.#host).catch(() => this.#connection.destroy())
  }

  async #inTransaction(
    end: 'commit' | 'rollback',
    { texts }: SqlTemplate,
    rows: readonly (readonly Parameter[])[],
  ): Promise<void> {
    const sql = texts.join('?')
    await this.#run(() => this.#connection.beginTransaction())
    try {
      for (const row of rows) await this.#run(() => this.#connection.execute(sql, [...row]))
    } catch (cause) {
      await this.#connection.rollback().catch(() => undefined)
      throw cause
    }
    await this.#run(() => (end === 'commit' ? this.#connection.commit() : this.#connection.rollback()))
  }

  async #run(work: () => Promise<unknown>): Promise<void> {
    try {
      await withTimeout(work(), timeoutMs, this.#host)
    } catch (cause) {
      throw toSqlFailure(cause, this.#host)
    }
  }
}

/** SQLSTATE classes of rejected values. Deadlocks (40) and unavailable servers (08) are tried again. */
const rejected = /^2[123]/
const unavailable = /^(?:08|40)/
/** MySQL errors of a value without a class of their own: missing default, wrong value for the column. */
const rejectedNumbers = new Set([1364, 1366, 3140])

function toSqlFailure(cause: unknown, host: string): BridgeFailure {
  if (cause instanceof BridgeFailure) return cause
  if (!(cause instanceof Error && 'sqlState' in cause && typeof cause.sqlState === 'string')) {
    const failure = toFailure(cause, host)
    return failure instanceof BridgeFailure ? failure : new BridgeFailure('connection', failure.words)
  }
  const number = 'errno' in cause ? Number(cause.errno) : 0
  const text = `${cause.sqlState} ${cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)}`
  return new BridgeFailure(
    rejected.test(cause.sqlState) || rejectedNumbers.has(number)
      ? 'message'
      : unavailable.test(cause.sqlState)
        ? 'connection'
        : 'configuration',
    { en: `${host}: ${text}`, zh: `${host}：${text}` },
  )
}
