import { randomUUID } from 'node:crypto'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
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

interface Page {
  readonly rows: readonly Row[]
  readonly total: number
}

const promisedMs = 5_000
const general = (username: string, ...projects: string[]) => ({
  username,
  password: testPassword,
  role: 'operator',
  projects: projects.map((project) => ({ project, role: 'operator' })),
})
const match = (revision: number) => ({ 'if-match': `"${revision}"` })

let server: StartedServer
let admin: string
let manager: { readonly name: string; readonly token: string }

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
  manager = await addAccount(server, admin, 'manager', [
    { id: 'tunnel', role: 'manager' },
    { id: 'street', role: 'operator' },
  ])
})
afterAll(() => server?.stop())

const named = (stem: string) => `${stem}-${randomUUID().slice(0, 8)}`
const readRow = async (id: string): Promise<Row> =>
  (await callEntity(server, 'account', 'read', { token: admin, params: { id } })).data
const valuesIn = (row: object): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(row))
const update = (
  token: string,
  { id, revision }: Pick<Row, 'id' | 'revision'>,
  values: Readonly<Record<string, unknown>>,
) => callEntity(server, 'account', 'update', { token, params: { id }, headers: match(revision), body: { values } })

describe('an account', () => {
  it('is made, found, filtered, sorted, changed, refused when changed meanwhile, and removed', async () => {
    const { data: post } = await callEntity(server, 'post', 'create', {
      token: admin,
      body: { values: { code: 'night', name: 'Night shift', order: 1 } },
    })
    const username = named('ann')
    const created = await makeAccount(server, admin, {
      ...general(username, 'tunnel'),
      name: 'Ann Lee',
      phone: '13800130000',
      email: 'ann@example.org',
      post: post.id,
    })
    expect(created).toMatchObject({
      username,
      password: true,
      name: 'Ann Lee',
      role: 'operator',
      roles: [],
      post: post.id,
      status: 'enabled',
      lastSignInAt: null,
      revision: 1,
      createdBy: 'admin',
    })
    expect(created.titles).toMatchObject({ [post.id]: 'Night shift', tunnel: 'Tunnel' })
    expect(JSON.stringify(created)).not.toContain('scrypt')

    const queries: readonly Readonly<Record<string, string>>[] = [
      { search: 'ANN LEE' },
      { search: username.toUpperCase() },
      { 'filter[post]': post.id },
      { 'filter[role]': 'operator', search: username },
      { 'filter[status]': 'enabled', search: username },
    ]
    for (const query of queries) {
      const { data } = await callEntity<Page>(server, 'account', 'list', { token: admin, query })
      expect([query, data.rows.map(({ id }) => id)]).toEqual([query, [created.id]])
    }
    const sorted = (
      await callEntity<Page>(server, 'account', 'list', { token: admin, query: { sort: '-username', pageSize: '50' } })
    ).data.rows.map((row) => String(valuesIn(row)['username']))
    expect(sorted).toEqual(sorted.toSorted((a, b) => (a < b ? 1 : -1)))
    const paged = (
      await callEntity<Page>(server, 'account', 'list', { token: admin, query: { page: '2', pageSize: '10' } })
    ).data
    expect([paged.rows.length, paged.total]).toEqual([Math.max(0, Math.min(10, sorted.length - 10)), sorted.length])

    const changed = await update(admin, created, { name: 'Ann Li', phone: '12' })
    expect([changed.status, changed.bad.problems?.[0]?.path]).toEqual([400, 'phone'])
    expect((await update(admin, created, { name: 'Ann Li' })).data).toMatchObject({
      name: 'Ann Li',
      phone: '13800130000',
      revision: 2,
      updatedBy: 'admin',
    })
    const late = await update(admin, created, { name: 'Anna' })
    expect([late.status, late.bad.error, late.bad.detail?.['revision']]).toEqual([412, 'entity.conflict', 2])
    expect((await callEntity(server, 'post', 'remove', { token: admin, params: { id: post.id } })).status).toBe(200)
    expect(await readRow(created.id)).toMatchObject({ post: null })
    expect((await callEntity(server, 'account', 'remove', { token: admin, params: { id: created.id } })).status).toBe(
      200,
    )
    expect((await readAuditLog(server, admin, `account/${username}`)).map(({ action }) => action)).toEqual([
      'remove',
      'update',
      'create',
    ])
  })

  it('has a password of 8 to 128 characters that is not common and not like its name', async () => {
    for (const [password, error] of [
      ['short', 'input.invalid'],
      ['x'.repeat(129), 'input.invalid'],
      ['Password123', 'password.weak'],
      ['1qaz2wsx', 'password.weak'],
      ['my-carol-pass', 'password.weak'],
    ] as const) {
      const { status, bad } = await callEntity(server, 'account', 'create', {
        token: admin,
        body: { values: { ...general('carol'), password } },
      })
      expect([password, status, bad.error, bad.problems?.[0]?.path]).toEqual([password, 400, error, 'password'])
    }
    const twice = named('twice')
    await makeAccount(server, admin, general(twice))
    const created = await callEntity(server, 'account', 'create', { token: admin, body: { values: general(twice) } })
    expect([created.status, created.bad.error, created.bad.problems?.[0]?.path]).toEqual([
      409,
      'account.taken',
      'username',
    ])
  })

  it('made by an administrator asks at its first sign-in for a password that only its holder knows', async () => {
    const username = named('fresh')
    expect(
      (await callEntity(server, 'account', 'create', { token: admin, body: { values: general(username, 'tunnel') } }))
        .status,
    ).toBe(200)
    const token = await signIn(server, username, testPassword)
    expect((await call(server, 'session.read', { token })).data.account.mustChangePassword).toBe(true)
    expect((await call(server, 'drawing.list', { token })).bad.error).toBe('session.mustChange')
    const own = await call(server, 'session.password', {
      token,
      body: { present: testPassword, next: 'nine grey umbrellas' },
    })
    expect((await call(server, 'drawing.list', { token: own.data.token })).status).toBe(200)
  })

  it('gets a new password from a manager: every session ends, and the next sign-in asks for another', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token })
    const reset = await update(manager.token, await readRow(id), { password: 'nine grey umbrellas' })
    expect([reset.status, reset.text]).toEqual([200, expect.not.stringContaining('umbrellas')])
    expect((await call(server, 'session.read', { token })).bad.code).toBe(2)
    const again = await call(server, 'session.signIn', { body: { account: name, password: 'nine grey umbrellas' } })
    expect(again.data).toMatchObject({ account: { mustChangePassword: true } })
    expect(JSON.stringify(await readAuditLog(server, admin, `account/${name}`))).not.toContain('umbrellas')
  })

  it('disabled is signed out everywhere within five seconds, and enabled may come again', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token })
    const client = await connectAsync(server.mqttUrl, {
      clientId: named('t'),
      protocolVersion: 4,
      reconnectPeriod: 0,
      username: name,
      password: token,
    })
    const closed = new Promise<void>((done) => {
      client.once('close', () => done())
    })
    const from = performance.now()
    expect(
      (await callEntity(server, 'account', 'disable', { token: manager.token, params: { id }, body: {} })).data,
    ).toMatchObject({ status: 'disabled' })
    await closed
    expect((await call(server, 'session.read', { token })).status).toBe(401)
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect((await call(server, 'session.signIn', { body: { account: name, password: testPassword } })).status).toBe(401)
    const twice = await callEntity(server, 'account', 'disable', { token: manager.token, params: { id }, body: {} })
    expect([twice.status, twice.bad.error]).toEqual([409, 'entity.state'])
    await callEntity(server, 'account', 'enable', { token: manager.token, params: { id }, body: {} })
    expect((await call(server, 'session.read', { token })).status).toBe(401) // the old token remains invalid
    await signIn(server, name, testPassword)
    const events = await callEntity<readonly { move: string }[]>(server, 'account', 'events', {
      token: manager.token,
      params: { id },
    })
    expect(events.data.map(({ move }) => move)).toEqual(['enable', 'disable'])
  })

  it("that is the last super administrator or one's own stays", async () => {
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token: admin })
    const second = await makeAccount(server, admin, { ...general(named('root')), role: 'super' })
    for (const reply of [
      await callEntity(server, 'account', 'remove', { token: admin, params: { id } }),
      await callEntity(server, 'account', 'removeMany', { token: admin, body: { ids: [id, second.id] } }),
      await callEntity(server, 'account', 'disable', { token: admin, params: { id }, body: {} }),
      await update(admin, await readRow(id), { role: 'manager' }),
      await update(admin, await readRow(id), { projects: [], roles: ['x'] }),
    ])
      expect([reply.status, reply.bad.error]).toEqual([409, 'account.last'])
    expect((await update(admin, await readRow(id), { name: 'Head office' })).status).toBe(200)
    const other = await signIn(server, String(valuesIn(second)['username']), testPassword)
    await sqlIn(server, 'update account set enabled = false where id = $1', [second.id])
    await new Promise((done) => setTimeout(done, 3_100)) // sessions are cached for three seconds
    expect((await callEntity(server, 'account', 'disable', { token: other, params: { id }, body: {} })).status).toBe(
      401,
    )
    await sqlIn(server, 'delete from account where id = $1', [second.id])
  })
})

describe('a managing user', () => {
  it('sees the accounts of the projects that he manages, and of them only these projects', async () => {
    const both = await makeAccount(server, admin, general(named('both'), 'tunnel', 'street'))
    const other = await makeAccount(server, admin, general(named('other'), 'street'))
    const { data } = await callEntity<Page>(server, 'account', 'list', {
      token: manager.token,
      query: { pageSize: '50' },
    })
    const ids = data.rows.map(({ id }) => id)
    expect([ids.includes(both.id), ids.includes(other.id)]).toEqual([true, false])
    expect(data.rows.some((row) => valuesIn(row)['username'] === 'admin')).toBe(false)
    expect(valuesIn(data.rows.find(({ id }) => id === both.id) ?? {})['projects']).toEqual([
      { project: 'tunnel', role: 'operator' },
    ])
    for (const action of ['read', 'remove', 'disable'] as const) {
      const hidden = await callEntity(server, 'account', action, {
        token: manager.token,
        params: { id: other.id },
        ...(action === 'disable' ? { body: {} } : {}),
      })
      expect([action, hidden.status, hidden.bad.error]).toEqual([action, 404, 'object.missing'])
    }
  })

  it('makes general users of his projects, and no managing account', async () => {
    const created = await callEntity(server, 'account', 'create', {
      token: manager.token,
      body: { values: general(named('own'), 'tunnel') },
    })
    expect([created.status, created.data.createdBy]).toEqual([200, manager.name])
    for (const values of [
      { ...general('intruder', 'tunnel'), role: 'manager' },
      { ...general('intruder', 'tunnel'), role: 'super' },
      { ...general('intruder'), projects: [{ project: 'tunnel', role: 'manager' }] },
    ]) {
      const { status, bad } = await callEntity(server, 'account', 'create', { token: manager.token, body: { values } })
      expect([status, bad.error, bad.msg]).toEqual([
        403,
        'account.rank',
        'No permission to create a management account',
      ])
    }
    for (const values of [
      general('intruder'),
      general('intruder', 'street'),
      general('intruder', 'factory'),
      general('intruder', 'nowhere'),
      general('intruder', 'tunnel', 'tunnel'),
    ]) {
      const { status, bad } = await callEntity(server, 'account', 'create', { token: manager.token, body: { values } })
      expect([values.projects, status, bad.problems?.[0]?.path.split('.')[0]]).toEqual([
        values.projects,
        400,
        'projects',
      ])
    }
    expect(await sqlIn(server, `select 1 from account where name = 'intruder'`)).toEqual([])
  })

  it('touches no account of his own rank, does not raise himself, and opens no way into other projects', async () => {
    const peer = await makeAccount(server, admin, { ...general(named('peer'), 'tunnel'), role: 'manager' })
    for (const reply of [
      await update(manager.token, peer, { password: 'nine grey umbrellas' }),
      await update(manager.token, peer, { name: 'Peer' }),
      await callEntity(server, 'account', 'remove', { token: manager.token, params: { id: peer.id } }),
      await callEntity(server, 'account', 'disable', { token: manager.token, params: { id: peer.id }, body: {} }),
    ])
      expect([reply.status, reply.bad.error]).toEqual([403, 'account.rank'])

    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token: manager.token })
    for (const values of [{ role: 'super' }, { projects: [{ project: 'factory', role: 'manager' }] }]) {
      expect([values, (await update(manager.token, await readRow(id), values)).status]).toEqual([values, 409])
    }
    const both = await makeAccount(server, admin, general(named('both'), 'tunnel', 'street'))
    for (const reply of [
      await update(manager.token, both, { password: 'nine grey umbrellas' }),
      await callEntity(server, 'account', 'remove', { token: manager.token, params: { id: both.id } }),
    ]) {
      expect([reply.status, reply.bad.error]).toEqual([403, 'account.beyond'])
    }
    expect((await update(manager.token, both, { projects: [] })).status).toBe(404) // no longer one of the manager's accounts
    expect(valuesIn(await readRow(both.id))['projects']).toEqual([{ project: 'street', role: 'operator' }])
    const raised = await makeAccount(server, manager.token, general(named('raised'), 'tunnel'))
    expect((await update(manager.token, raised, { role: 'manager' })).bad.error).toBe('account.rank')
  })

  it('reads of the operation log his own changes and those of accounts that have no other project', async () => {
    const within = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
    const beyond = await addAccount(server, admin, 'manager', [
      { id: 'tunnel', role: 'manager' },
      { id: 'factory', role: 'manager' },
    ])
    for (const { token } of [within, beyond])
      await call(server, 'drawing.create', { token, body: { project: 'tunnel', name: 'Logged' } })
    const { data } = await callEntity<{ rows: readonly { user: string }[] }>(server, 'operationLog', 'list', {
      token: manager.token,
      query: { pageSize: '50' },
    })
    const users = new Set(data.rows.map(({ user }) => user))
    expect([users.has(manager.name), users.has(within.name), users.has(beyond.name), users.has('admin')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a general user', () => {
  it('reaches no account, and cannot make himself more by any body', async () => {
    const { token } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token })
    expect((await callEntity(server, 'account', 'list', { token })).bad.error).toBe('access.denied')
    expect((await update(token, await readRow(id), { role: 'super' })).bad.error).toBe('access.denied')
    const sneaked = await call(server, 'session.password', {
      token,
      body: { present: testPassword, next: 'nine grey umbrellas', role: 'super' },
    })
    expect([sneaked.status, sneaked.bad.error]).toEqual([400, 'input.invalid'])
    expect(await readRow(id)).toMatchObject({ role: 'operator' })
  })
})

describe('a project', () => {
  it('is created and changed by super administrators, listed for its members, and cannot be removed while in use', async () => {
    const values = {
      key: 'harbour',
      name: 'Harbour',
      edition: 'industry',
      timeZone: 'Europe/Berlin',
      description: 'Cranes',
    }
    expect((await callEntity(server, 'project', 'create', { token: manager.token, body: { values } })).status).toBe(403)
    const created = await callEntity(server, 'project', 'create', { token: admin, body: { values } })
    expect(created.data).toMatchObject({ id: 'harbour', ...values, drawing: null, revision: 1, createdBy: 'admin' })
    expect((await callEntity(server, 'project', 'create', { token: admin, body: { values } })).bad.error).toBe(
      'project.taken',
    )
    const wrong = await callEntity(server, 'project', 'create', {
      token: admin,
      body: { values: { ...values, key: 'other', timeZone: 'Mars/Olympus' } },
    })
    expect([wrong.status, wrong.bad.problems?.[0]?.path]).toEqual([400, 'timeZone'])

    // The console uses this calendar to assign days.
    expect(
      (await call(server, 'project.granted', { token: admin })).data.map(({ id, timeZone }) => [id, timeZone]),
    ).toContainEqual(['harbour', 'Europe/Berlin'])

    const listAccounts = async (token: string): Promise<string[]> =>
      (await callEntity<Page>(server, 'project', 'list', { token })).data.rows.map(({ id }) => id)
    expect([await listAccounts(admin), await listAccounts(manager.token)]).toEqual([
      ['factory', 'harbour', 'street', 'tunnel'],
      ['street', 'tunnel'],
    ])
    expect(
      (await callEntity(server, 'project', 'read', { token: manager.token, params: { id: 'harbour' } })).status,
    ).toBe(404)
    expect(
      (await call(server, 'project.granted', { token: manager.token })).data.map(({ id, role }) => [id, role]),
    ).toEqual([
      ['street', 'operator'],
      ['tunnel', 'manager'],
    ])

    const {
      data: { id: drawing },
    } = await call(server, 'drawing.create', { token: admin, body: { project: 'harbour', name: 'Crane' } })
    const foreign = (await call(server, 'drawing.list', { token: admin, query: { project: 'tunnel' } })).data.rows[0]
      ?.id
    const change = (revision: number, changed: Readonly<Record<string, unknown>>) =>
      callEntity(server, 'project', 'update', {
        token: admin,
        params: { id: 'harbour' },
        headers: match(revision),
        body: { values: changed },
      })
    if (foreign !== undefined) expect((await change(1, { drawing: foreign })).bad.problems?.[0]?.path).toBe('drawing')
    expect((await change(1, { drawing, name: 'Old harbour' })).data).toMatchObject({
      drawing,
      name: 'Old harbour',
      revision: 2,
    })
    expect((await change(1, { name: 'Late' })).status).toBe(412)

    const remove = () => callEntity(server, 'project', 'remove', { token: admin, params: { id: 'harbour' } })
    expect([(await remove()).status, (await remove()).bad.error]).toEqual([409, 'entity.inUse'])
    await call(server, 'drawing.remove', { token: admin, params: { id: drawing } })
    expect((await remove()).bad.detail).toMatchObject({ entity: 'recycleBin' })
    const {
      data: {
        rows: [binned],
      },
    } = await call(server, 'recycleBin.list', { token: admin, query: { project: 'harbour' } })
    await call(server, 'recycleBin.remove', { token: admin, params: { id: binned?.id ?? '' } })
    const docker = await makeAccount(server, admin, general(named('docker'), 'harbour'))
    expect((await remove()).bad.detail).toMatchObject({ entity: 'account' })
    await callEntity(server, 'account', 'remove', { token: admin, params: { id: docker.id } })
    const area = await callEntity(server, 'area', 'create', {
      token: admin,
      body: { project: 'harbour', values: { name: 'Quay', number: 1 } },
    })
    expect([area.status, area.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    expect((await remove()).bad.detail).toMatchObject({ entity: 'area' })
    await callEntity(server, 'area', 'remove', { token: admin, params: { id: area.data.id } })
    expect((await remove()).status).toBe(200)
    expect(await listAccounts(admin)).not.toContain('harbour')
  })

  it('with a new time zone is announced to the open consoles of all its members', async () => {
    const lines = await Promise.all([admin, manager.token].map((token) => openLine(server, token)))
    const { data: before } = await callEntity(server, 'project', 'read', { token: admin, params: { id: 'tunnel' } })
    const { timeZone } = Object.fromEntries(Object.entries(before))
    const changed = await callEntity(server, 'project', 'update', {
      token: admin,
      params: { id: 'tunnel' },
      headers: match(before.revision),
      body: { values: { timeZone: 'Asia/Urumqi' } },
    })
    expect(changed.data).toMatchObject({ timeZone: 'Asia/Urumqi' })
    for (const line of lines) expect((await line.waitFor(socketCommands.projectsChanged)).data).toBeNull()
    await callEntity(server, 'project', 'updateMany', { token: admin, body: { ids: ['tunnel'], values: { timeZone } } })
    for (const line of lines) {
      await line.waitFor(socketCommands.projectsChanged)
      line.close()
    }
  })
})

describe('the logs', () => {
  it('record the user, address, program, object, content and time of each change', async () => {
    const before = Date.now()
    const headers = { 'user-agent': 'Test\tBrowser/1 \u00e9', 'content-type': 'application/json' }
    const { data } = await call(server, 'drawing.create', {
      token: admin,
      body: { project: 'tunnel', name: 'Logged' },
      headers,
    })
    const [row] = await readAuditLog(server, admin, `drawing/${data.id}`)
    expect(row).toMatchObject({
      user: 'admin',
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      client: 'Test?Browser/1 ?',
      action: 'create',
      content: expect.stringContaining('tunnel'),
    })
    expect(row?.at).toBeGreaterThanOrEqual(before)
    const list = async (query: Readonly<Record<string, string>>) =>
      (await callEntity<Page>(server, 'operationLog', 'list', { token: admin, query })).data.rows.map((each) =>
        String(valuesIn(each)['object']),
      )
    expect(await list({ search: data.id })).toEqual([`drawing/${data.id}`])
    expect(await list({ since: 'at', from: String(before), search: 'drawing/' })).toContain(`drawing/${data.id}`)
    expect(await list({ since: 'at', to: String(before), search: data.id })).toEqual([])
    expect(
      (await callEntity<Page>(server, 'operationLog', 'export', { token: admin, query: { search: data.id } })).data
        .total,
    ).toBe(1)
    expect(
      (await callEntity(server, 'operationLog', 'export', { token: admin, query: { search: 'nothing like it' } })).bad
        .error,
    ).toBe('export.empty')
  })

  it('show the current name of an object, its ID after removal, and neither to managers of other projects', async () => {
    const readTitles = async (token: string, object: string) =>
      (
        await callEntity<Page>(server, 'operationLog', 'list', { token, query: { 'filter[object]': object } })
      ).data.rows.map(({ titles: { 'project/tunnel': _project, ...titles } }) => titles)
    const { data: created } = await callEntity(server, 'product', 'create', {
      token: admin,
      body: { values: { name: 'Air compressor', code: named('air'), category: 'other' } },
    })
    const { data: drawing } = await call(server, 'drawing.create', {
      token: admin,
      body: { project: 'tunnel', name: 'Portal' },
    })
    expect([
      await readTitles(admin, `product/${created.id}`),
      await readTitles(admin, `drawing/${drawing.id}`),
    ]).toEqual([[{ [created.id]: 'Air compressor' }], [{ [drawing.id]: 'Portal' }]])
    const { name, token } = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
    const { data: own } = await call(server, 'drawing.create', { token, body: { project: 'tunnel', name: 'His own' } })
    expect(await readTitles(token, `drawing/${own.id}`)).toEqual([{ [own.id]: 'His own' }])
    const readProjects = async (bearer: string) =>
      (
        await callEntity<Page>(server, 'operationLog', 'list', {
          token: bearer,
          query: { 'filter[object]': `drawing/${own.id}` },
        })
      ).data.rows[0]?.titles['project/tunnel']
    expect(await readProjects(token)).toBe('Tunnel')
    await sqlIn(
      server,
      'update project_grant set project = $1 where account = (select id from account where name = $2)',
      ['street', name],
    )
    const moved = await signIn(server, name, testPassword)
    expect([await readTitles(moved, `drawing/${own.id}`), await readProjects(moved)]).toEqual([[{}], undefined])
    await callEntity(server, 'product', 'remove', { token: admin, params: { id: created.id } })
    expect(await readTitles(admin, `product/${created.id}`)).toEqual([{}, {}])
  })

  it('keep every try to sign in, the sign-outs, and a wait once', async () => {
    const { name, token } = await addAccount(server, admin, 'operator', [])
    const attempt = (password: string) =>
      call(server, 'session.signIn', { body: { account: name, password }, headers: { 'user-agent': 'Mallory/1' } })
    await attempt('wrong password')
    await call(server, 'session.signOut', { token })
    await sqlIn(
      server,
      `update login_failure set count = 9, wait_until = now() + interval '10 minutes' where name = $1`,
      [name],
    )
    await Promise.all([attempt('x'), attempt('x'), attempt('x')])
    await sqlIn(server, 'delete from login_failure')
    await sqlIn(server, 'update account set enabled = false where name = $1', [name])
    await attempt(testPassword)
    const { data } = await callEntity<{ rows: readonly { result: string; client: string; ip: string }[] }>(
      server,
      'signInLog',
      'list',
      { token: admin, query: { search: name, pageSize: '50' } },
    )
    expect(data.rows.map(({ result }) => result)).toEqual(['disabled', 'locked', 'out', 'wrong', 'in'])
    expect(data.rows[0]).toMatchObject({ client: 'Mallory/1', ip: expect.stringMatching(/127\.0\.0\.1|::1/) })
    expect(
      valuesIn(
        (await callEntity<Page>(server, 'account', 'list', { token: admin, query: { search: name } })).data.rows[0] ??
          {},
      )['lastSignInAt'],
    ).toBeGreaterThan(0)
    const hostile = await call(server, 'session.signIn', {
      body: { account: `no\u0000body\ud800 ${name}`, password: 'x' },
    })
    expect([hostile.status, hostile.bad.error]).toEqual([401, 'session.wrong'])
  })
})
