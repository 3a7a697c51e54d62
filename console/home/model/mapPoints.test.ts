import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { Places } from './mapPoints.ts'

const row = (id: string) => ({
  id,
  revision: 1,
  project: 'p',
  createdAt: 0,
  createdBy: 'a',
  updatedAt: 0,
  updatedBy: 'a',
  titles: {},
  name: id,
  longitude: 1,
  latitude: 2,
})

test('a user without access to maps sees the plant and the devices next to the lamps', async () => {
  const server = fakeServer(({ url }) =>
    url.includes('/maps')
      ? { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
      : good({
          rows: [
            row(
              url.includes('/cabinets')
                ? 'c1'
                : url.includes('/poles')
                  ? 'p1'
                  : url.includes('/sensors')
                    ? 's1'
                    : url.includes('/cameras')
                      ? 'v1'
                      : 'd1',
            ),
          ],
          total: 1,
        }),
  )
  const client = fakeClient(server.fetch)
  const places = new Places((entity) => createEntityClient(client, getEntity(entity)))
  await places.show('p')
  expect([places.request.failure, places.map, places.tiles, places.points.map(({ kind }) => kind)]).toEqual([
    null,
    null,
    null,
    ['cabinet', 'pole', 'sensor', 'camera', 'thirdParty'],
  ])
  // A camera reports no state.
  expect(places.stateSources.map(({ kind }) => kind)).toEqual(['cabinet', 'pole', 'sensor', 'party'])
})

test('a user without access to cameras sees a map without cameras', async () => {
  const server = fakeServer(({ url }) =>
    url.includes('/cameras') || url.includes('/maps')
      ? { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
      : good({ rows: [row('one')], total: 1 }),
  )
  const client = fakeClient(server.fetch)
  const places = new Places((entity) => createEntityClient(client, getEntity(entity)))
  await places.show('p')
  expect([places.request.failure, places.points.map(({ kind }) => kind)]).toEqual([
    null,
    ['cabinet', 'pole', 'sensor', 'thirdParty'],
  ])
})

test('a user without access to poles or cabinets sees a map without them, with a note that access is restricted', async () => {
  const placesWithout = async (unseen: RegExp) => {
    const server = fakeServer(({ url }) =>
      unseen.test(url)
        ? { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
        : good({ rows: [row('one')], total: 1 }),
    )
    const client = fakeClient(server.fetch)
    const places = new Places((entity) => createEntityClient(client, getEntity(entity)))
    await places.show('p')
    return [places.request.failure, places.points.map(({ kind }) => kind), places.isForbidden]
  }
  expect(await placesWithout(/poles|maps/)).toEqual([null, ['cabinet', 'sensor', 'camera', 'thirdParty'], true])
  expect(await placesWithout(/cabinets|poles|sensors|cameras|third|maps/)).toEqual([null, [], true])
})
