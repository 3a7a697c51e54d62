import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { Pool } from 'pg'
import type { Address } from '../database/engines/embedded.ts'
import { hasEmbedded, socketDirectory, socketName, startEmbedded } from '../database/engines/embedded.ts'
import { serverName } from '../database/index.ts'
import { fencedName } from '../database/lease.ts'
import { verifyAudit } from '../database/audit/verifyAudit.ts'
import { renameDurably } from '../durable.ts'
import { createLog } from '../log.ts'
import { getOperatorLanguage, localizeMessage } from '../operatorLanguage.ts'
import { engineKind } from '../options.ts'
import { changeKey } from './changeKey.ts'
import { convert } from './convert.ts'
import type { Manifest } from './manifest.ts'
import { resetSecondStep } from './resetSecondStep.ts'
import { restore } from './restore.ts'
import { createBackup } from './createBackup.ts'

/*
 * The commands `npm run backup`, `restore`, `verify-audit`, `change-key`, `convert-database` and `reset-second-step`.
 * They use DATABASE_URL or the embedded database of MIMIC_DATA: that of a running server through its socket, otherwise
 * by starting it.
 */
const log = createLog('warn')
const dataDir = resolve(process.env.MIMIC_DATA || 'data')
const databaseUrl = process.env.DATABASE_URL || undefined
const passphrase = process.env.MIMIC_BACKUP_PASSPHRASE || undefined

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      force: { type: 'boolean', default: false },
      expect: { type: 'string' },
    },
  })
  switch (positionals[0]) {
    case 'backup':
      await backUp(values.to)
      break
    case 'restore':
      await restoreBackup(values.from, values.force)
      break
    case 'verify-audit':
      await verify(values.expect)
      break
    case 'change-key':
      await change()
      break
    case 'convert-database':
      await convertDatabase()
      break
    case 'reset-second-step':
      await reset(positionals[1])
      break
    default:
      throw new Error(
        'usage: backup --to <file>, restore --from <file>, verify-audit, change-key, convert-database, or reset-second-step <account>',
      )
  }
} catch (cause) {
  process.stderr.write(`${formatError(cause)}\n`)
  process.exitCode = 1
}

async function backUp(to: string | undefined): Promise<void> {
  if (to === undefined) throw new Error('usage: npm run backup -- --to <file>.tar.gz')
  const file = resolve(to)
  if (existsSync(file)) throw new Error(`${file} already exists`)
  const database = await openDatabase()
  const draft = `${file}.part`
  const parts: { manifest?: Manifest } = {}
  try {
    const client = await database.pool.connect()
    try {
      await pipeline(
        async function* () {
          parts.manifest = yield* createBackup({ client, dataDir, passphrase })
        },
        createGzip({ level: 5 }),
        createWriteStream(draft, { mode: 0o600, flush: true }),
      )
    } finally {
      client.release()
    }
    await renameDurably(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  } finally {
    await database.close()
  }
  const { manifest } = parts
  const rows = manifest?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0
  print(
    `${file}: ${rows} rows of ${manifest?.tables.length ?? 0} tables, ${manifest?.files.count ?? 0} files, audit log up to ${manifest?.auditHead ?? 'nothing'}.`,
  )
  print(
    passphrase === undefined
      ? `The backup does not contain the secret of the installation: store ${join(dataDir, 'secret')} separately, or set MIMIC_BACKUP_PASSPHRASE. The backup contains password hashes: keep it private.`
      : 'The backup contains the secret of the installation, encrypted with the passphrase, and password hashes: keep it private.',
  )
}

async function restoreBackup(from: string | undefined, isForced: boolean): Promise<void> {
  if (from === undefined) throw new Error('usage: npm run restore -- --from <file>.tar.gz')
  if (databaseUrl === undefined && (await isServerRunning()))
    throw new Error(`a server is running on ${dataDir}; stop it first`)
  const { manifest, audit, hasSecret, aside } = await restore({
    file: resolve(from),
    dataDir,
    passphrase,
    isForced,
    open: async (directory) =>
      databaseUrl === undefined
        ? { ...(await openEmbedded(directory)), isServer: false }
        : { ...openServer(databaseUrl), isServer: true },
  })
  print(
    `Restored the backup of ${manifest.takenAt} into ${dataDir}: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.count} files; all references are valid.`,
  )
  print(
    audit.faults.length === 0
      ? `The audit log is intact: ${audit.rows} rows, up to ${audit.head}.`
      : `The audit log is NOT intact: ${audit.faults.length} faults. Run npm run verify-audit for details.`,
  )
  if (!hasSecret)
    print(
      `The backup contains no secret: copy the old one to ${join(dataDir, 'secret')} before you start the server. Without it, start once with MIMIC_NEW_SECRET=1 and enter the stored secrets again.`,
    )
  if (aside !== undefined) print(`The previous data was moved to ${aside}.`)
  print(
    'All sessions have ended. API tokens, displays, share links and recovery codes are as they were at the time of the backup: revoke again those revoked since.',
  )
}

async function verify(expected: string | undefined): Promise<void> {
  const database = await openDatabase()
  try {
    const client = await database.pool.connect()
    const { rows, head, faults } = await verifyAudit(client, expected).finally(() => client.release())
    for (const { kind, position, row } of faults)
      print(`${kind}: ${position === null ? '' : `position ${position}`}${row === null ? '' : ` row ${row}`}`)
    print(
      faults.length === 0
        ? `The audit log is intact: ${rows} rows, up to ${head}`
        : `The audit log was tampered with: ${faults.length} faults in ${rows} rows`,
    )
    if (faults.length > 0) process.exitCode = 2
  } finally {
    await database.close()
  }
}

async function change(): Promise<void> {
  const running = `a server is running on ${databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'}; stop it first`
  if (databaseUrl === undefined && (await isServerRunning())) throw new Error(running)
  const database = await openDatabase()
  try {
    if (databaseUrl !== undefined) {
      const {
        rows: [row],
      } = await database.pool.query<{ count: string }>(
        'select count(*) from pg_stat_activity where datname = current_database() and (application_name = $1 or starts_with(application_name, $2))',
        [serverName, fencedName],
      )
      if (Number(row?.count) > 0) throw new Error(running)
    }
    const { secrets } = await changeKey(database.pool, dataDir)
    print(
      `The key for secrets was changed; ${secrets} ${secrets === 1 ? 'secret is' : 'secrets are'} encrypted with it. The old key is no longer valid.`,
    )
    print(
      `Earlier backups need the old secret: those without a passphrase need the old ${join(dataDir, 'secret')}. Create a new backup.`,
    )
    print('The gateway credential is unchanged; set MIMIC_GATEWAY_TOKEN to change it.')
  } finally {
    await database.close()
  }
}

async function convertDatabase(): Promise<void> {
  if (databaseUrl !== undefined) throw new Error('DATABASE_URL is set; only an embedded database can be converted')
  if (await isServerRunning()) throw new Error(`a server is running on ${dataDir}; stop it first`)
  const converted = await convert({ dataDir, open: (directory, engine) => openEmbedded(directory, engine) })
  if (converted === undefined) {
    print(`The embedded database in ${dataDir} is already PostgreSQL.`)
    return
  }
  print(
    `The embedded database is now PostgreSQL: ${converted.rows} rows of ${converted.tables} tables, the same in both; the audit log is intact.`,
  )
  print(
    `The PGlite data is kept in ${converted.aside}; delete it after the server has run. All users must sign in again.`,
  )
}

async function reset(account: string | undefined): Promise<void> {
  if (account === undefined) throw new Error('usage: npm run reset-second-step <account>')
  const database = await openDatabase()
  try {
    await resetSecondStep(database.pool, account)
    print(
      `Two-step sign-in of account ${account} was reset: its password alone is enough until it is set up again. Its sessions have ended.`,
    )
  } finally {
    await database.close()
  }
}

interface OpenDatabase {
  readonly pool: Pool
  close(): Promise<void>
}

/** Opens the database of this installation: that of a running server, otherwise by starting it. */
async function openDatabase(): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openServer(databaseUrl)
  if (!hasEmbedded(dataDir)) throw new Error(`no database in ${dataDir}; set MIMIC_DATA to another directory`)
  return (await isServerRunning())
    ? openAt({ host: await socketDirectory(dataDir), port: 5432 })
    : openEmbedded(dataDir)
}

async function isServerRunning(): Promise<boolean> {
  const directory = await socketDirectory(dataDir)
  if (directory === '' || !existsSync(join(directory, socketName))) return false
  const pool = openAt({ host: directory, port: 5432 })
  const isReachable = await pool.pool.query('select 1').then(
    () => true,
    () => false,
  )
  await pool.close()
  return isReachable
}

function openAt(address: Address, more: Partial<OpenDatabase> = {}): OpenDatabase {
  const pool = new Pool({ ...address, user: 'postgres', database: 'postgres', max: 1 })
  pool.on('error', () => undefined) // the failing query rejects
  return {
    pool,
    close: async () => {
      await pool.end()
      await more.close?.()
    },
  }
}

function openServer(connectionString: string): OpenDatabase {
  const pool = new Pool({ connectionString, max: 2 })
  pool.on('error', () => undefined)
  return { pool, close: () => pool.end() }
}

async function openEmbedded(
  directory: string,
  engine = engineKind(process.env.MIMIC_EMBEDDED_DATABASE),
): Promise<OpenDatabase> {
  const embedded = await startEmbedded(directory, log, { engine })
  return openAt(await embedded.address(), { close: () => embedded.close() })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function formatError(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const message = localizeMessage(cause.message, getOperatorLanguage(process.env))
  return cause.cause === undefined ? message : `${message}: ${formatError(cause.cause)}`
}
