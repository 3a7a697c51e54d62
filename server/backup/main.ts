import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { Pool } from 'pg'
import type { Address } from '../database/embedded.ts'
import { hasEmbedded, socketDirectory, socketName, startEmbedded } from '../database/embedded.ts'
import { serverName } from '../database/index.ts'
import { fencedName } from '../database/lease.ts'
import { verifyAudit } from '../database/verifyAudit.ts'
import { renameDurably } from '../durable.ts'
import { createLog } from '../log.ts'
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
    allowPositionals: true, options: { to: { type: 'string' }, from: { type: 'string' }, force: { type: 'boolean', default: false }, expect: { type: 'string' } },
  })
  switch (positionals[0]) {
    case 'backup':
      await backUp(values.to)
      break
    case 'restore':
      await bringBack(values.from, values.force)
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
    default: throw new Error('say backup --to <file>, restore --from <file>, verify-audit, change-key, convert-database, or reset-second-step <account>')
  }
} catch (cause) {
  process.stderr.write(`${sentenceOf(cause)}\n`)
  process.exitCode = 1
}

async function backUp(to: string | undefined): Promise<void> {
  if (to === undefined) throw new Error('say where to: npm run backup -- --to <file>.tar.gz')
  const file = resolve(to)
  if (existsSync(file)) throw new Error(`${file} is there already`)
  const database = await openPresent()
  const draft = `${file}.part`
  const parts: { manifest?: Manifest } = {}
  try {
    const client = await database.pool.connect()
    try {
      await pipeline(async function* () { parts.manifest = yield* createBackup({ client, dataDir, passphrase }) }, createGzip({ level: 5 }), createWriteStream(draft, { mode: 0o600, flush: true }))
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
  say(`${file}: ${rows} rows of ${manifest?.tables.length ?? 0} tables, ${manifest?.files.count ?? 0} files, the audit trail up to ${manifest?.auditHead ?? 'nothing'}.`)
  say(passphrase === undefined
    ? `The installation's secret is not in it: keep ${join(dataDir, 'secret')} by itself, or set MIMIC_BACKUP_PASSPHRASE. It holds the hashes of passwords: keep it private.`
    : 'The installation\'s secret is in it, sealed under the passphrase. It holds the hashes of passwords: keep it private.')
}

async function bringBack(from: string | undefined, isForced: boolean): Promise<void> {
  if (from === undefined) throw new Error('say where from: npm run restore -- --from <file>.tar.gz')
  if (databaseUrl === undefined && await isServed()) throw new Error(`a server is running on ${dataDir}; end it first`)
  const { manifest, audit, hasSecret, aside } = await restore({
    file: resolve(from), dataDir, passphrase, isForced,
    open: async (directory) => databaseUrl === undefined ? { ...await openEmbedded(directory), isServer: false } : { ...openServer(databaseUrl), isServer: true },
  })
  say(`Restored what was backed up at ${manifest.takenAt} into ${dataDir}: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.count} files; all references hold.`)
  say(audit.faults.length === 0 ? `The audit trail is whole: ${audit.rows} rows, up to ${audit.head}.` : `The audit trail is NOT whole: ${audit.faults.length} faults; npm run verify-audit names them.`)
  if (!hasSecret) say(`The backup has no secret: put the old one into ${join(dataDir, 'secret')} before the start; without it, start once with MIMIC_NEW_SECRET=1 and enter the stored secrets of devices anew.`)
  if (aside !== undefined) say(`What was there before lies in ${aside}.`)
  say('Nobody is signed in any more. API tokens, displays, links to drawings and recovery codes are as they were then: revoke again those revoked since.')
}

async function verify(expected: string | undefined): Promise<void> {
  const database = await openPresent()
  try {
    const client = await database.pool.connect()
    const { rows, head, faults } = await verifyAudit(client, expected).finally(() => client.release())
    for (const { kind, position, row } of faults) say(`${kind}: ${position === null ? '' : `position ${position}`}${row === null ? '' : ` row ${row}`}`)
    say(faults.length === 0 ? `The audit trail is whole: ${rows} rows, up to ${head}` : `The audit trail was tampered with: ${faults.length} faults in ${rows} rows`)
    if (faults.length > 0) process.exitCode = 2
  } finally {
    await database.close()
  }
}

async function change(): Promise<void> {
  const running = `a server is running on ${databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'}; end it first`
  if (databaseUrl === undefined && await isServed()) throw new Error(running)
  const database = await openPresent()
  try {
    if (databaseUrl !== undefined) {
      const { rows: [row] } = await database.pool.query<{ count: string }>('select count(*) from pg_stat_activity where datname = current_database() and (application_name = $1 or starts_with(application_name, $2))', [serverName, fencedName])
      if (Number(row?.count) > 0) throw new Error(running)
    }
    const { secrets } = await changeKey(database.pool, dataDir)
    say(`The key for secrets is new; ${secrets} ${secrets === 1 ? 'secret is' : 'secrets are'} sealed with it. The old key opens none of them.`)
    say(`A backup taken before needs the secret as it was then: one without a passphrase needs the old ${join(dataDir, 'secret')}. Take a new backup.`)
    say('The gateways\' credential stays as it was; MIMIC_GATEWAY_TOKEN gives another.')
  } finally {
    await database.close()
  }
}

async function convertDatabase(): Promise<void> {
  if (databaseUrl !== undefined) throw new Error('DATABASE_URL names a database server; only an embedded database is converted')
  if (await isServed()) throw new Error(`a server is running on ${dataDir}; end it first`)
  const converted = await convert({ dataDir, open: (directory, engine) => openEmbedded(directory, engine) })
  if (converted === undefined) {
    say(`The embedded database in ${dataDir} is PostgreSQL already.`)
    return
  }
  say(`The embedded database is PostgreSQL now: ${converted.rows} rows of ${converted.tables} tables, counted in both; the audit trail is whole.`)
  say(`The data of PGlite are kept in ${converted.aside}; remove them when the server has run. Everybody signs in again.`)
}

async function reset(account: string | undefined): Promise<void> {
  if (account === undefined) throw new Error('say whose: npm run reset-second-step <account>')
  const database = await openPresent()
  try {
    await resetSecondStep(database.pool, account)
    say(`The account ${account} signs in with its password alone until a second step is set up anew; its sessions have ended.`)
  } finally {
    await database.close()
  }
}

interface Opened {
  readonly pool: Pool
  close(): Promise<void>
}

/** Opens the database of this installation: that of a running server, otherwise by starting it. */
async function openPresent(): Promise<Opened> {
  if (databaseUrl !== undefined) return openServer(databaseUrl)
  if (!hasEmbedded(dataDir)) throw new Error(`there is no database in ${dataDir}; name another directory with MIMIC_DATA`)
  return await isServed() ? openAt({ host: await socketDirectory(dataDir), port: 5432 }) : openEmbedded(dataDir)
}

async function isServed(): Promise<boolean> {
  const directory = await socketDirectory(dataDir)
  if (directory === '' || !existsSync(join(directory, socketName))) return false
  const pool = openAt({ host: directory, port: 5432 })
  const isThere = await pool.pool.query('select 1').then(() => true, () => false)
  await pool.close()
  return isThere
}

function openAt(address: Address, more: Partial<Opened> = {}): Opened {
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

function openServer(connectionString: string): Opened {
  const pool = new Pool({ connectionString, max: 2 })
  pool.on('error', () => undefined)
  return { pool, close: () => pool.end() }
}

async function openEmbedded(directory: string, engine = engineKind(process.env.MIMIC_EMBEDDED_DATABASE)): Promise<Opened> {
  const embedded = await startEmbedded(directory, log, { engine })
  return openAt(await embedded.address(), { close: () => embedded.close() })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause === undefined ? cause.message : `${cause.message}: ${sentenceOf(cause.cause)}`
}
