import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import * as z from 'zod'
import { hasEmbedded } from '../../../server/database/engines/embedded.ts'
import type { EngineKind } from '../../../server/database/engines/engine.ts'
import { removeDirectory } from '../directories.ts'
import { copySeeded, copyTemplate } from './template.ts'

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Default: `--no-simulator`, the demo's projects, tags and drawings without a virtual plant. */
  readonly args?: readonly string[]
  /** Data directory of an earlier server. The caller must remove it. */
  readonly dataDir?: string
  /** Start on an empty directory instead of a copy of an initialized database (which is seconds faster). */
  readonly cold?: boolean
  /**
   * Start with an empty database. By default, a server with the usual options has already started on it, which is
   * seconds faster.
   */
  readonly isFirst?: boolean
  /** Use the embedded database even with TEST_DATABASE_URL. */
  readonly isEmbedded?: boolean
  /** Engine of a new embedded database. Default: the server's default. */
  readonly engine?: EngineKind
  /**
   * Hash passwords at the real cost, about 0.25 s each. Default: a thousandth of it, which a publicly reachable server
   * rejects.
   */
  readonly passwordCost?: 'real'
  /** Started instead of the server's entry point, relative to the repository's root. */
  readonly main?: string
}

/** A running server. */
export interface RunningServer {
  readonly httpUrl: string
  readonly mqttUrl: string
  readonly adminPassword: string
  readonly pid: number
  readonly dataDir: string
  /** Connection to the server's database. */
  readonly database: ClientConfig
  /** Milliseconds from process start to the ready line. */
  readonly startMs: number
}

export interface StartedServer extends RunningServer {
  /** Output so far. */
  output(): string
  /** Sends a signal and waits for the exit. The data remains. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Stops the server and removes its data directory unless the caller gave it. */
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../../..')
const readyLine = /^MIMIC READY http=(\S+) mqtt=(\S+)$/m
const readyMs = 90_000
/** The administrator's password unless the options set another. */
export const adminPassword = 'correct horse battery 7'
/** log2 of scrypt's N. */
const testPasswordCost = '6'
const databaseNote = 'test-database'
const ownMain = 'server/main.ts'
/** Variables that influence the result of a first start. */
const seedingVariables = ['MIMIC_ADMIN_PASSWORD', 'MIMIC_LANGUAGE', 'MIMIC_DATA', 'DATABASE_URL']

/** Starts the real server in a separate process on free ports. Resolves when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<StartedServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'mimic-')))
  const firstPassword = options.env?.MIMIC_ADMIN_PASSWORD ?? adminPassword
  const testDatabase = options.isEmbedded ? undefined : process.env.TEST_DATABASE_URL
  const databaseUrl = testDatabase ? await ownDatabase(testDatabase, dataDir) : undefined
  const entry =
    options.main === undefined || options.main === ownMain ? await builtEntry() : ['--import', 'tsx', options.main]
  if (!databaseUrl && !options.cold && !hasEmbedded(dataDir)) {
    const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0
    if (isEmpty && options.engine === undefined && isUsual(options) && entry.at(-1) !== ownMain)
      await copySeeded(root, entry, dataDir, options.passwordCost ?? testPasswordCost, (seededDir) =>
        startOnce(seededDir, options.passwordCost),
      )
    else await copyTemplate(root, dataDir, options.engine)
  }

  const startedAt = performance.now()
  const child = spawn(process.execPath, [...entry, ...(options.args ?? ['--no-simulator'])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      MIMIC_LANGUAGE: 'en-us',
      MIMIC_DATA: dataDir,
      MIMIC_HTTP_PORT: '0',
      MIMIC_MQTT_PORT: '0',
      ...(options.env?.MIMIC_TLS_CERT ? { MIMIC_MQTT_TLS_PORT: '0' } : { MIMIC_MQTT_TCP_PORT: '0' }),
      MIMIC_ADMIN_PASSWORD: firstPassword,
      // The default is one session per account, but suites sign in from several places.
      MIMIC_SINGLE_SESSION: '0',
      ...(options.passwordCost === 'real' ? {} : { NODE_ENV: 'test', MIMIC_TEST_PASSWORD_COST: testPasswordCost }),
      ...(options.engine ? { MIMIC_EMBEDDED_DATABASE: options.engine } : {}),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...options.env,
    },
  })
  let text = ''
  let ended = false
  const end = new Promise<void>((done) => {
    child.once('exit', () => {
      ended = true
      done()
    })
  })
  const ready = new Promise<RegExpExecArray>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the server was not ready in ${readyMs} ms:\n${text}`)), readyMs)
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const match = readyLine.exec(text)
      if (!match) return
      clearTimeout(timer)
      done(match)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(new Error(`the server ended with ${signal ?? code} before it was ready:\n${text}`))
    })
  })

  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (!ended) child.kill(signal)
    await end
  }
  const stop = async (): Promise<void> => {
    await kill('SIGTERM')
    if (options.dataDir) return
    if (testDatabase) await dropDatabase(testDatabase, dataDir)
    await removeDirectory(dataDir)
  }

  try {
    const [, httpUrl = '', mqttUrl = ''] = await ready
    const startMs = performance.now() - startedAt
    const database = databaseUrl
      ? { connectionString: databaseUrl }
      : { host: dataDir, port: 5432, user: 'postgres', database: 'postgres' }
    return {
      httpUrl,
      mqttUrl,
      adminPassword: firstPassword,
      pid: child.pid ?? 0,
      dataDir,
      database,
      startMs,
      output: () => text,
      kill,
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** The bundle used by `npm start`, built once per process. */
let seedingNames: Promise<readonly string[]> | undefined
function builtEntry(): Promise<readonly string[]> {
  return (seedingNames ??= promisify(execFile)(process.execPath, [resolve(root, 'scripts/freshServer.mjs')], {
    cwd: root,
  }).then(({ stdout }) => z.array(z.string()).parse(JSON.parse(stdout))))
}

/** Returns true if a first start with these options has the same result as with the usual ones. */
const isUsual = ({ args, env = {}, main, isFirst }: ServerOptions): boolean =>
  !isFirst &&
  args === undefined &&
  (main === undefined || main === ownMain) &&
  !seedingVariables.some((name) => name in env)

async function startOnce(dataDir: string, passwordCost: 'real' | undefined): Promise<void> {
  await (
    await startServer({ dataDir, isFirst: true, isEmbedded: true, ...(passwordCost ? { passwordCost } : {}) })
  ).stop()
}

/** Creates a database for a data directory, and reuses it when a server starts there again. */
export async function ownDatabase(serverUrl: string, dataDir: string): Promise<string> {
  const note = join(dataDir, databaseNote)
  if (existsSync(note)) return toDatabaseUrl(serverUrl, readFileSync(note, 'utf8'))
  const name = `mimic_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  await writeFile(note, name)
  return toDatabaseUrl(serverUrl, name)
}

/** Drops the database of a data directory. */
export async function dropDatabase(serverUrl: string, dataDir: string): Promise<void> {
  const note = join(dataDir, databaseNote)
  if (existsSync(note)) await onServer(serverUrl, `drop database if exists ${readFileSync(note, 'utf8')} with (force)`)
}

function toDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
