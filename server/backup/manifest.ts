import * as z from 'zod'

const column = z.object({ name: z.string(), type: z.string(), isRequired: z.boolean() })

const table = z.object({
  name: z.string(), columns: z.array(column), key: z.array(z.string()), rows: z.number().int().min(0),
  /** Partitions by name, with what each holds as the database says it. */
  partitions: z.array(z.object({ name: z.string(), bound: z.string() })),
})

const entry = z.object({ path: z.string(), bytes: z.number().int().min(0), sha256: z.string().length(64) })

/** What a backup says of itself; the last file in it. */
export const manifest = z.object({
  format: z.literal(1),
  product: z.literal('mimic'),
  takenAt: z.string(),
  /** Names of the schema changes it was taken after. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.number(), missing: z.number() }),
  /** Whether the installation's secret is in it, sealed under a passphrase. */
  hasSecret: z.boolean(),
  /** The head of the audit trail: what `verify-audit --expect` takes. */
  auditHead: z.string().nullable(),
  entries: z.array(entry),
})
export type Manifest = z.output<typeof manifest>
export type BackedUpTable = z.output<typeof table>

export const manifestPath = 'manifest.json'
export const secretPath = 'secret.json'
export const filesPath = 'files/'

/** Rows of these are left behind: nobody is signed in after a restore, and no import is under way. */
export const truncatedTables: ReadonlySet<string> = new Set(['session', 'session_token', 'share_session', 'sign_in_ticket', 'entity_import'])
/** Written by the schema changes themselves, and which server holds the database. */
export const excludedTables: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'server_lease'])

export const isRowsPath = (path: string): boolean => path.startsWith('tables/')

export const historyTable = 'tag_history'

/** For names that come from the catalogue or a manifest. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
