import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { dayStart } from '../../../contract/entity/timeZone.ts'
import { readOptions } from '../../../server/options.ts'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { ServerOptions, StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const isEmbedded = process.env.TEST_DATABASE_URL === undefined
const running: StartedServer[] = []
const directories: string[] = []

async function started(options: ServerOptions = {}): Promise<StartedServer> {
  const server = await startServer({ isFirst: true, ...options })
  running.push(server)
  return server
}

async function directory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-'))
  directories.push(folder)
  return folder
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const folder of directories.splice(0)) await removeDirectory(folder)
})

/** Returns the memory of the PGlite process in MB. */
function databaseMb({ pid }: StartedServer): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const database = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('embeddedProcess'))
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${database}/status`, 'utf8'))?.[1]) / 1024
}

/** Starts a server that is expected to fail, and returns its output. */
async function failedStart(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const failure = await startServer({ isFirst: true, dataDir, env }).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (cause: unknown) => String(cause),
  )
  return failure
}

describe('the first start', () => {
  it('makes a secret only we can read and a random password that is shown once and must be changed', async () => {
    const server = await started({
      cold: true,
      dataDir: await directory(),
      env: { MIMIC_ADMIN_PASSWORD: '' },
      args: ['--no-demo'],
    })
    const password = /account admin, password (\S+)/.exec(server.output())?.[1] ?? ''
    expect(password.length).toBeGreaterThanOrEqual(16)
    expect(statSync(join(server.dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(join(server.dataDir, 'secret'), 'utf8').trim(), 'hex').length).toBe(32)
    const token = await signIn(server, 'admin', password)
    expect((await call(server, 'drawing.list', { token })).bad.error).toBe('session.mustChange')
    const changed = await call(server, 'session.password', {
      token,
      body: { present: password, next: 'seven wet umbrellas' },
    })
    expect(changed.data.account.mustChangePassword).toBe(false)
    expect((await call(server, 'drawing.list', { token: changed.data.token })).status).toBe(200)

    await server.kill('SIGTERM')
    const again = await started({ dataDir: server.dataDir, env: { MIMIC_ADMIN_PASSWORD: '' } })
    expect(again.output()).not.toContain('First sign-in')
    expect(again.output()).not.toContain('virtual tags') // started without the demo
  })

  it.runIf(isEmbedded)(
    'limits the memory of the embedded database to the setting, with either engine, and rejects other values',
    { tags: 'full' },
    async () => {
      const postgres = await started({ env: { MIMIC_DATABASE_MEMORY: '16' } })
      expect(await sqlIn(postgres, 'show shared_buffers')).toEqual([{ shared_buffers: '16MB' }])
      const [small, large] = [
        await started({ engine: 'pglite', env: { MIMIC_DATABASE_MEMORY: '16' } }),
        await started({ engine: 'pglite', env: { MIMIC_DATABASE_MEMORY: '200' } }),
      ]
      expect(
        await Promise.all([small, large].map(async (server) => (await sqlIn(server, 'show shared_buffers'))[0])),
      ).toEqual([{ shared_buffers: '16MB' }, { shared_buffers: '200MB' }])
      if (process.platform === 'linux') expect(databaseMb(large) - databaseMb(small)).toBeGreaterThan(100)
      for (const wrong of ['15', '1025', '64MB', '-64'])
        expect(() => readOptions({ MIMIC_DATABASE_MEMORY: wrong }, [])).toThrow(
          'MIMIC_DATABASE_MEMORY must be an integer from 16 to 1024',
        )
    },
  )

  it('creates the demo in Chinese if configured, and keeps this language', { tags: 'full' }, async () => {
    const dataDir = await directory()
    const server = await started({
      cold: true,
      dataDir,
      env: { MIMIC_LANGUAGE: 'zh-cn' },
      args: ['--demo', '--plant', '200'],
    })
    expect(server.output()).toMatch(
      /Mimic 已启动。[^]*控制台 +http[^]*虚拟点位 \d+ 个[^]*首次登录：账号 admin[^]*MIMIC READY http=/,
    )
    const token = await signIn(server)
    const { data: drawings } = await call(server, 'drawing.list', { token })
    expect(drawings.rows.map(({ name }) => name).toSorted()).toEqual(['泵房', '街道区段', '隧道'].toSorted())
    const { data: house } = await call(server, 'drawing.read', { token, params: { id: 'pump-house' } })
    expect(JSON.stringify(house)).toMatch(/原水取水、储存与配水/)
    const poles = await callEntity<{ rows: readonly { readonly name: string }[] }>(server, 'pole', 'list', { token })
    expect(poles.data.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:灯杆|灯具)\d{3}$/)]),
    )
    expect(poles.data.rows.filter(({ name }) => /[A-Za-z]/.test(name))).toEqual([])
    // Days follow the project's time zone, and no order was handled before its creation.
    const energy = await callEntity<{ rows: readonly { readonly at: number }[] }>(server, 'energyData', 'list', {
      token,
    })
    expect(energy.data.rows.filter(({ at }) => dayStart('Asia/Shanghai', at) !== at)).toEqual([])
    const orders = await callEntity<{
      rows: readonly {
        readonly status: string
        readonly handler: string
        readonly createdAt: number
        readonly dispatchedAt: number
      }[]
    }>(server, 'workOrder', 'list', { token, query: { 'filter[status]': 'dispatched' } })
    expect(
      orders.data.rows.map(({ handler, createdAt, dispatchedAt }) => [handler, dispatchedAt >= createdAt]),
    ).toEqual([['外勤班组', true]])
    await server.kill('SIGTERM')
    const again = await started({ dataDir, env: { MIMIC_LANGUAGE: 'en-us' } })
    expect(again.output()).toContain('created in Chinese')
  })

  it('with an empty directory has the demo: projects, tags and every sample, each valid', async () => {
    const server = await started({ args: ['--no-simulator'] })
    const token = await signIn(server)
    expect((await call(server, 'project.granted', { token })).data.map(({ id }) => id)).toEqual([
      'factory',
      'street',
      'tunnel',
    ])
    expect((await call(server, 'tag.list', { token })).data.total).toBeGreaterThan(1500)
    expect(server.output()).not.toContain('could not install a sample drawing')
  })

  it('refuses a weak password, a weak secret and one that others can read', { tags: 'full' }, async () => {
    const dataDir = await directory()
    expect(await failedStart(dataDir, { MIMIC_ADMIN_PASSWORD: 'short' })).toContain('8 to 128 characters')
    expect(await failedStart(dataDir, { MIMIC_GATEWAY_TOKEN: 'short' })).toContain('at least 32')
    const server = await started({ dataDir })
    await server.kill('SIGTERM')
    await chmod(join(dataDir, 'secret'), 0o644)
    expect(await failedStart(dataDir)).toContain('chmod 600')
  })

  it('reports a port in use in one sentence', async () => {
    const server = await started()
    const failure = await failedStart(await directory(), { MIMIC_HTTP_PORT: new URL(server.httpUrl).port })
    expect(failure).toMatch(/port \d+ is in use; stop the program that uses it, or set/)
    expect(failure).not.toMatch(/node_modules/)
  })

  it(
    'shows the password once a start comes through, also after starts that found a port taken',
    { tags: 'full' },
    async () => {
      const other = await started()
      const dataDir = await directory()
      for (const [name, url] of [
        ['MIMIC_HTTP_PORT', other.httpUrl],
        ['MIMIC_MQTT_PORT', other.mqttUrl],
      ] as const) {
        const failure = await failedStart(dataDir, { MIMIC_ADMIN_PASSWORD: '', [name]: new URL(url).port })
        expect(failure).toContain('is in use')
        expect(failure).not.toContain('password')
      }
      const server = await started({ dataDir, env: { MIMIC_ADMIN_PASSWORD: '' } })
      const password = /account admin, password (\S+)/.exec(server.output())?.[1] ?? ''
      expect(await signIn(server, 'admin', password)).toMatch(/./)
    },
  )
})

describe('the data', () => {
  it('survive five crashes during writes: every acknowledged write is kept', { tags: 'full' }, async () => {
    let server = await started({ dataDir: await directory() })
    const acknowledged: string[] = []
    for (let round = 0; round < 5; round++) {
      const token = await signIn(server)
      let isKilled = false
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; !isKilled; i++) {
          const folder = await call(server, 'drawing.create', {
            token,
            body: { project: 'street', name: `${round}-${writer}-${i}` },
          }).catch(() => undefined)
          if (folder?.status === 200) acknowledged.push(folder.data.id)
        }
      })
      await new Promise((done) => setTimeout(done, 700))
      await server.kill('SIGKILL')
      isKilled = true
      await Promise.all(writers)
      server = await started({ dataDir: server.dataDir })
    }
    expect(acknowledged.length).toBeGreaterThan(20)
    const drawingIds = new Set((await sqlIn(server, 'select id from drawing')).map(({ id }) => id))
    expect(acknowledged.filter((id) => !drawingIds.has(id))).toEqual([])
    const trail = await sqlIn(
      server,
      `select count(*)::int as count from audit where action = 'create' and object like 'drawing/%' and content not like '%"sample":true%'`,
    )
    const own = await sqlIn(server, `select count(*)::int as count from drawing where updated_by = 'admin'`)
    expect(trail).toEqual(own)
  })

  it.skipIf(!isEmbedded)('are opened by one server at a time', { tags: 'full' }, async () => {
    const server = await started()
    expect(await failedStart(server.dataDir)).toContain('in use by process')
    expect((await call(server, 'server.ready')).status).toBe(200)
  })

  it.skipIf(!isEmbedded)(
    'are served again after the database alone is killed, and freed when the server is',
    { tags: 'full' },
    async () => {
      const server = await started()
      const pid = (): number => Number(/"pid":(\d+)/.exec(readFileSync(join(server.dataDir, 'lock'), 'utf8'))?.[1])
      const token = await signIn(server)
      process.kill(pid(), 'SIGKILL')
      await expect
        .poll(async () => (await call(server, 'drawing.list', { token })).status, { timeout: 20_000 })
        .toBe(200)
      const child = pid()
      await server.kill('SIGKILL')
      await expect.poll(() => existsSync(`/proc/${child}`), { timeout: 5_000 }).toBe(false)
    },
  )

  it.skipIf(!isEmbedded)('that vanished are not replaced by empty ones', async () => {
    const server = await started({ dataDir: await directory() })
    await server.kill('SIGTERM')
    for (const name of ['postgres', 'database']) await rm(join(server.dataDir, name), { recursive: true, force: true })
    expect(await failedStart(server.dataDir)).toContain('restore a backup')
  })
})

describe('cheap password hashes', () => {
  it('are refused with a sentence unless the server is a test on this computer', async () => {
    // The test harness sets the low cost.
    for (const [env, reason] of [
      [{ NODE_ENV: '' }, 'NODE_ENV is not test'],
      [{ NODE_ENV: 'production' }, 'NODE_ENV is not test'],
      [{ MIMIC_HOST: '0.0.0.0' }, 'MIMIC_HOST is 0.0.0.0, not a loopback address'],
    ] as const) {
      expect(await failedStart(await directory(), env)).toMatch(
        new RegExp(
          `ended with 1 before it was ready[^]*Mimic did not start: MIMIC_TEST_PASSWORD_COST is for tests only .*: ${reason}; remove MIMIC_TEST_PASSWORD_COST`,
        ),
      )
    }
  })

  it('are stored only when they are set', { tags: 'full' }, async () => {
    const stored = async (server: StartedServer): Promise<string> =>
      String((await sqlIn(server, `select password from account where name = 'admin'`))[0]?.['password'])
        .split('$')
        .slice(0, 4)
        .join(' ')
    const [cheap, real] = [await started({ isFirst: false }), await started({ isFirst: false, passwordCost: 'real' })]
    expect([await stored(cheap), await stored(real)]).toEqual(['scrypt 6 8 1', 'scrypt 16 8 1'])
    expect([cheap, real].map((server) => server.output().includes('Weak password hashing'))).toEqual([true, false])
    for (const server of [cheap, real])
      expect(
        (await call(server, 'session.signIn', { body: { account: 'admin', password: server.adminPassword } })).status,
      ).toBe(200)
  })
})

describe('the end', () => {
  it('comes in time and in order on a signal', async () => {
    const server = await started({ args: ['--demo'] })
    await server.kill('SIGTERM')
    // The server logs this message when shutdown exceeds five seconds.
    expect(server.output()).not.toContain('shutdown timed out')
    if (isEmbedded) expect(existsSync(join(server.dataDir, 'lock'))).toBe(false)
  })

  it(
    'of a failed start is in time even if a part hangs on close, and reports the reason of the failure',
    { tags: 'full' },
    async () => {
      const other = await started()
      const hang = encodeURIComponent(
        `import { Server } from 'node:net'; if (!process.argv[1]?.includes('embeddedProcess')) Server.prototype.close = function () { return this }`,
      )
      const failure = await failedStart(await directory(), {
        MIMIC_HTTP_PORT: new URL(other.httpUrl).port,
        NODE_OPTIONS: `--import=data:text/javascript,${hang}`,
      })
      expect(failure).toMatch(
        /ended with 1 before it was ready[^]*timed out[^]*Mimic did not start: port \d+ is in use/,
      )
    },
  )

  it('comes also to a server that a terminal interrupts while it starts', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--no-demo'], {
      cwd: resolve(import.meta.dirname, '../../..'),
      stdio: 'ignore',
      env: {
        ...process.env,
        MIMIC_DATA: await directory(),
        MIMIC_HTTP_PORT: '0',
        MIMIC_MQTT_PORT: '0',
        MIMIC_MQTT_TCP_PORT: '0',
      },
    })
    const ended = new Promise<void>((done) => {
      child.once('exit', () => done())
    })
    await new Promise((done) => setTimeout(done, 1_500))
    child.kill('SIGINT')
    await ended
  })
})
