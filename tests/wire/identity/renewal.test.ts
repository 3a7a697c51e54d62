import { createHash } from 'node:crypto'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { unattendedHeader } from '../../../contract/access.ts'
import { limits } from '../../../contract/limits.ts'
import { socketCommands } from '../../../contract/socket.ts'
import { callEntity, call, makeAccount, signIn, sqlIn, testPassword, readAuditLog } from '../../support/server/api.ts'
import { openLine } from '../../support/server/line.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string
let people = 0

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
})
afterAll(() => server?.stop())

const computeHash = (token: string): string => createHash('sha256').update(token).digest('hex')

const own = `account = (select id from account where name = $1)`

/** Waits until cached tokens are looked up again. */
const forgotten = () => new Promise((done) => setTimeout(done, limits.session.cacheMs + 100))

const runOut = async (name: string): Promise<void> => {
  await sqlIn(
    server,
    `update session_token set expires_at = now() - interval '1 second' where session in (select id from session where ${own})`,
    [name],
  )
  await forgotten()
}

/** Returns a signed-in account with its cookie, as a browser stores it. */
async function signedInBrowser() {
  const name = `browser-${++people}`
  await makeAccount(server, admin, { username: name, password: testPassword, role: 'operator', projects: [] })
  const { data, headers } = await call(server, 'session.signIn', { body: { account: name, password: testPassword } })
  if (!('token' in data)) throw new Error('there is no second step')
  const [setCookie = ''] = headers.getSetCookie()
  const cookie = setCookie.split(';')[0] ?? ''
  let lastCookie = cookie
  return {
    name,
    token: data.token,
    setCookie,
    cookie,
    /** Uses the original sign-in cookie, however often it was replaced. */
    refreshed: (more: Readonly<Record<string, string>> = {}) =>
      call(server, 'session.renew', { body: { token: data.token }, headers: { cookie, ...more } }),
    /** Uses the newest cookie, like a browser. */
    renew: async (token = data.token) => {
      const reply = await call(server, 'session.renew', { body: { token }, headers: { cookie: lastCookie } })
      lastCookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? lastCookie
      return reply
    },
  }
}

const connectMqtt = async (username: string, password: string): Promise<void> => {
  const client = await mqtt.connectAsync(server.mqttUrl, { username, password, reconnectPeriod: 0 })
  await client.endAsync(true)
}

describe('a session', () => {
  it('is renewed: the new token works, the old one lasts until it expires, and the daily limit remains', async () => {
    const browser = await signedInBrowser()
    const { data } = await browser.renew()
    for (const token of [browser.token, data.token])
      expect((await call(server, 'session.read', { token })).status).toBe(200)
    expect(data.renewInMs).toBe(limits.session.renewMs)
    await sqlIn(
      server,
      `update session set signed_in_at = now() - interval '11 hours 50 minutes', seen_at = now() - interval '2 minutes', renewed_at = now() - interval '10 minutes' where ${own}`,
      [browser.name],
    )
    await forgotten()
    await call(server, 'session.read', { token: data.token })
    const late = await browser.renew(data.token)
    expect(late.data.expiresAt - Date.now()).toBeLessThan(11 * 60_000)
    expect((await sqlIn(server, `select renewals from session where ${own}`, [browser.name]))[0]?.renewals).toBe(2)
  })

  it('has tokens that expire after 15 minutes, and continues by renewal', async () => {
    const browser = await signedInBrowser()
    const [{ left } = {}] = await sqlIn(
      server,
      `select extract(epoch from t.expires_at - now())::float8 as left from session_token t join session s on s.id = t.session where s.${own}`,
      [browser.name],
    )
    expect(Number(left)).toBeGreaterThan(14 * 60)
    expect(Number(left)).toBeLessThanOrEqual(15 * 60)
    await runOut(browser.name)
    const refused = await call(server, 'session.read', { token: browser.token })
    expect([refused.status, refused.bad.code, refused.bad.error]).toEqual([401, 1, 'session.expired'])
    await expect(connectMqtt(browser.name, browser.token)).rejects.toThrow(/authori[sz]ed|password/i)
    const { data } = await browser.renew()
    expect((await call(server, 'session.read', { token: data.token })).data.account.name).toBe(browser.name)
  })

  it('cannot be renewed with a token alone: a stolen token works until it expires and ends nothing', async () => {
    const browser = await signedInBrowser()
    const other = await signedInBrowser()
    const forged = browser.cookie.replace(/=\d+\./, '=1.')
    for (const cookie of [
      '',
      forged,
      `${browser.cookie}x`,
      browser.cookie.replace(/=.*/, `=${other.cookie.split('=')[1] ?? ''}`),
    ]) {
      const { status, bad, headers } = await call(server, 'session.renew', {
        body: { token: browser.token },
        headers: { cookie },
      })
      expect([cookie, status, bad.code, bad.error, headers.getSetCookie()]).toEqual([
        cookie,
        401,
        1,
        'session.expired',
        [],
      ])
    }
    expect(
      (await call(server, 'session.renew', { body: { token: 'a'.repeat(43) }, headers: { cookie: browser.cookie } }))
        .bad.error,
    ).toBe('session.none')
    expect((await browser.renew()).status).toBe(200)
  })

  it('keeps its renewal secret out of reach of scripts and other sites', async () => {
    const { setCookie, cookie, refreshed } = await signedInBrowser()
    expect(setCookie).toMatch(
      /^mimic-[0-9a-f-]{36}=0\.[\w-]{43}; Max-Age=4\d{4}; Path=\/api\/session; HttpOnly; SameSite=Strict$/,
    )
    // The cookie alone does not authenticate.
    expect((await call(server, 'session.read', { headers: { cookie } })).bad.error).toBe('session.none')
    for (const [name, value] of [
      ['origin', 'http://elsewhere.test'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await refreshed({ [name]: value })).status).toBe(403)
  })

  it('is renewed for the tabs of one browser, however many ask at one moment, and none puts another out', async () => {
    const browser = await signedInBrowser()
    const replies = await Promise.all([1, 2, 3, 4].map(() => browser.refreshed()))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ headers }) => headers.getSetCookie()[0]?.split(';')[0])).size).toBe(1)
    expect(new Set(replies.map(({ data }) => data.token)).size).toBe(4)
    for (const { data } of replies) expect((await call(server, 'session.read', { token: data.token })).status).toBe(200)
    // Each tab continues independently.
    const cookie = replies[0]?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const { data } of replies.slice(0, 1))
      expect((await call(server, 'session.renew', { body: { token: data.token }, headers: { cookie } })).status).toBe(
        200,
      )
  })

  it('is renewed for a late request of a tab, after successive renewals of others', async () => {
    const browser = await signedInBrowser()
    const { data } = await browser.renew()
    expect((await call(server, 'session.read', { token: data.token })).status).toBe(200)
    expect((await browser.renew(data.token)).status).toBe(200)
    expect((await browser.refreshed()).status).toBe(200)
    expect((await browser.renew(data.token)).status).toBe(200)
  })

  it('is renewed once more for a browser that never heard the answer', async () => {
    const browser = await signedInBrowser()
    expect((await browser.refreshed()).status).toBe(200)
    await sqlIn(server, `update session set renewed_at = now() - interval '5 minutes' where ${own}`, [browser.name])
    expect((await browser.refreshed()).status).toBe(200)
  })

  it('ends for both parties, with a log entry, if a used renewal secret is reused', async () => {
    const browser = await signedInBrowser()
    const { data } = await browser.refreshed()
    expect((await call(server, 'session.read', { token: data.token })).status).toBe(200)
    const line = await openLine(server, data.token)
    await sqlIn(server, `update session set renewed_at = now() - interval '5 minutes' where ${own}`, [browser.name])
    expect((await browser.refreshed()).bad.error).toBe('session.ended')
    expect(await line.closed).toBe(4401)
    expect((await call(server, 'session.read', { token: data.token })).bad.error).toBe('session.ended')
    const trail = (await readAuditLog(server, admin, `account/${browser.name}`)).filter(
      ({ action }) => action === 'replayed',
    )
    expect(trail).toMatchObject([{ user: 'server', ip: expect.stringContaining('127.0.0.1') }])
    expect(server.output()).toContain('an old token was reused')
    expect(server.output()).toContain(browser.name)
    for (const one of [browser.token, data.token, browser.cookie]) expect(server.output()).not.toContain(one)
  })

  it('is not extended by renewals without user activity', async () => {
    const browser = await signedInBrowser()
    await sqlIn(
      server,
      `update session set seen_at = now() - interval '29 minutes 58 seconds', expires_at = now() + interval '2 seconds' where ${own}`,
      [browser.name],
    )
    const { data } = await browser.renew()
    await vi.waitFor(
      async () =>
        expect(
          (await call(server, 'session.read', { token: data.token, headers: { [unattendedHeader]: '1' } })).bad,
        ).toMatchObject({ code: 1, error: 'session.expired' }),
      { timeout: 10_000, interval: 500 },
    )
    expect((await browser.renew(data.token)).bad).toMatchObject({ code: 1, error: 'session.expired' })
  })

  it('keeps a line open past the end of the token that it began with, and hears of changed rights', async () => {
    const browser = await signedInBrowser()
    const line = await openLine(server, browser.token)
    await runOut(browser.name)
    const [{ id } = {}] = await sqlIn(server, 'select id from account where name = $1', [browser.name])
    const { data: row } = await callEntity(server, 'account', 'read', { token: admin, params: { id: String(id) } })
    const changed = line.waitFor(socketCommands.sessionChanged)
    expect(
      (
        await callEntity(server, 'account', 'update', {
          token: admin,
          params: { id: String(id) },
          body: { values: { role: 'manager' } },
          headers: { 'if-match': `"${row.revision}"` },
        })
      ).status,
    ).toBe(200)
    await changed
    await Promise.race([
      line.closed.then((code) => {
        throw new Error(`closed with ${code}`)
      }),
      call(server, 'session.read', { token: admin }),
    ])
    line.close()
  })

  it('keeps no token that ran out long ago and was renewed, and one that was not for a tab that slept', async () => {
    const browser = await signedInBrowser()
    const slept = browser.token
    const later = (await browser.renew()).data.token
    await sqlIn(server, `update session_token set renewed_at = null where hash = $1`, [computeHash(slept)])
    const last = (await browser.renew(later)).data.token
    await sqlIn(
      server,
      `update session_token set expires_at = now() - interval '2 hours', renewed_at = renewed_at - interval '2 hours' where session in (select id from session where ${own})`,
      [browser.name],
    )
    const left = async () =>
      (
        await sqlIn(server, `select hash from session_token where session in (select id from session where ${own})`, [
          browser.name,
        ])
      ).map(({ hash }) => String(hash))
    await expect
      .poll(async () => new Set(await left()), { timeout: 20_000, interval: 200 })
      .toEqual(new Set([computeHash(slept), computeHash(last)]))
    expect((await browser.renew(slept)).status).toBe(200)
  })

  it('takes along the cookies of sessions that are over', async () => {
    const first = await signedInBrowser()
    expect((await call(server, 'session.signOut', { token: first.token })).status).toBe(200)
    // A cookie of another installation on this host at another port is ignored.
    const foreign = 'mimic-00000000-0000-4000-8000-000000000000=3.x'
    const again = await call(server, 'session.signIn', {
      body: { account: first.name, password: testPassword },
      headers: { cookie: `${foreign}; ${first.cookie}` },
    })
    const [lastCookie = '', ...dropped] = again.headers.getSetCookie()
    expect(lastCookie).toMatch(/^mimic-[0-9a-f-]{36}=0\./)
    expect(dropped.map((each) => each.split(';').slice(0, 3).join(';'))).toEqual([
      `${first.cookie.split('=')[0]}=; Max-Age=0; Path=/api/session`,
    ])
    const out = await call(server, 'session.signOut', { token: 'token' in again.data ? again.data.token : '' })
    expect(out.headers.getSetCookie()[0]).toContain(`${lastCookie.split('=')[0]}=; Max-Age=0; Path=/api/session`)
  })
})
