import { join } from 'node:path'
import type { EngineKind } from '../engines/engine.ts'
import { explainFailure } from './advice.ts'
import { Damage, inspectPages } from './inspect.ts'

const folders: Readonly<Record<EngineKind, string>> = { postgresql: 'postgres', pglite: 'database' }
/** SQLSTATE codes for damaged data, a damaged index, a missing file and an I/O error. */
const damageCodes = new Set(['XX001', 'XX002', '58P01', '58030'])
const pathsText = `select pg_relation_filepath(oid) as path from pg_class where relkind in ('r', 'i', 'm', 't', 'S') and relpersistence = 'p'`

export type ReadPaths = (text: string) => Promise<{ readonly rows: readonly { readonly path: string | null }[] }>

/**
 * Inspects the pages of an embedded database after its start. Throws an error with the restore command if a page is
 * damaged.
 */
export async function inspectDatabase(dataDir: string, engine: EngineKind, query: ReadPaths): Promise<void> {
  try {
    const { rows } = await query(pathsText)
    await inspectPages(
      join(dataDir, folders[engine]),
      rows.flatMap(({ path }) => (path === null ? [] : [path])),
    )
  } catch (cause) {
    throw isDamage(cause) ? explainFailure(cause, dataDir) : cause
  }
}

const isDamage = (cause: unknown): boolean =>
  cause instanceof Damage || (cause instanceof Error && 'code' in cause && damageCodes.has(String(cause.code)))
