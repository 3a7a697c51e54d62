import { Client } from 'pg'
import type { SqlTemplate } from '../../../../../contract/scada/sqlTemplate.ts'
import { BridgeFailure } from '../bridgeKind.ts'
import { normalizePem } from '../config.ts'
import { toFailure } from '../networkErrors.ts'
import type { Parameter, SqlClient, SqlDialect } from './sqlClient.ts'

const timeoutMs = 15_000

/** PostgreSQL, with the driver that the server also uses for its own database. */
export const postgres: SqlDialect = {
  defaultPort: 5432,

  async connect({ username, secrets, certificate, usesTls }, database, { address, host, port }) {
    const client = new Client({
      host: address,
      port,
      database,
      user: username ?? undefined,
      password: secrets.password ?? '',
      application_name: 'mimic bridge',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      statement_timeout: timeoutMs,
      ssl:
        usesTls || certificate !== null
          ? { servername: host, ...(certificate === null ? {} : { ca: normalizePem(certificate) }) }
          : false,
    })
    const listeners: ((failure: BridgeFailure) => void)[] = []
    client.on('error', (cause) => {
      const failure = toSqlFailure(cause, host)
      for (const listener of listeners) listener(failure)
    })
    try {
      await client.connect()
    } catch (cause) {
      client.end().catch(() => undefined)
      throw toSqlFailure(cause, host)
    }
    return new PostgresClient(client, host, listeners)
  },

  insertStatement: (table) =>
    `insert into ${table} (message_id, at, project, device, topic, payload)\nvalues (\${messageId}, \${time}, \${project}, \${device}, \${topic}, \${payload})\non conflict (message_id) do nothing`,
}

class PostgresClient implements SqlClient {
  readonly #client: Client
  readonly #host: string
  readonly #listeners: ((failure: BridgeFailure) => void)[]

  constructor(client: Client, host: string, listeners: ((failure: BridgeFailure) => void)[]) {
    this.#client = client
    this.#host = host
    this.#listeners = listeners
  }

  insert(template: SqlTemplate, rows: readonly (readonly Parameter[])[]): Promise<void> {
    return this.#inTransaction('commit', template, rows)
  }

  rehearse(template: SqlTemplate, row: readonly Parameter[]): Promise<void> {
    return this.#inTransaction('rollback', template, [row])
  }

  async createTable(name: string): Promise<void> {
    await this.#run(`create table if not exists ${name} (
      message_id text primary key, at timestamptz not null, project text, device text, topic text, payload text)`)
  }

  onLost(listener: (failure: BridgeFailure) => void): void {
    this.#listeners.push(listener)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #inTransaction(
    end: 'commit' | 'rollback',
    template: SqlTemplate,
    rows: readonly (readonly Parameter[])[],
  ): Promise<void> {
    const text = toStatement(template)
    await this.#run('begin')
    try {
      // The client sends them one after the other.
      for (const row of rows) await this.#run(text, row)
    } catch (cause) {
      await this.#client.query('rollback').catch(() => undefined)
      throw cause
    }
    await this.#run(end)
  }

  async #run(text: string, values?: readonly Parameter[]): Promise<void> {
    try {
      await this.#client.query(values ? { text, values: [...values] } : { text })
    } catch (cause) {
      throw toSqlFailure(cause, this.#host)
    }
  }
}

const toStatement = ({ texts }: SqlTemplate): string =>
  texts.map((text, index) => (index === 0 ? text : `$${index}${text}`)).join('')

/** SQLSTATE classes of values that the database rejects: data exceptions and violated constraints. */
const rejected = /^2[23]/
/** SQLSTATE classes of a database that is unreachable, overloaded or shutting down. */
const unavailable = /^(?:08|53|57|58|40)/

function toSqlFailure(cause: unknown, host: string): BridgeFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!/^[0-9A-Z]{5}$/.test(code) || !(cause instanceof Error && 'severity' in cause)) {
    const failure = toFailure(cause, host)
    return failure instanceof BridgeFailure ? failure : new BridgeFailure('connection', failure.words)
  }
  const text = `${code} ${cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)}`
  return new BridgeFailure(rejected.test(code) ? 'message' : unavailable.test(code) ? 'connection' : 'configuration', {
    en: `${host}: ${text}`,
    zh: `${host}：${text}`,
  })
}
