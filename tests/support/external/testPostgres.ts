import { spawn, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdtemp, realpath } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'
import { removeDirectory } from '../directories.ts'
import { freePort } from './mosquitto.ts'

/** A PostgreSQL server as the far end of a bridge: the one of TEST_DATABASE_URL, or one that the test starts. */
export interface TestPostgres {
  readonly port: number
  readonly user: string
  readonly password: string
  connect(database: string): Promise<Client>
  query(statement: string): Promise<void>
  /** Kills the server, as in a crash. Only for one that the test has started. */
  kill(): Promise<void>
  /** Starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

const isRoot = process.getuid?.() === 0
const packages = '/usr/lib/postgresql'
const directories = (existsSync(packages) ? readdirSync(packages) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(packages, version, 'bin'))

async function findBinaries(): Promise<string | undefined> {
  const found = spawnSync('which', ['postgres']).stdout?.toString().trim()
  return directories[0] ?? (found ? dirname(await realpath(found)) : undefined)
}

/** Whether a PostgreSQL server is available for tests. */
export const hasTestPostgres = Boolean(process.env.TEST_DATABASE_URL) || (await findBinaries()) !== undefined
if (!hasTestPostgres)
  console.error(
    '\n*** SKIPPED: bridges to PostgreSQL, because it is not installed (Debian: apt-get install postgresql) ***\n',
  )

/**
 * Starts PostgreSQL with its data in a temporary directory. `isOwn`: also with TEST_DATABASE_URL. `port`: of a started
 * server, otherwise a free one. `tls`: certificate and key of the server, which then accepts TLS connections, too.
 */
export async function startTestPostgres({
  isOwn = false,
  port: chosenPort,
  tls,
}: {
  readonly isOwn?: boolean
  readonly port?: number
  readonly tls?: { readonly certificate: string; readonly key: string }
} = {}): Promise<TestPostgres> {
  const configured = isOwn ? undefined : process.env.TEST_DATABASE_URL
  if (configured) {
    const url = new URL(configured)
    return createClient(Number(url.port), url.username, decodeURIComponent(url.password), {})
  }
  const binaries = (await findBinaries()) ?? ''
  const directory = await mkdtemp(join(tmpdir(), 'mimic-postgres-'))
  const port = chosenPort ?? (await freePort())
  await chmod(directory, 0o777)
  const data = join(directory, 'data')
  const run = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(binaries, program), ...args]] : [join(binaries, program), args]
  const [initdb, initArgs] = run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'])
  const initialized = spawnSync(initdb, initArgs)
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.stderr.toString()}`)
  const copyToData = async (from: string, name: string): Promise<void> => {
    const to = join(data, name)
    await copyFile(from, to)
    await chmod(to, 0o600)
    if (isRoot) spawnSync('chown', ['postgres', to])
  }
  if (tls) await Promise.all([copyToData(tls.certificate, 'server.crt'), copyToData(tls.key, 'server.key')])
  const control = (...args: readonly string[]): void => {
    const [program, all] = run('pg_ctl', ['-D', data, ...args])
    spawnSync(program, all, { stdio: 'ignore' })
  }
  const start = async (): Promise<void> => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c fsync=off${tls ? ' -c ssl=on' : ''}`
    const [program, all] = run('pg_ctl', ['-D', data, '-w', '-l', join(directory, 'log'), '-o', options, 'start'])
    await new Promise((done) => spawn(program, all, { stdio: 'ignore' }).once('exit', done))
    await vi.waitFor(async () => (await connectTo(port, 'postgres', '', 'postgres')).end(), { timeout: 30_000 })
  }
  await start()
  return createClient(port, 'postgres', '', {
    kill: async () => control('-m', 'immediate', '-w', 'stop'),
    restart: start,
    close: async () => {
      control('-m', 'immediate', '-w', 'stop')
      await removeDirectory(directory)
    },
  })
}

function createClient(
  port: number,
  user: string,
  password: string,
  control: Partial<Pick<TestPostgres, 'kill' | 'restart' | 'close'>>,
): TestPostgres {
  const refuse = (): Promise<void> => Promise.reject(new Error('this server was not started by the test'))
  return {
    port,
    user,
    password,
    connect: (database) => connectTo(port, user, password, database),
    async query(statement) {
      const client = await connectTo(port, user, password, 'postgres')
      try {
        await client.query(statement)
      } finally {
        await client.end()
      }
    },
    kill: control.kill ?? refuse,
    restart: control.restart ?? refuse,
    close: control.close ?? (() => Promise.resolve()),
  }
}

async function connectTo(port: number, user: string, password: string, database: string): Promise<Client> {
  const client = new Client({ host: '127.0.0.1', port, user, password, database })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
