import { expect, test } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { createEntityClient } from '../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../testing/fakes.ts'
import { isMarked, MarkingStore } from './markingStore.ts'

const row = (id: string, more: object = {}) => ({
  id,
  revision: 1,
  project: 'p',
  createdAt: 0,
  createdBy: 'a',
  updatedAt: 0,
  updatedBy: 'a',
  titles: {},
  name: id,
  longitude: null,
  latitude: null,
  ...more,
})

/** Fake server with one placed cabinet and two unplaced poles; it rejects changes of `p2`. */
function start({ mapsAnswer }: { readonly mapsAnswer?: ReturnType<typeof good> } = {}) {
  const server = fakeServer(({ method, url, body }) => {
    if (mapsAnswer && url.includes('/maps')) return mapsAnswer
    if (method === 'GET')
      return good({
        rows: url.includes('/cabinets')
          ? [row('c1', { longitude: 1, latitude: 2 })]
          : url.includes('/poles')
            ? [row('p1'), row('p2')]
            : [],
        total: 2,
      })
    if (url.endsWith('/p2')) return { status: 412, body: { code: 412, msg: 'conflict', error: 'entity.conflict' } }
    return good(row(url.split('/').at(-1) ?? '', { revision: 2, ...getValues(body) }))
  })
  const client = fakeClient(server.fetch)
  return { server, store: new MarkingStore((kind) => createEntityClient(client, getEntity(kind))) }
}

test('section 2: map positions are kept as drafts until saved, and rejected ones remain drafts', async () => {
  const { server, store } = start()
  await store.show('p')
  expect([store.devices.length, store.placed.map(({ name }) => name)]).toEqual([3, ['c1']])
  store.put('p1', { longitude: 114.030000049, latitude: 22.32 })
  store.put('p2', { longitude: 114.04, latitude: 22.33 })
  expect(store.placed.map(({ name }) => name)).toEqual(['c1', 'p1', 'p2'])
  expect(await store.save()).toBe(1)
  expect([[...store.drafts.keys()], store.devices.find(({ name }) => name === 'p1')?.stored, store.saved]).toEqual([
    ['p2'],
    { longitude: 114.03, latitude: 22.32 },
    null,
  ])
  expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

test('a sensor stores its tunnel tube in addition to its map position, and devices the user may not view are omitted', async () => {
  const server = fakeServer(({ method, url, body }) => {
    if (url.includes('/cameras')) return { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
    if (url.includes('/tunnels'))
      return good({ rows: [row('t1', { length: 960 }), row('t2', { length: null })], total: 2 })
    if (method === 'GET')
      return good({
        rows: url.includes('/sensors') ? [row('s1', { tunnel: 't1', tube: null, metre: null })] : [],
        total: 1,
      })
    return good(row('s1', { revision: 2, tunnel: 't1', ...getValues(body) }))
  })
  const store = new MarkingStore((kind) => createEntityClient(fakeClient(server.fetch), getEntity(kind)))
  await store.show('p')
  const sensor = () => store.devices[0] ?? expect.fail()
  expect([
    store.failure,
    store.devices.length,
    store.tunnels.map(({ id, span }) => [id, span]),
    isMarked(sensor()),
  ]).toEqual([null, 1, [['t1', 960]], false])
  store.setTubePlace('s1', { tube: 'right', metre: 120.04 })
  store.put('s1', { longitude: 114, latitude: 22 })
  expect([store.getTubePlace(sensor()), store.getPlace(sensor())]).toEqual([
    { tube: 'right', metre: 120 },
    { longitude: 114, latitude: 22 },
  ])
  expect(await store.save()).toBe(0)
  expect([sensor().inTube, sensor().stored, isMarked(sensor()), store.drafts.size]).toEqual([
    { tube: 'right', metre: 120 },
    { longitude: 114, latitude: 22 },
    true,
    0,
  ])
})

test('a user without access to maps can annotate devices', async () => {
  const { store } = start({ mapsAnswer: { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } } })
  await store.show('p')
  expect([store.failure, store.map, store.devices.length]).toEqual([null, null, 3])
})

test('a draft can be discarded, and changing the project clears all drafts', async () => {
  const { store } = start()
  await store.show('p')
  store.put('p1', { longitude: 1, latitude: 1 })
  store.put('p2', { longitude: 1, latitude: 1 })
  store.forget('p1')
  expect([...store.drafts.keys()]).toEqual(['p2'])
  await store.show('q')
  expect(store.drafts.size).toBe(0)
})

function getValues(body: unknown): object {
  return typeof body === 'object' &&
    body !== null &&
    'values' in body &&
    typeof body.values === 'object' &&
    body.values !== null
    ? body.values
    : {}
}
