import { beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { callEntity, makeProject, signIn, readAuditLog } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let admin: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  for (const name of ['One', 'Other']) await makeProject(server, admin, `Single-${name}`)
})

const outline = { kind: 'outline', outlines: ['guangdong'], longitude: 114, latitude: 22, zoom: 10 }
let names = 0
const make = async (project: string, isDefault: boolean): Promise<string> => {
  const { data, status, text } = await callEntity(server, 'map', 'create', {
    token: admin,
    body: { project, values: { ...outline, name: `Map ${++names}`, isDefault } },
  })
  if (status !== 200) throw new Error(text)
  return data.id
}
const defaults = async (project: string): Promise<readonly string[]> =>
  (
    await callEntity<{ rows: readonly Row[] }>(server, 'map', 'list', {
      token: admin,
      query: { project, 'filter[isDefault]': 'true' },
    })
  ).data.rows.map(({ id }) => id)
const setMany = (ids: readonly string[], values: Readonly<Record<string, unknown>>) =>
  callEntity<{ changed: number }>(server, 'map', 'updateMany', { token: admin, body: { ids, values } })
const readRevision = async (id: string): Promise<number> =>
  (await callEntity(server, 'map', 'read', { token: admin, params: { id } })).data.revision

it('a new default of a project replaces the previous one, and the audit log records both changes with the user', async () => {
  const first = await make('single-one', true)
  const second = await make('single-one', true)
  expect(await defaults('single-one')).toEqual([second])
  expect((await readAuditLog(server, admin, `map/${first}`))[0]).toMatchObject({
    user: 'admin',
    action: 'update',
    content: JSON.stringify({ isDefault: { before: true, after: false } }),
  })
  const { data, status } = await callEntity(server, 'map', 'update', {
    token: admin,
    params: { id: first },
    headers: { 'if-match': `"${await readRevision(first)}"` },
    body: { values: { ...outline, name: 'First', isDefault: true } },
  })
  expect([status, data.revision, await defaults('single-one')]).toEqual([200, 3, [first]])
  expect((await readAuditLog(server, admin, `map/${second}`)).map(({ action }) => action)).toEqual(['update', 'create'])
})

it('several that are made at once leave one default', async () => {
  await Promise.all(Array.from({ length: 8 }, () => make('single-one', true)))
  expect(await defaults('single-one')).toHaveLength(1)
})

it('several rows of one project cannot all become the default, with a reason in both languages; one per project can', async () => {
  const [one, two, other] = [
    await make('single-one', false),
    await make('single-one', false),
    await make('single-other', false),
  ]
  const before = await defaults('single-one')
  for (const ids of [
    [one, two, other],
    [...before, one],
  ]) {
    const { status, bad } = await setMany(ids, { isDefault: true })
    expect([status, bad.problems?.[0]]).toEqual([
      400,
      {
        path: 'isDefault',
        code: 'single',
        message: '"Project default" can be set for only one row per project',
        words: {
          en: '"Project default" can be set for only one row per project',
          zh: '“项目默认”：同一项目只能有一项',
        },
      },
    ])
  }
  expect([await defaults('single-one'), await defaults('single-other')]).toEqual([before, []])
  expect((await setMany([one, other], { isDefault: true })).data).toEqual({ changed: 2 })
  expect([await defaults('single-one'), await defaults('single-other')]).toEqual([[one], [other]])
  // Changing other fields leaves the default in place.
  expect((await setMany([one, two], { zoom: 9 })).data).toEqual({ changed: 2 })
  expect(await defaults('single-one')).toEqual([one])
})
