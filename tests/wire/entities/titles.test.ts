import { beforeAll, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { callEntity, makeProject, signIn } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let project: string
let server: RunningServer
let token: string

beforeAll(async () => {
  server = await joinServer()
  token = await signIn(server)
  project = await makeProject(server, token, 'Titled')
})

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<Row> {
  const { status, data, text } = await callEntity(server, entity, 'create', { token, body: { project, values } })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data
}

it('a list shows the new title of a referenced row as soon as it is saved, and detects a removed row immediately', async () => {
  const box = await make('cabinet', { name: 'Old box', address: 'b1', communication: 1 })
  const pole = await make('pole', {
    name: 'Lamp',
    address: 'p1',
    cabinet: box.id,
    area: (await make('area', { name: 'Row', number: 7 })).id,
    channel: 4,
    kind: 1,
    protocol: 3,
    workMode: 0,
  })
  const shown = async (): Promise<string | undefined> => {
    const { data } = await callEntity<{ rows: readonly Row[] }>(server, 'pole', 'list', {
      token,
      query: { project, search: 'Lamp' },
    })
    return data.rows.find(({ id }) => id === pole.id)?.titles[box.id]
  }
  let { revision } = box
  for (const name of ['Old box', 'Box A', 'Box B', 'Box C']) {
    if (name !== 'Old box') {
      const changed = await callEntity(server, 'cabinet', 'update', {
        token,
        params: { id: box.id },
        headers: { 'if-match': `"${revision}"` },
        body: { values: { name } },
      })
      expect(changed.status).toBe(200)
      revision = changed.data.revision
    }
    expect(await shown()).toBe(name)
  }
  expect((await callEntity(server, 'pole', 'read', { token, params: { id: pole.id } })).status).toBe(200)
  expect((await callEntity(server, 'pole', 'remove', { token, params: { id: pole.id } })).status).toBe(200)
  const deleted = await callEntity(server, 'pole', 'read', { token, params: { id: pole.id } })
  expect([deleted.status, deleted.bad.error]).toEqual([404, 'object.missing'])
})
