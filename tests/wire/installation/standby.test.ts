import { copyFile, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { dropDatabase, type StartedServer, startServer } from '../../support/server/server.ts'

const databaseServer = process.env['TEST_DATABASE_URL']

/** A standby requires a database server; the embedded database is locked by one server. */
describe.skipIf(databaseServer === undefined)('two servers on one database', () => {
  const dirs: string[] = []
  const started: Promise<StartedServer>[] = []
  afterAll(async () => {
    for (const each of started)
      await each.then(
        (server) => server.kill('SIGKILL'),
        () => undefined,
      )
    const [first] = dirs
    if (first !== undefined && databaseServer !== undefined) await dropDatabase(databaseServer, first)
    for (const dir of dirs) await removeDirectory(dir)
  })

  /** Starts another server on the database of the first directory, on a predetermined port. */
  async function start(
    index: number,
    port: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<StartedServer> {
    const server = startServer({
      dataDir: dirs[index] ?? '',
      env: { MIMIC_HTTP_PORT: String(port), MIMIC_LOG: 'warn', ...env },
    })
    server.catch(() => undefined)
    started.push(server)
    return server
  }
  const ready = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    return {
      status: answer.status,
      detail: z
        .object({ error: z.string().optional(), detail: z.object({ standby: z.string() }).optional() })
        .parse(await answer.json()),
    }
  }
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('the second waits and reports it, takes over from a killed and a stalled server, and the stalled one writes nothing when it resumes', async () => {
    for (const name of ['first', 'second']) dirs.push(await mkdtemp(join(tmpdir(), `mimic-${name}-`)))
    const [portOne, portTwo] = [await freePort(), await freePort()]
    const one = await start(0, portOne)
    for (const file of ['test-database', 'secret']) await copyFile(join(one.dataDir, file), join(dirs[1] ?? '', file))
    const waiting = start(1, portTwo)
    await vi.waitFor(
      async () =>
        expect(await ready(portTwo)).toMatchObject({
          status: 503,
          detail: { error: 'server.standby', detail: { standby: expect.stringContaining(`process ${one.pid}`) } },
        }),
      { timeout: 60_000, interval: 100 },
    )
    expect((await ready(portOne)).status).toBe(200)

    await one.kill('SIGKILL')
    const killedAt = Date.now()
    const two = await waiting
    const readyMs = Date.now() - killedAt
    const [, at = ''] = /"at":"([^"]+)"[^\n]*takes over/.exec(two.output()) ?? []
    // The rest of the 15 seconds is for the start, which takes longer on a busy machine.
    expect(Date.parse(at) - killedAt).toBeLessThan(6000)
    expect((await ready(portTwo)).status).toBe(200)
    expect(two.output()).toMatch(/waiting as standby[^]*takes over/)

    const three = start(0, portOne)
    await vi.waitFor(async () => expect((await ready(portOne)).status).toBe(503), { timeout: 60_000, interval: 100 })
    process.kill(two.pid, 'SIGSTOP')
    const third = await three
    const open = await sqlIn(
      third,
      `select distinct application_name as name from pg_stat_activity where datname = current_database() and starts_with(application_name, 'mimic server ')`,
    )
    expect(open).toHaveLength(1)
    process.kill(two.pid, 'SIGCONT')
    await vi.waitFor(() => expect(isAlive(two.pid)).toBe(false), { timeout: 10_000, interval: 50 })
    expect(two.output()).toContain('another server took over this database')
    expect((await ready(portOne)).status).toBe(200)
    process.stdout.write(`took over ${Date.parse(at) - killedAt} ms and ready ${readyMs} ms after the kill\n`)
  }, 240_000)

  it(
    'several serve at once where MIMIC_SEVERAL_SERVERS is set, with a warning beside a server without it',
    { tags: 'full', timeout: 240_000 },
    async () => {
      const env = { MIMIC_SEVERAL_SERVERS: '1' }
      const ports = [await freePort(), await freePort()]
      const alone = await started.at(-1)
      const beside = await start(1, ports[1] ?? 0, env)
      expect(beside.output()).toContain('a server without MIMIC_SEVERAL_SERVERS=1 uses this database too')
      await alone?.kill('SIGKILL')
      await start(0, ports[0] ?? 0, env)
      for (const port of ports) expect((await ready(port)).status).toBe(200)
    },
  )
})

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
