import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityRoutes } from '../../../contract/entities.ts'
import type { OpenApi } from '../../../contract/openApi/index.ts'
import { routeList } from '../../../contract/routes.ts'
import { metricsPermission } from '../../../contract/tokens.ts'
import { addAccount, callEntity, call, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { findDescendants } from '../../support/server/cpu.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const metricsToken = "a collector's credential of forty letters".replaceAll(' ', '-').replaceAll("'", '')

let server: StartedServer
let admin: string

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_METRICS_TOKEN: metricsToken, MIMIC_METRICS_OPEN: '1', MIMIC_LOG: 'info' } })
  admin = await signIn(server)
})
afterAll(() => server?.stop())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.httpUrl}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the figures', () => {
  it('are in the Prometheus format, labelled by route and status and never by user or tag', async () => {
    await call(server, 'drawing.list', { token: admin })
    await call(server, 'session.signIn', { body: { account: 'nobody-at-all', password: 'x' } })
    const { status, headers, text } = await get('/metrics', bearer(metricsToken))
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    expect(text).toMatch(/^mimic_http_requests_total\{route="drawing\.list",method="GET",status="200"\} [1-9]/m)
    expect(text).toMatch(/^mimic_http_requests_total\{route="session\.signIn",method="POST",status="401"\} [1-9]/m)
    for (const name of [
      'mimic_http_request_seconds_bucket',
      'mimic_database_query_seconds_count',
      'mimic_broker_connections',
      'mimic_history_rows_total',
      'mimic_sessions',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'))
    }
    expect(text).toMatch(/^mimic_sessions [1-9]/m)
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-zA-Z_:].*|[a-zA-Z_:][\w:]*(?:\{[^}]*\})? \S+|)$/)
    for (const word of ['nobody-at-all', 'admin', 'lamp-001', metricsToken]) expect(text).not.toContain(word)
  })

  it('are available to the metrics token, permitted users and, if allowed, local programs; the token grants nothing else', async () => {
    expect((await get('/metrics', bearer(admin))).status).toBe(200)
    expect((await get('/metrics')).status).toBe(200)
    const refused: readonly Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      bearer(`${metricsToken}x`),
      bearer('x'),
    ]
    for (const headers of refused) expect([headers, (await get('/metrics', headers)).status]).toEqual([headers, 401])
    const manager = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
    expect((await get('/metrics', bearer(manager.token))).status).toBe(403)
    for (const id of ['drawing.list', 'session.read', 'token.list', 'server.document'] as const)
      expect([id, (await call(server, id, { token: metricsToken })).status]).toEqual([id, 401])
    const { data } = await call(server, 'token.create', {
      token: admin,
      body: { name: 'collector', permissions: [metricsPermission], projects: null, expiresAt: Date.now() + 3_600_000 },
    })
    expect([
      (await get('/metrics', bearer(data.token))).status,
      (await call(server, 'drawing.list', { token: data.token })).status,
    ]).toEqual([200, 403])
  })
})

describe('health', () => {
  it('reports liveness, and separately the readiness of all dependencies', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect([path, await get(path).then(({ status, text }) => [status, text])]).toEqual([
        path,
        [200, '{"status":"ok"}'],
      ])
  })

  it.skipIf(process.env.TEST_DATABASE_URL !== undefined)(
    'reports an unresponsive database, stays alive, and is ready again with it',
    async () => {
      const children = findDescendants(server.pid)
      try {
        for (const child of children) process.kill(child, 'SIGSTOP')
        const late = await get('/readyz')
        expect([late.status, JSON.parse(late.text)]).toEqual([
          503,
          expect.objectContaining({ error: 'server.busy', detail: { database: 'does not respond' } }),
        ])
        expect((await get('/healthz')).status).toBe(200)
      } finally {
        for (const child of children) process.kill(child, 'SIGCONT')
      }
      expect((await get('/readyz')).status).toBe(200)
    },
  )
})

describe('the alarms of the server', () => {
  it.skipIf(process.env.TEST_DATABASE_URL !== undefined)(
    'report that the embedded database was started again, in the list and in the figures',
    async () => {
      const open = async () =>
        (await call(server, 'monitor.alarms', { token: admin })).data
          .filter(({ clearedAt }) => clearedAt === null)
          .map(({ kind }) => kind)
      expect(await open()).not.toContain('databaseRestarted')
      for (const child of findDescendants(server.pid)) process.kill(child, 'SIGKILL')
      await expect.poll(() => open().catch(() => []), { timeout: 60_000 }).toContain('databaseRestarted')
      expect((await get('/metrics', bearer(metricsToken))).text).toContain(
        'mimic_server_alarm{kind="databaseRestarted",level="2"} 1',
      )
      expect((await get('/readyz')).status).toBe(200)
    },
  )

  it.skipIf(process.env.TEST_DATABASE_URL !== undefined)(
    'are acknowledged by an administrator and logged',
    async () => {
      const find = async () =>
        (await call(server, 'monitor.alarms', { token: admin })).data.find(({ kind }) => kind === 'databaseRestarted')
      const { id = '' } = (await find()) ?? {}
      const acknowledge = () => call(server, 'monitor.acknowledgeAlarms', { token: admin, body: { ids: [id] } })
      for (let each = 0; each < 2; each++)
        expect((await acknowledge()).data.find((alarm) => alarm.id === id)).toMatchObject({
          confirmedBy: 'admin',
          confirmedAt: expect.any(Number),
        })
      const rows = await sqlIn(server, 'select who, action, content from audit where object = $1', [
        `serverAlarm/${id}`,
      ])
      expect(rows).toEqual([{ who: 'admin', action: 'acknowledge', content: '{"kind":"databaseRestarted"}' }])
    },
  )
})

describe('the document of this API', () => {
  it('contains every route, and requires a session', async () => {
    expect((await get('/api/openapi.json')).status).toBe(401)
    const { status, text } = await get('/api/openapi.json', bearer(admin))
    const document = JSON.parse(text) as OpenApi
    expect([status, document.openapi]).toEqual([200, '3.1.0'])
    for (const [id, { method, path }] of [...routeList, ...Object.entries(entityRoutes)]) {
      expect([id, document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]]).toEqual([
        id,
        expect.objectContaining({ summary: expect.stringMatching(/./), responses: expect.anything() }),
      ])
    }
  })

  it('is browsed at /api/docs with files of this server alone, under the policy of every page', async () => {
    const moved = await get('/api/docs')
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/api/docs/'])
    const page = await get('/api/docs/')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toMatch(/unsafe-eval|https?:\/\/(?!localhost|127)/)
    expect(page.text).not.toMatch(/<script>|\son\w+=|style=|https?:/)
    for (const [, file = ''] of page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
      expect([file, (await get(`/api/docs/${file}`)).status]).toEqual([file, 200])
    for (const path of ['/api/docs/../../package.json', '/api/docs/%2e%2e/docs.ts', '/api/docs/nothing.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('the log', () => {
  it('has one line of JSON for each request, with its number and no secret', async () => {
    const secrets = ['a password for the log 77', 'hunter2-of-the-camera']
    await call(server, 'session.signIn', { body: { account: 'logged', password: secrets[0] } })
    await callEntity(server, 'camera', 'create', {
      token: admin,
      body: { project: 'tunnel', values: { name: 'Portal', serial: 'C100', password: secrets[1] } },
    })
    await get(`/single?AppKey=shop&Jwt=${'j'.repeat(30)}`, { accept: 'text/html' })
    await get(`/common/download?fileName=x&token=${admin}`, bearer(admin))
    const { data, headers } = await call(server, 'token.create', {
      token: admin,
      body: { name: 'logged', permissions: ['lighting:pole:list'], projects: null, expiresAt: Date.now() + 3_600_000 },
    })
    await callEntity(server, 'pole', 'list', { token: data.token })
    await call(server, 'drawing.read', { token: admin, params: { id: 'no-such-drawing' } })
    const request = headers.get('x-request-id') ?? 'none'
    const written = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    await expect
      .poll(() => written().find((line) => line['request'] === request))
      .toMatchObject({
        level: 'info',
        message: 'request',
        method: 'POST',
        route: 'token.create',
        status: 200,
        account: 'admin',
        ms: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-/),
      })
    await expect
      .poll(() => written().some((line) => line['route'] === 'pole.list' && line['account'] === 'token:logged'))
      .toBe(true)
    for (const secret of [
      ...secrets,
      admin,
      data.token,
      metricsToken,
      testPassword,
      server.adminPassword,
      'j'.repeat(30),
    ])
      expect(server.output()).not.toContain(secret)
  })
})
