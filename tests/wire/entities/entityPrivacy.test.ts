import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityValue, FilesField } from '../../../contract/entity/field.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { findPurpose } from '../../../contract/files/purposes.ts'
import type { Request } from '../../support/server/api.ts'
import { addAccount, send, sqlIn } from '../../support/server/api.ts'
import type { EntityWorld } from '../../support/entities/entityWorld.ts'
import { entitySets, mainEntitySets, project, startEntityWorld } from '../../support/entities/entityWorld.ts'
import { createPng } from '../../support/entities/samples.ts'

it('an entity with a public or private field restricts private rows to their owner', () => {
  const hidden = entitySets
    .flatMap(({ entities }) => entities)
    .filter(({ fields }) => Object.keys(fields).some((name) => /public|private/i.test(name)))
  expect(hidden.map(({ name, privacy }) => [name, privacy])).toEqual(
    hidden.map(({ name }) => [name, expect.any(String)]),
  )
})

describe.each(mainEntitySets)('$name: private rows', ({ main, entities }) => {
  let world: EntityWorld
  let ann: string
  let bob: string
  const withPrivacy = entities.filter(({ privacy }) => privacy !== undefined)
  beforeAll(async () => {
    world = await startEntityWorld({ main, entities })
    const grant = [{ id: project, role: 'manager' }] as const
    ann = (await addAccount(world.server, world.admin, 'manager', grant)).token
    bob = (await addAccount(world.server, world.admin, 'manager', grant)).token
  })
  afterAll(() => world?.stop())

  const named = withPrivacy.map((entity) => [entity.name, entity] as const)

  it.each(named)(
    'of %s are hidden on every route, except from their owner and super administrators',
    async (_name, entity) => {
      const { id, title } = await create(world, entity, ann, false)
      for (const token of [ann, world.admin])
        expect((await world.callEntity(entity, 'read', { token, params: { id } })).data.id).toBe(id)
      const tried: string[] = []
      for (const [action, request] of Object.entries(requests(entity, id))) {
        tried.push(action)
        const reply = await world.callEntity(entity, action, { ...request, token: bob })
        const absent = await world.callEntity(entity, action, {
          ...requests(entity, 'no-such-row')[action],
          token: bob,
        })
        expect([action, reply.status, reply.text]).toEqual([action, 404, absent.text])
      }
      const found = async (token: string) =>
        [
          ...(await world.callEntity<Page>(entity, 'list', { token, query: { search: title, pageSize: '50' } })).data
            .rows,
          ...(
            await world.callEntity<Page>(entity, 'list', {
              token,
              query: { [`filter[${entity.privacy ?? ''}]`]: 'false', pageSize: '50', sort: '-createdAt' },
            })
          ).data.rows,
          ...(await world.callEntity<Page>(entity, 'list', { token, query: { pageSize: '50', sort: '-createdAt' } }))
            .data.rows,
          ...((await world.callEntity<Partial<Page>>(entity, 'export', { token, query: { sort: '-createdAt' } })).data
            ?.rows ?? []),
          ...(await world.callEntity<readonly Row[]>(entity, 'options', { token, query: { search: title } })).data,
          ...(await world.callEntity<readonly Row[]>(entity, 'options', { token, query: { ids: id } })).data,
        ].filter((row) => row.id === id).length
      expect([await found(bob), await found(ann), await found(world.admin)]).toEqual([0, 6, 6])
      expect((await world.callEntity<Page>(entity, 'list', { token: bob, query: { search: title } })).data.total).toBe(
        0,
      )
      const all = Object.keys(getEntityRoutes(entity)).filter(
        (action) => !/^(?:list|export|options|create|import\w+)$/.test(action),
      )
      expect(all.filter((action) => !tried.includes(action))).toEqual([])
      expect((await world.callEntity(entity, 'read', { token: ann, params: { id } })).data.revision).toBe(1)
      const [trail] = await sqlIn(world.server, 'select content from audit where object = $1', [`${entity.name}/${id}`])
      expect(JSON.stringify(trail)).not.toContain(title)
    },
  )

  it.each(named)(
    'of %s keep their files to the same people, also when they were public before',
    async (_name, entity) => {
      const [field, declared] =
        Object.entries(entity.fields).find((entry): entry is [string, FilesField] => entry[1].kind === 'files') ?? []
      if (field === undefined || !declared) return
      const file = await uploaded(world, entity, declared, ann)
      const { id } = await create(world, entity, ann, true, { [field]: [file] })
      const read = async (token: string) =>
        (
          await fetch(`${world.server.httpUrl}/common/download?fileName=${file.id}`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status
      const zipped = async (token: string) =>
        (
          await fetch(`${world.server.httpUrl}/common/download/zip?files=${file.id}`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status
      expect([await read(bob), await zipped(bob)]).toEqual([200, 200])
      await world.callEntity(entity, 'update', {
        token: ann,
        params: { id },
        headers: { 'if-match': '"1"' },
        body: { values: { [entity.privacy ?? '']: false } },
      })
      expect([await read(bob), await zipped(bob), await read(ann), await read(world.admin)]).toEqual([
        404, 404, 200, 200,
      ])
      // Using the file in another row neither grants access to it nor hides it.
      const { title: _title, values, ...body } = await createBody(world, entity, true)
      const created = await world.callEntity(entity, 'create', {
        token: bob,
        body: { ...body, values: { ...values, [field]: [file] } },
      })
      expect([created.status, created.bad.problems?.[0]?.path]).toEqual([400, field])
      expect(await read(bob)).toBe(404)
    },
  )

  it.each(named)('of %s are made private only by their owner or a super administrator', async (_name, entity) => {
    const { id } = await create(world, entity, ann, true)
    const change = (token: string, isPublic: boolean, revision: number) =>
      world.callEntity(entity, 'update', {
        token,
        params: { id },
        headers: { 'if-match': `"${revision}"` },
        body: { values: { [entity.privacy ?? '']: isPublic } },
      })
    expect((await change(bob, false, 1)).bad.error).toBe('access.denied')
    expect((await change(ann, false, 1)).status).toBe(200)
    expect((await change(world.admin, true, 2)).status).toBe(200)
    expect((await world.callEntity(entity, 'read', { token: bob, params: { id } })).status).toBe(200)
  })

  it.each(named)('of %s are not revealed by rows that refer to them, and cannot be selected', async (_name, entity) => {
    const { id, title } = await create(world, entity, ann, false)
    for (const other of entities.filter(({ custom, origin }) => custom !== true && origin === 'people')) {
      const [field] = Object.entries(other.fields).find(([, one]) => one.kind === 'ref' && one.to === entity.name) ?? []
      if (field === undefined) continue
      const body = await world.body(other, 800)
      const values = { ...body.values, [field]: id }
      const chosen = await world.callEntity(other, 'create', { token: bob, body: { ...body, values } })
      expect([chosen.status, chosen.bad.problems?.[0]?.code]).toEqual([400, 'missing'])
      const sheet = await world.callEntity<{ faults: readonly { field: string }[] }>(other, 'importCheck', {
        token: bob,
        body: { project, rows: [{ [field]: title }] },
      })
      expect(sheet.data.faults.map((fault) => fault.field)).toContain(field)
      const { data: row } = await world.callEntity(other, 'create', { token: ann, body: { ...body, values } })
      expect(row.titles[id]).toBe(title)
      const seen = await world.callEntity(other, 'read', { token: bob, params: { id: row.id } })
      expect([seen.status, seen.data.titles[id], seen.text.includes(title)]).toEqual([200, undefined, false])
      // An existing reference does not prevent other changes.
      const updated = await world.callEntity(other, 'update', {
        token: bob,
        params: { id: row.id },
        headers: { 'if-match': '"1"' },
        body: { values: { [other.title]: 'Renamed', [field]: id } },
      })
      expect([updated.status, updated.text.includes(title)]).toEqual([200, false])
    }
  })
})

interface Page {
  readonly rows: readonly Row[]
  readonly total: number
}

let count = 0

async function createBody(world: EntityWorld, entity: Entity, isPublic: boolean) {
  const body = await world.body(entity, 600 + ++count)
  const title = `Kept apart ${count}`
  return { ...body, title, values: { ...body.values, [entity.title]: title, [entity.privacy ?? '']: isPublic } }
}

async function create(
  world: EntityWorld,
  entity: Entity,
  token: string,
  isPublic: boolean,
  more: Readonly<Record<string, EntityValue>> = {},
): Promise<{ id: string; title: string }> {
  const { title, values, ...body } = await createBody(world, entity, isPublic)
  const { status, data, text } = await world.callEntity(entity, 'create', {
    token,
    body: { ...body, values: { ...values, ...more } },
  })
  if (status !== 200) throw new Error(text)
  return { id: data.id, title }
}

/** A request of each route that refers to rows. */
function requests(entity: Entity, id: string): Readonly<Record<string, Request>> {
  const one = { params: { id } }
  const moves = Object.keys(entity.lifecycle?.moves ?? {}).filter((move) =>
    Object.hasOwn(getEntityRoutes(entity), move),
  )
  return {
    read: one,
    remove: one,
    update: { ...one, headers: { 'if-match': '"1"' }, body: { values: {} } },
    updateMany: { body: { ids: [id], values: {} } },
    removeMany: { body: { ids: [id] } },
    ...(entity.lifecycle ? { events: one } : {}),
    ...Object.fromEntries(moves.map((move) => [move, { ...one, body: {} }])),
  }
}

async function uploaded(
  world: EntityWorld,
  entity: Entity,
  field: FilesField,
  token: string,
): Promise<{ id: string; name: string }> {
  const name = field.pictures ? 'kept.png' : 'kept.txt'
  const form = new FormData()
  form.append('file', new Blob([field.pictures ? new Uint8Array(createPng(4, 3)) : 'kept apart']), name)
  const query = new URLSearchParams({ purpose: findPurpose(field), ...(entity.scope === 'project' ? { project } : {}) })
  const { status, text, data } = await send(
    world.server,
    'POST',
    `${field.pictures ? '/common/upload' : '/iot/tool/upload'}?${query.toString()}`,
    form,
    { authorization: `Bearer ${token}` },
  )
  if (status !== 200) throw new Error(text)
  return { id: (data as { id: string }).id, name }
}
