import { beforeAll, expect, it } from 'vitest'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let token: string
beforeAll(async () => {
  server = await joinServer()
  token = await signIn(server)
})

it('returns the enabled entries of a dictionary in order, and none for an unknown one', async () => {
  const type = await create('dictType', {
    name: 'Work order class',
    type: 'work_order_class',
    isEnabled: true,
    remark: null,
  })
  const entry = { type, dictLabelZh: null, isEnabled: true }
  await create('dictEntry', { ...entry, dictLabel: 'Second', dictValue: 'b', order: 2 })
  await create('dictEntry', { ...entry, dictLabel: 'First', dictLabelZh: '第一', dictValue: 'a', order: 1 })
  await create('dictEntry', { ...entry, dictLabel: 'Retired', dictValue: 'c', order: 0, isEnabled: false })
  const labels = [
    { dictLabel: 'First', dictLabelZh: '第一', dictValue: 'a' },
    { dictLabel: 'Second', dictLabelZh: null, dictValue: 'b' },
  ]
  expect(await readEntries('work_order_class')).toEqual([200, labels])
  expect(await readEntries('nobody_made_this')).toEqual([200, []])
})

it('accepts only declared values and enabled entries, in every way of writing rows', async () => {
  const type = await create('dictType', {
    name: 'Third parties',
    type: 'third_party_type',
    isEnabled: true,
    remark: null,
  })
  const entry = await callEntity(server, 'dictEntry', 'create', {
    token,
    body: { values: { type, dictLabel: 'Horn', dictLabelZh: '号角', dictValue: 'horn', order: 1, isEnabled: true } },
  })
  await create('dictEntry', {
    type,
    dictLabel: 'Bell',
    dictLabelZh: null,
    dictValue: 'bell',
    order: 2,
    isEnabled: false,
  })
  const tunnel = await create('tunnel', { name: 'North', address: 'Hill', coefficient: 1 }, 'tunnel')
  const device = (kind: string, number: string) =>
    callEntity(server, 'thirdParty', 'create', {
      token,
      body: { project: 'tunnel', values: { name: `Device ${number}`, number, kind, tunnel } },
    })
  const fan = await device('fan', 'D1')
  const horn = await device('horn', 'D2')
  expect([fan.status, horn.status, horn.text.slice(0, 200)]).toEqual([200, 200, expect.any(String)])
  for (const kind of ['bell', 'whistle', '1']) {
    const { status, bad } = await device(kind, 'D3')
    expect([kind, status, bad.problems?.map(({ path, code }) => [path, code])]).toEqual([
      kind,
      400,
      [['kind', 'option']],
    ])
  }
  const change = (id: string, revision: number, values: Readonly<Record<string, unknown>>) =>
    callEntity(server, 'thirdParty', 'update', {
      token,
      params: { id },
      headers: { 'if-match': `"${revision}"` },
      body: { values },
    })
  expect((await change(fan.data.id, 1, { kind: 'bell' })).status).toBe(400)
  expect(
    (
      await callEntity(server, 'thirdParty', 'updateMany', {
        token,
        body: { ids: [fan.data.id, horn.data.id], values: { kind: 'bell' } },
      })
    ).status,
  ).toBe(400)

  // A disabled entry remains in rows that use it but cannot be selected again.
  await callEntity(server, 'dictEntry', 'update', {
    token,
    params: { id: entry.data.id },
    headers: { 'if-match': '"1"' },
    body: { values: { isEnabled: false } },
  })
  expect((await change(horn.data.id, 1, { name: 'Renamed', kind: 'horn' })).status).toBe(200)
  expect((await change(fan.data.id, 1, { kind: 'horn' })).status).toBe(400)
  expect((await change(horn.data.id, 2, { kind: 'fan' })).status).toBe(200)
  expect((await change(horn.data.id, 3, { kind: 'horn' })).status).toBe(400)
})

it('reads entries of a sheet by value or by label in either language, and reports the rows of others', async () => {
  const type = await create('dictType', { name: 'Categories', type: 'product_category', isEnabled: true, remark: null })
  await create('dictEntry', {
    type,
    dictLabel: 'Weather station',
    dictLabelZh: '气象站',
    dictValue: 'weather',
    order: 1,
    isEnabled: true,
  })
  const cells = ['weather', 'weather STATION', '气象站', 'Lamp', 'nothing of ours'].map((category, n) => ({
    name: `Product ${n}`,
    code: `imported-${n}`,
    category,
  }))
  const check = async (rows: readonly object[]) =>
    (await callEntity<ImportJob>(server, 'product', 'importCheck', { token, body: { rows } })).data
  const wrong = await check(cells)
  expect([wrong.faultCount, wrong.faults]).toEqual([
    1,
    [{ row: 5, field: 'category', words: { en: expect.stringContaining('options'), zh: expect.any(String) } }],
  ])
  const { id } = await check(cells.slice(0, 4))
  await callEntity(server, 'product', 'importStart', { token, params: { id } })
  await expect
    .poll(
      async () => (await callEntity<ImportJob>(server, 'product', 'importRead', { token, params: { id } })).data.state,
    )
    .toBe('done')
  const { data } = await callEntity<{ rows: readonly { code: string; category: string }[] }>(
    server,
    'product',
    'list',
    {
      token,
      query: { search: 'imported-', sort: 'name' },
    },
  )
  expect(data.rows.map(({ category }) => category)).toEqual(['weather', 'weather', 'weather', 'lamp'])
})

async function readEntries(type: string): Promise<[number, unknown]> {
  const { status, data } = await call(server, 'dictionary.read', { token, params: { type } })
  return [status, data]
}

async function create(entity: string, values: Readonly<Record<string, unknown>>, project?: string): Promise<string> {
  const { status, text, data } = await callEntity(server, entity, 'create', {
    token,
    body: { ...(project === undefined ? {} : { project }), values },
  })
  if (status !== 200) throw new Error(text)
  return (data as { id: string }).id
}
