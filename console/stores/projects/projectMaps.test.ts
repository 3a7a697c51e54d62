import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { defaultMap, tileMap } from './projectMaps.ts'

const row = (id: string, more: object) => ({
  id,
  revision: 1,
  project: 'p',
  createdAt: 0,
  createdBy: 'a',
  updatedAt: 0,
  updatedBy: 'a',
  titles: {},
  name: id,
  kind: 'outline',
  outlines: [],
  longitude: 114,
  latitude: 22,
  zoom: 12,
  isDefault: false,
  url: null,
  picture: [],
  widthM: 500,
  ...more,
})

function createClient(...rows: readonly object[]) {
  const server = fakeServer(() => good({ rows, total: rows.length }))
  return { server, maps: createEntityClient(fakeClient(server.fetch), getEntity('map')) }
}

test('the default map of a project returns its settings, with the ID of its picture file', async () => {
  const { maps, server } = createClient(
    row('m', { kind: 'picture', picture: [{ id: 'f1', name: 'site.png' }], widthM: 800, isDefault: true }),
  )
  expect(await defaultMap(maps, 'p', {})).toMatchObject({
    kind: 'picture',
    picture: 'f1',
    widthM: 800,
    longitude: 114,
    isDefault: true,
  })
  expect(server.requests[0]?.url).toMatch(/isDefault/)
  expect(await defaultMap(createClient().maps, 'p', {})).toBe(null)
})

test('of all projects together no default counts where there are several', async () => {
  const both = createClient(row('a', { isDefault: true }), row('b', { isDefault: true })).maps
  expect(await defaultMap(both, undefined, {})).toBe(null)
  expect(await defaultMap(createClient(row('a', { isDefault: true })).maps, undefined, {})).toMatchObject({
    isDefault: true,
  })
})

test('of maps of tiles the default comes first, and one without an address is none', async () => {
  const tiles = (id: string, more: object = {}) =>
    row(id, { kind: 'tiles', url: `https://tiles.test/${id}/{z}/{x}/{y}`, ...more })
  expect(await tileMap(createClient(tiles('a'), tiles('b', { isDefault: true })).maps, 'p', {})).toMatchObject({
    url: 'https://tiles.test/b/{z}/{x}/{y}',
  })
  expect(await tileMap(createClient(tiles('a', { url: null })).maps, 'p', {})).toBe(null)
})
