import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RecycledItem } from '../../../contract/routes.ts'
import { limits } from '../../../contract/limits.ts'
import { routes } from '../../../contract/routes.ts'
import { createLog } from '../../../server/log.ts'
import { systemContext } from '../../../server/services/base/requestContext.ts'
import { createRecycleBin } from '../../../server/services/recycleBin/index.ts'
import {
  addAccount,
  callEntity,
  call,
  makeProject,
  send,
  signIn,
  sqlIn,
  readAuditLog,
} from '../../support/server/api.ts'
import { openOwnDatabase } from '../../support/server/ownServices.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

const log = createLog('error')
let server: RunningServer
let admin: string
let project: string
let ann: { readonly name: string; readonly token: string }
let bob: string
let operator: string
let stranger: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  project = await makeProject(server, admin, 'Recycling')
  ann = await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])
  bob = (await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])).token
  operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
  stranger = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
})

const rect = { id: 'a', type: 'rect', name: 'a', x: 10, y: 20, width: 100, height: 50 }
const list = async (token: string, query: Record<string, string> = {}) =>
  (await call(server, 'recycleBin.list', { token, query: { pageSize: '50', ...query } })).data
const find = async (object: string, token = admin): Promise<RecycledItem | undefined> =>
  (await list(token)).rows.find((item) => item.object === object)
const itemOf = async (object: string, token = admin): Promise<RecycledItem> => {
  const item = await find(object, token)
  if (!item) throw new Error(`${object} is not in the recycle bin`)
  return item
}
const restore = async (object: string, token = ann.token) =>
  call(server, 'recycleBin.restore', { token, params: { id: (await itemOf(object)).id } })
const purge = async (object: string, token = ann.token) =>
  call(server, 'recycleBin.remove', { token, params: { id: (await itemOf(object)).id } })
let count = 0
const unique = (name: string): string => `${name} ${++count}`
const drawing = async (more: Record<string, unknown> = {}): Promise<string> =>
  (
    await call(server, 'drawing.create', {
      token: ann.token,
      body: { project, name: 'Works', drawing: { version: 1, name: 'Works', components: [rect] }, ...more },
    })
  ).data.id
const definition = {
  version: 2,
  name: 'x',
  symbols: [{ id: 's', name: 'S', width: 10, height: 10, components: [rect] }],
  components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 10, height: 10, link: { symbol: 's' } }],
}
const add = async (
  entity: string,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
  token = ann.token,
): Promise<string> => {
  const { data, status, text } = await callEntity(server, entity, 'create', { token, body: { ...more, values } })
  if (status !== 200) throw new Error(text)
  return data.id
}
const picture = async (): Promise<{ id: string; name: string }> => {
  const form = new FormData()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  form.append('file', new Blob([png]), 'a.png')
  const { text, data } = await send(server, 'POST', '/common/upload?purpose=gallery', form, {
    authorization: `Bearer ${ann.token}`,
  })
  if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error(text)
  return { id: String(data.id), name: 'a.png' }
}

/** Functions to create, read and delete one object of each kind. */
const kinds: readonly {
  readonly kind: string
  readonly make: () => Promise<string>
  readonly read: (id: string) => Promise<{ status: number; text: string }>
  readonly remove: (id: string, token: string) => Promise<{ status: number }>
}[] = [
  {
    kind: 'drawing',
    make: () => drawing(),
    read: (id) => call(server, 'drawing.read', { token: admin, params: { id } }),
    remove: (id, token) => call(server, 'drawing.remove', { token, params: { id } }),
  },
  {
    kind: 'library',
    make: async () =>
      (
        await call(server, 'library.create', {
          token: ann.token,
          body: { name: 'Pump', type: 'Pumps', isPublic: true, definition },
        })
      ).data.id,
    read: (id) => call(server, 'library.read', { token: admin, params: { id } }),
    remove: (id, token) => call(server, 'library.remove', { token, params: { id } }),
  },
  ...(
    [
      [
        'gallery',
        async () =>
          add('gallery', { name: unique('Picture'), category: 'other', picture: [await picture()], isPublic: true }),
      ],
      ['chart', () => add('chart', { name: unique('Chart'), kind: 'line', option: '{}', isPublic: true })],
      ['model', () => add('model', { name: unique('Model'), url: 'https://plant.example/a.glb', isAbandoned: false })],
      [
        'dashboard',
        () =>
          add(
            'dashboard',
            {
              name: unique('Board'),
              cards: [{ kind: 'value', label: 'Flow', tag: `${project}/pump-1/flow` }],
              columns: 2,
              refreshS: 10,
            },
            { project },
          ),
      ],
    ] as const
  ).map(([kind, make]) => ({
    kind,
    make,
    read: (id: string) => callEntity(server, kind, 'read', { token: admin, params: { id } }),
    remove: (id: string, token: string) => callEntity(server, kind, 'remove', { token, params: { id } }),
  })),
]

describe.each(kinds)('a deleted $kind', ({ kind, make, read, remove }) => {
  it('is in the recycle bin only, and comes back as it was', async () => {
    const id = await make()
    const before = await read(id)
    const from = Date.now()
    expect((await remove(id, ann.token)).status).toBe(200)
    expect((await read(id)).status).toBe(404)
    const item = await itemOf(id)
    expect(item).toMatchObject({
      kind,
      object: id,
      deletedBy: ann.name,
      expiresAt: item.deletedAt + limits.recycleBin.retentionMs,
    })
    expect(item.deletedAt).toBeGreaterThanOrEqual(from)
    const restored = await restore(id)
    expect([restored.status, restored.data]).toEqual([200, { kind, object: id, name: item.name, isRenamed: false }])
    expect((await read(id)).text).toBe(before.text)
    expect(await find(id)).toBeUndefined()
    expect((await readAuditLog(server, admin, `${kind}/${id}`)).map(({ action }) => action)).toEqual([
      'restore',
      'remove',
      'create',
    ])
  })

  it('is deleted permanently on request', async () => {
    const id = await make()
    await remove(id, ann.token)
    expect((await purge(id)).status).toBe(200)
    expect([(await read(id)).status, await find(id)]).toEqual([404, undefined])
    expect((await readAuditLog(server, admin, `${kind}/${id}`))[0]).toMatchObject({ action: 'purge', user: ann.name })
  })

  it('is hidden from users without permission to delete one', async () => {
    const id = await make()
    await remove(id, ann.token)
    const item = await itemOf(id)
    expect((await call(server, 'recycleBin.list', { token: operator })).bad.error).toBe('access.denied')
    expect((await call(server, 'recycleBin.restore', { token: operator, params: { id: item.id } })).bad.error).toBe(
      'access.denied',
    )
    if (item.project !== null) {
      expect(await find(id, stranger)).toBeUndefined()
      expect([
        (await call(server, 'recycleBin.restore', { token: stranger, params: { id: item.id } })).status,
        (await call(server, 'recycleBin.remove', { token: stranger, params: { id: item.id } })).status,
      ]).toEqual([404, 404])
    }
    expect((await restore(id, bob)).status).toBe(200)
  })
})

describe('a deleted drawing', () => {
  it('takes its stars, links, passwords and revisions along and brings them back', async () => {
    const id = await drawing()
    await call(server, 'drawing.save', {
      token: ann.token,
      params: { id },
      body: { drawing: { version: 1, name: 'Works', components: [] }, note: 'Emptied' },
      headers: { 'if-match': '"1"' },
    })
    await call(server, 'drawing.star', { token: bob, params: { id }, body: { isStarred: true } })
    await call(server, 'drawing.setComponentPassword', {
      token: ann.token,
      params: { id },
      body: { component: 'a', password: 'open sesame' },
    })
    const {
      data: { id: share },
    } = await call(server, 'share.create', {
      token: ann.token,
      params: { id },
      body: { password: null, expiresAt: null },
    })
    const opens = async () => (await call(server, 'share.open', { body: { share } })).status
    expect(await opens()).toBe(200)

    await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    await expect.poll(opens).toBe(404)
    expect((await call(server, 'drawing.revisions', { token: ann.token, params: { id } })).status).toBe(404)
    expect((await call(server, 'drawing.list', { token: bob, query: { starred: 'true' } })).data.rows).toEqual([])

    await restore(id)
    await expect.poll(opens).toBe(200)
    expect(
      (await call(server, 'drawing.list', { token: bob, query: { starred: 'true' } })).data.rows.map((row) => row.id),
    ).toEqual([id])
    expect((await call(server, 'drawing.componentPasswords', { token: ann.token, params: { id } })).data).toEqual(['a'])
    expect(
      (await call(server, 'drawing.revisions', { token: ann.token, params: { id } })).data.rows.map(
        ({ revision, note }) => [revision, note],
      ),
    ).toEqual([
      [2, 'Emptied'],
      [1, ''],
    ])
    expect(
      (
        await call(server, 'drawing.restoreRevision', {
          token: ann.token,
          params: { id, revision: '1' },
          headers: { 'if-match': '"2"' },
        })
      ).data.components,
    ).toBe(1)
  })

  it('that is private is visible in the bin only to its owner and super administrators', async () => {
    const id = await drawing({ isPublic: false })
    await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    expect([await find(id, bob), (await find(id, ann.token))?.object, (await find(id))?.object]).toEqual([
      undefined,
      id,
      id,
    ])
    expect((await restore(id, bob)).status).toBe(404)
    expect((await restore(id)).status).toBe(200)
  })

  it('leaves no revision after its permanent deletion', async () => {
    const id = await drawing()
    await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    expect(await sqlIn(server, 'select revision from drawing_revision where drawing = $1', [id])).toHaveLength(1)
    await purge(id)
    expect(await sqlIn(server, 'select revision from drawing_revision where drawing = $1', [id])).toEqual([])
  })

  it('is restored without the star of a removed account', async () => {
    const id = await drawing()
    const removed = await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])
    await call(server, 'drawing.star', { token: removed.token, params: { id }, body: { isStarred: true } })
    await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    await sqlIn(server, 'delete from account where name = $1', [removed.name])
    expect((await restore(id)).status).toBe(200)
    expect(await sqlIn(server, 'select account from drawing_star where drawing = $1', [id])).toEqual([])
  })
})

describe('a restored object', () => {
  it('gets another name if its unique name is taken, and the response reports it', async () => {
    const name = unique('Levels')
    const make = () => add('chart', { name, kind: 'line', option: '{}', isPublic: true })
    const first = await make()
    await callEntity(server, 'chart', 'remove', { token: ann.token, params: { id: first } })
    const other = await make()
    expect((await restore(first)).data).toEqual({ kind: 'chart', object: first, name: `${name} (2)`, isRenamed: true })
    const found = await callEntity<{ rows: readonly { id: string }[] }>(server, 'chart', 'list', {
      token: ann.token,
      query: { search: `${name} (2)` },
    })
    expect(found.data.rows.map(({ id }) => id)).toEqual([first])
    // The next restored copy.
    await callEntity(server, 'chart', 'remove', { token: ann.token, params: { id: other } })
    const third = await make()
    expect((await restore(other)).data.name).toBe(`${name} (3)`)
    expect(third).not.toBe(other)
  })

  it('no longer refers to removed objects, and objects that referred to it lose the reference', async () => {
    const chart = await add('chart', { name: unique('Flow'), kind: 'line', option: '{}', isPublic: true })
    const cards = [
      { kind: 'chart', label: 'Flow', chart },
      { kind: 'value', label: 'Level', tag: `${project}/pump-1/level` },
    ]
    const board = await add('dashboard', { name: unique('Board'), cards, columns: 2, refreshS: 10 }, { project })
    const dashboard = await add('dashboard', { name: unique('Board'), cards, columns: 2, refreshS: 10 }, { project })
    await callEntity(server, 'dashboard', 'remove', { token: ann.token, params: { id: board } })
    await callEntity(server, 'chart', 'remove', { token: ann.token, params: { id: chart } })
    const readCards = async (id: string) =>
      Reflect.get((await callEntity(server, 'dashboard', 'read', { token: ann.token, params: { id } })).data, 'cards')
    const without = [
      expect.objectContaining({ kind: 'chart', label: 'Flow', chart: null }),
      expect.objectContaining({ kind: 'value', label: 'Level' }),
    ]
    expect(await readCards(dashboard)).toEqual(without)
    expect((await restore(board)).status).toBe(200)
    expect(await readCards(board)).toEqual(without)
  })

  it('is found by kind, project and name, newest first', async () => {
    const [one, two] = [await drawing({ name: 'Sluice gate' }), await drawing({ name: 'Sluice door' })]
    for (const id of [one, two]) await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    const found = await list(ann.token, { kind: 'drawing', project, search: 'sluice' })
    expect([found.total, found.rows.map(({ name }) => name)]).toEqual([2, ['Sluice door', 'Sluice gate']])
    expect((await list(ann.token, { kind: 'chart', search: 'sluice' })).total).toBe(0)
  })
})

describe('after 30 days', () => {
  it('an hourly job permanently deletes an object with its dependent data', async () => {
    const own = await openOwnDatabase('recycle-bin', log)
    onTestFinished(() => own.close())
    const { db } = own.database
    let nowMs = Date.UTC(2026, 10, 28)
    const waking: { at: number; wake: () => void }[] = []
    const clock = {
      now: () => nowMs,
      wakeAt: (at: number, wake: () => void) => {
        const entry = { at, wake }
        waking.push(entry)
        return () => void waking.splice(waking.indexOf(entry), 1)
      },
    }
    const bin = createRecycleBin({ db, clock, log })
    const purged: string[] = []
    bin.register({
      kind: 'setting',
      policy: routes['drawing.remove'].policy,
      parts: [{ table: 'setting', column: 'key' }],
      purge: async (_tx, objects) => void purged.push(...objects),
    })
    const putBack = async (key: string) => {
      await db.insertInto('setting').values({ key, value: 'kept' }).execute()
      await db
        .transaction()
        .execute((tx) =>
          bin.add(tx, systemContext, 'setting', [
            { object: key, project: null, name: key, isPublic: true, creator: null },
          ]),
        )
    }
    await putBack('early')
    const stop = bin.start()
    onTestFinished(stop)
    const pass = async (hours: number) => {
      await expect.poll(() => waking.length).toBe(1)
      nowMs += hours * 3_600_000
      waking.shift()?.wake()
      await expect.poll(() => waking.length).toBe(1)
    }
    await pass(1)
    await putBack('late')
    await pass(30 * 24 - 2)
    expect([
      purged,
      await db.selectFrom('setting').select('key').where('key', 'in', ['early', 'late']).execute(),
    ]).toEqual([[], []])
    await pass(1)
    expect([
      purged,
      (await db.selectFrom('recycled_item').select('object').execute()).map(({ object }) => object),
    ]).toEqual([['early'], ['late']])
    await pass(1)
    expect(purged).toEqual(['early', 'late'])
    expect(
      await db.selectFrom('audit').select(['who', 'object']).where('action', '=', 'purge').orderBy('id').execute(),
    ).toEqual([
      { who: 'server', object: 'setting/early' },
      { who: 'server', object: 'setting/late' },
    ])
  })

  it('nothing is seen or restored any more', async () => {
    const id = await drawing()
    await call(server, 'drawing.remove', { token: ann.token, params: { id } })
    const item = await itemOf(id)
    await sqlIn(server, `update recycled_item set deleted_at = deleted_at - interval '30 days' where id = $1`, [
      item.id,
    ])
    expect([
      await find(id),
      (await call(server, 'recycleBin.restore', { token: admin, params: { id: item.id } })).status,
    ]).toEqual([undefined, 404])
  })
})

it('keeps a project from being deleted while something of it can be restored', async () => {
  const own = await makeProject(server, admin, 'Shortlived')
  const {
    data: { id },
  } = await call(server, 'drawing.create', { token: admin, body: { project: own, name: 'Last one' } })
  await call(server, 'drawing.remove', { token: admin, params: { id } })
  const remove = () => callEntity(server, 'project', 'remove', { token: admin, params: { id: own } })
  expect((await remove()).bad).toMatchObject({
    error: 'entity.inUse',
    detail: { entity: 'recycleBin', title: 'Last one' },
  })
  await purge(id, admin)
  expect((await remove()).status).toBe(200)
})

describe('a chart, a picture or a model that a project owns', () => {
  it('is seen and restored by the managers of that project, and one of all projects by super administrators only', async () => {
    const own = await add('chart', { name: unique('Own chart'), kind: 'line', option: '{}', isPublic: true })
    const shared = await add(
      'chart',
      { name: unique('Shared chart'), kind: 'line', option: '{}', isPublic: true },
      {},
      admin,
    )
    await callEntity(server, 'chart', 'remove', { token: ann.token, params: { id: own } })
    await callEntity(server, 'chart', 'remove', { token: admin, params: { id: shared } })
    expect(
      [await find(own, bob), await find(own, stranger), await find(shared, bob)].map((item) => item !== undefined),
    ).toEqual([true, false, false])
    expect((await restore(own, stranger)).status).toBe(404)
    expect((await purge(shared, bob)).status).toBe(404)
    expect((await restore(own, bob)).status).toBe(200)
    expect((await restore(shared, admin)).status).toBe(200)
    expect(
      (
        await callEntity<Readonly<Record<string, unknown>>>(server, 'chart', 'read', {
          token: bob,
          params: { id: own },
        })
      ).data['ownerProject'],
    ).toBe(project)
  })
})
