import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { ExclusiveConnection, SingleConnectionPool } from './singleConnectionPool.ts'

/** Kysely dialect that uses a single shared connection. */
export function singleConnectionDialect(shared: SingleConnectionPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SharedDriver(shared),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class SharedDriver implements Driver {
  readonly #shared: SingleConnectionPool

  constructor(shared: SingleConnectionPool) {
    this.#shared = shared
  }

  async init(): Promise<void> {
    /* the first query opens the connection */
  }

  acquireConnection(): Promise<SharedConnection> {
    return Promise.resolve(new SharedConnection(this.#shared))
  }

  async beginTransaction(
    connection: SharedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    if (isolationLevel !== undefined || accessMode !== undefined)
      throw new Error('a transaction here has no settings: the one connection has nobody beside it')
    await connection.begin()
  }

  async commitTransaction(connection: SharedConnection): Promise<void> {
    await connection.run('commit')
  }

  async rollbackTransaction(connection: SharedConnection): Promise<void> {
    await connection.run('rollback')
  }

  releaseConnection(connection: SharedConnection): Promise<void> {
    connection.release()
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return this.#shared.end()
  }
}

/** Uses the connection in shared mode, and exclusively during a transaction. */
class SharedConnection implements DatabaseConnection {
  readonly #shared: SingleConnectionPool
  #exclusive: ExclusiveConnection | undefined

  constructor(shared: SingleConnectionPool) {
    this.#shared = shared
  }

  async begin(): Promise<void> {
    this.#exclusive = await this.#shared.begin()
  }

  release(): void {
    this.#exclusive?.release()
    this.#exclusive = undefined
  }

  async run(text: string): Promise<void> {
    await (this.#exclusive ?? this.#shared).query({ text })
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await (this.#exclusive ?? this.#shared).query<Row & object>({ text: sql, values: [...parameters] })
    if (Array.isArray(result)) return { rows: [] } // several statements in one text
    return {
      rows: result.rows,
      ...(changing.has(result.command) ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read in pages here')
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
