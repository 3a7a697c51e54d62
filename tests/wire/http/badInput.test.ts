import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, send, signIn, sqlIn } from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let auth: Record<string, string>

beforeAll(async () => {
  server = await startServer()
  auth = { authorization: `Bearer ${await signIn(server)}` }
})
afterAll(() => server?.stop())

const json = { 'content-type': 'application/json' }
const forPeople = /node_modules|\.ts:\d|select |insert into/i

describe('a request that is wrong is answered 4xx with the field and the reason', () => {
  const queries: readonly (readonly [string, string])[] = [
    ['page=-1', 'query.page'],
    ['page=0', 'query.page'],
    ['page=1.5', 'query.page'],
    ['page=1e9', 'query.page'],
    ['page=abc', 'query.page'],
    ['pageSize=1e9', 'query.pageSize'],
    ['pageSize=7', 'query.pageSize'],
    ['orderBy=id;drop%20table', 'query'],
    ['name[__proto__][x]=1', 'query'],
    ['a[]=1&a=2', 'query'],
    ['page=1&page=2', 'query.page'],
    [`search=${'x'.repeat(101)}`, 'query.search'],
  ]
  it.each(queries)('GET /api/drawings?%s', async (query, path) => {
    const { status, bad, text } = await send(server, 'GET', `/api/drawings?${query}`, null, auth)
    expect([status, bad.code, bad.error]).toEqual([400, 601, 'input.invalid'])
    expect(bad.problems?.map((problem) => problem.path)).toContain(path)
    expect(text).not.toMatch(forPeople)
  })

  const signIns: readonly (readonly [string, string])[] = [
    ['an object for a name', '{"account":{"$ne":null},"password":[]}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', ''],
    ['a key twice', '{"account":"a","account":"admin","password":"x"}'],
    ['a key more', '{"account":"a","password":"x","role":"super"}'],
    ['a prototype', '{"account":"a","password":"x","__proto__":{}}'],
    ['no JSON', '{account:a}'],
    ['a lone surrogate in a key', '{"\\ud800":1}'],
  ]
  it.each(signIns)('POST /api/session with %s', async (_name, body) => {
    const { status, bad } = await send(server, 'POST', '/api/session', body, json)
    expect([status, bad.code]).toEqual([400, 601])
    expect(bad.problems?.length).toBeGreaterThan(0)
  })

  it('a password of a megabyte, before anything is hashed', async () => {
    const attempts = () => sqlIn(server, 'select * from login_failure order by name, address')
    const before = await attempts()
    const { status, bad } = await send(
      server,
      'POST',
      '/api/session',
      JSON.stringify({ account: 'admin', password: 'x'.repeat(1 << 20) }),
      json,
    )
    expect([status, bad.error]).toEqual([413, 'input.large'])
    // Attempts are counted before the password is hashed.
    expect(await attempts()).toEqual(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'content of type %s',
    async (type) => {
      const { status, bad } = await send(server, 'POST', '/api/system/projects', '{"values":{"key":"x","name":"x"}}', {
        ...auth,
        'content-type': type,
      })
      expect([status, bad.error]).toEqual([415, 'input.type'])
    },
  )

  it('a write that another site started', async () => {
    const { status } = await send(server, 'POST', '/api/system/projects', '{"values":{"key":"csrf","name":"x"}}', {
      ...auth,
      ...json,
      'sec-fetch-site': 'cross-site',
    })
    expect(status).toBe(403)
  })

  it("a write of a page that is not this server's own: its other ports and pages without an origin are none", async () => {
    const own = new URL(server.httpUrl)
    const write = (origin: string | undefined, more: Readonly<Record<string, string>> = {}) =>
      send(server, 'POST', '/api/system/projects', '{"values":{}}', {
        ...auth,
        ...json,
        ...(origin === undefined ? {} : { origin }),
        ...more,
      }).then(({ status }) => status)
    // With access, the body is validated and rejected.
    for (const origin of [undefined, own.origin]) expect([origin, await write(origin)]).toEqual([origin, 400])
    const others = [
      `http://${own.hostname}:${Number(own.port) - 1}`,
      `http://${own.hostname}`,
      'null',
      '',
      'https://else.example',
      `${own.origin}.else.example`,
      `${own.origin}/`,
      `${own.origin}@else.example`,
      'file://',
    ]
    for (const origin of others)
      expect([origin, await write(origin, { 'sec-fetch-site': 'same-site' })]).toEqual([origin, 403])
    expect(await write('https://yard.example', { 'x-forwarded-host': 'yard.example' })).toBe(403)
    expect((await send(server, 'GET', '/api/drawings', null, { ...auth, origin: 'https://else.example' })).status).toBe(
      200,
    )
  })

  it.each(['admin\u200b', 'Ａdmin', 'ADMIN ', 'аdmin', 'a', '../admin', 'ad\nmin', '1admin'])(
    'an account named %j, which could be taken for another',
    async (name) => {
      const { status, bad } = await send(
        server,
        'POST',
        '/api/system/accounts',
        JSON.stringify({ values: { username: name, password: 'seven wet umbrellas', role: 'operator' } }),
        { ...auth, ...json },
      )
      expect([status, bad.problems?.[0]?.path]).toEqual([400, 'username'])
    },
  )

  it.each(['9007199254740993', '..%2f..%2fetc%2fpasswd', '%00', 'a%20b', 'x'.repeat(300), '%E0%A4%A'])(
    'an id like %s names nothing',
    async (id) => {
      const { status } = await send(server, 'GET', `/api/drawings/${id}`, null, auth)
      expect([400, 404]).toContain(status)
    },
  )

  it('an address, a method or a file that is not there', async () => {
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['PATCH', '/api/drawings'],
      ['GET', '/api/drawings/a/b'],
      ['DELETE', '/healthz'],
      ['GET', '/../server/main.ts'],
      ['GET', '/.env'],
    ] as const) {
      const { status, bad } = await send(server, method, path, null, { ...auth, accept: 'text/html' })
      expect([method, path, status, bad.error]).toEqual([method, path, 404, 'object.missing'])
    }
  })

  it('ignores a forged Host header in the content security policy', async () => {
    const { headers } = await call(server, 'server.health', { headers: { host: 'evil.example"; script-src *' } }).catch(
      () => call(server, 'server.health'),
    )
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self';script-src 'self';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('leaves the database as it was', async () => {
    const [{ count } = {}] = await sqlIn(
      server,
      `select (select count(*) from account) + (select count(*) from drawing) + (select count(*) from project) as count`,
    )
    expect(Number(count)).toBe(1 + (await call(server, 'drawing.list', { headers: auth })).data.total + 3)
  })
})
