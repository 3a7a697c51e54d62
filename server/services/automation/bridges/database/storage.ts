import { parseSqlTemplate, type SqlTemplate } from '../../../../../contract/scada/sqlTemplate.ts'
import type { BridgeConnection, BridgeContext, BridgeFailure, BridgeKind } from '../bridgeKind.ts'
import type { BridgeConfig } from '../config.ts'
import type { QueuedMessage } from '../queue.ts'
import { getVariable } from '../variables.ts'
import { mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import type { Parameter, SqlClient, SqlDialect } from './sqlClient.ts'
import { toParameter } from './sqlClient.ts'

const batchSize = 200

/** Stores messages in a database. */
export const databaseStorage: BridgeKind = {
  async open(config, context) {
    return new DatabaseStorage(await connect(config, context), parseSqlTemplate(config.statement))
  },

  preview(config, message) {
    const { host, pathname } = new URL(config.url)
    const template = parseSqlTemplate(config.statement)
    const parameters = getParameters(template, message).map(
      (value, index) => `${template.names[index] ?? ''} = ${JSON.stringify(value)}`,
    )
    return { target: `${host}${pathname}`, content: [config.statement, ...parameters].join('\n'), problem: null }
  },

  /** Runs the statement with the sample message and undoes it. */
  async test(config, context, sample) {
    const client = await connect(config, context)
    try {
      const template = parseSqlTemplate(config.statement)
      await client.rehearse(template, getParameters(template, sample))
      return { message: { en: 'Connected; the statement is valid', zh: '已连接，语句有效' } }
    } finally {
      await client.close()
    }
  },
}

/** Creates a table for messages and returns the statement that fills it. */
export async function createMessageTable(config: BridgeConfig, context: BridgeContext, table: string): Promise<string> {
  const client = await connect(config, context)
  try {
    await client.createTable(table)
    return getDialect(config).insertStatement(table)
  } finally {
    await client.close()
  }
}

class DatabaseStorage implements BridgeConnection {
  readonly isConfirmed = true
  readonly batchSize = batchSize
  readonly #client: SqlClient
  readonly #template: SqlTemplate

  constructor(client: SqlClient, template: SqlTemplate) {
    this.#client = client
    this.#template = template
  }

  async send(messages: readonly QueuedMessage[]): Promise<number> {
    await this.#client.insert(
      this.#template,
      messages.map((message) => getParameters(this.#template, message)),
    )
    return messages.length
  }

  onLost(listener: (failure: BridgeFailure) => void): void {
    this.#client.onLost(listener)
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

const getParameters = ({ names }: SqlTemplate, message: QueuedMessage): readonly Parameter[] =>
  names.map((name) => toParameter(getVariable(message, name)))

const getDialect = ({ url }: BridgeConfig): SqlDialect => (/^postgres(?:ql)?:/.test(url) ? postgres : mysql)

async function connect(config: BridgeConfig, { guard }: BridgeContext): Promise<SqlClient> {
  const url = new URL(config.url)
  const dialect = getDialect(config)
  const target = await guard(url.hostname, url.port === '' ? dialect.defaultPort : Number(url.port))
  return dialect.connect(config, decodeURIComponent(url.pathname.slice(1)), target)
}
