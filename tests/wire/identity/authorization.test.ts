import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import type { RouteId } from '../../../contract/routes.ts'
import { routeList, routes } from '../../../contract/routes.ts'
import type { CallerKind } from '../../support/server/accessMatrix.ts'
import { expectReviewed, matrixEnv, createMatrix, matrixTokens } from '../../support/server/accessMatrix.ts'
import type { Request } from '../../support/server/api.ts'
import {
  addAccount,
  callEntity,
  call,
  callRoute,
  fromNewAddress,
  signIn,
  sqlIn,
  testPassword,
} from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const commandRow = `insert into command (id, account, idempotency_key, body_hash, tag, value, by, state, created_at, expires_at)
  values ($1, 'x', 'x', 'x', 'tunnel/lamp-001/lamp', 1, 'x', 'succeeded', now(), now())`

let server: StartedServer
let admin: string
let drawing: string
let command: string
let area: string
let camera: string
let pole: string
let loop: string
let tunnel: string
let scene: string
let variable: string
let linkage: string
let channel: string

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  admin = await signIn(server)
  drawing = (await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Canary' } })).data
    .id
  await createLights(server, admin)
  command = '00000000-0000-4000-8000-000000000001'
  await sqlIn(server, commandRow, [command])
})
afterAll(() => server?.stop())

/** Creates an area, a tunnel, a lamp, a loop and a scene with a variable in project "tunnel". */
async function createLights(on: StartedServer, token: string): Promise<void> {
  const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const { status, data, text } = await callEntity(on, entity, 'create', {
      token,
      body: { project: 'tunnel', values, overwrite: true },
    })
    if (status !== 200) throw new Error(`${entity}: ${text}`)
    return data.id
  }
  area = await make('area', { name: 'Canary', number: 1 })
  camera = await make('camera', { name: 'Canary', channel: 1, source: 'mp4', address: '/canary.mp4' })
  const cabinet = await make('cabinet', { name: 'Canary', address: 'canary', communication: 1 })
  pole = await make('pole', {
    name: 'Canary',
    address: 'canary',
    cabinet,
    area,
    channel: 1,
    kind: 1,
    protocol: 3,
    workMode: 0,
  })
  channel = await make('accessChannel', { name: 'Canary', transport: 'mqtt' })
  tunnel = await make('tunnel', { name: 'Canary', address: 'canary' })
  loop = await make('loop', {
    name: 'Canary',
    kind: 1,
    address: 'canary',
    cabinet,
    group: 1,
    protocol: 3,
    workMode: 1,
    ratio: 1,
  })
  scene = await make('scene', { name: 'Canary' })
  await callEntity(on, 'scene', 'enable', { token, params: { id: scene }, body: {} })
  linkage = await make('linkage', {
    name: 'Canary',
    triggers: [{ source: 'custom' }],
    actions: [{ kind: 'alarm' }],
  })
  variable = await make('variable', { scene, name: 'Canary', identifier: 'canary' })
}

const scriptDraft = { language: 'groovy', source: 'return 1', event: 1, action: 1 } as const

/**
 * A request for each route that would have an effect in project "tunnel". A new route does not compile without an
 * entry.
 */
const requests: { readonly [Id in RouteId]: () => Request } = {
  'server.config': () => ({}),
  'server.health': () => ({}),
  'server.ready': () => ({}),
  'server.metrics': () => ({}),
  'server.document': () => ({}),
  'session.signIn': () => ({ body: { account: 'nobody', password: 'wrong password' } }),
  'session.single': () => ({ body: { appKey: 'intruder', jwt: 'intruder' } }),
  'session.read': () => ({}),
  'session.renew': () => ({ body: { token: 'intruder' } }),
  'session.signOut': () => ({}),
  'session.password': () => ({ body: { present: 'wrong password', next: 'another password' } }),
  'session.secondStep': () => ({ body: { ticket: 'intruder', code: '000000' } }),
  'secondStep.read': () => ({}),
  'secondStep.begin': () => ({}),
  'secondStep.confirm': () => ({ body: { password: 'wrong password', code: '000000' } }),
  'secondStep.remove': () => ({ body: { password: 'wrong password', code: '000000' } }),
  'secondStep.demand': () => ({}),
  'secondStep.setDemand': () => ({ body: { roles: [] } }),
  'accessChannelState.overview': () => ({ query: { project: 'tunnel' } }),
  'accessChannelState.read': () => ({ params: { id: channel } }),
  'accessChannelState.log': () => ({ params: { id: channel }, body: { isEnabled: true } }),
  'accessChannelState.test': () => ({ params: { id: channel } }),
  'accessChannelState.browse': () => ({ params: { id: channel }, body: { node: '' } }),
  'accessChannelState.trust': () => ({ params: { id: channel }, body: { thumbprint: 'a'.repeat(40) } }),
  'data.fetch': () => ({ query: { url: 'http://data.example/values' } }),
  'dictionary.read': () => ({ params: { type: 'no-such-type' } }),
  'profile.read': () => ({}),
  'profile.update': () => ({ body: { name: 'Intruder', phone: null, email: null } }),
  'search.find': () => ({ query: { text: 'lamp' } }),
  'token.list': () => ({}),
  'token.create': () => ({
    body: { name: 'intruder', permissions: ['*:*:*'], projects: null, expiresAt: Date.now() + 60_000 },
  }),
  'token.revoke': () => ({ params: { id: 'no-such-token' } }),
  'display.list': () => ({}),
  'display.create': () => ({ body: { name: 'Intruder', drawings: ['no-such-drawing'] } }),
  'display.change': () => ({ params: { id: 'no-such-display' }, body: { mayOperate: true } }),
  'display.revoke': () => ({ params: { id: 'no-such-display' } }),
  'drawing.list': () => ({ query: { project: 'tunnel' } }),
  'drawing.create': () => ({ body: { project: 'tunnel', name: 'Intruder' } }),
  'drawing.read': () => ({ params: { id: drawing } }),
  'drawing.save': () => ({
    params: { id: drawing },
    body: { drawing: { version: 1, name: 'Intruder', components: [] } },
    headers: { 'if-match': '"1"' },
  }),
  'drawing.describe': () => ({ params: { id: drawing }, body: { description: 'Intruder' } }),
  'drawing.star': () => ({ params: { id: drawing }, body: { isStarred: true } }),
  'drawing.cover': () => ({ params: { id: drawing } }),
  'share.list': () => ({ params: { id: drawing } }),
  'share.create': () => ({ params: { id: drawing }, body: { password: 'intruder', expiresAt: null } }),
  'share.change': () => ({ params: { id: drawing, share: 'no-such-link' }, body: { password: null } }),
  'share.revoke': () => ({ params: { id: drawing, share: 'no-such-link' } }),
  'share.ask': () => ({ body: { share: 'no-such-link' } }),
  'share.open': () => ({ body: { share: 'no-such-link', password: 'intruder' } }),
  'share.drawing': () => ({ body: { token: 'intruder' } }),
  'share.values': () => ({ body: { token: 'intruder', seen: 0 } }),
  'share.history': () => ({ body: { token: 'intruder', tags: ['tunnel/lamp-001/power'], spanMs: 60_000 } }),
  'share.send': () => ({
    body: { token: 'intruder', tag: 'tunnel/lamp-001/power', value: 1, component: 'lamp' },
    headers: { 'idempotency-key': 'intruder' },
  }),
  'share.command': () => ({ body: { token: 'intruder', id: 'no-such-command' } }),
  'recycleBin.list': () => ({}),
  'recycleBin.restore': () => ({ params: { id: 'no-such-item' } }),
  'recycleBin.remove': () => ({ params: { id: 'no-such-item' } }),
  'mapping.messages': () => ({ query: { filter: '#', project: 'tunnel' } }),
  'mapping.rejections': () => ({ query: { filter: '#', project: 'tunnel' } }),
  'mapping.decode': () => ({
    body: { language: 'javascript', source: 'return 1', bytes: 'AA==', port: null, device: null, topic: '' },
  }),
  'mapping.reasons': () => ({ params: { project: 'tunnel', device: 'no-such-device' } }),
  'undeclared.list': () => ({ query: { project: 'tunnel' } }),
  'undeclared.quota': () => ({ query: { project: 'tunnel' } }),
  'undeclared.tags': () => ({ params: { project: 'tunnel', device: 'no-such-device' } }),
  'undeclared.ignore': () => ({ body: { project: 'tunnel', devices: ['no-such-device'] } }),
  'undeclared.accept': () => ({ body: { project: 'tunnel', devices: ['no-such-device'] } }),
  'undeclared.remove': () => ({ body: { project: 'tunnel', devices: ['no-such-device'] } }),
  'connection.read': () => ({ query: { project: 'tunnel' } }),
  'connection.setShared': () => ({ body: { isEnabled: false } }),
  'credential.list': () => ({ query: { project: 'tunnel' } }),
  'credential.create': () => ({ body: { project: 'tunnel', devices: ['new-lamp'] } }),
  'credential.rotate': () => ({ params: { id: 'no-such-credential' } }),
  'credential.update': () => ({ params: { id: 'no-such-credential' }, body: { isEnabled: false } }),
  'credential.remove': () => ({ params: { id: 'no-such-credential' } }),
  'library.list': () => ({}),
  'library.create': () => ({ body: { name: 'Intruder', type: 'Intruder', isPublic: true, definition: {} } }),
  'library.read': () => ({ params: { id: 'no-such-entry' } }),
  'library.save': () => ({ params: { id: 'no-such-entry' }, body: { definition: {} }, headers: { 'if-match': '"1"' } }),
  'library.describe': () => ({ params: { id: 'no-such-entry' }, body: { name: 'Intruder' } }),
  'library.remove': () => ({ params: { id: 'no-such-entry' } }),
  'library.thumbnail': () => ({ params: { id: 'no-such-entry' } }),
  'file.upload': () => ({}),
  'picture.upload': () => ({}),
  'file.download': () => ({ query: { fileName: 'no-such-file' } }),
  'file.resource': () => ({ query: { resource: 'no-such-file' } }),
  'file.zip': () => ({ query: { files: 'no-such-file' } }),
  'drawing.remove': () => ({ params: { id: drawing } }),
  'drawing.thumbnail': () => ({ params: { id: drawing } }),
  'drawing.revisions': () => ({ params: { id: drawing } }),
  'drawing.revision': () => ({ params: { id: drawing, revision: '1' } }),
  'drawing.revisionFile': () => ({ params: { id: drawing, revision: '1' } }),
  'drawing.revisionThumbnail': () => ({ params: { id: drawing, revision: '1' } }),
  'drawing.setRevisionNote': () => ({ params: { id: drawing, revision: '1' }, body: { note: 'Intruder' } }),
  'drawing.restoreRevision': () => ({ params: { id: drawing, revision: '1' }, headers: { 'if-match': '"1"' } }),
  'drawing.componentPasswords': () => ({ params: { id: drawing } }),
  'drawing.checkComponent': () => ({
    params: { id: drawing },
    body: { component: 'intruder', componentPassword: 'intruder' },
  }),
  'drawing.setComponentPassword': () => ({
    params: { id: drawing },
    body: { component: 'intruder', password: 'intruder' },
  }),
  'project.granted': () => ({}),
  'tag.list': () => ({ query: { project: 'tunnel' } }),
  'plant.devices': () => ({ query: { project: 'tunnel' } }),
  'history.read': () => ({ query: { tags: 'tunnel/lamp-001/power', spanMs: '60000' } }),
  'history.statistics': () => ({ query: { tags: 'tunnel/lamp-001/power', spanMs: '60000' } }),
  'history.export': () => ({ query: { tags: 'tunnel/lamp-001/power', spanMs: '60000' } }),
  'command.send': () => ({
    body: { tag: 'tunnel/lamp-001/lamp', value: 1 },
    headers: { 'idempotency-key': 'intruder' },
  }),
  'area.set': () => ({ params: { id: area }, body: { dimming: 50 }, headers: { 'idempotency-key': 'intruder' } }),
  'area.scene': () => ({ params: { id: area }, body: { scene: 1 }, headers: { 'idempotency-key': 'intruder' } }),
  'area.resume': () => ({ params: { id: area } }),
  'camera.stream': () => ({ params: { id: camera } }),
  'camera.snapshot': () => ({ params: { id: camera } }),
  'camera.move': () => ({ params: { id: camera }, body: { pan: 1, tilt: 0, zoom: 0 } }),
  'alarm.source': () => ({ params: { project: 'tunnel', device: 'lamp-001' } }),
  'pole.program': () => ({ params: { id: pole } }),
  'pole.override': () => ({
    params: { id: pole },
    body: { dimming: 50 },
    headers: { 'idempotency-key': 'intruder' },
  }),
  'pole.resume': () => ({ params: { id: pole } }),
  'tunnel.light': () => ({ params: { id: tunnel } }),
  'tunnel.figures': () => ({ params: { id: tunnel } }),
  'area.figures': () => ({ params: { id: area } }),
  'loop.program': () => ({ params: { id: loop } }),
  'loop.override': () => ({
    params: { id: loop },
    body: { dimming: 50 },
    headers: { 'idempotency-key': 'intruder' },
  }),
  'loop.resume': () => ({ params: { id: loop } }),
  'area.outcome': () => ({ params: { id: area, key: 'intruder' } }),
  'scene.values': () => ({ params: { id: scene } }),
  'variable.enter': () => ({ params: { id: variable }, body: { value: 1 } }),
  'monitor.server': () => ({}),
  'monitor.alarms': () => ({}),
  'monitor.acknowledgeAlarms': () => ({ body: { ids: ['no-such-alarm'] } }),
  'monitor.history': () => ({}),
  'monitor.caches': () => ({}),
  'monitor.clearCache': () => ({ params: { name: 'sessions' } }),
  'monitor.cacheKeys': () => ({ params: { name: 'sessions' } }),
  'monitor.removeCacheKey': () => ({ params: { name: 'sessions', id: 'no-such-session' } }),
  'monitor.broker': () => ({}),
  'monitor.disconnect': () => ({ params: { id: '1' } }),
  'monitor.sessions': () => ({}),
  'monitor.endSession': () => ({ params: { id: 'no-such-session' } }),
  'channel.test': () => ({ params: { id: 'no-such-channel' }, body: {} }),
  'notification.send': () => ({ body: { template: 'no-such-template', variables: {} } }),
  'script.check': () => ({ body: { language: 'groovy', source: 'return 1' } }),
  'script.figures': () => ({ params: { id: 'no-such-script' } }),
  'script.lastMessage': () => ({ query: { event: '1' } }),
  'script.verify': () => ({ body: { script: scriptDraft } }),
  'script.rehearse': () => ({ body: { script: scriptDraft, project: 'tunnel', from: 0, to: 1 } }),
  'script.rehearsal': () => ({ params: { id: 'no-such-rehearsal' } }),
  'linkage.rehearse': () => ({ body: { linkage, from: 0, to: 1 } }),
  'linkage.rehearsal': () => ({ params: { id: 'no-such-rehearsal' } }),
  'linkage.cancelRehearsal': () => ({ params: { id: 'no-such-rehearsal' } }),
  'script.cancelRehearsal': () => ({ params: { id: 'no-such-rehearsal' } }),
  'upgrade.file': () => ({ params: { ticket: 'no-such-ticket' } }),
  'bridge.states': () => ({}),
  'bridge.test': () => ({ params: { id: 'no-such-bridge' } }),
  'bridge.createTable': () => ({ params: { id: 'no-such-bridge' }, body: { table: 'message' } }),
  'bridge.receive': () => ({ params: { id: 'no-such-bridge', secret: 'no-such-secret' }, body: {} }),
  'command.read': () => ({ params: { id: command } }),
}

/** Routes that require only a session, with the reason. All others require a permission. */
const forAllSignedIn = {
  'session.read': 'oneself',
  'session.signOut': 'oneself',
  'session.password': 'oneself, and the present password',
  'secondStep.read': 'oneself',
  'secondStep.begin': 'oneself',
  'secondStep.confirm': 'oneself, by password and code',
  'secondStep.remove': 'oneself, by password and code',
  'profile.read': 'oneself',
  'profile.update': 'oneself: neither name nor rights',
  'project.granted': "one's own projects",
  'linkage.rehearsal': "one's own rehearsal",
  'linkage.cancelRehearsal': "one's own rehearsal",
  'token.list': "one's own tokens",
  'token.create': 'never more than one may oneself',
  'token.revoke': "one's own tokens",
  'search.find': 'each kind asks for the permission of its own list',
  'dictionary.read':
    'every form and list names values by it, whatever its entity; entries are words of a trade and hold nothing of a plant',
  'server.document': 'the interface as its source tells it to everybody; nothing of this installation is in it',
  'data.fetch': 'drawings show by it what who runs the server has listed for all; nothing is listed by itself',
} as const satisfies Partial<Record<RouteId, string>>

const guarded = routeList.filter(([, { policy }]) => !policy.public).map(([id]) => id)
const forProjects = guarded.filter((id) => routes[id].policy.scope === 'project')
/** Unauthenticated requests are limited per address. */
const from = (address: string, request: Request): Request => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': address },
})
/** Lists without pages. */
const emptyLists: ReadonlySet<RouteId> = new Set([
  'plant.devices',
  'undeclared.quota',
  'mapping.messages',
  'mapping.rejections',
  'accessChannelState.overview',
])
const isList = (id: RouteId): boolean => id.endsWith('.list') && !requests[id]().params

describe('every declared route', () => {
  it('that is open is one of the few that must be', () => {
    expect(routeList.filter(([, { policy }]) => policy.public).map(([id]) => id)).toEqual([
      'server.config',
      'server.health',
      'server.ready',
      'session.signIn',
      'session.secondStep',
      'session.single',
      'session.renew',
      'upgrade.file',
      'share.ask',
      'share.open',
      'share.drawing',
      'share.values',
      'share.history',
      'share.send',
      'share.command',
      'bridge.receive',
    ])
  })

  it('for shared drawings rejects callers without an open link', async () => {
    for (const id of ['share.ask', 'share.open'] as const)
      expect([id, (await call(server, id, requests[id]())).bad.error]).toEqual([id, 'share.missing'])
    for (const id of ['share.drawing', 'share.values', 'share.history', 'share.send', 'share.command'] as const) {
      for (const token of ['intruder', admin, `share_${randomBytes(32).toString('base64url')}`]) {
        const request = requests[id]()
        const { status, bad } = await call(server, id, {
          ...request,
          body: { ...Object(request.body), token },
          token: admin,
        })
        expect([id, status, bad.error]).toEqual([id, 401, 'share.ended'])
      }
    }
  })

  it('requires a permission, or is one of those that every signed-in user needs', () => {
    expect(
      routeList
        .filter(([, { policy }]) => !policy.public && policy.permission === undefined)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(Object.keys(forAllSignedIn).toSorted())
    // These routes concern only the caller's own data, or only read.
    for (const id of Object.keys(forAllSignedIn) as (keyof typeof forAllSignedIn)[])
      expect([id, routes[id].policy.scope === 'self' || routes[id].method === 'GET']).toEqual([id, true])
    for (const entity of entities)
      for (const [action, { policy }] of Object.entries(getEntityRoutes(entity)))
        expect([entity.name, action, policy.permission]).toEqual([
          entity.name,
          action,
          expect.stringMatching(/^\w+:\w+:\w+$/),
        ])
  })

  it('that writes is closed to a wall display, of entities too, but for its own session', async () => {
    const { name } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    await sqlIn(server, 'update account set is_wall = true where name = $1', [name])
    const token = await signIn(server, name, testPassword)
    const own = routeList.flatMap(([id, route]) =>
      !route.policy.public && route.method !== 'GET' && !id.startsWith('session.') ? [route] : [],
    )
    const writing = [
      ...own,
      ...entities.flatMap((entity) => Object.values(getEntityRoutes(entity)).filter(({ method }) => method !== 'GET')),
    ]
    expect(writing.length).toBeGreaterThan(300)
    for (const route of writing) {
      const { status, bad } = await callRoute(server, route, { token, params: { id: 'x', key: 'x', name: 'x' } })
      expect([route.method, route.path, status, bad.error]).toEqual([route.method, route.path, 403, 'access.denied'])
    }
    for (const id of ['drawing.list', 'tag.list'] as const)
      expect((await call(server, id, { token, query: { project: 'tunnel' } })).status).toBe(200)
  })

  it.each(guarded)('%s rejects a request without a token', async (id) => {
    const { status, bad } = await call(server, id, requests[id]())
    expect([status, bad.error]).toEqual([401, 'session.none'])
  })

  it.each(guarded)('%s refuses a token that is none of ours', async (id) => {
    for (const token of [
      randomBytes(32).toString('base64url'),
      `share_${randomBytes(32).toString('base64url')}`,
      'garbage',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
      `${admin}x`,
    ]) {
      const { headers, ...request } = requests[id]()
      // Separate addresses, because unauthenticated requests are limited per address.
      const ownHeaders = { ...headers, ...fromNewAddress() }
      const { status, bad } = await call(server, id, { ...request, headers: ownHeaders, token })
      expect([status, bad.error]).toEqual([401, 'session.none'])
    }
  })

  it.each(guarded)('%s believes no other header', async (id) => {
    const { headers = {}, ...request } = requests[id]()
    // Separate local addresses, because unauthenticated requests are limited per address.
    const forged = {
      ...headers,
      referer: `${server.httpUrl}/`,
      'x-forwarded-for': `127.0.0.${1 + guarded.indexOf(id)}`,
      'x-user': 'admin',
      cookie: `token=${admin}`,
    }
    expect((await call(server, id, { ...request, headers: forged })).status).toBe(401)
  })

  it('rejects an expired and an ended session, with different codes', async () => {
    const expired = await signIn(server)
    await sqlIn(
      server,
      `update session set expires_at = now() - interval '1 second' where signed_in_at = (select max(signed_in_at) from session)`,
    )
    const ended = await signIn(server)
    await call(server, 'session.signOut', { token: ended })
    for (const id of guarded) {
      const late = await call(server, id, { ...from('198.51.100.1', requests[id]()), token: expired })
      expect([id, late.status, late.bad.code, late.bad.error]).toEqual([id, 401, 1, 'session.expired'])
      const out = await call(server, id, { ...from('198.51.100.2', requests[id]()), token: ended })
      expect([id, out.status, out.bad.code, out.bad.error]).toEqual([id, 401, 2, 'session.ended'])
    }
  })

  it('refuses a role that its policy does not name', async () => {
    const people = {
      operator: await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }]),
      manager: await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }]),
    }
    const tried: string[] = []
    for (const id of guarded) {
      for (const role of ['operator', 'manager'] as const) {
        if (routes[id].policy.roles.includes(role)) continue
        tried.push(`${role} ${id}`)
        const { status, bad } = await call(server, id, { ...requests[id](), token: people[role].token })
        expect([role, id, status, bad.error]).toEqual([role, id, 403, 'access.denied'])
      }
    }
    expect(tried).toContain('operator drawing.save')
    expect(tried).toContain('operator drawing.setComponentPassword')
  })

  it('hides objects of other projects exactly like missing ones', async () => {
    const stranger = await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])
    for (const id of forProjects) {
      const reply = await call(server, id, { ...requests[id](), token: stranger.token })
      if (id === 'connection.read') {
        expect([id, reply.data]).toEqual([id, expect.objectContaining({ rows: [], total: 0, rejected: [] })])
        continue
      }
      if (isList(id) || emptyLists.has(id)) {
        expect([id, reply.status, reply.data]).toEqual([id, 200, isList(id) ? { rows: [], total: 0 } : []])
        continue
      }
      expect([id, reply.status, reply.bad.error]).toEqual([
        id,
        404,
        id === 'command.send' ? 'device.missing' : 'object.missing',
      ])
      if (!requests[id]().params) continue
      const absent = await call(server, id, {
        ...requests[id](),
        params: { id: 'no-such-thing' },
        token: stranger.token,
      })
      expect(absent.text).toBe(reply.text)
    }
  })

  it('lists nothing of another project when no project is asked for', async () => {
    const stranger = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const tags = await call(server, 'tag.list', { token: stranger.token, query: { pageSize: '50' } })
    expect(new Set(tags.data.rows.map(({ project }) => project))).toEqual(new Set(['street']))
    const drawings = await call(server, 'drawing.list', { token: stranger.token })
    expect(drawings.data.rows.filter(({ project }) => project !== 'street')).toEqual([])
  })

  it('grants access only to the session while the password must be changed', async () => {
    const novice = await addAccount(server, admin, 'super', [])
    await sqlIn(server, 'update account set must_change = true where name = $1', [novice.name])
    await new Promise((done) => setTimeout(done, 3_100)) // tokens are cached for three seconds
    for (const id of guarded) {
      if (routes[id].policy.beforePasswordChange) continue
      const { status, bad } = await call(server, id, { ...requests[id](), token: novice.token })
      expect([id, status, bad.error]).toEqual([id, 403, 'session.mustChange'])
    }
    expect((await call(server, 'session.read', { token: novice.token })).data.account.mustChangePassword).toBe(true)
  })

  it('grants access only to the session and the setup while a second step must be set up', async () => {
    const lax = await addAccount(server, admin, 'super', [])
    await sqlIn(server, `insert into setting (key, value) values ('secondStepRoles', 'super')`)
    await new Promise((done) => setTimeout(done, 3_100)) // tokens are cached for three seconds
    for (const id of guarded) {
      if (routes[id].policy.beforeSecondStep) continue
      const { status, bad } = await call(server, id, { ...requests[id](), token: lax.token })
      expect([id, status, bad.error]).toEqual([id, 403, 'session.mustSetSecondStep'])
    }
    expect((await call(server, 'session.read', { token: lax.token })).data.account.mustSetSecondStep).toBe(true)
    expect(guarded.filter((id) => routes[id].policy.beforeSecondStep).toSorted()).toEqual([
      'secondStep.begin',
      'secondStep.confirm',
      'secondStep.read',
      'secondStep.remove',
      'session.password',
      'session.read',
      'session.signOut',
    ])
    await sqlIn(server, `delete from setting where key = 'secondStepRoles'`)
    await new Promise((done) => setTimeout(done, 3_100))
  })

  it('changed nothing while it refused', async () => {
    const [{ count } = {}] = await sqlIn(
      server,
      `select count(*)::int from audit where content like '%ntruder%' or object like '%ntruder%'`,
    )
    expect(count).toBe(0)
    expect((await call(server, 'drawing.read', { token: admin, params: { id: drawing } })).data).toMatchObject({
      name: 'Canary',
      revision: 1,
    })
  })
})

describe('the matrix', () => {
  it('of all routes and callers equals the reviewed golden/routes.txt, updated by UPDATE_GOLDEN=1', async () => {
    const own = await startServer({ env: matrixEnv })
    try {
      const root = await signIn(own)
      drawing = ''
      await createLights(own, root)
      await sqlIn(own, commandRow, [command])
      const tokens = await matrixTokens(own, root, 'tunnel')
      const names = new Map<string, { readonly name: string; readonly password: string }>()
      names.set('foreign', {
        name: (await addAccount(own, root, 'manager', [{ id: 'street', role: 'manager' }])).name,
        password: testPassword,
      })
      for (const role of ['operator', 'manager', 'super'] as const)
        names.set(role, {
          name: (await addAccount(own, root, role, role === 'super' ? [] : [{ id: 'tunnel', role }])).name,
          password: testPassword,
        })
      const rows = routeList.map(([id, route]) => ({
        id,
        route,
        request: (caller: CallerKind) => requestIn(own, root, id, names.get(caller)),
      }))
      expectReviewed('routes.txt', await createMatrix(own, rows, tokens))
    } finally {
      await own.stop()
    }
  })
})

/** Creates objects for each request, because another caller may have removed previous ones or ended its session. */
async function requestIn(
  own: StartedServer,
  root: string,
  id: RouteId,
  account: { readonly name: string; readonly password: string } | undefined,
): Promise<Request> {
  const newDrawing = async (): Promise<string> =>
    (await call(own, 'drawing.create', { token: root, body: { project: 'tunnel', name: 'Canary' } })).data.id
  if (drawing === '') drawing = await newDrawing()
  if (id === 'drawing.remove') return { params: { id: await newDrawing() } }
  if (id.startsWith('session.')) await sqlIn(own, 'delete from login_failure')
  const { headers = {}, ...request } = requests[id]()
  const keyed: Record<string, string> =
    'idempotency-key' in headers ? { ...headers, 'idempotency-key': randomBytes(8).toString('hex') } : headers
  return {
    ...request,
    headers: keyed,
    ...(account && id.startsWith('session.') ? { token: await signedIn(own, account) } : {}),
  }
}

/** From a unique address because of per-address limits. */
async function signedIn(
  own: StartedServer,
  { name: account, password }: { readonly name: string; readonly password: string },
): Promise<string> {
  const { data, text } = await call(own, 'session.signIn', {
    body: { account, password },
    headers: { 'x-forwarded-for': `198.51.100.${++places}` },
  })
  if (!('token' in data)) throw new Error(text)
  return data.token
}
let places = 0
