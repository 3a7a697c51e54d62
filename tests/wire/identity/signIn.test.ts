import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, callEntity, call, makeAccount, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { computedMs } from '../../support/server/cpu.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
})
afterAll(() => server?.stop())

const attempt = (account: string, password: string) => call(server, 'session.signIn', { body: { account, password } })
const settle = () => sqlIn(server, 'delete from login_failure')

describe('signing in', () => {
  it('answers an unknown account, a disabled one and a wrong password alike', async () => {
    const { name } = await addAccount(server, admin, 'operator', [])
    await sqlIn(server, 'update account set enabled = false where name = $1', [name])
    const replies = [
      await attempt('nobody', 'wrong password'),
      await attempt('admin', 'wrong password'),
      await attempt(name, testPassword),
      await attempt("admin' OR 1=1--", 'x'),
    ]
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([replies[0]?.status, replies[0]?.bad.error]).toEqual([401, 'session.wrong'])
    await settle()
  })

  it('computes as much for an unknown account as for a wrong password', { tags: 'full' }, async () => {
    const real = await startServer({ passwordCost: 'real' })
    try {
      const computeMs = async (account: string): Promise<number> => {
        const from = computedMs(real.pid)
        await call(real, 'session.signIn', { body: { account, password: 'wrong password' } })
        return computedMs(real.pid) - from
      }
      const known: number[] = []
      const unknown: number[] = []
      for (let round = 0; round < 3; round++) {
        known.push(await computeMs('admin'))
        unknown.push(await computeMs(`nobody-${round}`))
      }
      // Both take one slow hash; without it an unknown account would take a tenth. Compares CPU time, which other load
      // does not change.
      expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
    } finally {
      await real.stop()
    }
  })

  it('waits longer after each failure from the fifth on, through a restart, and never for good', async () => {
    const { name } = await addAccount(server, admin, 'operator', [])
    await sqlIn(server, `delete from audit where who = $1`, [name]) // no earlier sign-in from this address
    for (let failure = 1; failure <= limits.signIn.freeFailures; failure++)
      expect((await attempt(name, 'wrong password')).status).toBe(401)
    const locked = await attempt(name, testPassword)
    expect([locked.status, locked.bad.error]).toEqual([429, 'session.locked'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)

    await sqlIn(
      server,
      `update login_failure set count = 9, wait_until = now() + interval '10 minutes' where name = $1`,
      [name],
    )
    await server.kill('SIGTERM')
    server = await startServer({ dataDir: server.dataDir })
    admin = await signIn(server)
    expect((await attempt(name, testPassword)).status).toBe(429)
    await sqlIn(server, `update login_failure set wait_until = now() where name = $1`, [name])
    expect((await attempt(name, 'wrong password')).status).toBe(401)
    const [{ wait } = {}] = await sqlIn(
      server,
      `select extract(epoch from wait_until - now())::float8 as wait from login_failure where name = $1`,
      [name],
    )
    expect(wait).toBeGreaterThan(20)
    await sqlIn(server, `update login_failure set wait_until = now() where name = $1`, [name])
    expect((await attempt(name, testPassword)).status).toBe(200)
    expect(await sqlIn(server, 'select * from login_failure where name = $1', [name])).toEqual([])
  })

  it('does not lock out a person at a known address because of strangers', async () => {
    const { name } = await addAccount(server, admin, 'operator', [])
    await sqlIn(
      server,
      `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 50, now(), now() + interval '15 minutes')`,
      [name],
    )
    expect((await attempt(name, testPassword)).status).toBe(200)
    await settle()
  })

  it('limits the tries of one address, whatever the account', async () => {
    // Concurrently, because on a busy machine the limit would refill between slow attempts.
    const replies = await Promise.all(
      Array.from({ length: limits.signIn.perAddressMinute + 6 }, (_, index) => attempt(`someone-${index}`, 'x')),
    )
    const refused = replies.find(({ bad }) => bad.error === 'limit.rate')
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a session', () => {
  beforeAll(async () => {
    await settle() // the usage of an address survives the restart
    await server.kill('SIGTERM')
    server = await startServer({ dataDir: server.dataDir })
    admin = await signIn(server)
  })

  it('is kept as a hash only', async () => {
    const rows = await sqlIn(server, 'select * from session')
    expect(JSON.stringify(rows)).not.toContain(admin)
    expect(await sqlIn(server, `select password from account where password not like 'scrypt$%$8$1$%'`)).toEqual([])
  })

  it('survives a kill of the server', { tags: 'full' }, async () => {
    await server.kill('SIGKILL')
    server = await startServer({ dataDir: server.dataDir })
    expect((await call(server, 'session.read', { token: admin })).status).toBe(200)
  })

  it('ends everywhere when the password changes', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [])
    const other = await signIn(server, name, testPassword)
    const refused = await call(server, 'session.password', {
      token,
      body: { present: 'not this one', next: 'eight dry umbrellas' },
    })
    expect([refused.status, refused.bad.error, refused.bad.problems?.[0]?.path]).toEqual([
      400,
      'password.wrong',
      'present',
    ])
    const weak = await call(server, 'session.password', { token, body: { present: testPassword, next: 'password123' } })
    expect([weak.status, weak.bad.error]).toEqual([400, 'password.weak'])
    const { data } = await call(server, 'session.password', {
      token,
      body: { present: testPassword, next: 'eight dry umbrellas' },
    })
    expect((await call(server, 'session.read', { token: other })).bad.error).toBe('session.ended')
    expect((await call(server, 'session.read', { token })).bad.error).toBe('session.ended')
    expect((await call(server, 'session.read', { token: data.token })).status).toBe(200)
    expect((await attempt(name, testPassword)).status).toBe(401)
  })

  it('takes a password exactly as typed, also one of a hundred emoji', async () => {
    const password = '🌂☔e\u0301x'.repeat(20)
    await makeAccount(server, admin, { username: 'emoji', password, role: 'operator' })
    expect((await attempt('emoji', password)).status).toBe(200)
    expect((await attempt('emoji', password.normalize('NFC'))).status).toBe(401)
  })

  it('ends with its account', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [])
    const [{ id } = {}] = await sqlIn(server, 'select id from account where name = $1', [name])
    expect((await callEntity(server, 'account', 'remove', { token: admin, params: { id: String(id) } })).status).toBe(
      200,
    )
    expect((await call(server, 'session.read', { token })).status).toBe(401)
    const own = (await call(server, 'session.read', { token: admin })).data.account.id
    const refused = await callEntity(server, 'account', 'remove', { token: admin, params: { id: own } })
    expect([refused.status, refused.bad.error]).toEqual([409, 'account.last'])
  })
})
