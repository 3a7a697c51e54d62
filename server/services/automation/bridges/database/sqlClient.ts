import type { SqlTemplate } from '../../../../../contract/scada/sqlTemplate.ts'
import type { Target } from '../../../../http/outbound/index.ts'
import type { BridgeConfig } from '../config.ts'
import type { BridgeFailure } from '../bridgeKind.ts'

/** Value of a parameter. Other values are sent as JSON text. */
export type Parameter = string | number | boolean | Date | null

/** A connection to a database of one kind. Errors are thrown as `BridgeFailure`. */
export interface SqlClient {
  /** Runs a statement for each list of parameters, all in one transaction. */
  insert(template: SqlTemplate, rows: readonly (readonly Parameter[])[]): Promise<void>
  /** Runs a statement and undoes it. */
  rehearse(template: SqlTemplate, row: readonly Parameter[]): Promise<void>
  /** Creates the table of the helper if it does not exist. `name` is an SQL name, possibly with a schema. */
  createTable(name: string): Promise<void>
  onLost(listener: (failure: BridgeFailure) => void): void
  close(): Promise<void>
}

export interface SqlDialect {
  readonly defaultPort: number
  /** Connects to a checked address. */
  connect(config: BridgeConfig, database: string, target: Target): Promise<SqlClient>
  /** Statement that stores a message in the table of the helper. A repeated message is stored once. */
  insertStatement(table: string): string
}

/** Converts a value to a parameter. */
export function toParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean' || value instanceof Date) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return JSON.stringify(value) ?? null
}
