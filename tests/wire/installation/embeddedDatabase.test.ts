import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { canRunPostgres } from '../../support/external/embeddedPostgres.ts'
import { call, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { ServerOptions, StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const running: StartedServer[] = []
const directories: string[] = []
const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const folder of directories.splice(0)) await removeDirectory(folder)
})

async function started(options: ServerOptions = {}): Promise<StartedServer> {
  const server = await startServer({ isEmbedded: true, isFirst: true, args: ['--no-demo'], ...options })
  running.push(server)
  return server
}

async function directory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-'))
  directories.push(folder)
  return folder
}

/** Returns PostgreSQL processes that use a data directory. */
const processesIn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readPlacement(pid) === join(dataDir, 'postgres'))

function readPlacement(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // exited
  }
}

const supervisor = ({ dataDir }: StartedServer): number =>
  Number(/"pid":(\d+)/.exec(readFileSync(join(dataDir, 'lock'), 'utf8'))?.[1])

/** Saves a drawing and returns its id. */
async function save(server: StartedServer): Promise<string> {
  const token = await signIn(server)
  const { data } = await call(server, 'drawing.create', { token, body: { project: 'street', name: 'Kept' } })
  return data.id
}

describe.skipIf(!(await canRunPostgres()))('embedded PostgreSQL', () => {
  it('is the default: writes are forced to the disk, pages have checksums, and no network port is open', async () => {
    const server = await started()
    expect(server.output()).toContain('(embedded PostgreSQL)')
    const settings = await sqlIn(
      server,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'autovacuum', 'listen_addresses', 'unix_socket_permissions') order by name`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      autovacuum: 'on',
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      synchronous_commit: 'on',
      unix_socket_permissions: '0700',
    })
    expect(statSync(join(server.dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  })

  it.runIf(isLinux)("runs without the rights of root and without the server's environment", async () => {
    const server = await started({ env: { MIMIC_GATEWAY_TOKEN: 'a-gateway-credential-of-this-one-test' } })
    for (const pid of processesIn(server.dataDir)) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      expect(status).not.toMatch(/^(?:Uid|Groups):.*\t0\b/m)
      if (isRoot) expect(status).toMatch(/^CapEff:\t0+$/m)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('credential')
    }
  })

  it.runIf(isLinux)('ends with a server that is killed', async () => {
    const server = await started()
    expect(processesIn(server.dataDir).length).toBeGreaterThan(1)
    await server.kill('SIGKILL')
    await expect.poll(() => processesIn(server.dataDir), { timeout: 10_000 }).toEqual([])
  })

  it.runIf(isLinux)(
    'that outlived a server and its supervisor is ended by the next start, which has all data',
    { tags: 'full' },
    async () => {
      const dataDir = await directory()
      const server = await started({ dataDir, args: ['--no-simulator'] })
      const id = await save(server)
      const before = processesIn(dataDir)
      process.kill(supervisor(server), 'SIGKILL')
      await server.kill('SIGKILL')
      expect(processesIn(dataDir).length).toBeGreaterThan(0)
      const restarted = await started({ dataDir, args: ['--no-simulator'] })
      expect(restarted.output()).toContain('processes of an earlier server on')
      expect(processesIn(dataDir).filter((pid) => before.includes(pid))).toEqual([])
      expect((await sqlIn(restarted, 'select id from drawing')).map((row) => row['id'])).toContain(id)
    },
  )

  it.runIf(isLinux)(
    'starts although its pid file names a process that is a stranger, as after a restart of a container',
    { tags: 'full' },
    async () => {
      const dataDir = await directory()
      const server = await started({ dataDir })
      const file = join(dataDir, 'postgres/postmaster.pid')
      const text = readFileSync(file, 'utf8')
      process.kill(supervisor(server), 'SIGKILL')
      await server.kill('SIGKILL')
      // The remaining processes exit without it.
      process.kill(Number(/^\d+/.exec(text)?.[0]), 'SIGKILL')
      await expect.poll(() => processesIn(dataDir), { timeout: 20_000 }).toEqual([])
      writeFileSync(file, text.replace(/^\d+/, String(process.pid)))
      expect((await call(await started({ dataDir }), 'server.ready')).status).toBe(200)
    },
  )

  it(
    'is reachable in a data directory with a path longer than the limit of a socket path',
    { tags: 'full' },
    async () => {
      const top = await directory()
      const dataDir = join(top, 'a'.repeat(60), 'b'.repeat(60))
      await mkdir(dataDir, { recursive: true })
      await chmod(top, 0o755)
      const server = await started({ dataDir })
      expect(server.output()).toContain('(embedded PostgreSQL)')
      expect((await call(server, 'server.ready')).status).toBe(200)
    },
  )

  it('remains the engine of existing data, regardless of the setting', { tags: 'full' }, async () => {
    const dataDir = await directory()
    await (await started({ dataDir })).kill('SIGTERM')
    expect((await started({ dataDir, engine: 'pglite' })).output()).toContain('(embedded PostgreSQL)')
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
  })

  it.runIf(isRoot)(
    'gives way to PGlite, with the reason, where the account that root starts it under cannot reach the data',
    { tags: 'full' },
    async () => {
      const closed = await directory()
      const dataDir = join(closed, 'data')
      const server = await started({ dataDir, cold: true })
      expect(server.output()).toContain('(embedded PGlite)')
      expect(server.output()).toMatch(
        new RegExp(`PostgreSQL cannot run here[^]*the account nobody has no access to ${closed}`),
      )
      const [fsync] = await sqlIn(server, 'show fsync')
      expect(fsync).toEqual({ fsync: 'on' })
    },
  )
})
