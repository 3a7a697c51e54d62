import type { Drawing } from '@mimic/engine/document'
import { drawingVersion } from '@mimic/engine/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { socketCommands } from '../../../contract/socket.ts'
import { addAccount, call, send, signIn, sqlIn, testPassword, readAuditLog } from '../../support/server/api.ts'
import { computedMs } from '../../support/server/cpu.ts'
import { openLine } from '../../support/server/line.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
})
afterAll(() => server?.stop())

const rect = (id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id,
  type: 'rect',
  name: id,
  x: 10,
  y: 20,
  width: 100,
  height: 50,
  ...more,
})
const createBody = (...components: unknown[]): Record<string, unknown> => ({ version: 1, name: 'Test', components })
const create = async (drawing?: unknown) =>
  (await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Test', drawing } })).data
const save = (id: string, revision: number, drawing: unknown, token = admin) =>
  call(server, 'drawing.save', { token, params: { id }, body: { drawing }, headers: { 'if-match': `"${revision}"` } })
const read = async (id: string) => (await call(server, 'drawing.read', { token: admin, params: { id } })).data

describe('a drawing', () => {
  it('comes back as it was saved, a revision further', async () => {
    const { id, revision } = await create()
    const saved = await save(id, revision, createBody(rect('a'), rect('b', { props: { backgroundColor: '#ff0000' } })))
    expect([saved.status, saved.data.revision, saved.data.components]).toEqual([200, 2, 2])
    const { drawing, ...summary } = await read(id)
    expect(summary).toMatchObject({
      id,
      project: 'street',
      name: 'Test',
      revision: 2,
      components: 2,
      updatedBy: 'admin',
    })
    expect(drawing.components.map((component) => component.id)).toEqual(['a', 'b'])
    const again = await save(id, 2, drawing)
    const hashes = await sqlIn(
      server,
      `select content::jsonb ->> 'before' as before, content::jsonb ->> 'after' as after from audit where object = $1 order by id desc limit 1`,
      [`drawing/${id}`],
    )
    expect([again.data.revision, hashes[0]?.before]).toEqual([3, hashes[0]?.after])
  })

  it('announces each save to the pages of users with read access only', async () => {
    const [ann, bob] = [
      await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }]),
      await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }]),
    ]
    const lines = await Promise.all([admin, ann.token, bob.token].map((token) => openLine(server, token)))
    const own = (
      await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Own', isPublic: false } })
    ).data
    const open = await create()
    const far = (await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Far' } })).data
    for (const { id } of [own, open, far]) expect((await save(id, 1, createBody(rect('a')))).status).toBe(200)
    const [first, second, third] = await Promise.all(lines.map((line) => line.waitFor(socketCommands.drawingSaved)))
    expect([first?.data, second?.data, third?.data]).toEqual([
      { id: own.id, revision: 2 },
      { id: open.id, revision: 2 },
      { id: far.id, revision: 2 },
    ])
    for (const line of lines) line.close()
  })

  it('announces a deletion or a change to private to the pages of users that could read it only', async () => {
    const [ann, bob] = [
      await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }]),
      await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }]),
    ]
    const lines = await Promise.all([admin, ann.token, bob.token].map((token) => openLine(server, token)))
    const own = (
      await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Own', isPublic: false } })
    ).data
    const [hidden, removed] = [await create(), await create()]
    const far = (await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Far' } })).data
    await call(server, 'drawing.describe', {
      token: admin,
      params: { id: hidden.id },
      body: { description: 'no change of who may read it' },
    })
    await call(server, 'drawing.remove', { token: admin, params: { id: own.id } })
    await call(server, 'drawing.describe', { token: admin, params: { id: hidden.id }, body: { isPublic: false } })
    for (const { id } of [removed, far]) await call(server, 'drawing.remove', { token: admin, params: { id } })
    const received = await Promise.all(lines.map((line) => line.waitFor(socketCommands.drawingHidden)))
    expect(received.map(({ data }) => data)).toEqual([own, hidden, far].map(({ id }) => ({ id })))
    for (const line of lines) line.close()
  })

  it('has a star per account, across sign-ins; an invisible drawing cannot be starred', async () => {
    const [ann, bob] = [
      await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }]),
      await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }]),
    ]
    const [first, second] = [await create(), await create()]
    const own = (
      await call(server, 'drawing.create', {
        token: ann.token,
        body: { project: 'street', name: 'Own', isPublic: false },
      })
    ).data
    const star = async (token: string, id: string, isStarred: boolean) =>
      (await call(server, 'drawing.star', { token, params: { id }, body: { isStarred } })).status
    const starred = async (token: string) =>
      (await call(server, 'drawing.list', { token, query: { starred: 'true' } })).data.rows.map(({ id, isStarred }) => [
        id,
        isStarred,
      ])
    expect([
      await star(ann.token, second.id, true),
      await star(ann.token, own.id, true),
      await star(ann.token, own.id, true),
      await star(bob.token, own.id, true),
      await star(bob.token, 'nowhere', true),
    ]).toEqual([200, 200, 200, 404, 404])
    expect(await starred(await signIn(server, ann.name, testPassword))).toEqual([
      [own.id, true],
      [second.id, true],
    ])
    expect(await starred(bob.token)).toEqual([])
    expect(
      (await call(server, 'drawing.list', { token: ann.token, query: { pageSize: '50' } })).data.rows.find(
        ({ id }) => id === first.id,
      )?.isStarred,
    ).toBe(false)

    expect(await star(ann.token, second.id, false)).toBe(200)
    await call(server, 'drawing.remove', { token: ann.token, params: { id: own.id } })
    expect(await starred(ann.token)).toEqual([])
  })

  it('that is private is accessible only to its owner and super administrators, by any route', async () => {
    const [ann, bob] = [
      await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }]),
      await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }]),
    ]
    const created = await call(server, 'drawing.create', {
      token: ann.token,
      body: { project: 'street', name: 'Mine alone', drawing: createBody(rect('b')), isPublic: false },
    })
    expect([created.status, created.data.isPublic]).toEqual([200, false])
    const params = { id: created.data.id }
    const readRevision = (at: { readonly id: string }, token: string) =>
      Promise.all([
        call(server, 'drawing.read', { token, params: at }),
        call(server, 'drawing.thumbnail', { token, params: at }),
        call(server, 'drawing.cover', { token, params: at }),
        call(server, 'drawing.save', {
          token,
          params: at,
          body: { drawing: createBody() },
          headers: { 'if-match': '"1"' },
        }),
        call(server, 'drawing.describe', { token, params: at, body: { isPublic: true } }),
        call(server, 'drawing.componentPasswords', { token, params: at }),
        call(server, 'drawing.setComponentPassword', {
          token,
          params: at,
          body: { component: 'b', password: 'open sesame' },
        }),
        call(server, 'command.send', {
          token,
          headers: { 'idempotency-key': `private-${at.id}` },
          body: { tag: 'street/pole-001/lamp', value: 1, drawing: at.id, component: 'b' },
        }),
        call(server, 'drawing.remove', { token, params: at }),
      ])
    const hidden = await readRevision(params, bob.token)
    const absent = await readRevision({ id: 'no-such-drawing' }, bob.token)
    expect(hidden.map(({ status, text }) => [status, text])).toEqual(absent.map(({ text }) => [404, text]))
    const found = async (token: string) =>
      (await call(server, 'drawing.list', { token, query: { search: 'Mine alone' } })).data.total
    expect([await found(ann.token), await found(admin), await found(bob.token)]).toEqual([1, 1, 0])
    for (const { token } of [ann, { token: admin }])
      expect((await call(server, 'drawing.read', { token, params })).data).toMatchObject({
        revision: 1,
        isPublic: false,
      })
    expect(
      JSON.stringify(await sqlIn(server, 'select content from audit where object = $1', [`drawing/${params.id}`])),
    ).not.toContain('Mine alone')

    // Only the creator or a super administrator can change the visibility.
    const setDescription = (token: string, isPublic: boolean) =>
      call(server, 'drawing.describe', { token, params, body: { isPublic } })
    expect((await setDescription(ann.token, true)).data.isPublic).toBe(true)
    expect([
      (await call(server, 'drawing.read', { token: bob.token, params })).status,
      (await setDescription(bob.token, false)).bad.error,
    ]).toEqual([200, 'access.denied'])
    expect((await setDescription(admin, false)).data.isPublic).toBe(false)
  })

  it('saved by two users: the second save is rejected with the user and time of the first, and no data is lost', async () => {
    const { id } = await create()
    const other = await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])
    expect((await save(id, 1, createBody(rect('theirs')), other.token)).status).toBe(200)
    const refused = await save(id, 1, createBody(rect('mine')))
    expect([refused.status, refused.bad.error]).toEqual([412, 'drawing.conflict'])
    expect(refused.bad.detail).toMatchObject({ revision: 2, updatedBy: other.name })
    expect((await read(id)).drawing.components.map((component) => component.id)).toEqual(['theirs'])
    expect((await save(id, 2, createBody(rect('mine')))).status).toBe(200)
  })

  it('saved by twenty at once on one revision is saved once', async () => {
    const { id } = await create()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => save(id, 1, createBody(rect(`c${i}`)))))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 412),
    ])
    expect((await read(id)).revision).toBe(2)
  })

  it('is not saved without the revision it changes', async () => {
    const { id } = await create()
    const missing = await call(server, 'drawing.save', {
      token: admin,
      params: { id },
      body: { drawing: createBody() },
    })
    expect([missing.status, missing.bad.error]).toEqual([428, 'drawing.revision'])
    const odd = await call(server, 'drawing.save', {
      token: admin,
      params: { id },
      body: { drawing: createBody() },
      headers: { 'if-match': '*' },
    })
    expect([odd.status, odd.bad.problems?.[0]?.path]).toEqual([400, 'If-Match'])
  })

  it('is found by project and by a part of its name, in which % is only a character', async () => {
    await call(server, 'drawing.create', { token: admin, body: { project: 'factory', name: '100% Umspannwerk' } })
    const find = async (query: Record<string, string>) =>
      (await call(server, 'drawing.list', { token: admin, query })).data.rows.map(({ name }) => name)
    expect(await find({ project: 'factory', search: '% uMS' })).toEqual(['100% Umspannwerk'])
    expect(await find({ project: 'street', search: '% uMS' })).toEqual([])
    expect(await find({ search: '_mspann' })).toEqual([])
  })

  describe('that a newer program saved, before this one was put back in its place,', () => {
    const version = drawingVersion + 1
    const later = (
      components = `[{"id":"a","type":"rect","x":0,"y":0,"width":10,"height":10,"glow":2,"props":{"backgroundColor":"#12ab34"}}]`,
    ) => `{ "fog": 1.50, "components": ${components},\n  "name": "Later", "version": ${version} }`
    const saveDrawing = async (body = later()): Promise<string> => {
      const { id } = await create()
      await sqlIn(server, 'update drawing set body = $2 where id = $1', [id, body])
      return id
    }
    const readStored = async (id: string) =>
      (await sqlIn(server, 'select body from drawing where id = $1', [id]))[0]?.['body']

    it('is returned unchanged, with a thumbnail of its known parts', async () => {
      const id = await saveDrawing()
      const data = await read(id)
      expect([data.text, JSON.parse(JSON.stringify(data.drawing))]).toEqual([later(), JSON.parse(later())])
      const { status, text } = await call(server, 'drawing.thumbnail', { token: admin, params: { id } })
      expect([status, text.toLowerCase().includes('#12ab34')]).toEqual([200, true])
      expect(await read((await create()).id)).not.toHaveProperty('text')
    })

    it('cannot be overwritten by any save, and metadata changes leave it unchanged', async () => {
      const id = await saveDrawing()
      const over = await save(id, 1, createBody(rect('a')))
      expect([over.status, over.bad.error]).toEqual([409, 'drawing.newer'])
      const same = await save(id, 1, JSON.parse(later()))
      expect([same.status, same.bad.error, same.bad.problems?.[0]?.code]).toEqual([
        400,
        'drawing.invalid',
        'drawing.newer',
      ])
      expect((await save(id, 7, createBody())).bad.error).toBe('drawing.conflict')
      expect(
        (await call(server, 'drawing.describe', { token: admin, params: { id }, body: { description: 'Kept' } }))
          .status,
      ).toBe(200)
      expect(await readStored(id)).toBe(later())
      expect((await call(server, 'drawing.remove', { token: admin, params: { id } })).status).toBe(200)
    })

    it('is shown by a share link as far as it is known, and remains unchanged', async () => {
      const id = await saveDrawing()
      const {
        data: { id: share },
      } = await call(server, 'share.create', {
        token: admin,
        params: { id },
        body: { password: null, expiresAt: null },
      })
      const {
        data: { token },
      } = await call(server, 'share.open', { body: { share } })
      const { data } = await call(server, 'share.drawing', { body: { token } })
      expect([
        data.newer,
        data.drawing.version,
        data.drawing.components.map((component) => [component.id, 'glow' in component]),
      ]).toEqual([version, drawingVersion, [['a', false]]])
      expect(await readStored(id)).toBe(later())
    })

    it('is refused in words for people where nothing of it can be read', async () => {
      const id = await saveDrawing(later('"woven"'))
      const refused = await call(server, 'drawing.read', { token: admin, params: { id } })
      expect([refused.bad.error, refused.bad.problems?.[0]?.code, refused.bad.problems?.[0]?.words?.zh]).toEqual([
        'drawing.invalid',
        'drawing.newer',
        expect.stringContaining('更新版本'),
      ])
      expect((await save(id, 1, createBody())).bad.error).toBe('drawing.newer')
    })
  })

  it('has a thumbnail that cannot run anything', async () => {
    const { id } = await create(
      createBody(rect('a'), { ...rect('b'), type: 'text', props: { text: '<script>alert(1)</script>' } }),
    )
    const { status, headers, text } = await call(server, 'drawing.thumbnail', { token: admin, params: { id } })
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(text).toMatch(/^<svg /)
    expect(text).not.toContain('<script')
  })

  it('has a thumbnail with its charts and the maps of this server, and fetches no other', async () => {
    const chart = { ...rect('a'), type: 'chart-bar', width: 300, height: 200, props: { text: 'Feeders of the north' } }
    const map = {
      ...rect('b'),
      type: 'map',
      width: 300,
      height: 200,
      props: { province: 'guangdong', showLabels: true },
    }
    const otherMap = {
      ...rect('c'),
      type: 'map',
      width: 300,
      height: 200,
      props: { mapUrl: `${server.httpUrl}/maps/guangdong.json` },
    }
    const { id } = await create(createBody(chart, map))
    const { text } = await call(server, 'drawing.thumbnail', { token: admin, params: { id } })
    expect([text.includes('Feeders of the north'), text.includes('韶关市')]).toEqual([true, true])
    const other = await create(createBody(otherMap))
    expect((await call(server, 'drawing.thumbnail', { token: admin, params: { id: other.id } })).text).not.toContain(
      '韶关市',
    )
  })

  it(
    'with extremely slow charts has a thumbnail without them, and delays no other requests',
    { tags: 'full' },
    async () => {
      const ticks = { type: 'gauge', splitNumber: 100, axisTick: { splitNumber: 100 }, data: [{ value: 1 }] }
      const option = JSON.stringify({ series: Array.from({ length: 50 }, () => ticks) })
      const { id } = await create(
        createBody(
          ...Array.from({ length: 20 }, (_, n) => ({
            ...rect(`g${n}`),
            type: 'chart-line',
            width: 300,
            height: 200,
            props: { option },
          })),
        ),
      )
      const [ofAll, ofServer] = [computedMs(server.pid), computedMs(server.pid, 'alone')]
      const thumbnail = call(server, 'drawing.thumbnail', { token: admin, params: { id } })
      for (let n = 0; n < 10; n++) expect((await call(server, 'drawing.list', { token: admin })).status).toBe(200)
      const { status, text } = await thumbnail
      expect([status, text.startsWith('<svg ')]).toEqual([200, true])
      // Other requests are delayed by the server's CPU time, not by its painter's. Compares the CPU time of both and of
      // the server alone.
      expect([computedMs(server.pid) - ofAll < 30_000, computedMs(server.pid, 'alone') - ofServer < 2_000]).toEqual([
        true,
        true,
      ])
    },
  )

  it('that is removed is missing, with its last state in the audit log', async () => {
    const { id } = await create(createBody(rect('a')))
    expect((await call(server, 'drawing.remove', { token: admin, params: { id } })).status).toBe(200)
    expect((await call(server, 'drawing.read', { token: admin, params: { id } })).status).toBe(404)
    const trail = await readAuditLog(server, admin, `drawing/${id}`)
    expect(trail.map(({ action }) => action)).toEqual(['remove', 'create'])
  })
})

describe('a drawing that is wrong', () => {
  let id: string
  let before: Drawing
  beforeAll(async () => {
    id = (await create(createBody(rect('kept')))).id
    before = (await read(id)).drawing
  })

  const raw = (text: string | Buffer<ArrayBuffer>) =>
    send(server, 'PUT', `/api/drawings/${id}`, text, {
      authorization: `Bearer ${admin}`,
      'content-type': 'application/json',
      'if-match': '"1"',
    })
  const inBody = (json: string): string => `{"drawing":${json}}`
  const component = JSON.stringify(rect('a'))

  const cases: readonly (readonly [what: string, body: string | Buffer<ArrayBuffer>, place: RegExp])[] = [
    ['__proto__ at the top', inBody('{"__proto__":{"admin":true},"version":1,"components":[]}'), /key/],
    [
      '__proto__ in a component',
      inBody(`{"version":1,"components":[${component.replace('{', '{"__proto__":{"admin":true},')}]}`),
      /key/,
    ],
    ['constructor written with an escape', inBody('{"version":1,"components":[],"const\\u0072uctor":{}}'), /key/],
    ['a hundred thousand open brackets', inBody('['.repeat(100_000)), /depth/],
    [
      'a width beyond numbers',
      inBody(`{"version":1,"components":[${component.replace('100', '1e999')}]}`),
      /drawing\.components\.0\.width/,
    ],
    ['NaN', inBody(`{"version":1,"components":[${component.replace('100', 'NaN')}]}`), /character \d+/],
    [
      'a negative width',
      inBody(`{"version":1,"components":[${component.replace('100', '-1')}]}`),
      /drawing\.components\.0\.width/,
    ],
    [
      'a width in words',
      inBody(`{"version":1,"components":[${component.replace('100', '"1600"')}]}`),
      /drawing\.components\.0\.width/,
    ],
    ['two of one id', inBody(JSON.stringify(createBody(rect('a'), rect('a')))), /drawing\.components\.1\.id/],
    [
      'groups in a circle',
      inBody(
        JSON.stringify(
          createBody(rect('a', { type: 'group', parent: 'b' }), rect('b', { type: 'group', parent: 'a' })),
        ),
      ),
      /parent/,
    ],
    [
      'a parent that is not there',
      inBody(JSON.stringify(createBody(rect('a', { parent: 'x' })))),
      /drawing\.components\.0\.parent/,
    ],
    [
      'too many components',
      inBody(
        JSON.stringify(
          createBody(
            ...Array.from({ length: limits.drawing.components + 1 }, (_, i) => ({ id: `c${i}`, type: 'rect' })),
          ),
        ),
      ),
      /more than/,
    ],
    ['a file cut short', inBody('{"version":1,"components":['), /character/],
    ['UTF-16', Buffer.from(inBody('{"version":1,"components":[]}'), 'utf16le'), /character|input\.json|not/],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
    ['a NUL', inBody('{"version":1,\0"components":[]}'), /character/],
    ['something after the end', `${inBody('{"version":1,"components":[]}')} x`, /character/],
    ['a newer version', inBody('{"version":99,"components":[]}'), /drawing\.version/],
    [
      'a link that runs',
      inBody(
        JSON.stringify(
          createBody(rect('a', { action: { kind: 'link', url: 'java\nscript:alert(1)', open: 'window' } })),
        ),
      ),
      /drawing\.components\.0\.action/,
    ],
    [
      'a picture from elsewhere',
      inBody(JSON.stringify({ ...createBody(), layer: { backgroundImage: '//evil.example/x.png' } })),
      /drawing\.layer/,
    ],
    ['no object', inBody('[]'), /drawing/],
  ]

  it.each(cases)('%s is refused with its place and changes nothing', async (_name, body, place) => {
    const from = computedMs(server.pid)
    const { status, bad, text } = await raw(body)
    expect([status, bad.code]).toEqual([400, 601])
    expect(JSON.stringify(bad.problems)).toMatch(place)
    expect(text).not.toMatch(/node_modules|at .*\.ts|select |insert /i)
    expect(computedMs(server.pid) - from).toBeLessThan(3000)
    expect(await read(id)).toMatchObject({ revision: 1, drawing: before })
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  it('of a hundred megabytes, or of one byte more than ten, is refused by its size alone', async () => {
    for (const bytes of [100 * 1024 * 1024, limits.drawing.bodyBytes + 1]) {
      const { status, bad } = await raw(Buffer.alloc(bytes, ' '))
      expect([status, bad.error]).toEqual([413, 'input.large'])
    }
    expect((await raw(Buffer.alloc(limits.drawing.bodyBytes, ' '))).status).toBe(400)
    expect((await call(server, 'server.health')).status).toBe(200)
  })

  it('with a byte order mark is accepted, an unknown type kept and warned of, and a hostile name only text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const drawing = { ...createBody({ ...rect('odd'), type: 'flux-capacitor', props: { power: 1.21 } }), name }
    const { status, data } = await send(
      server,
      'PUT',
      `/api/drawings/${id}`,
      `\ufeff${inBody(JSON.stringify(drawing))}`,
      {
        authorization: `Bearer ${admin}`,
        'content-type': 'application/json',
        'if-match': '"1"',
      },
    )
    expect(status).toBe(200)
    expect(data).toMatchObject({ name, warnings: [{ code: 'drawing.unknownType' }] })
    expect((await read(id)).drawing.components[0]).toMatchObject({ type: 'flux-capacitor', props: { power: 1.21 } })
  })

  it('with expressions that do not work is stored, and the answer names each with its component, property and place', async () => {
    const bound = (componentId: string, ...sources: readonly string[]) => ({
      ...rect(componentId),
      name: `Box ${componentId}`,
      bindings: sources.map((source, index) => ({
        prop: ['opacity', 'angleDeg'][index],
        tag: 'street/pole-001/power',
        via: { kind: 'expression', source },
      })),
    })
    const { revision } = await read(id)
    const { status, data } = await save(
      id,
      revision,
      createBody(bound('a', 'twice(value)', 'value * 2'), bound('b', 'value +'), bound('c', 'value * 2')),
    )
    expect([status, data.warnings]).toEqual([
      200,
      [
        {
          path: 'drawing.components.0.bindings.0.via.source',
          code: 'expression.syntax',
          message: 'unknown function "twice"',
          words: { en: 'unknown function "twice"', zh: '没有函数“twice”' },
          component: { id: 'a', name: 'Box a' },
          prop: 'opacity',
        },
        expect.objectContaining({ code: 'expression.syntax', component: { id: 'b', name: 'Box b' }, prop: 'opacity' }),
      ],
    ])
    const many = await save(
      id,
      revision + 1,
      createBody(...Array.from({ length: limits.drawing.warnings + 5 }, (_, index) => bound(`m${index}`, 'value +'))),
    )
    expect(many.data.warnings).toHaveLength(limits.drawing.warnings)
  })
})
