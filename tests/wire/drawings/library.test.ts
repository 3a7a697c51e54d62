import type { Drawing } from '@mimic/engine/document'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, call, signIn, readAuditLog } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let admin: string
let ann: string
let bob: string
let reader: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  ann = (await addAccount(server, admin, 'manager', [])).token
  bob = (await addAccount(server, admin, 'manager', [])).token
  reader = (await addAccount(server, admin, 'operator', [])).token
})

const rect = {
  id: 'body',
  type: 'rect',
  name: 'Body',
  x: 0,
  y: 0,
  width: 80,
  height: 40,
  props: { backgroundColor: '#3366cc' },
}
const motor = { id: 'motor', name: 'Motor', width: 80, height: 40, components: [rect] }
const pump = {
  id: 'pump',
  name: 'Pump',
  width: 100,
  height: 40,
  params: [{ name: 'device', kind: 'tag', default: '' }],
  components: [{ id: 'drive', type: 'group', x: 0, y: 0, width: 80, height: 40, link: { symbol: 'motor' } }],
}
const unused = { ...motor, id: 'unused', name: 'Unused' }
/** Returns a definition as sent by the designer, including a part that the symbol does not need. */
const definition = (width = 100): unknown => ({
  version: 2,
  name: 'anything',
  symbols: [motor, unused, { ...pump, width }],
  components: [{ id: 'i', type: 'group', x: 7, y: 8, width, height: 40, link: { symbol: 'pump' } }],
})

const create = async (token: string, facts: { name: string; type?: string; isPublic?: boolean }) => {
  const { data, status, text } = await call(server, 'library.create', {
    token,
    body: { type: 'Pumps', isPublic: true, ...facts, definition: definition() },
  })
  if (status !== 200) throw new Error(text)
  return data
}
const list = async (token: string, query: Record<string, string> = {}) =>
  (await call(server, 'library.list', { token, query: { pageSize: '50', ...query } })).data
const names = async (token: string, query: Record<string, string> = {}) =>
  (await list(token, query)).rows.map(({ name }) => name)

describe('an entry of the library', () => {
  it('comes back with its symbol and those within it, and nothing else', async () => {
    const created = await create(ann, { name: 'Dosing pump' })
    expect(created).toMatchObject({
      name: 'Dosing pump',
      type: 'Pumps',
      isPublic: true,
      revision: 1,
      params: 1,
      width: 100,
      height: 40,
      isOwn: true,
    })
    const { data } = await call(server, 'library.read', { token: reader, params: { id: created.id } })
    expect([data.isOwn, data.definition.symbols?.map(({ id }) => id)]).toEqual([false, ['motor', 'pump']])
    expect(data.definition.components).toMatchObject([{ x: 0, y: 0, link: { symbol: 'pump' } }])
  })

  it('is found by name, type and id, with all types to choose from', async () => {
    const valve = await create(ann, { name: '100% valve', type: 'Valves' })
    expect(await names(ann, { search: '% VAL' })).toEqual(['100% valve'])
    expect(await names(ann, { type: 'Valves' })).toEqual(['100% valve'])
    expect(await names(ann, { ids: `${valve.id},no-such-entry` })).toEqual(['100% valve'])
    expect((await list(ann, { search: 'nothing' })).types).toEqual(expect.arrayContaining(['Pumps', 'Valves']))
  })

  it('that is private is visible to its owner and super administrators, and otherwise missing', async () => {
    const { id } = await create(ann, { name: 'Secret pump', type: 'Secrets', isPublic: false })
    expect([await names(ann, { type: 'Secrets' }), await names(admin, { type: 'Secrets' })]).toEqual([
      ['Secret pump'],
      ['Secret pump'],
    ])
    expect((await list(bob, { ids: id })).total).toBe(0)
    expect((await list(bob)).types).not.toContain('Secrets')
    const absent = await call(server, 'library.read', { token: bob, params: { id: 'no-such-entry' } })
    const replies = [
      await call(server, 'library.read', { token: bob, params: { id } }),
      await call(server, 'library.thumbnail', { token: bob, params: { id } }),
      await call(server, 'library.save', {
        token: bob,
        params: { id },
        body: { definition: definition() },
        headers: { 'if-match': '"1"' },
      }),
      await call(server, 'library.describe', { token: bob, params: { id }, body: { isPublic: true } }),
      await call(server, 'library.remove', { token: bob, params: { id } }),
    ]
    expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [404, absent.text]))
    expect((await call(server, 'library.read', { token: ann, params: { id } })).data).toMatchObject({
      revision: 1,
      isPublic: false,
    })
  })

  it('is made private only by its owner or a super administrator, but renamed and categorized by every manager', async () => {
    const { id } = await create(ann, { name: 'Open pump' })
    const change = (token: string, body: Record<string, unknown>) =>
      call(server, 'library.describe', { token, params: { id }, body })
    expect((await change(bob, { name: 'Opened pump', type: ' Old ' })).data).toMatchObject({
      name: 'Opened pump',
      type: 'Old',
      isPublic: true,
      revision: 1,
    })
    expect((await change(bob, { isPublic: false })).bad.error).toBe('access.denied')
    expect((await change(ann, { isPublic: false })).data.isPublic).toBe(false)
    expect((await change(admin, { isPublic: true })).data.isPublic).toBe(true)
  })

  it('saved by two users: the second save is rejected with the user of the first', async () => {
    const { id } = await create(ann, { name: 'Shared pump' })
    const save = (token: string, width: number) =>
      call(server, 'library.save', {
        token,
        params: { id },
        body: { definition: definition(width) },
        headers: { 'if-match': '"1"' },
      })
    expect((await save(bob, 120)).data).toMatchObject({ revision: 2, width: 120, name: 'Shared pump' })
    const refused = await save(ann, 140)
    expect([refused.status, refused.bad.error, refused.bad.detail?.revision]).toEqual([412, 'library.conflict', 2])
    const without = await call(server, 'library.save', {
      token: ann,
      params: { id },
      body: { definition: definition() },
    })
    expect(without.status).toBe(428)
  })

  it('has a thumbnail with a transparent background', async () => {
    const { id } = await create(ann, { name: 'Painted pump' })
    const { status, headers, text } = await call(server, 'library.thumbnail', { token: reader, params: { id } })
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(text.toLowerCase()).toMatch(/^<svg [\s\S]*#3366cc/)
  })

  it('is recorded in the audit log, and is missing after removal', async () => {
    const { id } = await create(ann, { name: 'Short pump' })
    await call(server, 'library.remove', { token: bob, params: { id } })
    expect((await call(server, 'library.read', { token: ann, params: { id } })).status).toBe(404)
    const trail = await readAuditLog(server, admin, `library/${id}`)
    expect(trail.map(({ action }) => action)).toEqual(['remove', 'create'])
  })

  const cases: readonly (readonly [what: string, definition: unknown, place: RegExp])[] = [
    ['an empty drawing', { version: 2, components: [] }, /definition/],
    ['a plain component', { version: 2, components: [rect] }, /definition/],
    [
      'two instances',
      {
        ...Object(definition()),
        components: ['a', 'b'].map((id) => ({
          id,
          type: 'group',
          x: 0,
          y: 0,
          width: 1,
          height: 1,
          link: { symbol: 'pump' },
        })),
      },
      /definition/,
    ],
    [
      'an instance of nothing',
      {
        version: 2,
        components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 1, height: 1, link: { symbol: 'ghost' } }],
      },
      /definition/,
    ],
    ['a negative width', definition(-1), /definition\.symbols\.2\.width/],
    ['a key of nobody', { ...Object(definition()), script: 1 }, /definition\.script/],
    [
      'too many components',
      {
        ...Object(definition()),
        symbols: [
          {
            ...motor,
            components: Array.from({ length: limits.library.components + 1 }, (_, i) => ({ ...rect, id: `r${i}` })),
          },
          pump,
        ],
      },
      /definition/,
    ],
  ]
  it.each(cases)('is refused for %s, with its place', async (_, wrong, place) => {
    const { total } = await list(admin)
    const { status, bad } = await call(server, 'library.create', {
      token: ann,
      body: { name: 'Wrong', type: 'Wrong', isPublic: true, definition: wrong },
    })
    expect([status, bad.error]).toEqual([400, 'library.invalid'])
    expect(JSON.stringify(bad.problems)).toMatch(place)
    expect((await list(admin)).total).toBe(total)
  })
})

describe('the description of a drawing', () => {
  const cover = `data:image/png;base64,${Buffer.alloc(300, 7).toString('base64')}`
  const make = async (more: Record<string, unknown> = {}) =>
    (await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Hall', ...more } })).data
  const setDescription = (id: string, body: Record<string, unknown>, token = admin) =>
    call(server, 'drawing.describe', { token, params: { id }, body })
  const read = async (id: string) => (await call(server, 'drawing.read', { token: admin, params: { id } })).data

  it('is listed and read, part by part, with a cover that lists do not carry', async () => {
    const { id } = await make({ description: 'Pumps and\nvalves ', floor: 'floor-2' })
    expect(await read(id)).toMatchObject({ description: 'Pumps and\nvalves', floor: 'floor-2', cover: null })
    const described = (await setDescription(id, { cover })).data
    expect(described).toMatchObject({
      description: 'Pumps and\nvalves',
      floor: 'floor-2',
      cover: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect((await call(server, 'drawing.cover', { token: admin, params: { id } })).data).toBe(cover)
    const row = (
      await call(server, 'drawing.list', { token: admin, query: { search: 'Hall', pageSize: '50' } })
    ).data.rows.find((one) => one.id === id)
    expect(row).toMatchObject({ floor: 'floor-2', cover: described.cover })
    expect((await setDescription(id, { cover: null, floor: null })).data).toMatchObject({ cover: null, floor: null })
  })

  it('does not conflict with editing: it changes no revision or time, and a save keeps it', async () => {
    const { id, revision, updatedAt } = await make()
    expect((await setDescription(id, { description: 'Said meanwhile' })).data).toMatchObject({ revision, updatedAt })
    const drawing: Drawing = (await read(id)).drawing
    const saved = await call(server, 'drawing.save', {
      token: admin,
      params: { id },
      body: { drawing },
      headers: { 'if-match': `"${revision}"` },
    })
    expect(saved.data).toMatchObject({ revision: revision + 1, description: 'Said meanwhile' })
  })

  it.each([
    ['a script for a cover', { cover: 'data:text/html;base64,AAAA' }],
    ['a picture that can run', { cover: 'data:image/svg+xml;base64,AAAA' }],
    ['a cover from elsewhere', { cover: 'https://example.org/a.png' }],
    ['a cover too large', { cover: `data:image/png;base64,${'A'.repeat(limits.drawing.coverLength)}` }],
    ['a text too long', { description: 'x'.repeat(limits.drawing.descriptionLength + 1) }],
    ['a bell', { description: 'a\u0007b' }],
    ['a floor of strange letters', { floor: '../2' }],
    ['a key of nobody', { revision: 9 }],
  ])('is refused for %s', async (_, body) => {
    const { id } = await make()
    const { status, bad } = await setDescription(id, body)
    expect([status, bad.error]).toEqual([400, 'input.invalid'])
  })

  it('cannot be changed with read access only', async () => {
    const { id } = await make()
    const operator = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    expect((await setDescription(id, { description: 'x' }, operator.token)).bad.error).toBe('access.denied')
  })
})

it('keeps the layer’s name and its drag-zoom switch', async () => {
  const drawing = {
    version: 3,
    name: 'Held',
    layer: { backgroundName: 'Blueprint 蓝图', dragZoom: false },
    components: [],
  }
  const { id } = (
    await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Held', drawing } })
  ).data
  expect((await call(server, 'drawing.read', { token: admin, params: { id } })).data.drawing.layer).toMatchObject({
    backgroundName: 'Blueprint 蓝图',
    dragZoom: false,
    width: 1600,
  })
})
