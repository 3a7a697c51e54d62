import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { socketCommands } from '../../../contract/socket.ts'
import { addAccount, callEntity, call, makeAccount, signIn, testPassword } from '../../support/server/api.ts'
import { openLine } from '../../support/server/line.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let admin: string
let manager: { readonly name: string; readonly token: string }
/** An operator whose only custom role is `watcher`. */
let ann: { readonly id: string; readonly name: string; readonly token: string }
let watcher: Row

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  manager = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
  watcher = (
    await callEntity(server, 'role', 'create', {
      token: admin,
      body: { values: { name: 'Watcher', key: 'watcher', permissions: 'lighting:pole:list\nlighting:pole:read' } },
    })
  ).data
  const name = `ann-${randomUUID().slice(0, 8)}`
  const { id } = await makeAccount(server, admin, {
    username: name,
    password: testPassword,
    role: 'operator',
    roles: [watcher.id],
    projects: [{ project: 'tunnel', role: 'operator' }],
  })
  ann = { id, name, token: await signIn(server, name, testPassword) }
})

const update = async (entity: string, id: string, values: Readonly<Record<string, unknown>>, token = admin) => {
  const {
    data: { revision },
  } = await callEntity(server, entity, 'read', { token: admin, params: { id } })
  return callEntity(server, entity, 'update', {
    token,
    params: { id },
    headers: { 'if-match': `"${revision}"` },
    body: { values },
  })
}
const permit = (...permissions: string[]) => update('role', watcher.id, { permissions: permissions.join('\n') })
const readStatus = async (entity: string, token = ann.token) =>
  (await callEntity(server, entity, 'list', { token })).status

describe('a role', () => {
  it('limits its account to its permissions, and changes apply immediately', async () => {
    const {
      data: { account },
    } = await call(server, 'session.read', { token: ann.token })
    expect([account.role, account.roles, account.permissions]).toEqual([
      'operator',
      ['operator', 'watcher'],
      ['lighting:pole:list', 'lighting:pole:read'],
    ])
    expect([
      await readStatus('pole'),
      await readStatus('cabinet'),
      (await call(server, 'drawing.list', { token: ann.token })).status,
    ]).toEqual([200, 403, 403])

    expect((await permit('lighting:cabinet:list')).status).toBe(200)
    expect([await readStatus('pole'), await readStatus('cabinet')]).toEqual([403, 200])
    expect((await call(server, 'session.read', { token: ann.token })).data.account.permissions).toEqual([
      'lighting:cabinet:list',
    ])
  })

  it('with *:*:* passes every permission check, within the limits of the base role', async () => {
    await permit('*:*:*')
    expect([
      await readStatus('pole'),
      await readStatus('cabinet'),
      (await call(server, 'drawing.list', { token: ann.token })).status,
    ]).toEqual([200, 200, 200])
    expect(
      (await call(server, 'drawing.create', { token: ann.token, body: { project: 'tunnel', name: 'Intruder' } })).bad
        .error,
    ).toBe('access.denied')
    for (const entity of ['account', 'role', 'operationLog'])
      expect([entity, await readStatus(entity)]).toEqual([entity, 403])
    expect(
      (await callEntity(server, 'pole', 'list', { token: ann.token, query: { project: 'street' } })).data,
    ).toMatchObject({
      rows: [],
      total: 0,
    })
  })

  it('that is disabled leaves its account without permissions', async () => {
    await permit('lighting:pole:list')
    await update('role', watcher.id, { isEnabled: false })
    expect([await readStatus('pole'), await readStatus('cabinet')]).toEqual([403, 403])
    expect((await call(server, 'session.read', { token: ann.token })).data.account.permissions).toEqual([])
    await update('role', watcher.id, { isEnabled: true })
    expect(await readStatus('pole')).toBe(200)
  })

  it('is not removed while an account has it', async () => {
    const refused = await callEntity(server, 'role', 'remove', { token: admin, params: { id: watcher.id } })
    expect([refused.status, refused.bad.error, refused.bad.detail?.['title']]).toEqual([409, 'entity.inUse', ann.name])
  })

  it('is created by super administrators only, and cannot be assigned by an account with fewer permissions', async () => {
    const values = { name: 'Own', key: 'own', permissions: '*:*:*' }
    for (const token of [manager.token, ann.token])
      expect((await callEntity(server, 'role', 'create', { token, body: { values } })).bad.error).toBe('access.denied')
    expect((await update('role', watcher.id, { permissions: '*:*:*' }, manager.token)).bad.error).toBe('access.denied')
    const strong = (await callEntity(server, 'role', 'create', { token: admin, body: { values } })).data
    const beyond = await update('account', ann.id, { roles: [strong.id] }, manager.token)
    expect([beyond.status, beyond.bad.problems?.[0]?.path]).toEqual([400, 'roles'])
    const created = await callEntity(server, 'account', 'create', {
      token: manager.token,
      body: {
        values: {
          username: 'intruder',
          password: testPassword,
          role: 'operator',
          roles: [strong.id],
          projects: [{ project: 'tunnel', role: 'operator' }],
        },
      },
    })
    expect([created.status, created.bad.problems?.[0]?.path]).toEqual([400, 'roles'])
    expect((await update('account', ann.id, { roles: [] }, manager.token)).status).toBe(200) // the built-in role's rights, which the manager may grant
    await update('account', ann.id, { roles: [watcher.id] })
  })

  it('restricts a manager too: no account management, and no assignment of permissions the manager lost', async () => {
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token: manager.token })
    expect(await readStatus('account', manager.token)).toBe(200)
    await update('account', id, { roles: [watcher.id] })
    expect([await readStatus('account', manager.token), await readStatus('pole', manager.token)]).toEqual([403, 200])
    await update('account', id, { roles: [] })
    expect(await readStatus('account', manager.token)).toBe(200)
  })
})

describe('a user with changing permissions', () => {
  it('is notified on the open socket, which stays connected, and gains and loses projects immediately', async () => {
    const line = await openLine(server, ann.token)
    await permit('lighting:pole:list', 'lighting:area:list')
    expect((await line.waitFor(socketCommands.sessionChanged)).data).toBeNull()
    await update('account', ann.id, {
      projects: [
        { project: 'tunnel', role: 'operator' },
        { project: 'street', role: 'operator' },
      ],
    })
    await line.waitFor(socketCommands.sessionChanged)
    expect((await call(server, 'project.granted', { token: ann.token })).data.map(({ id }) => id)).toEqual([
      'street',
      'tunnel',
    ])
    await update('account', ann.id, { projects: [{ project: 'street', role: 'operator' }] })
    await line.waitFor(socketCommands.sessionChanged)
    expect((await call(server, 'session.read', { token: ann.token })).data.account.projects).toEqual([
      { id: 'street', role: 'operator' },
    ])
    await callEntity(server, 'account', 'disable', { token: admin, params: { id: ann.id }, body: {} })
    expect(await line.closed).toBe(4401)
    await callEntity(server, 'account', 'enable', { token: admin, params: { id: ann.id }, body: {} })
    ann = { ...ann, token: await signIn(server, ann.name, testPassword) }
  })

  it('reads and changes of his own account how he is reached, and nothing more', async () => {
    const { data } = await call(server, 'profile.update', {
      token: ann.token,
      body: { name: 'Ann Lee', phone: '13800130000', email: null },
    })
    expect(data).toMatchObject({
      account: ann.name,
      name: 'Ann Lee',
      phone: '13800130000',
      email: null,
      post: null,
      lastSignInAt: expect.any(Number),
    })
    expect((await call(server, 'profile.read', { token: ann.token })).data).toEqual(data)
    const wrong = await call(server, 'profile.update', {
      token: ann.token,
      body: { name: null, phone: '12', email: 'no address' },
    })
    expect([wrong.status, wrong.bad.problems?.map(({ path }) => path)]).toEqual([400, ['phone', 'email']])
    expect(
      (
        await call(server, 'profile.update', {
          token: ann.token,
          body: { name: null, phone: null, email: null, role: 'super' },
        })
      ).status,
    ).toBe(400)
    expect((await callEntity(server, 'account', 'read', { token: admin, params: { id: ann.id } })).data).toMatchObject({
      name: 'Ann Lee',
      role: 'operator',
      updatedBy: ann.name,
    })
  })
})
