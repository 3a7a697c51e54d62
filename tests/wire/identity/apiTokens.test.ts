import { randomUUID } from 'node:crypto'
import { connectAsync } from 'mqtt'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { metricsPermission, tokenPrefix } from '../../../contract/tokens.ts'
import {
  addAccount,
  callEntity,
  call,
  callRoute,
  makeProject,
  signIn,
  sqlIn,
  readAuditLog,
} from '../../support/server/api.ts'
import { openLine } from '../../support/server/line.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

const dayMs = 24 * 3_600_000
const waitForCacheExpiry = () => new Promise((done) => setTimeout(done, limits.token.answerCacheMs + 100))

const projects = ['tokens-a', 'tokens-b'] as const
let server: RunningServer
let admin: string
let manager: { readonly name: string; readonly token: string }

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  for (const project of projects) await makeProject(server, admin, project)
  manager = await addAccount(
    server,
    admin,
    'manager',
    projects.map((id) => ({ id, role: 'manager' })),
  )
  for (const project of projects)
    await callEntity(server, 'area', 'create', {
      token: admin,
      body: { project, values: { name: `In ${project}`, number: 1 } },
    })
})

interface TokenRequest {
  readonly permissions: readonly string[]
  readonly projects?: readonly string[] | null
  readonly expiresAt?: number
  readonly name?: string
}
const create = (
  by: string,
  {
    permissions,
    projects: within = null,
    expiresAt = Date.now() + dayMs,
    name = `t${randomUUID().slice(0, 8)}`,
  }: TokenRequest,
) => call(server, 'token.create', { token: by, body: { name, permissions, projects: within, expiresAt } })
const areas = async (token: string) => {
  const { status, data, bad } = await callEntity<{ rows: readonly { project: string }[] }>(server, 'area', 'list', {
    token,
  })
  return status === 200
    ? data.rows
        .map(({ project }) => project)
        .filter((project) => projects.some((each) => each === project))
        .toSorted()
    : bad.error
}

describe('an API token', () => {
  it('is shown once, stored as a hash, and limited to its permissions and projects', async () => {
    const { status, data } = await create(admin, {
      permissions: ['lighting:area:list'],
      projects: ['tokens-a'],
      name: 'reader',
    })
    expect([status, data.token.startsWith(tokenPrefix), data.lastUsedAt]).toEqual([200, true, null])
    expect(await areas(data.token)).toEqual(['tokens-a'])
    const listed = await call(server, 'token.list', { token: admin })
    expect(listed.data.find(({ id }) => id === data.id)).toMatchObject({
      name: 'reader',
      owner: 'admin',
      permissions: ['lighting:area:list'],
      projects: ['tokens-a'],
      lastUsedAt: expect.any(Number),
    })
    expect(listed.text).not.toContain(data.token)
    expect(JSON.stringify(await sqlIn(server, 'select * from api_token'))).not.toContain(data.token)
    expect(
      JSON.stringify(await sqlIn(server, `select content from audit where object = 'token/reader'`)),
    ).not.toContain(data.token)
    for (const action of ['create', 'export', 'removeMany'] as const) {
      expect([
        action,
        (await callEntity(server, 'area', action, { token: data.token, ...(action === 'export' ? {} : { body: {} }) }))
          .bad.error,
      ]).toEqual([action, 'access.denied'])
    }
    expect((await callEntity(server, 'cabinet', 'list', { token: data.token })).bad.error).toBe('access.denied')
  })

  it('grants no access to identity routes, sockets or the broker, whatever its permissions', async () => {
    const {
      data: { token },
    } = await create(admin, { permissions: ['*:*:*'] })
    expect(await areas(token)).toEqual([...projects])
    for (const id of [
      'session.read',
      'session.password',
      'session.signOut',
      'profile.read',
      'token.list',
      'token.create',
    ] as const) {
      const body =
        id === 'session.password'
          ? { present: 'x', next: 'nine grey umbrellas' }
          : id === 'token.create'
            ? { name: 'more', permissions: ['*:*:*'], projects: null, expiresAt: Date.now() + dayMs }
            : undefined
      expect([id, (await call(server, id, { token, body })).bad.error]).toEqual([id, 'access.denied'])
    }
    for (const entity of ['account', 'role'])
      expect([entity, (await callEntity(server, entity, 'list', { token })).bad.error]).toEqual([
        entity,
        'access.denied',
      ])
    expect(await (await openLine(server, token)).closed).toBe(4401)
    await expect(
      connectAsync(server.mqttUrl, {
        clientId: randomUUID(),
        protocolVersion: 4,
        reconnectPeriod: 0,
        username: 'admin',
        password: token,
      }),
    ).rejects.toThrow(/authori[sz]ed|password/i)
  })

  it('receives the name of a missing permission as in the API description; a user does not', async () => {
    const {
      data: { token },
    } = await create(admin, { permissions: ['lighting:area:list'] })
    const readError = async (request: Promise<{ bad: Partial<ErrorEnvelope> }>) => {
      const { bad } = await request
      return [bad.error, ...(bad.problems?.map(({ code, message }) => [code, message]) ?? [])]
    }
    expect(await readError(callEntity(server, 'area', 'create', { token, body: {} }))).toEqual([
      'access.denied',
      ['missing', 'this token lacks the permission lighting:area:add'],
    ])
    expect(await readError(call(server, 'project.granted', { token }))).toEqual([
      'access.denied',
      ['missing', 'this token lacks the permission api:project:granted'],
    ])
    expect(await readError(call(server, 'session.read', { token }))).toEqual([
      'access.denied',
      ['never', 'not available to API tokens'],
    ])
    const own = await create(manager.token, { permissions: ['lighting:area:list'] })
    expect(await readError(call(server, 'monitor.server', { token: own.data.token }))).toEqual([
      'access.denied',
      ['missing', 'this token lacks the permission system:monitor:read'],
    ])
    const operator = await addAccount(server, admin, 'operator', [{ id: 'tokens-a', role: 'operator' }])
    expect(await readError(callEntity(server, 'area', 'create', { token: operator.token, body: {} }))).toEqual([
      'access.denied',
    ])
  })

  it('appears in the audit log by its name for its changes', async () => {
    const {
      data: { token, name },
    } = await create(admin, { permissions: ['system:post:add'] })
    const created = await callEntity(server, 'post', 'create', {
      token,
      body: { values: { code: 'robot', name: 'Robot', order: 1 } },
    })
    expect([created.status, created.data.createdBy]).toEqual([200, `token:${name}`])
    expect((await readAuditLog(server, admin, `post/${created.data.id}`))[0]).toMatchObject({
      user: `token:${name}`,
      action: 'create',
    })
  })

  it('cannot exceed the permissions of its creator, and the error names the field', async () => {
    for (const [requestedPath, path] of [
      [{ permissions: ['*:*:*'] }, 'permissions'],
      [{ permissions: ['system:post:add'] }, 'permissions'],
      [{ permissions: [metricsPermission] }, 'permissions'],
      [{ permissions: ['api:no:such'] }, 'permissions'],
      [{ permissions: ['lighting:area:list'], projects: ['tokens-a', 'factory'] }, 'projects.1'],
      [{ permissions: ['lighting:area:list'], projects: ['nowhere'] }, 'projects.0'],
      [{ permissions: ['lighting:area:list'], expiresAt: Date.now() - 1 }, 'expiresAt'],
      [{ permissions: ['lighting:area:list'], expiresAt: Date.now() + 400 * dayMs }, 'expiresAt'],
      [{ permissions: [] }, 'permissions'],
      [{ permissions: ['lighting:area:list'], name: 'No Name' }, 'name'],
    ] as const) {
      const { status, bad } = await create(manager.token, requestedPath)
      expect([requestedPath, status, bad.problems?.[0]?.path]).toEqual([requestedPath, 400, path])
    }
    const twice = await create(manager.token, { permissions: ['lighting:area:list'], name: 'reader' })
    expect([twice.status, twice.bad.error]).toEqual([409, 'token.taken'])
    const operator = await addAccount(server, admin, 'operator', [{ id: 'tokens-a', role: 'operator' }])
    expect((await create(operator.token, { permissions: ['lighting:area:list'] })).bad.error).toBe('access.denied')
  })

  it("loses permissions together with its owner, and ends with the owner's account", async () => {
    const {
      data: { token },
    } = await create(manager.token, { permissions: ['lighting:area:list'] })
    expect(await areas(token)).toEqual([...projects])
    const {
      data: {
        account: { id },
      },
    } = await call(server, 'session.read', { token: manager.token })
    const change = async (values: Readonly<Record<string, unknown>>) => {
      const {
        data: { revision },
      } = await callEntity(server, 'account', 'read', { token: admin, params: { id } })
      expect(
        (
          await callEntity(server, 'account', 'update', {
            token: admin,
            params: { id },
            headers: { 'if-match': `"${revision}"` },
            body: { values },
          })
        ).status,
      ).toBe(200)
      await waitForCacheExpiry()
    }
    await change({ projects: [{ project: 'tokens-a', role: 'manager' }] })
    expect(await areas(token)).toEqual(['tokens-a'])
    const role = (
      await callEntity(server, 'role', 'create', {
        token: admin,
        body: { values: { name: 'Narrow', key: 'narrow', permissions: 'lighting:pole:list' } },
      })
    ).data
    await change({ roles: [role.id] })
    expect(await areas(token)).toBe('access.denied')
    await change({ roles: [] })
    expect(await areas(token)).toEqual(['tokens-a'])
    await callEntity(server, 'account', 'disable', { token: admin, params: { id }, body: {} })
    await waitForCacheExpiry()
    expect(await areas(token)).toBe('session.ended')
    await callEntity(server, 'account', 'enable', { token: admin, params: { id }, body: {} })
    manager = { ...manager, token: await signIn(server, manager.name, 'seven wet umbrellas') }
  })

  it('expires, and is revoked immediately by its owner or a super administrator only', async () => {
    const short = (await create(manager.token, { permissions: ['lighting:area:list'] })).data
    expect(await areas(short.token)).toEqual(['tokens-a'])
    await sqlIn(server, `update api_token set expires_at = now() - interval '1 second' where id = $1`, [short.id])
    await waitForCacheExpiry()
    expect(await areas(short.token)).toBe('session.expired')

    const own = (await create(manager.token, { permissions: ['lighting:area:list'] })).data
    const foreign = (await create(admin, { permissions: ['lighting:area:list'] })).data
    expect(
      (await call(server, 'token.list', { token: manager.token })).data.every(({ owner }) => owner === manager.name),
    ).toBe(true)
    expect((await call(server, 'token.revoke', { token: manager.token, params: { id: foreign.id } })).bad.error).toBe(
      'object.missing',
    )
    expect(await areas(own.token)).toEqual(['tokens-a'])
    expect((await call(server, 'token.revoke', { token: admin, params: { id: own.id } })).status).toBe(200)
    expect(await areas(own.token)).toBe('session.ended')
    expect(
      (await call(server, 'token.list', { token: manager.token })).data.find(({ id }) => id === own.id),
    ).toMatchObject({ revokedBy: 'admin', revokedAt: expect.any(Number) })
    expect((await readAuditLog(server, admin, `token/${own.name}`)).map(({ action }) => action)).toEqual([
      'revoke',
      'create',
    ])
  })

  it('that is none of ours is refused like any other', async () => {
    for (const token of [`${tokenPrefix}${'x'.repeat(43)}`, tokenPrefix, `${tokenPrefix}'; drop table api_token; --`]) {
      const { status, bad } = await callRoute(
        server,
        { method: 'GET', path: '/api/granted-projects' },
        { token: token.replaceAll(' ', '') },
      )
      expect([status, bad.error]).toEqual([401, 'session.none'])
    }
  })
})
