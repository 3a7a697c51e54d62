import type { Drawing } from '@mimic/engine/document'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, call, makeProject, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let admin: string
let project: string
let manager: { readonly name: string; readonly token: string }
let operator: string
let stranger: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  project = await makeProject(server, admin, 'Revisions')
  manager = await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])
  operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
  stranger = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
})

const rect = (id: string, x = 10, color = '#3366cc') => ({
  id,
  type: 'rect',
  name: id,
  x,
  y: 20,
  width: 100,
  height: 50,
  props: { backgroundColor: color },
})
const createBody = (...components: unknown[]): Record<string, unknown> => ({ version: 1, name: 'Works', components })
const create = async (drawing: unknown = createBody(), more: Record<string, unknown> = {}): Promise<string> =>
  (await call(server, 'drawing.create', { token: manager.token, body: { project, name: 'Works', drawing, ...more } }))
    .data.id
const save = async (id: string, revision: number, drawing: unknown, note?: string) => {
  const saved = await call(server, 'drawing.save', {
    token: manager.token,
    params: { id },
    body: { drawing, ...(note !== undefined && { note }) },
    headers: { 'if-match': `"${revision}"` },
  })
  if (saved.status !== 200) throw new Error(saved.text)
  return saved.data
}
const list = async (id: string, query: Record<string, string> = {}) =>
  (await call(server, 'drawing.revisions', { token: operator, params: { id }, query })).data
const read = async (id: string, revision: number) =>
  (await call(server, 'drawing.revision', { token: operator, params: { id, revision: String(revision) } })).data
const file = async (id: string, revision: number) =>
  (await call(server, 'drawing.revisionFile', { token: operator, params: { id, revision: String(revision) } })).text
const restore = (id: string, revision: number, present: number, token = manager.token) =>
  call(server, 'drawing.restoreRevision', {
    token,
    params: { id, revision: String(revision) },
    headers: { 'if-match': `"${present}"` },
  })
const getIds = ({ components }: Drawing): readonly string[] => components.map(({ id }) => id)

describe('the revisions of a drawing', () => {
  it('are all there after every save, newest first, with author, time, note and size', async () => {
    const from = Date.now()
    const id = await create(createBody(rect('a')))
    await save(id, 1, createBody(rect('a'), rect('b')), ' Second pump ')
    await save(id, 2, createBody(rect('b')))
    const { rows, total } = await list(id)
    expect([
      total,
      rows.map(({ revision, components, note, savedBy, restoredFrom }) => [
        revision,
        components,
        note,
        savedBy,
        restoredFrom,
      ]),
    ]).toEqual([
      3,
      [
        [3, 1, '', manager.name, null],
        [2, 2, 'Second pump', manager.name, null],
        [1, 1, '', manager.name, null],
      ],
    ])
    for (const { savedAt } of rows) expect(savedAt).toBeGreaterThanOrEqual(from)
    const [, second] = rows
    expect(second?.bytes).toBe(Buffer.byteLength(await file(id, 2)))
    expect([
      getIds((await read(id, 1)).drawing),
      getIds((await read(id, 2)).drawing),
      getIds((await read(id, 3)).drawing),
    ]).toEqual([['a'], ['a', 'b'], ['b']])
    const page = await list(id, { page: '2', pageSize: '10' })
    expect([page.total, page.rows]).toEqual([3, []])
  })

  it('each have their picture and their file, which can be imported', async () => {
    const id = await create(createBody(rect('a', 10, '#123456')))
    await save(id, 1, createBody(rect('a', 10, '#abcdef')))
    const picture = async (revision: string) =>
      (
        await call(server, 'drawing.revisionThumbnail', { token: operator, params: { id, revision } })
      ).text.toLowerCase()
    expect([(await picture('1')).includes('#123456'), (await picture('2')).includes('#123456')]).toEqual([true, false])
    const old = await call(server, 'drawing.revisionFile', { token: operator, params: { id, revision: '1' } })
    expect([old.headers.get('content-type'), old.headers.get('content-disposition')]).toEqual([
      'application/json',
      expect.stringContaining('attachment'),
    ])
    const again = await create(JSON.parse(old.text))
    expect(getIds((await read(again, 1)).drawing)).toEqual(['a'])
  })

  it('accept a note later, only from users with permission to save', async () => {
    const id = await create()
    const setNote = (token: string, note: string, revision = '1') =>
      call(server, 'drawing.setRevisionNote', { token, params: { id, revision }, body: { note } })
    expect((await setNote(manager.token, 'As delivered\n2026')).data).toMatchObject({
      revision: 1,
      note: 'As delivered\n2026',
    })
    expect((await setNote(operator, 'x')).bad.error).toBe('access.denied')
    expect((await setNote(manager.token, 'x'.repeat(limits.drawing.noteLength + 1))).bad.error).toBe('input.invalid')
    expect((await setNote(manager.token, 'x', '7')).bad.error).toBe('object.missing')
    expect((await list(id)).rows[0]?.note).toBe('As delivered\n2026')
    expect((await call(server, 'drawing.read', { token: operator, params: { id } })).data.revision).toBe(1)
  })

  it('are restored as a new revision, recorded in the audit log', async () => {
    const id = await create(createBody(rect('a')))
    await save(id, 1, createBody())
    const restored = await restore(id, 1, 2)
    expect([restored.status, restored.data.revision, restored.data.components]).toEqual([200, 3, 1])
    expect(getIds((await call(server, 'drawing.read', { token: operator, params: { id } })).data.drawing)).toEqual([
      'a',
    ])
    expect((await list(id)).rows.map(({ revision, restoredFrom }) => [revision, restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(await file(id, 3)).toBe(await file(id, 1))
    expect((await readAuditLog(server, admin, `drawing/${id}`))[0]).toMatchObject({
      action: 'restore',
      user: manager.name,
    })
  })

  it('cannot be restored over an unseen save, nor with read access only', async () => {
    const id = await create(createBody(rect('a')))
    await save(id, 1, createBody())
    const late = await restore(id, 1, 1)
    expect([late.status, late.bad.error, late.bad.detail?.revision]).toEqual([412, 'drawing.conflict', 2])
    expect((await restore(id, 1, 2, operator)).bad.error).toBe('access.denied')
    expect((await restore(id, 9, 2)).bad.error).toBe('object.missing')
    expect((await list(id)).total).toBe(2)
  })

  it('are missing for users without access to the drawing', async () => {
    const own = await create(createBody(), { isPublic: false })
    for (const [token, id] of [
      [operator, own],
      [stranger, await create()],
    ] as const) {
      const params = { id, revision: '1' }
      const replies = await Promise.all([
        call(server, 'drawing.revisions', { token, params }),
        call(server, 'drawing.revision', { token, params }),
        call(server, 'drawing.revisionFile', { token, params }),
        call(server, 'drawing.revisionThumbnail', { token, params }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    for (const revision of ['0', '-1', '1.5', 'x', '99999999999'])
      expect(
        (await call(server, 'drawing.revision', { token: manager.token, params: { id: own, revision } })).status,
      ).toBe(404)
  })

  it('do not include rejected saves: one of several concurrent saves is stored', async () => {
    const id = await create()
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((x) =>
        call(server, 'drawing.save', {
          token: manager.token,
          params: { id },
          body: { drawing: createBody(rect('a', x)) },
          headers: { 'if-match': '"1"' },
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
    expect((await list(id)).rows.map(({ revision }) => revision)).toEqual([2, 1])
  })
})

describe('the storage of revisions', () => {
  it('gives back every one of many saves to the byte, in little space', async () => {
    const id = await create(createBody())
    const components = Array.from({ length: 300 }, (_, at) => ({
      ...rect(`c${at}`, (at * 37) % 1600),
      name: `Pump ${at}`,
      y: (at * 91) % 900,
    }))
    const saves = count({ daily: 40, full: 450 })
    const saved = new Map<number, string>()
    for (let revision = 1; revision <= saves; revision++) {
      const moved = components[(revision * 7) % components.length]
      if (moved) moved.x = (revision * 13) % 1600
      if (revision % 9 === 0) components.splice(revision % 50, 1)
      await save(id, revision, createBody(...components))
      const [row] = await sqlIn(server, 'select body from drawing where id = $1', [id])
      saved.set(revision + 1, String(row?.['body']))
    }
    for (const [revision, text] of saved) expect(await file(id, revision)).toBe(text)
    const [space] = await sqlIn(
      server,
      'select (select sum(pg_column_size(r.*)) from drawing_revision r where drawing = $1)::int as all, (select pg_column_size(body) from drawing where id = $1) as one',
      [id],
    )
    expect(Number(space?.['all']) / Number(space?.['one'])).toBeLessThan(20)
  })

  it('starts with the drawing saved by an older version, or written directly to the database', async () => {
    const id = await create(createBody(rect('a')))
    await sqlIn(server, 'delete from drawing_revision where drawing = $1', [id])
    await save(id, 1, createBody(rect('b')))
    expect((await list(id)).rows.map(({ revision }) => revision)).toEqual([2, 1])
    expect(getIds((await read(id, 1)).drawing)).toEqual(['a'])
    // The stored content no longer matches the revision of that number.
    await sqlIn(
      server,
      `update drawing set revision = 7, body = replace(body, '"b"', '"hand"'), hash = 'by hand' where id = $1`,
      [id],
    )
    await save(id, 7, createBody(rect('c')))
    expect((await list(id)).rows.map(({ revision }) => revision)).toEqual([8, 7, 2, 1])
    expect([
      getIds((await read(id, 7)).drawing),
      getIds((await read(id, 8)).drawing),
      getIds((await read(id, 1)).drawing),
    ]).toEqual([['hand'], ['c'], ['a']])
  })

  it('reports a damaged revision instead of returning other content', async () => {
    const id = await create(createBody(rect('a')))
    await save(id, 1, createBody(rect('a', 30)))
    await sqlIn(server, `update drawing_revision set hash = 'another' where drawing = $1 and revision = 2`, [id])
    expect(
      (await call(server, 'drawing.revision', { token: manager.token, params: { id, revision: '2' } })).bad.error,
    ).toBe('server.failed')
  })
})
