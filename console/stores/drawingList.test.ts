import { expect, test } from 'vitest'
import { fakeClient, fakeServer, fakeStorage, good } from '../testing/fakes.ts'
import { DrawingListStore } from './drawingList.ts'

const drawing = (name: string) => ({
  id: name, project: 'street', name, revision: 1, components: 0, width: 1600, height: 900, updatedAt: 0, updatedBy: 'ann',
})
const projects = good([{ id: 'street', name: 'Street', role: 'manager' }])
const query = { search: '', project: '', page: 1, pageSize: 20 } as const
const settled = () => new Promise((done) => setTimeout(done, 20))

test('shows a page, and names its projects', async () => {
  const server = fakeServer(({ url }) => (url.includes('projects') ? projects : good({ rows: [drawing('a')], total: 41 })))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  expect(list.loading).toBe('first')
  await settled()
  expect([list.rows.map(({ name }) => name), list.total, list.loading, list.projectName('street')]).toEqual([['a'], 41, null, 'Street'])
})

test('the answer to an older query is dropped, however late it comes', async () => {
  const held: (() => void)[] = []
  const server = fakeServer(async ({ url }) => {
    if (url.includes('projects')) return projects
    if (url.includes('old')) await new Promise<void>((open) => held.push(open))
    return good({ rows: [drawing(url.includes('old') ? 'old' : 'new')], total: 1 })
  })
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show({ ...query, search: 'old' })
  await settled()
  list.show({ ...query, search: 'new' })
  await settled()
  for (const open of held) open()
  await settled()
  expect(list.rows.map(({ name }) => name)).toEqual(['new'])
})

test('a failure is kept for the screen to tell, and reloading mends it', async () => {
  let isDown = true
  const server = fakeServer(({ url }) => (isDown ? { status: 503, body: { code: 503, msg: '', error: 'server.busy' } }
    : url.includes('projects') ? projects : good({ rows: [], total: 0 })))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  await settled()
  expect([list.failure?.error, list.loading]).toEqual(['server.busy', null])
  isDown = false
  await list.reload()
  expect(list.failure).toBeNull()
})

test('the next account sees nothing of the one before', async () => {
  const server = fakeServer(({ url }) => (url.includes('projects') ? projects : good({ rows: [drawing('a')], total: 1 })))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  await settled()
  list.clear()
  expect([list.rows, list.total, list.projects]).toEqual([[], 0, []])
})

test('a new drawing is sent with its resolution', async () => {
  const server = fakeServer(() => good({ ...drawing('b'), warnings: [] }))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  await list.create({ name: 'b', project: 'street', width: 1920, height: 1080 })
  expect(server.asked[0]?.body).toMatchObject({ name: 'b', project: 'street', drawing: { layer: { width: 1920, height: 1080 }, components: [] } })
})
