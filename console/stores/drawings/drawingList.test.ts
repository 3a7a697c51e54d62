import { newDrawing } from '@mimic/engine/document'
import { expect, test } from 'vitest'
import { fakeClient, fakeServer, fakeStorage, good } from '../../testing/fakes.ts'
import { DrawingListStore } from './drawingList.ts'

const drawing = (name: string) => ({
  id: name,
  project: 'street',
  name,
  revision: 1,
  components: 0,
  width: 1600,
  height: 900,
  updatedAt: 0,
  updatedBy: 'ann',
  description: '',
  cover: null,
  floor: null,
  isPublic: true,
  isStarred: false,
})
const query = { search: '', project: '', isFavourite: false, page: 1, pageSize: 20 } as const
const settled = () => new Promise((done) => setTimeout(done, 20))

test('shows a page', async () => {
  const server = fakeServer(() => good({ rows: [drawing('a')], total: 41 }))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  expect(list.loading).toBe('first')
  await settled()
  expect([list.rows.map(({ name }) => name), list.total, list.loading]).toEqual([['a'], 41, null])
})

test('the answer to an older query is dropped, however late it comes', async () => {
  const held: (() => void)[] = []
  const server = fakeServer(async ({ url }) => {
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

test('a failure is stored for display and cleared by a reload', async () => {
  let isDown = true
  const server = fakeServer(() =>
    isDown ? { status: 503, body: { code: 503, msg: '', error: 'server.busy' } } : good({ rows: [], total: 0 }),
  )
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  await settled()
  expect([list.failure?.error, list.loading]).toEqual(['server.busy', null])
  isDown = false
  await list.reload()
  expect(list.failure).toBeNull()
})

test('the next account sees nothing of the one before', async () => {
  const server = fakeServer(() => good({ rows: [drawing('a')], total: 1 }))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show(query)
  await settled()
  list.clear()
  expect([list.rows, list.total]).toEqual([[], 0])
})

test('a new drawing is sent with its resolution', async () => {
  const server = fakeServer(() => good({ ...drawing('b'), warnings: [] }))
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  await list.create({ name: 'b', project: 'street', width: 1920, height: 1080 })
  expect(server.requests[0]?.body).toMatchObject({
    name: 'b',
    project: 'street',
    drawing: { layer: { width: 1920, height: 1080 }, components: [] },
  })
})

test('changing metadata creates no revision; a new name is written into the newest revision', async () => {
  const before = drawing('a')
  const stored = { ...newDrawing('a'), layer: { ...newDrawing().layer, widthHeightRatio: 16 / 9 } }
  const server = fakeServer(({ url, method }) =>
    method === 'GET' ? good({ ...before, revision: 7, drawing: stored }) : good({ ...before, url, warnings: [] }),
  )
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  await list.change(before, { name: 'a', width: 1600, height: 900, description: 'Pumps', floor: ' f2 ' })
  expect(server.requests.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['PUT', '/api/drawings/a/description', { description: 'Pumps', floor: 'f2' }],
  ])
  server.requests.splice(0)
  await list.change(before, { name: ' Hall ', width: 800, height: 800, description: '', cover: null, floor: '' })
  expect(server.requests.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ['GET', '/api/drawings/a'],
    ['PUT', '/api/drawings/a'],
    ['PUT', '/api/drawings/a/description'],
  ])
  expect(server.requests[1]?.headers.get('if-match')).toBe('"7"')
  expect(server.requests[1]?.body).toMatchObject({
    drawing: { name: 'Hall', layer: { width: 800, height: 800, widthHeightRatio: 1 } },
  })
  expect(server.requests[2]?.body).toEqual({ cover: null })
})

test('favourites are filtered by the server, and a changed star reloads the list', async () => {
  let isStarred = false
  const server = fakeServer(({ method, body }) => {
    if (method === 'GET') return good({ rows: [{ ...drawing('b'), isStarred }], total: 1 })
    isStarred = JSON.stringify(body) === '{"isStarred":true}'
    return good(undefined)
  })
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  list.show({ ...query, isFavourite: true })
  await settled()
  await list.star('b', true)
  expect(list.rows.map((row) => row.isStarred)).toEqual([true])
  expect(
    server.requests.map(({ method, url }) => [
      method,
      new URL(url, 'http://here').pathname,
      new URL(url, 'http://here').searchParams.get('starred'),
    ]),
  ).toEqual([
    ['GET', '/api/drawings', 'true'],
    ['PUT', '/api/drawings/b/star', null],
    ['GET', '/api/drawings', 'true'],
  ])
})

test('a duplicate is a drawing of the same project with the same metadata and a unique name', async () => {
  const before = { ...drawing('Pumps'), description: 'North', floor: 'f2', cover: 'mark', isPublic: false }
  const stored = newDrawing('Pumps')
  const server = fakeServer(({ url, method }) => {
    if (method === 'POST') return good({ ...before, warnings: [] })
    if (url.endsWith('/cover')) return good('data:image/png;base64,AA')
    return url.includes('/api/drawings?')
      ? good({ rows: [drawing('Pumps'), { ...drawing('copy'), name: 'Pumps (copy)' }], total: 2 })
      : good({ ...before, drawing: stored })
  })
  const list = new DrawingListStore(fakeClient(server.fetch), fakeStorage())
  expect(await list.duplicate(before, 'en')).toBe('Pumps (copy 2)')
  expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      project: 'street',
      name: 'Pumps (copy 2)',
      description: 'North',
      floor: 'f2',
      isPublic: false,
      cover: 'data:image/png;base64,AA',
      drawing: JSON.parse(JSON.stringify({ ...stored, name: 'Pumps (copy 2)' })),
    },
  ])
})
