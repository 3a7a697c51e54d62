import { SignJWT } from 'jose'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { createSecretBox } from '../../../server/services/base/secrets.ts'
import { newKey, readKeys } from '../../../server/services/base/installationKeys.ts'
import { callEntity, call, makeAccount, sqlIn, testPassword, readAuditLog } from '../../support/server/api.ts'
import { databaseEnv, runCommand } from '../../support/server/command.ts'
import { removeDirectory } from '../../support/directories.ts'
import { computeCode, setUpSecondStep, getTicket, wrongCode } from '../../support/server/secondStep.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const shop = "a shop's own secret of forty characters."
const env = { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1', MIMIC_SSO_APPS: `shop:${shop}` }

let server: StartedServer
let dataDir: string
let admin: string
let host = 0
let people = 0
/** Values that must not appear in any response or log. */
const secrets: string[] = []

beforeAll(async () => {
  server = await startServer({ env })
  dataDir = server.dataDir
  admin = await enter('admin', server.adminPassword)
})
afterAll(async () => {
  await server?.stop()
  if (dataDir) await removeDirectory(dataDir)
})

/** A unique address because of per-address limits. */
const from = (address = `203.0.${host >> 8}.${host++ & 255}`) => ({ 'x-forwarded-for': address })
const submitCode = (ticket: string, code: string, address?: string) =>
  call(server, 'session.secondStep', { body: { ticket, code }, headers: from(address) })
const ticketFor = (name: string) => getTicket(server, name, testPassword, from())

async function enter(name: string, password = testPassword): Promise<string> {
  const { data, text } = await call(server, 'session.signIn', { body: { account: name, password }, headers: from() })
  if (!('token' in data)) throw new Error(text)
  return data.token
}

interface Person {
  readonly id: string
  readonly name: string
  readonly token: string
}

async function person(values: Readonly<Record<string, unknown>> = {}): Promise<Person> {
  const name = `person-${++people}`
  const { id } = await makeAccount(server, admin, {
    username: name,
    password: testPassword,
    role: 'operator',
    projects: [{ project: 'tunnel', role: 'operator' }],
    ...values,
  })
  return { id, name, token: await enter(name) }
}

async function secured(
  values: Readonly<Record<string, unknown>> = {},
): Promise<Person & Awaited<ReturnType<typeof setUpSecondStep>>> {
  const one = await person(values)
  const step = await setUpSecondStep(server, one.token, testPassword)
  secrets.push(step.secret, ...step.recoveryCodes)
  return { ...one, ...step }
}

/** Simulates that the time step of the last code has passed. */
const aStepLater = ({ id }: Pick<Person, 'id'>) =>
  sqlIn(server, 'update second_step set last_step = last_step - 10 where account = $1', [id])
/** Simulates a backup restored without its key. */
const sealForeign = ({ id }: Pick<Person, 'id'>) =>
  sqlIn(server, 'update second_step set secret = $1 where account = $2', [
    createSecretBox(newKey()).seal('x', { table: 'second_step', column: 'secret', row: id }),
    id,
  ])
const readStatus = async (token: string) => (await call(server, 'secondStep.read', { token })).data
const countSetups = async ({ id }: Pick<Person, 'id'>) =>
  (await sqlIn(server, 'select 1 from second_step where account = $1', [id])).length
const isIn = async (token: string) => (await call(server, 'project.granted', { token })).status === 200
const moment = () => new Promise((done) => setTimeout(done, limits.session.cacheMs + 200)) // tokens are cached for this time

describe('setting it up', () => {
  it('requires the password and a first code, shows the secret once, stores it encrypted, and ends password-only sessions', async () => {
    const one = await person()
    const other = await enter(one.name)
    const {
      data: { secret, uri },
    } = await call(server, 'secondStep.begin', { token: one.token })
    secrets.push(secret)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect([new URL(uri).searchParams.get('secret'), decodeURIComponent(new URL(uri).pathname)]).toEqual([
      secret,
      expect.stringContaining(`Mimic:${one.name}@127.0.0.1`),
    ])
    // Nothing is required before the first code is confirmed.
    expect((await readStatus(one.token)).since).toBeNull()
    expect(await isIn(await enter(one.name))).toBe(true)

    const confirm = (password: string, code: string) =>
      call(server, 'secondStep.confirm', { token: one.token, body: { password, code } })
    const noPassword = await confirm('not the password', computeCode(secret))
    expect([noPassword.status, noPassword.bad.error, noPassword.bad.problems?.[0]?.path]).toEqual([
      400,
      'password.wrong',
      'password',
    ])
    const noCode = await confirm(testPassword, wrongCode(secret))
    expect([noCode.status, noCode.bad.error, noCode.bad.problems?.[0]?.path]).toEqual([400, 'secondStep.code', 'code'])
    const {
      data: { recoveryCodes },
    } = await confirm(testPassword, computeCode(secret))
    secrets.push(...recoveryCodes)
    expect(new Set(recoveryCodes).size).toBe(limits.secondStep.recoveryCodes)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/)

    expect([await isIn(one.token), await isIn(other)]).toEqual([true, false])
    const now = await call(server, 'secondStep.read', { token: one.token })
    expect(now.data).toEqual({
      since: expect.any(Number),
      recoveryCodesLeft: limits.secondStep.recoveryCodes,
      isDemanded: false,
      isWall: false,
    })
    expect(now.text).not.toContain(secret)
    // An enabled setup cannot be restarted, so that someone at an unlocked browser cannot replace the authenticator.
    expect((await call(server, 'secondStep.begin', { token: one.token })).bad.error).toBe('entity.state')
    expect((await confirm(testPassword, computeCode(secret, 1))).bad.error).toBe('secondStep.over')

    const [{ sealed } = {}] = await sqlIn(server, 'select secret as sealed from second_step where account = $1', [
      one.id,
    ])
    expect(sealed).toMatch(/^v2:/)
    expect(
      createSecretBox(...(await readKeys(dataDir)).sealing).open(String(sealed), {
        table: 'second_step',
        column: 'secret',
        row: one.id,
      }),
    ).toBe(secret)
    expect(
      (await readAuditLog(server, admin, `account/${one.name}`)).map(({ action, user }) => [action, user]),
    ).toContainEqual(['secondStep.on', one.name])
    expect((await callEntity(server, 'account', 'read', { token: admin, params: { id: one.id } })).data).toMatchObject({
      secondStep: true,
    })
  })

  it('expires and must be started again, and a later secret replaces an earlier one', async () => {
    const one = await person()
    const { data: first } = await call(server, 'secondStep.begin', { token: one.token })
    const { data: second } = await call(server, 'secondStep.begin', { token: one.token })
    const confirm = (secret: string) =>
      call(server, 'secondStep.confirm', {
        token: one.token,
        body: { password: testPassword, code: computeCode(secret) },
      })
    expect((await confirm(first.secret)).bad.error).toBe('secondStep.code')
    await sqlIn(server, `update second_step set begun_at = now() - interval '31 minutes' where account = $1`, [one.id])
    expect((await confirm(second.secret)).bad.error).toBe('secondStep.over')
    expect((await readStatus(one.token)).since).toBeNull()
    // Unusable data is deleted.
    await expect.poll(() => countSetups(one), { timeout: 10_000 }).toBe(0)
  })
})

describe('signing in', () => {
  it('the right password opens nothing; password and code do, and each code and each ticket is good once', async () => {
    const one = await secured()
    const { data } = await call(server, 'session.signIn', {
      body: { account: one.name, password: testPassword },
      headers: from(),
    })
    expect(Object.keys(data).toSorted()).toEqual(['ticket', 'ticketUntil'])
    const ticket = 'ticket' in data ? data.ticket : ''
    for (const id of ['session.read', 'secondStep.read', 'project.granted'] as const)
      expect([id, (await call(server, id, { token: ticket })).bad.error]).toEqual([id, 'session.none'])
    await expect(
      connectAsync(
        server.mqttUrl,
        { clientId: 'ticket', username: one.name, password: ticket, protocolVersion: 4, reconnectPeriod: 0 },
        false,
      ),
    ).rejects.toMatchObject({ code: 4 })

    // The setup code is used up; this one belongs to the next time step.
    expect((await submitCode(ticket, one.code)).bad.error).toBe('session.code')
    const code = computeCode(one.secret, 1)
    const entered = await submitCode(ticket, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(await isIn(entered.data.token)).toBe(true)
    expect((await submitCode(ticket, computeCode(one.secret, 1))).bad.error).toBe('session.ticket')
    const again = await ticketFor(one.name)
    expect((await submitCode(again, code)).bad.error).toBe('session.code')
    expect(JSON.stringify(await sqlIn(server, 'select * from sign_in_ticket'))).not.toContain(
      again.slice('step_'.length),
    )
  })

  it('a password that was right before the second step was turned on opens nothing after it', async () => {
    const one = await secured()
    await sqlIn(server, 'update second_step set confirmed_at = null where account = $1', [one.id])
    // A trigger enables it between the password check and the session, at the start of the sign-in transaction.
    await sqlIn(
      server,
      `create function turn_on() returns trigger language plpgsql as $$ begin update second_step set confirmed_at = now() where account = new.id; return new; end $$`,
    )
    await sqlIn(
      server,
      `create trigger turn_on before update of last_sign_in_at on account for each row when (new.name = '${one.name}') execute function turn_on()`,
    )
    try {
      const { data } = await call(server, 'session.signIn', {
        body: { account: one.name, password: testPassword },
        headers: from(),
      })
      expect(Object.keys(data).toSorted()).toEqual(['ticket', 'ticketUntil'])
      expect(await sqlIn(server, 'select id from session where account = $1 and ended is null', [one.id])).toHaveLength(
        1,
      )
      expect(await isIn(one.token)).toBe(true)
    } finally {
      await sqlIn(server, 'drop trigger turn_on on account')
      await sqlIn(server, 'drop function turn_on')
    }
  })

  it('accepts only one of two concurrent sign-ins with the same code', async () => {
    const one = await secured()
    const tickets = [await ticketFor(one.name), await ticketFor(one.name)]
    const code = computeCode(one.secret, 1)
    const replies = await Promise.all(tickets.map((ticket) => submitCode(ticket, code)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('accepts each recovery code once, in any notation, and the audit log records the number left', async () => {
    const one = await secured()
    const [first = '', second = ''] = one.recoveryCodes
    expect((await submitCode(await ticketFor(one.name), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await submitCode(await ticketFor(one.name), first)).bad.error).toBe('session.code')
    const { data } = await submitCode(await ticketFor(one.name), second)
    expect((await readStatus(data.token)).recoveryCodesLeft).toBe(limits.secondStep.recoveryCodes - 2)
    const signedIn = (await readAuditLog(server, admin, `account/${one.name}`))
      .filter(({ action }) => action === 'signIn')
      .map(({ content }) => JSON.parse(content) as unknown)
    expect(signedIn).toEqual([{ recoveryCodesLeft: 8 }, { recoveryCodesLeft: 9 }, {}])
    expect(JSON.stringify(await sqlIn(server, 'select * from recovery_code'))).not.toContain(second.replaceAll('-', ''))
  })

  it('a ticket is for its own account: with the code of another it opens neither', async () => {
    const [ann, bob] = [await secured(), await secured()]
    const ticket = await ticketFor(ann.name)
    expect((await submitCode(ticket, computeCode(bob.secret, 1))).bad.error).toBe('session.code')
    expect((await submitCode(ticket, bob.recoveryCodes[0] ?? '')).bad.error).toBe('session.code')
    expect((await submitCode(await ticketFor(bob.name), computeCode(bob.secret, 1))).data.account.name).toBe(bob.name)
    expect((await submitCode(ticket, computeCode(ann.secret, 1))).data.account.name).toBe(ann.name)
  })

  it('a ticket ends after five minutes, and with the password, the second step or the account that it was given for', async () => {
    const ends: Readonly<Record<string, (one: Person) => Promise<unknown>>> = {
      time: ({ id }) => sqlIn(server, 'update sign_in_ticket set expires_at = now() where account = $1', [id]),
      password: ({ token }) =>
        call(server, 'session.password', { token, body: { present: testPassword, next: 'eight dry umbrellas' } }),
      reset: ({ id }) => callEntity(server, 'account', 'resetSecondStep', { token: admin, params: { id }, body: {} }),
      disabled: ({ id }) => callEntity(server, 'account', 'disable', { token: admin, params: { id }, body: {} }),
    }
    for (const [how, end] of Object.entries(ends)) {
      const one = await secured()
      const ticket = await ticketFor(one.name)
      await end(one)
      expect([how, (await submitCode(ticket, computeCode(one.secret, 1))).bad.error]).toEqual([how, 'session.ticket'])
    }
    expect((await submitCode('step_garbage', '000000')).bad.error).toBe('session.ticket')
  })

  it('wrong codes are answered alike, slow down like wrong passwords, and the right password does not make up for them', async () => {
    const one = await secured()
    const used = one.code
    const answers = new Set<string>()
    const [recovery = ''] = one.recoveryCodes
    for (const code of [
      wrongCode(one.secret),
      used,
      'garbage',
      `${recovery.slice(0, -1)}${recovery.endsWith('z') ? 'y' : 'z'}`,
      '1',
    ]) {
      const { status, text } = await submitCode(await ticketFor(one.name), code)
      answers.add(`${status} ${text}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^401 .*session\.code/)])
    // After five failures both password and code are delayed, from any address.
    const password = await call(server, 'session.signIn', {
      body: { account: one.name, password: testPassword },
      headers: from(),
    })
    expect([password.status, password.bad.error, Number(password.headers.get('retry-after'))]).toEqual([
      429,
      'session.locked',
      1,
    ])
    await sqlIn(server, `update login_failure set count = 9, wait_until = now() where name = $1`, [one.name])
    const ticket = await ticketFor(one.name)
    expect((await submitCode(ticket, wrongCode(one.secret))).status).toBe(401)
    const [{ wait } = {}] = await sqlIn(
      server,
      'select extract(epoch from wait_until - now())::float8 as wait from login_failure where name = $1',
      [one.name],
    )
    expect(wait).toBeGreaterThan(20)
    expect((await submitCode(ticket, computeCode(one.secret, 1))).bad.error).toBe('session.locked')
    await sqlIn(server, `update login_failure set wait_until = now() where name = $1`, [one.name])
    expect((await submitCode(ticket, computeCode(one.secret, 1))).status).toBe(200)
    expect(await sqlIn(server, 'select * from login_failure where name = $1', [one.name])).toEqual([])
    const { data } = await callEntity<{ rows: readonly { result: string }[] }>(server, 'signInLog', 'list', {
      token: admin,
      query: { search: one.name, pageSize: '50' },
    })
    expect(data.rows.map(({ result }) => result).filter((result) => result === 'code')).toHaveLength(6)
  })

  it('codes of one address are limited with its passwords', async () => {
    const one = await secured()
    const ticket = await ticketFor(one.name)
    const replies = await Promise.all(
      Array.from({ length: limits.signIn.perAddressMinute + 4 }, () => submitCode(ticket, '1', '198.51.100.7')),
    )
    expect(replies.some(({ bad }) => bad.error === 'limit.rate')).toBe(true)
    await sqlIn(server, 'delete from login_failure')
  })

  it('a first password is changed after the code, and the second step stays', async () => {
    const one = await secured()
    await sqlIn(server, 'update account set must_change = true where id = $1', [one.id])
    const { data } = await submitCode(await ticketFor(one.name), computeCode(one.secret, 1))
    expect([data.account.mustChangePassword, data.account.mustSetSecondStep, await isIn(data.token)]).toEqual([
      true,
      false,
      false,
    ])
    const changed = await call(server, 'session.password', {
      token: data.token,
      body: { present: testPassword, next: 'eight dry umbrellas' },
    })
    expect(await isIn(changed.data.token)).toBe(true)
    expect(await getTicket(server, one.name, 'eight dry umbrellas', from())).toMatch(/^step_/)
  })
})

describe('turning it off', () => {
  it('asks for the password and a code, and then the password alone signs in', async () => {
    const one = await secured()
    const remove = (password: string, code: string) =>
      call(server, 'secondStep.remove', { token: one.token, body: { password, code } })
    expect((await remove('not the password', computeCode(one.secret, 1))).bad.error).toBe('password.wrong')
    expect((await remove(testPassword, wrongCode(one.secret))).bad.error).toBe('secondStep.code')
    expect((await remove(testPassword, one.code)).bad.error).toBe('secondStep.code')
    expect((await remove(testPassword, computeCode(one.secret, 1))).status).toBe(200)
    expect(await isIn(await enter(one.name))).toBe(true)
    expect(await sqlIn(server, 'select 1 from recovery_code where account = $1', [one.id])).toEqual([])
    expect((await readAuditLog(server, admin, `account/${one.name}`)).map(({ action }) => action)).toContain(
      'secondStep.off',
    )
    expect((await remove(testPassword, '000000')).bad.error).toBe('entity.state')
  })
})

describe('a super administrator', () => {
  it('resets the second step of another account: its sessions end, the password alone signs in, and the audit log names the administrator', async () => {
    const one = await secured({ role: 'manager', projects: [{ project: 'tunnel', role: 'manager' }] })
    const reset = (token: string, id: string) =>
      callEntity(server, 'account', 'resetSecondStep', { token, params: { id }, body: {} })
    const manager = await person({ role: 'manager', projects: [{ project: 'tunnel', role: 'manager' }] })
    expect((await reset(manager.token, one.id)).status).toBe(403)
    expect((await reset(admin, one.id)).status).toBe(200)
    expect((await call(server, 'session.read', { token: one.token })).bad.error).toBe('session.ended')
    expect(await isIn(await enter(one.name))).toBe(true)
    expect(
      (await readAuditLog(server, admin, `account/${one.name}`)).find(({ action }) => action === 'resetSecondStep')
        ?.user,
    ).toBe('admin')
    expect((await reset(admin, one.id)).bad.error).toBe('entity.state')
    const own = (await call(server, 'session.read', { token: admin })).data.account.id
    expect((await reset(admin, own)).bad.error).toBe('account.last')
  })

  it('requires a second step for a role: accounts without one must set it up first, also in open sessions', async () => {
    const one = await person()
    const manages = await person({ projects: [{ project: 'tunnel', role: 'manager' }] })
    const owner = await person({ role: 'manager', projects: [{ project: 'tunnel', role: 'manager' }] })
    const wall = await person({ isWall: true })
    const already = await secured()
    const {
      data: { token: program },
    } = await call(server, 'token.create', {
      token: owner.token,
      body: {
        name: `demanded-${people}`,
        permissions: ['scada:drawing:list'],
        projects: null,
        expiresAt: Date.now() + 600_000,
      },
    })
    const set = (roles: readonly string[], token = admin) =>
      call(server, 'secondStep.setDemand', { token, body: { roles } })

    for (const id of ['secondStep.demand', 'secondStep.setDemand'] as const)
      expect(
        (
          await call(server, id, {
            token: manages.token,
            ...(id === 'secondStep.demand' ? {} : { body: { roles: [] } }),
          })
        ).status,
      ).toBe(403)
    const { data } = await set(['operator'])
    expect(data).toMatchObject({
      roles: ['operator'],
      without: { operator: expect.any(Number), manager: expect.any(Number), super: 1 },
    })
    expect((await call(server, 'project.granted', { token: one.token })).bad.error).toBe('session.mustSetSecondStep')
    // A manager of any project is affected; wall displays and API tokens are exempt.
    expect([await isIn(manages.token), await isIn(wall.token), await isIn(already.token)]).toEqual([true, true, true])
    await set(['operator', 'manager'])
    expect([
      await isIn(manages.token),
      await isIn(wall.token),
      await isIn(already.token),
      await isIn(owner.token),
    ]).toEqual([false, true, true, false])
    expect((await call(server, 'drawing.list', { token: program })).status).toBe(200)
    await expect(
      connectAsync(
        server.mqttUrl,
        { clientId: 'demanded', username: one.name, password: one.token, protocolVersion: 4, reconnectPeriod: 0 },
        false,
      ),
    ).rejects.toMatchObject({ code: 4 })
    expect((await readStatus(one.token)).isDemanded).toBe(true)
    expect((await readAuditLog(server, admin, 'installation/secondStep'))[0]).toMatchObject({
      user: 'admin',
      action: 'secondStep.demand',
      content: expect.stringContaining('"after":["operator","manager"]'),
    })

    // The initial password is changed first, then two-factor authentication is set up.
    await sqlIn(server, 'update account set must_change = true where id = $1', [one.id])
    const fresh = await call(server, 'session.signIn', {
      body: { account: one.name, password: testPassword },
      headers: from(),
    })
    expect(fresh.data).toMatchObject({ account: { mustChangePassword: true, mustSetSecondStep: true } })
    const novice = 'token' in fresh.data ? fresh.data.token : ''
    expect((await call(server, 'secondStep.begin', { token: novice })).bad.error).toBe('session.mustChange')
    const changed = await call(server, 'session.password', {
      token: novice,
      body: { present: testPassword, next: 'eight dry umbrellas' },
    })
    expect(changed.data.account).toMatchObject({ mustChangePassword: false, mustSetSecondStep: true })
    const step = await setUpSecondStep(server, changed.data.token, 'eight dry umbrellas')
    secrets.push(step.secret, ...step.recoveryCodes)
    expect(await isIn(changed.data.token)).toBe(true)

    // If disabled while required, it must be set up again before any other request.
    await call(server, 'secondStep.remove', {
      token: changed.data.token,
      body: { password: 'eight dry umbrellas', code: computeCode(step.secret, 1) },
    })
    expect((await call(server, 'project.granted', { token: changed.data.token })).bad.error).toBe(
      'session.mustSetSecondStep',
    )
    await set([])
    expect(await isIn(changed.data.token)).toBe(true)
  })

  it('does not affect users signed in by another system', { tags: 'full' }, async () => {
    const one = await secured()
    const other = await person()
    await call(server, 'secondStep.setDemand', { token: admin, body: { roles: ['operator'] } })
    for (const { name } of [one, other]) {
      const jwt = await new SignJWT({ sub: name, jti: `j-${name}` })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience('shop')
        .setExpirationTime('60s')
        .sign(new TextEncoder().encode(shop))
      const { data } = await call(server, 'session.single', { body: { appKey: 'shop', jwt }, headers: from() })
      expect([data.account.mustSetSecondStep, await isIn(data.token)]).toEqual([false, true])
      await moment()
      expect(await isIn(data.token)).toBe(true)
    }
    await call(server, 'secondStep.setDemand', { token: admin, body: { roles: [] } })
  })
})

describe('beside the server', () => {
  it('a command resets the second step of an account that lost all its codes, and ends its sessions', async () => {
    const one = await secured()
    const reset = (...args: string[]) => runCommand(['reset-second-step', ...args], dataDir, databaseEnv(server))
    expect(await reset()).toMatchObject({ code: 1, text: expect.stringContaining('usage: npm run reset-second-step') })
    expect(await reset('nobody')).toMatchObject({ code: 1, text: expect.stringContaining('unknown account "nobody"') })
    expect(await reset(one.name)).toMatchObject({ code: 0 })
    await moment()
    expect((await call(server, 'session.read', { token: one.token })).bad.error).toBe('session.ended')
    expect(await isIn(await enter(one.name))).toBe(true)
    expect(await reset(one.name)).toMatchObject({
      code: 1,
      text: expect.stringContaining('does not use two-step sign-in'),
    })
    expect(
      (await readAuditLog(server, admin, `account/${one.name}`)).find(({ action }) => action === 'resetSecondStep'),
    ).toMatchObject({ user: 'reset-second-step', client: 'npm run reset-second-step' })
  })

  it(
    'an unfinished setup that no key decrypts is removed by a reset, and does not block a key change',
    { tags: 'full' },
    async () => {
      const [one, other, last] = [await person(), await person(), await person()]
      for (const each of [one, other, last]) {
        await call(server, 'secondStep.begin', { token: each.token })
        await sealForeign(each)
      }
      expect(
        (await callEntity(server, 'account', 'resetSecondStep', { token: admin, params: { id: one.id }, body: {} }))
          .status,
      ).toBe(200)
      expect(await runCommand(['reset-second-step', other.name], dataDir, databaseEnv(server))).toMatchObject({
        code: 0,
      })
      expect([await countSetups(one), await countSetups(other), await countSetups(last)]).toEqual([0, 0, 1])
      await server.kill('SIGTERM')
      expect(await runCommand(['change-key'], dataDir, databaseEnv(server))).toMatchObject({ code: 0 })
      server = await startServer({ dataDir, env })
      expect(await countSetups(last)).toBe(0)
      await setUpSecondStep(server, await enter(last.name), testPassword)
    },
  )

  it(
    'a new key decrypts it as well; with a foreign key a recovery code still works, and no output contains a secret',
    { tags: 'full' },
    async () => {
      const one = await secured()
      await server.kill('SIGTERM')
      expect(await runCommand(['change-key'], dataDir, databaseEnv(server))).toMatchObject({ code: 0 })
      const before = server.output()
      server = await startServer({ dataDir, env })
      expect((await submitCode(await ticketFor(one.name), computeCode(one.secret, 1))).status).toBe(200)

      await aStepLater(one)
      await sealForeign(one)
      expect((await submitCode(await ticketFor(one.name), computeCode(one.secret, 1))).bad.error).toBe(
        'secondStep.lost',
      )
      // Codes that cannot be checked neither count as failures nor extend delays.
      await sqlIn(
        server,
        `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 12, now(), now())
      on conflict (name, address) do update set count = 12, last_at = now(), wait_until = now()`,
        [one.name],
      )
      for (let n = 0; n < 2; n++)
        expect((await submitCode(await ticketFor(one.name), computeCode(one.secret, 1))).bad.error).toBe(
          'secondStep.lost',
        )
      expect((await submitCode(await ticketFor(one.name), one.recoveryCodes[0] ?? '')).status).toBe(200)

      const all = [
        before,
        server.output(),
        JSON.stringify(await sqlIn(server, 'select * from audit')),
        JSON.stringify(await sqlIn(server, 'select * from second_step, recovery_code')),
      ].join('\n')
      expect(secrets.length).toBeGreaterThan(100)
      for (const secret of secrets) expect(all).not.toContain(secret)
    },
  )
})
