import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { vi } from 'vitest'
import { removeDirectory } from '../directories.ts'
import { freePort } from './mosquitto.ts'

/** Whether MariaDB is installed. */
export const hasMariadb = ['mariadbd', 'mariadb-install-db'].every(
  (program) => spawnSync('which', [program]).status === 0,
)
if (!hasMariadb)
  console.error(
    '\n*** SKIPPED: bridges to MariaDB, because it is not installed (Debian: apt-get install mariadb-server) ***\n',
  )

/** A MariaDB server with the account `bridge`, password `right`, and the database `plant`. */
export interface TestMariadb {
  readonly port: number
  connect(): Promise<Connection>
  close(): Promise<void>
}

const startMs = 60_000

/**
 * Starts MariaDB with its data in a temporary directory. Resolves when it answers. `tls`: certificate and key of the
 * server, which then accepts TLS connections, too.
 */
export async function startMariadb({
  tls,
}: { readonly tls?: { readonly certificate: string; readonly key: string } } = {}): Promise<TestMariadb> {
  const directory = await mkdtemp(join(tmpdir(), 'mimic-mariadb-'))
  await chmod(directory, 0o777)
  const port = await freePort()
  const account = process.getuid?.() === 0 ? ['--user=mysql'] : []
  const data = `--datadir=${join(directory, 'data')}`
  const made = spawnSync('mariadb-install-db', [
    '--no-defaults',
    ...account,
    data,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  if (made.status !== 0)
    throw new Error(`mariadb-install-db failed: ${made.stdout.toString()}${made.stderr.toString()}`)
  // The account of the server cannot read the directory of the certificates.
  const [certificate, key] = [join(directory, 'server.pem'), join(directory, 'server.key')]
  if (tls) {
    await copyFile(tls.certificate, certificate)
    await copyFile(tls.key, key)
  }
  const child: ChildProcess = spawn(
    'mariadbd',
    [
      '--no-defaults',
      ...account,
      data,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(directory, 'socket')}`,
      '--innodb-flush-log-at-trx-commit=0',
      ...(tls ? [`--ssl-cert=${certificate}`, `--ssl-key=${key}`] : []),
    ],
    { stdio: 'ignore' },
  )
  const connectAs = (user: string, password: string, database?: string): Promise<Connection> =>
    createConnection({ host: '127.0.0.1', port, user, password, timezone: 'Z', ...(database ? { database } : {}) })
  const root = await vi.waitFor(() => connectAs('root', ''), { timeout: startMs, interval: 100 })
  await root.query(`create database plant character set utf8mb4`)
  await root.query(`create user bridge@'127.0.0.1' identified by 'right'`)
  await root.query(`create user bridge@localhost identified by 'right'`)
  await root.query(`grant all on plant.* to bridge@'127.0.0.1'`)
  await root.query(`grant all on plant.* to bridge@localhost`)
  await root.end()
  return {
    port,
    connect: () => connectAs('bridge', 'right', 'plant'),
    close: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
      await removeDirectory(directory)
    },
  }
}
