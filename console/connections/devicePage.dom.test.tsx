import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAccount, openPart, project } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import type { RouteResponses } from '../testing/serverByRoute.ts'
import { DeviceConnection } from './DeviceConnection.tsx'

const credential = (device: string, devices: readonly string[] | null) => ({
  id: `credential-${device}`,
  project,
  device,
  username: `${project}.${device}`,
  hasSecret: true,
  fingerprint: null,
  isGateway: devices !== null,
  devices: devices ?? [],
  isEnabled: true,
  createdAt: 0,
  createdBy: 'ann',
  rotatedAt: null,
  connections: 1,
})

/** Opens the connection of device `box-1` whose product has this transport and node type. */
const openPage = (transport: string, nodeType: string, answers: RouteResponses) =>
  openPart(<DeviceConnection row={createRow('device-1', { plantDevice: 'box-1', product: 'product-1' })} />, {
    account: createAccount('manager'),
    answers: {
      'product.read': () => createRow('product-1', { transport, nodeType }),
      'connection.read': () => ({
        rows: [],
        total: 0,
        listeners: [],
        rejected: [],
        shared: { isEnabled: false, isSetByEnvironment: false },
      }),
      'tag.list': () => ({ rows: [], total: 0 }),
      'plant.devices': () => [{ device: 'meter-1', name: null }],
      ...answers,
    },
  })

test('the list of devices of a gateway is edited on its page', async () => {
  const { user, server } = await openPage('mqtt', 'gateway', {
    'credential.list': () => ({ rows: [credential('box-1', ['meter-1'])], total: 1 }),
    'credential.update': () => credential('box-1', ['meter-1', 'meter-2']),
  })
  const field = await screen.findByRole('combobox', { name: `Devices behind the gateway ${project}.box-1` })
  await user.type(field, 'meter-2 ')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await expect
    .poll(() => server.sent('credential.update').map(({ body }) => body))
    .toEqual([{ gatewayFor: ['meter-1', 'meter-2'] }])
  await user.type(field, 'Meter_3 ')
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('a child shows its gateway and needs no credential', async () => {
  await openPage('mqtt', 'child', {
    'credential.list': ({ url }) =>
      new URL(url).searchParams.has('device')
        ? { rows: [], total: 0 }
        : { rows: [credential('gateway-1', ['box-1']), credential('gateway-2', ['other'])], total: 2 },
  })
  await screen.findByText('gateway-1')
  await screen.findByText(/needs no credential/)
  expect(screen.queryByText('gateway-2')).toBeNull()
})

test('a device of another transport shows its access channel instead of credentials', async () => {
  await openPage('modbus', 'direct', {
    'accessChannel.list': () => ({
      rows: [
        createRow('channel-1', { name: 'Meters', nodes: [{ source: '1', tag: `${project}/box-1/power` }] }),
        createRow('channel-2', { name: 'Presses', nodes: [] }),
      ],
      total: 2,
    }),
    'accessChannelState.overview': () => [
      {
        id: 'channel-1',
        project,
        name: 'Meters',
        state: 'failed',
        since: null,
        fault: { code: 'ECONNREFUSED', words: { en: 'Refused', zh: '被拒绝' } },
        points: 1,
        faultCount: 1,
        pointsPerS: 0,
      },
    ],
  })
  expect((await screen.findByText(/^Meters/)).textContent).toBe('Meters · not connected · Refused')
  expect(screen.queryByText(/Presses/)).toBeNull()
  expect(screen.queryByText('Credentials')).toBeNull()
})
