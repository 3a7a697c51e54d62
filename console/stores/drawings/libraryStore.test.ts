import { newDrawing } from '@mimic/engine/document'
import { expect, test, vi } from 'vitest'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { readLibraryQuery, writeLibraryQuery } from './libraryQuery.ts'
import { LibraryStore } from './libraryStore.ts'

const entry = (id: string) => ({
  id,
  name: id,
  type: 'Pumps',
  isPublic: true,
  revision: 1,
  components: 3,
  params: 1,
  width: 10,
  height: 10,
  createdAt: 0,
  createdBy: 'ann',
  updatedAt: 0,
  updatedBy: 'ann',
  isOwn: true,
})
const query = { search: '', type: '', page: 1, pageSize: 20 } as const

test('shows a page by its query, and clears it for the next account', async () => {
  const server = fakeServer(() => good({ rows: [entry('a')], total: 1, types: ['Pumps'] }))
  const library = new LibraryStore(fakeClient(server.fetch))
  library.show({ ...query, type: 'Pumps', search: 'a' })
  await vi.waitFor(() => expect(library.rows).toHaveLength(1))
  expect(new URL(server.requests[0]?.url ?? '').search).toBe('?page=1&pageSize=20&search=a&type=Pumps')
  library.clear()
  expect([library.rows, library.total, library.types]).toEqual([[], 0, []])
})

test('the answer for an entry that was left is dropped', async () => {
  const held: (() => void)[] = []
  const server = fakeServer(async ({ url }) => {
    if (url.endsWith('/slow')) await new Promise<void>((open) => held.push(open))
    return good({ ...entry(url.endsWith('/slow') ? 'slow' : 'fast'), definition: newDrawing() })
  })
  const library = new LibraryStore(fakeClient(server.fetch))
  library.open('slow')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  library.open('fast')
  await vi.waitFor(() => expect(library.entry?.id).toBe('fast'))
  for (const open of held) open()
  await vi.waitFor(() => expect(server.requests).toHaveLength(2))
  expect([library.entry?.id, library.entryFailure]).toEqual(['fast', null])
})

test('a name that changed is seen on the page of the entry', async () => {
  const server = fakeServer(({ method }) =>
    good({ ...entry('a'), name: method === 'PUT' ? 'Dosing pump' : 'a', definition: newDrawing() }),
  )
  const library = new LibraryStore(fakeClient(server.fetch))
  library.open('a')
  await vi.waitFor(() => expect(library.entry?.name).toBe('a'))
  await library.describe('a', { name: 'Dosing pump' })
  expect([library.entry?.name, library.entry?.definition.version]).toEqual(['Dosing pump', newDrawing().version])
})

test('the URL contains the view settings that differ from the defaults', () => {
  const asked = { search: 'pump', type: 'Pumps', page: 2, pageSize: 50 } as const
  expect(readLibraryQuery(writeLibraryQuery(asked))).toEqual(asked)
  expect(writeLibraryQuery(query).toString()).toBe('')
  expect(readLibraryQuery(new URLSearchParams('page=-1&size=7'))).toEqual(query)
})
