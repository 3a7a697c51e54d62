import { expect, test } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import { createEntityClient } from '../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../testing/fakes.ts'
import { MarkingStore } from './markingStore.ts'

const row = (id: string, more: object = {}) => ({ id, revision: 1, project: 'p', createdAt: 0, createdBy: 'a', updatedAt: 0, updatedBy: 'a', titles: {}, name: id, longitude: null, latitude: null, ...more })

/** A server with one cabinet that has a place and two poles that have none; it refuses to change `p2`. */
function start({ mapsAnswer }: { readonly mapsAnswer?: ReturnType<typeof good> } = {}) {
  const server = fakeServer(({ method, url, body }) => {
    if (mapsAnswer && url.includes('/maps')) return mapsAnswer
    if (method === 'GET') return good({ rows: url.includes('/cabinets') ? [row('c1', { longitude: 1, latitude: 2 })] : [row('p1'), row('p2')], total: 2 })
    if (url.endsWith('/p2')) return { status: 412, body: { code: 412, msg: 'conflict', error: 'entity.conflict' } }
    return good(row(url.split('/').at(-1) ?? '', { revision: 2, ...valuesOf(body) }))
  })
  const client = fakeClient(server.fetch)
  return { server, store: new MarkingStore((kind) => createEntityClient(client, entityOf(kind))) }
}

test('section 2: what is put on the map is kept until it is saved, and what is refused stays to be saved', async () => {
  const { server, store } = start()
  await store.show('p')
  expect([store.devices.length, store.placed.map(({ name }) => name)]).toEqual([3, ['c1']])
  store.put('p1', { longitude: 114.030000049, latitude: 22.32 })
  store.put('p2', { longitude: 114.04, latitude: 22.33 })
  expect(store.placed.map(({ name }) => name)).toEqual(['c1', 'p1', 'p2'])
  expect(await store.save()).toBe(1)
  expect([[...store.drafts.keys()], store.devices.find(({ name }) => name === 'p1')?.stored, store.saved]).toEqual([['p2'], { longitude: 114.03, latitude: 22.32 }, null])
  expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

test('who may see no maps marks devices all the same', async () => {
  const { store } = start({ mapsAnswer: { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } } })
  await store.show('p')
  expect([store.failure, store.map, store.devices.length]).toEqual([null, null, 3])
})

test('a draft can be taken back, and another project begins without any', async () => {
  const { store } = start()
  await store.show('p')
  store.put('p1', { longitude: 1, latitude: 1 })
  store.put('p2', { longitude: 1, latitude: 1 })
  store.forget('p1')
  expect([...store.drafts.keys()]).toEqual(['p2'])
  await store.show('q')
  expect(store.drafts.size).toBe(0)
})

function valuesOf(body: unknown): object {
  return typeof body === 'object' && body !== null && 'values' in body && typeof body.values === 'object' && body.values !== null ? body.values : {}
}
