import { expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { FieldDevice } from '../model/fieldDevices.ts'
import { getEntity } from '../../../contract/entities.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { countsIn, toTunnel, TunnelView } from './tunnelView.ts'

const row = (id: string, values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id,
      revision: 1,
      project: 'tunnel',
      createdAt: 0,
      createdBy: 'a',
      updatedAt: 0,
      updatedBy: 'a',
      titles: {},
      ...values,
    }),
  )
const sensor = (id: string, metre: number | null): FieldDevice => ({
  id,
  kind: 'sensor',
  title: id,
  row: row(id, { cabinet: 'c3', installation: 'installed' }),
  place: metre === null ? null : { tube: 'left', metre },
})

test('the counts are those of the tunnel that is shown, and of the section that was chosen in it', () => {
  const sections = [
    row('s1', { name: 'TH', tube: 'left', number: 1 }),
    row('s2', { name: 'IN', tube: 'left', number: 2 }),
  ]
  const poles = [
    row('p1', { section: 's1', cabinet: 'c1', installation: 'installed' }),
    row('p2', { section: 's2', cabinet: 'c1', installation: 'failed' }),
    row('p3', { section: 's2', cabinet: 'c2', installation: 'uninstalled' }),
    row('other', { section: 'elsewhere', cabinet: 'c9', installation: 'installed' }),
  ]
  const loops = ['c1', 'c1', 'c2', 'c9'].map((cabinet, index) =>
    row(`l${index}`, { cabinet, installation: 'installed' }),
  )
  const tunnel = toTunnel(row('t', { name: 'North', length: 1000 }), sections, poles, [], {
    devices: [sensor('near', 100), sensor('end', 1000), sensor('nowhere', null)],
    hasSensors: true,
    hasLamps: true,
    hasSections: true,
    loops,
  })
  const totals = (section?: string) =>
    Object.values(
      countsIn(
        tunnel,
        tunnel.sections.find(({ id }) => id === section),
      ),
    ).map(({ total }) => total)
  // Order: cabinets, loops, poles, sensors.
  expect([totals(), totals('s1'), totals('s2')]).toEqual([
    [3, 3, 3, 3],
    [2, 2, 1, 1],
    [3, 3, 2, 1],
  ])
  expect(countsIn(tunnel, undefined).pole).toEqual({ total: 3, installed: 1, failed: 1 })
  // Kinds without permission are left out instead of counted as 0.
  expect(Object.keys(countsIn({ ...tunnel, devices: [], hasSensors: false, loops: null }, undefined))).toEqual([
    'cabinet',
    'pole',
  ])
})

/** The view of an account without permission to read these paths. */
async function viewWithout(...unseen: readonly string[]) {
  const rows: Readonly<Record<string, Row>> = {
    '/tunnels': row('t', { name: 'North', length: 1000 }),
    '/tunnel-sections': row('s1', { name: 'TH', tube: 'left', number: 1 }),
    '/poles': row('p1', { name: 'Lamp', section: 's1', cabinet: 'c1', installation: 'installed' }),
    '/sensors': row('m1', { name: 'Luminance', tube: 'left', metre: 10, cabinet: 'c1', installation: 'installed' }),
  }
  const server = fakeServer(({ url }) => {
    if (unseen.some((path) => url.includes(path)))
      return { status: 403, body: { code: 403, msg: 'no', error: 'access.denied' } }
    const found = Object.entries(rows).flatMap(([path, one]) =>
      new RegExp(`${path}(?:[/?]|$)`).test(url) ? [one] : [],
    )
    return good({ rows: found, total: found.length })
  })
  const client = fakeClient(server.fetch)
  const view = new TunnelView((entity) => createEntityClient(client, getEntity(entity)))
  await view.show('tunnel', null)
  const { shown } = view
  return {
    failure: view.request.failure,
    name: shown?.name,
    sections: shown?.sections.map(({ lamps }) => lamps.length),
    devices: shown?.devices.length,
    counted: shown && Object.keys(countsIn(shown, undefined)),
  }
}

test('a user without access to poles or sections sees the tunnel without them', async () => {
  expect(await viewWithout()).toEqual({
    failure: null,
    name: 'North',
    sections: [1],
    devices: 1,
    counted: ['cabinet', 'loop', 'pole', 'sensor'],
  })
  expect(await viewWithout('/poles')).toEqual({
    failure: null,
    name: 'North',
    sections: [0],
    devices: 1,
    counted: ['sensor'],
  })
  expect(await viewWithout('/poles', '/tunnel-sections')).toEqual({
    failure: null,
    name: 'North',
    sections: [],
    devices: 1,
    counted: ['sensor'],
  })
  expect((await viewWithout('/tunnels')).failure?.error).toBe('access.denied')
})

test('shows no data of the previous project while the selected one loads or if it fails to load', async () => {
  let isDown = false
  const server = fakeServer(({ url }) => {
    if (isDown) return { status: 503, body: { code: 503, msg: '' } }
    const found = /\/tunnels(?:[/?]|$)/.test(url) ? [row('t', { name: 'North', length: 1000 })] : []
    return good({ rows: found, total: found.length })
  })
  const client = fakeClient(server.fetch)
  const view = new TunnelView((entity) => createEntityClient(client, getEntity(entity)))
  await view.show('tunnel', null)
  const readState = () => [view.shown?.name, view.tunnels.length, view.request.isLoading, view.request.failure?.status]
  isDown = true
  // For the same project the old content stays, and the failure is shown.
  await view.show('tunnel', null)
  expect(readState()).toEqual(['North', 1, false, 503])
  const loading = view.show('other', null)
  expect(readState().slice(0, 3)).toEqual([undefined, 0, true])
  await loading
  expect(readState()).toEqual([undefined, 0, false, 503])
})
