import { createHash } from 'node:crypto'
import { readdir, truncate } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextRuns } from '../../../contract/entity/cron.ts'
import type { Row } from '../../../contract/entity/define.ts'
import type { CacheName } from '../../../contract/routes.ts'
import { addAccount, callEntity, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { startMailServer } from '../../support/external/mailServer.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

type Values = Readonly<Record<string, unknown>>
let server: StartedServer
let admin: string
let post: Awaited<ReturnType<typeof startMailServer>>
const hooks: {
  requests: { url: string; headers: IncomingMessage['headers']; body: string }[]
  port: number
  status: number
} = { requests: [], port: 0, status: 200 }
const web = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    hooks.requests.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(hooks.status, { location: `http://127.0.0.1:${hooks.port}/redirected` }).end('said')
  })
})

beforeAll(async () => {
  post = await startMailServer()
  await new Promise<void>((done) => {
    web.listen(0, '127.0.0.1', done)
  })
  hooks.port = (web.address() as AddressInfo).port
  server = await startServer({
    args: ['--demo', '--plant', '300'],
    env: { MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${hooks.port},127.0.0.1:${post.port}` },
  })
  admin = await signIn(server)
})
afterAll(async () => {
  await server?.stop()
  web.closeAllConnections()
  web.close()
  await post?.close()
})

const create = async (entity: string, values: Values, project?: string): Promise<Row & Values> => {
  const created = await callEntity(server, entity, 'create', {
    token: admin,
    body: { values, ...(project === undefined ? {} : { project }) },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data
}
const readRow = async (entity: string, id: string): Promise<Row & Values> =>
  (await callEntity(server, entity, 'read', { token: admin, params: { id } })).data
const move = (entity: string, id: string, name: string) =>
  callEntity(server, entity, name, { token: admin, params: { id }, body: {} })

/** Polls until the condition holds, because another process does the work. */
async function until<T>(question: () => Promise<T>, isSo: (answer: T) => boolean, maxMs = 60_000): Promise<T> {
  const end = Date.now() + maxMs
  for (;;) {
    const answer = await question()
    if (isSo(answer)) return answer
    if (Date.now() > end) throw new Error(`it never was so: ${JSON.stringify(answer)}`)
    await pause(200)
  }
}

describe('the monitor', () => {
  it("shows this server's own figures", async () => {
    const { data } = await until(
      () => call(server, 'monitor.server', { token: admin }),
      ({ data: { samples } }) => samples.length >= 2,
    )
    expect(data.versions.node).toBe(process.versions.node)
    expect(data.disk.freeBytes).toBeGreaterThan(0)
    expect(data.databaseBytes).toBeGreaterThan(1_000_000)
    expect(data.latency?.medianMs).toBeGreaterThan(0)
    expect(data.latency?.p99Ms).toBeGreaterThanOrEqual(data.latency?.p95Ms ?? Infinity)
    expect(data.samples.at(-1)?.residentBytes).toBeGreaterThan(20_000_000)
    const later = await call(server, 'monitor.server', {
      token: admin,
      query: { since: String(data.samples.at(-1)?.at) },
    })
    expect(later.data.samples.every(({ at }) => at > (data.samples.at(-1)?.at ?? 0))).toBe(true)
  })

  it("shows the broker's real connections, and ends one", async () => {
    const client = mqtt.connect(server.mqttUrl, {
      username: 'admin',
      password: admin,
      clientId: 'watched',
      reconnectPeriod: 0,
      protocolVersion: 4,
    })
    await new Promise((done) => {
      client.once('connect', done)
    })
    await client.subscribeAsync('p/street/d/+/up/values')
    const ended = new Promise<void>((done) => {
      client.once('close', () => done())
    })
    const { data } = await call(server, 'monitor.broker', { token: admin, query: { search: 'watched' } })
    expect(data.rows).toMatchObject([
      { clientId: 'watched', account: 'admin', kind: 'user', filters: ['p/street/d/+/up/values'] },
    ])
    expect(
      (await call(server, 'monitor.disconnect', { token: admin, params: { id: data.rows[0]?.id ?? '' } })).status,
    ).toBe(200)
    await ended
    await until(
      () => call(server, 'monitor.broker', { token: admin, query: { search: 'watched' } }),
      ({ data: { total } }) => total === 0,
    )
    expect((await readAuditLog(server, admin, 'mqtt/watched'))[0]).toMatchObject({
      action: 'disconnect',
      user: 'admin',
    })
  })

  it('counts the entries of caches, and clears a cache', async () => {
    const { data } = await call(server, 'monitor.caches', { token: admin })
    const sessions = data.find(({ name }) => name === 'sessions')
    expect(sessions?.entries).toBeGreaterThan(0)
    expect(sessions?.hits).toBeGreaterThan(0)
    expect(data.find(({ name }) => name === 'newest')?.entries).toBeGreaterThan(100)
    expect(
      (await call(server, 'monitor.clearCache', { token: admin, params: { name: 'sessions' } })).data.cleared,
    ).toBeGreaterThan(0)
    expect((await call(server, 'monitor.clearCache', { token: admin, params: { name: 'retained' } })).status).toBe(400)
  })

  it('lists the entries of a cache without credentials, and removes a single key', async () => {
    const { name: account, token } = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const created = (
      await call(server, 'token.create', {
        token: admin,
        body: {
          name: 'meter-reader',
          permissions: ['lighting:pole:list'],
          projects: null,
          expiresAt: Date.now() + 60_000,
        },
      })
    ).data
    await call(server, 'session.read', { token })
    await callEntity(server, 'pole', 'list', { token: created.token })
    const readKeys = (name: CacheName, query: { search?: string; page?: string; pageSize?: string } = {}) =>
      call(server, 'monitor.cacheKeys', { token: admin, params: { name }, query })
    const sessions = await readKeys('sessions', { search: account })
    expect(sessions.data).toMatchObject({ total: 1, rows: [{ about: { kind: 'account', account }, bytes: null }] })
    const [key] = sessions.data.rows
    expect(key?.key).toMatch(/^session:[0-9a-f]{8}-[0-9a-f]{8}$/)
    expect((await readKeys('tokens', { search: 'METER' })).data.rows).toMatchObject([
      { about: { kind: 'token', name: 'meter-reader', account: 'admin' } },
    ])
    const all = (await Promise.all([readKeys('sessions'), readKeys('tokens')])).map(({ text }) => text).join('')
    for (const secret of [token, admin, created.token]) {
      expect(all).not.toContain(secret)
      expect(all).not.toContain(createHash('sha256').update(secret).digest('hex'))
    }

    expect(
      (await call(server, 'monitor.removeCacheKey', { token: admin, params: { name: 'sessions', id: key?.id ?? '' } }))
        .status,
    ).toBe(200)
    expect((await readKeys('sessions', { search: account })).data.total).toBe(0)
    expect(
      (await call(server, 'monitor.removeCacheKey', { token: admin, params: { name: 'sessions', id: key?.id ?? '' } }))
        .status,
    ).toBe(404)
    expect((await call(server, 'session.read', { token })).status).toBe(200)
    expect(
      (await readAuditLog(server, admin, 'cache/sessions')).find(({ action }) => action === 'remove'),
    ).toMatchObject({ user: 'admin' })

    // Entries that cannot be reloaded cannot be removed, but are listed page by page.
    const [first, second] = await Promise.all([
      readKeys('newest', { pageSize: '10' }),
      readKeys('newest', { pageSize: '10', page: '2' }),
    ])
    expect(new Set([...first.data.rows, ...second.data.rows].map(({ id }) => id)).size).toBe(20)
    expect(first.data.total).toBe(
      (await call(server, 'monitor.caches', { token: admin })).data.find(({ name }) => name === 'newest')?.entries,
    )
    const retained = (await readKeys('retained', { search: '/up/state' })).data.rows[0]
    expect(retained?.about.kind).toBe('device')
    expect(retained?.bytes).toBeGreaterThan(0)
    expect(Math.abs(Date.now() - (retained?.at ?? 0))).toBeLessThan(600_000)
    const poles = (await readKeys('rowCounts', { search: 'pole:street' })).data.rows.find(
      ({ key: counted }) => counted === 'pole:street',
    )
    expect(poles?.about).toMatchObject({
      kind: 'rows',
      rows: (
        await callEntity<{ total: number }>(server, 'pole', 'list', { token: admin, query: { project: 'street' } })
      ).data.total,
    })
    expect(
      (await call(server, 'monitor.removeCacheKey', { token: admin, params: { name: 'newest', id: 'any' } })).status,
    ).toBe(400)
  })

  it('lists active sessions, and ends one immediately', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const { data } = await call(server, 'monitor.sessions', { token: admin, query: { search: name } })
    expect(data.rows).toMatchObject([{ account: name, isOwn: false }])
    await call(server, 'monitor.endSession', { token: admin, params: { id: data.rows[0]?.id ?? '' } })
    expect((await call(server, 'session.read', { token })).bad.error).toBe('session.ended')
  })
})

describe('jobs', () => {
  it('that an installation has are planned, each with its next run', async () => {
    const { data } = await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'job', 'list', { token: admin })
    const running = data.rows.filter(({ status }) => status === 'running')
    expect(running.length).toBeGreaterThanOrEqual(4)
    for (const { nextAt } of running) expect(Number(nextAt)).toBeGreaterThan(Date.now())
    // The console computes the following runs in the server's time zone.
    const { timeZone } = (await call(server, 'server.config')).data
    expect(timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    for (const { cron, nextAt } of running)
      expect([
        cron,
        nextRuns(typeof cron === 'string' ? cron : '', 1, timeZone, new Date(Number(nextAt) - 1))?.[0]?.getTime(),
      ]).toEqual([cron, nextAt])
  })

  it('run immediately on request, report their result and log it', async () => {
    const job = await create('job', { name: 'Tidy now', task: 'vacuum', cron: '0 3 * * *' })
    expect((await move('job', job.id, 'runOnce')).status).toBe(200)
    const done = await until(
      () => readRow('job', job.id),
      ({ lastResult }) => lastResult !== null,
    )
    expect([done['lastResult'], done['status'], done['runningSince'], done['nextAt']]).toEqual([
      'done',
      'paused',
      null,
      null,
    ])
    const log = await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'jobLog', 'list', {
      token: admin,
      query: { 'filter[job]': job.id },
    })
    expect(log.data.rows).toMatchObject([{ result: 'done' }])
  })

  it('run when their time has come, and not twice; a missed run is made up for or left out', async () => {
    const [once, skip] = [
      await create('job', { name: 'Made up for', task: 'checkStorage', cron: '0 3 1 1 *' }),
      await create('job', { name: 'Left out', task: 'checkStorage', cron: '0 3 1 1 *', misfire: 'skip' }),
    ]
    for (const { id } of [once, skip]) await move('job', id, 'resume')
    await sqlIn(
      server,
      `update system_job set next_at = date_trunc('milliseconds', now()) - interval '1 hour' where id = any($1)`,
      [[once.id, skip.id]],
    )
    await move('job', (await create('job', { name: 'Wakes it', task: 'vacuum', cron: '0 3 * * *' })).id, 'resume')
    await until(
      () => readRow('job', once.id),
      ({ lastAt }) => lastAt !== null,
    )
    const [a, b] = [await readRow('job', once.id), await readRow('job', skip.id)]
    expect([Number(a['nextAt']) > Date.now(), b['lastAt'], Number(b['nextAt']) > Date.now()]).toEqual([
      true,
      null,
      true,
    ])
    const [{ count } = {}] = await sqlIn(server, 'select count(*)::int as count from system_job_log where job = $1', [
      once.id,
    ])
    expect(count).toBe(1)
  })

  it('back the installation up', async () => {
    const job = await create('job', { name: 'Backup now', task: 'backup', cron: '0 3 * * *', keep: 2 })
    await move('job', job.id, 'runOnce')
    const done = await until(
      () => readRow('job', job.id),
      ({ lastResult }) => lastResult !== null,
      120_000,
    )
    expect([done['lastResult'], done['lastMessage']]).toEqual(['done', expect.stringMatching(/mimic-.*\.tar\.gz/)])
  })

  it('create a backup every night from the first start on, restore it on trial every week, and report both results', async () => {
    const rows = await sqlIn(
      server,
      `select task, status, keep from system_job where task in ('backup', 'verifyBackup') and cron in ('0 2 * * *', '0 4 * * 0') order by task`,
    )
    expect(rows).toEqual([
      { task: 'backup', status: 'running', keep: 14 },
      { task: 'verifyBackup', status: 'running', keep: 30 },
    ])

    const trial = await create('job', { name: 'Trial now', task: 'verifyBackup', cron: '0 3 * * *' })
    await move('job', trial.id, 'runOnce')
    const done = await until(
      () => readRow('job', trial.id),
      ({ lastResult }) => lastResult !== null,
      120_000,
    )
    expect([done['lastResult'], done['lastMessage']]).toEqual(['done', expect.stringMatching(/mimic-.*restored/)])
    const folder = join(server.dataDir, 'backups')
    const files = await readdir(folder)
    expect(files).toEqual([expect.stringMatching(/^mimic-[\d-]+\.tar\.gz$/)])
    const readStatus = async () => (await call(server, 'monitor.server', { token: admin })).data.backup
    expect(await readStatus()).toMatchObject({
      directory: folder,
      isSameDisk: true,
      isScheduled: true,
      newestAt: expect.any(Number),
      hasFailed: false,
      verifiedAt: expect.any(Number),
      isVerified: true,
    })

    // Damages a backup.
    await truncate(join(folder, files[0] ?? ''), 1000)
    await move('job', trial.id, 'runOnce')
    await until(
      () => readRow('job', trial.id),
      ({ lastResult }) => lastResult === 'failed',
      120_000,
    )
    expect(await readStatus()).toMatchObject({ isVerified: false })
    expect(await readdir(folder)).toEqual(files)
  })
})

describe('notifications', () => {
  const mailChannel = (name: string, more: Values = {}) =>
    create('channel', {
      name,
      kind: 'email',
      host: '127.0.0.1',
      port: post.port,
      isSecure: false,
      sender: 'mimic@example.com',
      ...more,
    })
  const hookChannel = (name: string, url: string, more: Values = {}) =>
    create('channel', { name, kind: 'webhook', url, ...more })

  it('are sent by mail, filled in, and never with a header too many', async () => {
    const channel = await mailChannel('Mail')
    const template = await create('template', {
      name: 'Fault',
      channel: channel.id,
      receivers: 'ann@example.com, bob@example.com',
      subject: '{device} fault',
      content: '{project}: {message}',
    })
    const nextCall = post.next()
    const { data } = await call(server, 'notification.send', {
      token: admin,
      body: {
        template: template.id,
        variables: { device: 'Pump\nBcc: all@example.com', project: 'Works', message: 'too hot' },
      },
    })
    const mail = await nextCall
    expect(mail.to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(mail.data).toContain('Subject: Pump Bcc: all@example.com fault')
    expect(mail.data).toContain('Works: too hot')
    expect(
      await until(
        () => readRow('notificationLog', data.id),
        ({ result }) => result === 'sent',
      ),
    ).toMatchObject({ attempts: 1, nextAt: null })
  })

  it('by mail have a receiver, and every receiver an address', async () => {
    const channel = await mailChannel('Nobody')
    const refused = async (receivers: string | null) =>
      (
        await callEntity(server, 'template', 'create', {
          token: admin,
          body: { values: { name: 'Nobody', channel: channel.id, receivers, subject: 's', content: 'c' } },
        })
      ).bad
    expect(await refused(null)).toMatchObject({ code: 601, problems: [{ path: 'receivers' }] })
    expect(await refused('ann@example.com, bob')).toMatchObject({
      code: 601,
      problems: [
        {
          path: 'receivers',
          words: { en: 'Not a valid email address or phone number: bob', zh: '不是有效的邮箱或手机号：bob' },
        },
      ],
    })
  })

  it('that are refused wait longer and longer, and come when they are taken', async () => {
    const channel = await mailChannel('Busy')
    const template = await create('template', {
      name: 'Later',
      channel: channel.id,
      receivers: 'ann@example.com',
      subject: 'Later',
      content: 'Later',
    })
    post.state.refusal = '451 later'
    const { data } = await call(server, 'notification.send', { token: admin, body: { template: template.id } })
    const waiting = await until(
      () => readRow('notificationLog', data.id),
      ({ attempts }) => attempts === 1,
    )
    expect(waiting).toMatchObject({ result: 'waiting', message: expect.stringContaining('451') })
    expect(Number(waiting['nextAt'])).toBeGreaterThan(Date.now() + 10_000)
    post.state.refusal = undefined
    await sqlIn(server, 'update platform_notification_log set next_at = now() where id = $1', [data.id])
    await call(server, 'notification.send', { token: admin, body: { template: template.id } })
    expect(
      await until(
        () => readRow('notificationLog', data.id),
        ({ result }) => result === 'sent',
      ),
    ).toMatchObject({ attempts: 2 })
  })

  it('are sent to a webhook with its token, which cannot be read', async () => {
    const channel = await hookChannel('Hook', `http://127.0.0.1:${hooks.port}/in`, { token: 'very secret word' })
    expect(channel['token']).toBe(true)
    const { data } = await call(server, 'channel.test', { token: admin, params: { id: channel.id }, body: {} })
    expect(data).toMatchObject({ isSent: true, message: '200 said' })
    expect(hooks.requests.at(-1)?.headers.authorization).toBe('Bearer very secret word')
    for (const entity of ['channel', 'notificationLog', 'operationLog'])
      expect(
        (await callEntity(server, entity, 'list', { token: admin, query: { pageSize: '50' } })).text,
      ).not.toContain('very secret word')
    hooks.status = 302
    expect(
      (await call(server, 'channel.test', { token: admin, params: { id: channel.id }, body: {} })).data,
    ).toMatchObject({ isSent: false, message: expect.stringContaining('redirect') })
    hooks.status = 200
    expect(hooks.requests.map(({ url }) => url)).not.toContain('/redirected')
  })

  it(
    "T-SSRF: no channel reaches into the plant's own network unless that exact target is listed",
    { tags: 'full' },
    async () => {
      const own = new URL(server.httpUrl).port
      const before = hooks.requests.length
      const urls = [
        `http://127.0.0.1:${own}/healthz`,
        `http://127.1:${own}/`,
        `http://localhost:${own}/`,
        `http://[::ffff:127.0.0.1]:${hooks.port}/`,
        `http://2130706433:${own}/`,
        `http://0x7f.1:${own}/`,
        'http://169.254.169.254/latest/meta-data',
        'http://10.0.0.1/',
        `http://localhost.:${own}/`,
      ]
      for (const [index, url] of urls.entries()) {
        const { id } = await hookChannel(`Bad ${index}`, url)
        const { data, status } = await call(server, 'channel.test', { token: admin, params: { id }, body: {} })
        if (status === 429) throw new Error('the limit of tests is in the way')
        expect([url, data.isSent, data.message]).toEqual([
          url,
          false,
          expect.stringMatching(
            /is not allowed; the administrator can add .* to MIMIC_OUTBOUND_ALLOWED.*不在允许访问的目标之列/,
          ),
        ])
        await pause(index > 4 ? 6_100 : 0) // ten tests per minute
      }
      const { id } = await create('channel', {
        name: 'Bad mail',
        kind: 'email',
        host: 'localhost',
        port: 5432,
        isSecure: false,
        sender: 'mimic@example.com',
      })
      expect((await call(server, 'channel.test', { token: admin, params: { id }, body: {} })).data.isSent).toBe(false)
      expect(hooks.requests.length).toBe(before)
    },
  )
})

describe('upgrades', () => {
  it('reach the devices, which report how far they are, and end with the last', async () => {
    const { data: devices } = await callEntity<{ rows: readonly (Row & Values)[] }>(server, 'device', 'list', {
      token: admin,
      query: { project: 'factory', pageSize: '50' },
    })
    const [first] = devices.rows
    const product = first?.['product']
    const chosen = devices.rows.filter((row) => row['product'] === product).map(({ id }) => id)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(200_000).fill(7)]), 'pump-2.bin')
    const uploaded: { data: { id: string; name: string } } = await (
      await fetch(`${server.httpUrl}/iot/tool/upload?purpose=firmware`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${admin}` },
      })
    ).json()
    const firmware = await create('firmware', {
      name: 'Pump 2',
      product,
      version: '2.0.0',
      file: [{ id: uploaded.data.id, name: uploaded.data.name }],
    })
    const task = await create(
      'upgrade',
      { name: 'All pumps', firmware: firmware.id, devices: chosen, batch: 2 },
      'factory',
    )
    expect((await move('upgrade', task.id, 'start')).status).toBe(200)
    const seen = new Set<number>()
    const done = await until(
      async () => {
        const row = await readRow('upgrade', task.id)
        seen.add(Number(row['progress']))
        return row
      },
      ({ status }) => status === 'done',
      120_000,
    )
    expect([done['done'], done['failed'], done['progress']]).toEqual([chosen.length, 0, 100])
    expect([...seen].some((progress) => progress > 0 && progress < 100)).toBe(true)
    expect((await readRow('device', chosen[0] ?? ''))['firmware']).toBe(firmware.id)
  })

  it('serve a file only with its ticket', async () => {
    const forged = `${'a'.repeat(36)}.${Date.now() + 60_000}.${'A'.repeat(43)}`
    expect((await call(server, 'upgrade.file', { params: { ticket: forged } })).status).toBe(404)
    expect((await call(server, 'upgrade.file', { params: { ticket: 'x' } })).status).toBe(404)
  })
})
