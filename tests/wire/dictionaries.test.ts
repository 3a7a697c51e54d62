import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, call, signIn } from '../support/api.ts'
import { startServer, type StartedServer } from '../support/server.ts'

let server: StartedServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = await signIn(server)
})
afterAll(() => server?.stop())

it('gives the enabled entries of a dictionary in their order, and none of one that nobody made', async () => {
  const type = await made('dictType', { name: 'Work order class', type: 'work_order_class', isEnabled: true, remark: null })
  const entry = { type, dictLabelZh: null, isEnabled: true }
  await made('dictEntry', { ...entry, dictLabel: 'Second', dictValue: 'b', order: 2 })
  await made('dictEntry', { ...entry, dictLabel: 'First', dictLabelZh: '第一', dictValue: 'a', order: 1 })
  await made('dictEntry', { ...entry, dictLabel: 'Retired', dictValue: 'c', order: 0, isEnabled: false })
  const labels = [{ dictLabel: 'First', dictLabelZh: '第一', dictValue: 'a' }, { dictLabel: 'Second', dictLabelZh: null, dictValue: 'b' }]
  expect(await entriesOf('work_order_class')).toEqual([200, labels])
  expect(await entriesOf('nobody_made_this')).toEqual([200, []])
})

async function entriesOf(type: string): Promise<[number, unknown]> {
  const { status, data } = await call(server, 'dictionary.read', { token, params: { type } })
  return [status, data]
}

async function made(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const { status, text, data } = await ask(server, entity, 'create', { token, body: { values } })
  if (status !== 200) throw new Error(text)
  return (data as { id: string }).id
}
