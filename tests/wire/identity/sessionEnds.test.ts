import { createHmac, generateKeyPairSync } from 'node:crypto'
import { request } from 'node:http'
import { type JWTPayload, SignJWT } from 'jose'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { unattendedHeader } from '../../../contract/access.ts'
import { limits } from '../../../contract/limits.ts'
import { socketCommands } from '../../../contract/socket.ts'
import {
  addAccount,
  callEntity,
  call,
  makeAccount,
  signIn,
  sqlIn,
  testPassword,
  readAuditLog,
} from '../../support/server/api.ts'
import { openLine } from '../../support/server/line.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const secret = "a shop's own secret of forty characters."
const promisedMs = 5_000

let server: StartedServer
let admin: string

beforeAll(async () => {
  // Default configuration: one session per account.
  server = await startServer({
    env: { MIMIC_SSO_APPS: `shop:${secret},mill:${secret.toUpperCase()}`, MIMIC_SINGLE_SESSION: '', MIMIC_LOG: 'info' },
  })
  admin = await signIn(server)
})
afterAll(() => server?.stop())

const mqtt = (name: string, token: string) =>
  connectAsync(server.mqttUrl, {
    clientId: `t-${Math.random()}`,
    protocolVersion: 4,
    reconnectPeriod: 0,
    username: name,
    password: token,
  })

describe('single sign-on', () => {
  const nowS = () => Math.floor(Date.now() / 1000)
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    sub: 'guest',
    aud: 'shop',
    jti: `j-${Math.random()}`,
    exp: nowS() + 60,
    ...more,
  })
  const sign = (
    payload: JWTPayload,
    key: string | CryptoKey | Parameters<SignJWT['sign']>[0] = secret,
    alg = 'HS256',
  ) =>
    new SignJWT(payload).setProtectedHeader({ alg }).sign(typeof key === 'string' ? new TextEncoder().encode(key) : key)
  const arrive = (jwt: string, appKey = 'shop') => call(server, 'session.single', { body: { appKey, jwt } })
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  beforeAll(async () => {
    await makeAccount(server, admin, {
      username: 'guest',
      password: testPassword,
      role: 'operator',
      projects: [{ project: 'tunnel', role: 'operator' }],
    })
  })

  it('opens a session of the account that it names, once', async () => {
    const jwt = await sign(claims())
    const { status, data } = await arrive(jwt)
    expect([status, data.account.name, data.account.role]).toEqual([200, 'guest', 'operator'])
    expect((await call(server, 'session.read', { token: data.token })).status).toBe(200)
    expect((await readAuditLog(server, admin, 'account/guest'))[0]).toMatchObject({
      action: 'signIn',
      user: 'guest',
      content: '{"app":"shop"}',
    })
    const again = await arrive(jwt)
    expect([again.status, again.bad.error]).toEqual([401, 'session.single'])
    expect((await call(server, 'session.read', { token: data.token })).status).toBe(200) // the first session remains
  })

  it('that is forged, old, long-lived, unbound, foreign or without an account is rejected, always with the same response', async () => {
    const disabled = await makeAccount(server, admin, { username: 'gone', password: testPassword, role: 'operator' })
    await callEntity(server, 'account', 'disable', { token: admin, params: { id: disabled.id }, body: {} })
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const unsigned = `${text({ alg: 'none', typ: 'JWT' })}.${text(claims())}.`
    const head = `${text({ alg: 'HS256', kid: '../../etc/passwd' })}.${text(claims())}`
    const mixed = `${text({ alg: 'HS256' })}.${text(claims())}`
    const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))
    const tries: readonly (readonly [what: string, jwt: string, appKey?: string])[] = [
      ['alg none', unsigned],
      ['alg none, of another case', `${text({ alg: 'nOnE' })}.${text(claims())}.`],
      ['another key', await sign(claims(), 'x'.repeat(40))],
      ['an empty key', `${head}.${createHmac('sha256', '').update(head).digest('base64url')}`],
      ['HS512', await sign(claims(), secret, 'HS512')],
      ['RS256', await sign(claims(), privateKey, 'RS256')],
      [
        'HS256 with a public key',
        `${mixed}.${createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
          .update(mixed)
          .digest('base64url')}`,
      ],
      ['run out', await sign(claims({ exp: nowS() - 1 }))],
      ['good for an hour', await sign(claims({ exp: nowS() + 3600 }))],
      ['not yet', await sign(claims({ nbf: nowS() + 50 }))],
      ['without an end', await sign(without('exp'))],
      ['without an id', await sign(without('jti'))],
      ['without a name', await sign(without('sub'))],
      ['for nobody', await sign(without('aud'))],
      ['for another system', await sign(claims({ aud: 'mill' }))],
      ["with another system's key", await sign(claims({ aud: 'mill' })), 'mill'],
      ['of a system unknown', await sign(claims({ aud: 'none' })), 'none'],
      [
        'changed',
        `${(await sign(claims())).split('.')[0]}.${text(claims({ sub: 'admin' }))}.${(await sign(claims())).split('.')[2]}`,
      ],
      ['a super administrator', await sign(claims({ sub: 'admin' }))],
      ['a disabled account', await sign(claims({ sub: 'gone' }))],
      ['an unknown account', await sign(claims({ sub: 'nobody' }))],
      ['no token at all', 'x'],
      ['three dots', '...'],
    ]
    const answers = new Set<string>()
    // Attempts are limited per address, so they are spread over several.
    for (const [index, [description, jwt, appKey = 'shop']] of tries.entries()) {
      const reply = await postFrom(`127.0.0.${10 + index}`, '/api/session/single', { appKey, jwt })
      expect([description, reply.status]).toEqual([description, 401])
      answers.add(reply.text)
    }
    expect([...answers].map((answer) => (JSON.parse(answer) as { error: string }).error)).toEqual(['session.single'])
    expect(await sqlIn(server, `select jti from single_sign_on where app = 'none'`)).toEqual([])
    for (const [, jwt] of tries) if (jwt.length > 40) expect(server.output()).not.toContain(jwt)
  })
})

async function timed<T>(act: () => Promise<T>): Promise<{ readonly answer: T; readonly tookMs: number }> {
  const from = performance.now()
  return { answer: await act(), tookMs: performance.now() - from }
}

/** Sends from another local address. */
function postFrom(localAddress: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = request(
      `${server.httpUrl}${path}`,
      { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', fail)
    sent.end(JSON.stringify(body))
  })
}

describe('a session', () => {
  it('ends everywhere when its account signs in elsewhere', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const [line, client] = [await openLine(server, token), await mqtt(name, token)]
    const closed = new Promise<void>((done) => {
      client.once('close', () => done())
    })
    const from = performance.now()
    const next = await signIn(server, name, testPassword)
    const ended = await call(server, 'session.read', { token })
    expect([ended.status, ended.bad.code, ended.bad.error]).toEqual([401, 2, 'session.ended'])
    await line.waitFor(socketCommands.sessionChanged)
    expect(await line.closed).toBe(4401)
    await closed
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect((await call(server, 'session.read', { token: next })).status).toBe(200)
    await client.endAsync(true)
  })

  it('is unique among concurrent sign-ins to one account', async () => {
    const { name } = await addAccount(server, admin, 'operator', [])
    // Concurrent attempts may be delayed for a second.
    const signInPatiently = () =>
      vi.waitFor(() => signIn(server, name, testPassword), { timeout: 20_000, interval: 1_100 })
    const tokens = await Promise.all([1, 2, 3, 4].map(signInPatiently))
    const statuses = await Promise.all(
      tokens.map(async (token) => (await call(server, 'session.read', { token })).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  })

  it('is independent of API tokens, which remain valid when their owner signs in elsewhere', async () => {
    const { name, token } = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
    const { data: program } = await call(server, 'token.create', {
      token,
      body: { name: 'program', permissions: ['scada:drawing:list'], projects: null, expiresAt: Date.now() + 3_600_000 },
    })
    await signIn(server, name, testPassword)
    expect((await call(server, 'drawing.list', { token })).bad.code).toBe(2)
    expect((await call(server, 'drawing.list', { token: program.token })).status).toBe(200)
  })

  it('of a wall display survives the sign-in of a second display and inactivity, and is read-only', async () => {
    const values = {
      username: 'wall',
      password: testPassword,
      role: 'operator',
      isWall: true,
      projects: [{ project: 'tunnel', role: 'operator' }],
    }
    for (const more of [{ role: 'manager' }, { projects: [{ project: 'tunnel', role: 'manager' }] }]) {
      const { status, bad } = await callEntity(server, 'account', 'create', {
        token: admin,
        body: { values: { ...values, ...more } },
      })
      expect([status, bad.problems?.[0]?.path]).toEqual([400, 'isWall'])
    }
    const row = await makeAccount(server, admin, values)
    const [first, second] = [await signIn(server, 'wall', testPassword), await signIn(server, 'wall', testPassword)]
    for (const token of [first, second]) {
      const { status, data } = await call(server, 'session.read', { token })
      expect(status).toBe(200)
      expect(data.expiresAt).toBeGreaterThan(Date.now() + limits.session.absoluteMs - 60_000)
      expect(data.account.permissions).toEqual(expect.arrayContaining(['scada:drawing:read', 'platform:history:read']))
      expect(
        data.account.permissions.filter((permission) =>
          /:(?:add|edit|remove|send|import|upload|password|end|clear)$/.test(permission),
        ),
      ).toEqual([])
    }
    expect((await call(server, 'drawing.list', { token: first, query: { project: 'tunnel' } })).status).toBe(200)
    const body = { tag: 'tunnel/lamp-001/lamp', value: 1 }
    expect(
      (await call(server, 'command.send', { token: first, body, headers: { 'idempotency-key': 'wall-1' } })).bad.error,
    ).toBe('access.denied')
    expect(
      (await call(server, 'profile.update', { token: first, body: { name: 'Wall', phone: null, email: null } })).bad
        .error,
    ).toBe('access.denied')
    const line = await openLine(server, first)
    const { data: changed } = await callEntity(server, 'account', 'update', {
      token: admin,
      params: { id: row.id },
      headers: { 'if-match': '"1"' },
      body: { values: { isWall: false } },
    })
    expect(changed).toMatchObject({ isWall: false })
    await line.waitFor(socketCommands.sessionChanged)
    // No longer a wall display: commands are allowed immediately, and the next sign-in ends open sessions.
    expect(
      (await call(server, 'command.send', { token: first, body, headers: { 'idempotency-key': 'wall-2' } })).bad.error,
    ).not.toBe('access.denied')
    await signIn(server, 'wall', testPassword)
    expect(await line.closed).toBe(4401)
    expect((await call(server, 'session.read', { token: second })).bad.code).toBe(2)
  })

  it('of a former wall display expires without activity like any other', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const { rows } = (
      await callEntity<{ rows: readonly { id: string; revision: number }[] }>(server, 'account', 'list', {
        token: admin,
        query: { search: name },
      })
    ).data
    const change = (isWall: boolean, revision: number) =>
      callEntity(server, 'account', 'update', {
        token: admin,
        params: { id: rows[0]?.id ?? '' },
        headers: { 'if-match': `"${revision}"` },
        body: { values: { isWall } },
      })
    const revision = (await change(true, rows[0]?.revision ?? 0)).data.revision
    const line = await openLine(server, token)
    await sqlIn(
      server,
      `update session set seen_at = now() - interval '40 minutes', expires_at = now() + interval '11 hours' where account = (select id from account where name = $1)`,
      [name],
    )
    const unattended = { token, headers: { [unattendedHeader]: '1' } }
    expect((await call(server, 'session.read', unattended)).status).toBe(200)
    const { status } = await change(false, revision)
    const from = performance.now()
    expect([status, (await call(server, 'session.read', unattended)).bad.error]).toEqual([200, 'session.expired'])
    expect(await line.closed).toBe(4401)
    expect(performance.now() - from).toBeLessThan(promisedMs)
  })

  it('expires after half an hour without a call, is distinguished from one ended elsewhere, and continues while in use', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [])
    const client = await mqtt(name, token)
    const closed = new Promise<void>((done) => {
      client.once('close', () => done())
    })
    const line = await openLine(server, token)
    const own = `account = (select id from account where name = $1)`
    await sqlIn(
      server,
      `update session set seen_at = now() - interval '29 minutes', expires_at = now() + interval '1 minute' where ${own}`,
      [name],
    )
    await new Promise((done) => setTimeout(done, limits.session.cacheMs + 100)) // sessions are cached for three seconds
    // Unattended requests of a console are answered and do not extend the session.
    expect((await call(server, 'session.read', { token, headers: { [unattendedHeader]: '1' } })).status).toBe(200)
    const [{ before } = {}] = await sqlIn(
      server,
      `select extract(epoch from expires_at - now())::float8 as before from session where ${own}`,
      [name],
    )
    expect(before).toBeLessThan(60)
    expect((await call(server, 'session.read', { token })).status).toBe(200)
    const [{ left } = {}] = await sqlIn(
      server,
      `select extract(epoch from expires_at - now())::float8 as left from session where ${own}`,
      [name],
    )
    expect(left).toBeGreaterThan(limits.session.idleMs / 1000 - 60)

    await sqlIn(server, `update session set expires_at = now() - interval '1 second' where ${own}`, [name])
    // Idle connections are closed as well.
    await closed
    expect(await line.closed).toBe(4401)
    await new Promise((done) => setTimeout(done, limits.session.cacheMs + 100))
    const late = await call(server, 'session.read', { token })
    expect([late.status, late.bad.code, late.bad.error]).toEqual([401, 1, 'session.expired'])
    expect((await call(server, 'session.renew', { body: { token } })).bad).toMatchObject({
      code: 1,
      error: 'session.expired',
    })
    await client.endAsync(true)
  })

  it('signed out is over for every door, however often its token is sent again', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const line = await openLine(server, token)
    expect((await call(server, 'session.signOut', { token })).status).toBe(200)
    expect(await line.closed).toBe(4401)
    for (const id of ['session.read', 'session.renew', 'session.signOut', 'drawing.list'] as const) {
      const { status, bad } = await call(server, id, id === 'session.renew' ? { body: { token } } : { token })
      expect([id, status, bad.error]).toEqual([id, 401, 'session.ended'])
    }
    await expect(mqtt(name, token)).rejects.toThrow(/authori[sz]ed|identifier|password/i)
    expect(await (await openLine(server, token)).closed).toBe(4401)
  })
})

describe('guessing passwords', () => {
  it('of fifty accounts from one address is limited to twenty attempts a minute and does not block other users', async () => {
    const { name } = await addAccount(server, admin, 'operator', [])
    const attempt = (address: string, account: string, password: string) =>
      postFrom(address, '/api/session', { account, password })
    const calm = await timed(() => attempt('127.0.0.1', name, testPassword))
    const storm = Array.from({ length: 500 }, (_, index) =>
      attempt('127.0.0.200', index % 50 === 0 ? name : `account-${index % 50}`, `guess ${index}`),
    )
    const inStorm = await timed(() => attempt('127.0.0.1', name, testPassword))
    const replies = await Promise.all(storm)
    // Three seconds, or a multiple of the undisturbed duration on a busy machine.
    const maxMs = Math.max(3_000, 12 * calm.tookMs)
    expect([calm.answer.status, inStorm.answer.status, inStorm.tookMs < maxMs ? 'in time' : inStorm.tookMs]).toEqual([
      200,
      200,
      'in time',
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(
      500 - limits.signIn.perAddressMinute - 4,
    )
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
  })
})
