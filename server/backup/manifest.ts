import * as z from 'zod'

const column = z.object({ name: z.string(), type: z.string(), isRequired: z.boolean() })

const table = z.object({
  name: z.string(),
  columns: z.array(column),
  key: z.array(z.string()),
  rows: z.number().int().min(0),
  /** Partitions by name, with the bounds as PostgreSQL prints them. */
  partitions: z.array(z.object({ name: z.string(), bound: z.string() })),
})

const entry = z.object({ path: z.string(), bytes: z.number().int().min(0), sha256: z.string().length(64) })

/** Manifest of a backup; the last file of the archive. */
export const manifest = z.object({
  format: z.literal(1),
  product: z.literal('mimic'),
  takenAt: z.string(),
  /** Names of the migrations that had run when the backup was taken. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.number(), missing: z.number() }),
  /** Whether the backup contains the installation's secret, encrypted with a passphrase. */
  hasSecret: z.boolean(),
  /** Head of the audit log, as `verify-audit --expect` accepts it. */
  auditHead: z.string().nullable(),
  entries: z.array(entry),
})
export type Manifest = z.output<typeof manifest>
export type BackedUpTable = z.output<typeof table>

export const manifestPath = 'manifest.json'
export const secretPath = 'secret.json'
export const filesPath = 'files/'

/** Tables backed up without rows: after a restore no session exists and no import is running. */
export const truncatedTables: ReadonlySet<string> = new Set([
  'session',
  'session_token',
  'share_session',
  'sign_in_ticket',
  'entity_import',
])
/** Tables left out: migrations write their own, and the lease belongs to a running server. */
export const excludedTables: ReadonlySet<string> = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'server_lease',
])

export const isRowsPath = (path: string): boolean => path.startsWith('tables/')

export const historyTable = 'tag_history'

/** Quotes a name that is read from the catalogue or a manifest. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
