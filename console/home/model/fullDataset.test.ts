import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeRows, fakeServer } from '../../testing/fakes.ts'
import { Works } from './plantDevices.ts'
import { TunnelView } from '../tunnel/tunnelView.ts'

const ids = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
const counts: Readonly<Record<string, number>> = {
  '/api/tunnels': 72,
  '/api/third-party-devices': 51,
  '/api/floors': 130,
  '/api/devices': 3,
}
const server = fakeServer(fakeRows((path) => ids(path.slice(5), counts[path] ?? 0)))
const getClient = (entity: string) => createEntityClient(fakeClient(server.fetch), getEntity(entity))

test('every tunnel can be chosen, also the 51st, and all of its fans are drawn', async () => {
  const view = new TunnelView(getClient)
  await view.show('p', 'tunnels72')
  expect([view.request.failure, view.tunnels.length, view.shown?.id, view.shown?.fans.length]).toEqual([
    null,
    72,
    'tunnels72',
    51,
  ])
  // An unchanged response keeps the same object, so subscriptions are not restarted.
  const { shown } = view
  await view.show('p', 'tunnels72')
  expect(view.shown).toBe(shown)
})

test('every floor of a plant is listed', async () => {
  const works = new Works(getClient)
  await works.show('p')
  expect([works.request.failure, works.floors.length, works.floors.at(-1)?.id]).toEqual([null, 130, 'floors130'])
  // Switching the project clears the content before the response arrives.
  const loading = works.show('other')
  expect([works.floors.length, works.groups.length]).toEqual([0, 0])
  await loading
  expect(works.floors.length).toBe(130)
})

test('a plant with more devices than a panorama shows reports the number of omitted devices', async () => {
  const many = fakeServer(fakeRows((path) => ids(path.slice(5), path === '/api/devices' ? 512 : 0)))
  const works = new Works((entity) => createEntityClient(fakeClient(many.fetch), getEntity(entity)))
  await works.show('p')
  expect([works.groups.flatMap(({ devices }) => devices).length, works.omittedCount]).toEqual([500, 12])
  const few = new Works(getClient)
  await few.show('p')
  expect(few.omittedCount).toBe(0)
})
