import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UndeclaredDevice, UndeclaredQuota } from '../../contract/routes.ts'
import { createAccount, openPart, project, createSuperWithout } from '../testing/openConsole.tsx'
import type { RouteResponses } from '../testing/serverByRoute.ts'
import { UndeclaredPage } from './UndeclaredPage.tsx'

const device = (name: string, more: Partial<UndeclaredDevice> = {}): UndeclaredDevice => ({
  project,
  device: name,
  tags: 3,
  firstSeenAt: Date.now() - 60_000,
  lastValueAt: Date.now(),
  publisher: 'yard',
  ignoredAt: null,
  ignoredBy: null,
  ...more,
})
const quota = (more: Partial<UndeclaredQuota> = {}): UndeclaredQuota => ({
  project,
  devices: 2,
  tags: 6,
  maxDevices: 1000,
  maxTags: 20_000,
  maxDevicesOfClient: 500,
  maxTagsOfClient: 10_000,
  dropped: null,
  ...more,
})

const openPage = (answers: RouteResponses = {}, account = createAccount('manager')) =>
  openPart(<UndeclaredPage />, {
    account,
    answers: {
      'undeclared.list': () => ({ rows: [device('stray-1'), device('stray-2', { tags: 1 })], total: 2 }),
      'undeclared.quota': () => [quota()],
      ...answers,
    },
  })
const findRow = async (name: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} stands in a row`)
  return row
}

test('the list shows each device with its project, tags and sender, and no warning while the quota is not reached', async () => {
  await openPage()
  expect((await findRow('stray-1')).textContent).toMatch(/Plant3.*yard/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('warns where messages are dropped, with the device and the client that sent the last', async () => {
  await openPage({
    'undeclared.quota': () => [
      quota({
        devices: 1000,
        dropped: { count: 12, at: Date.now(), limit: 'project', device: 'stray-9', publisher: 'yard-7' },
      }),
    ],
  })
  const warning = await screen.findByRole('alert')
  expect(warning.textContent).toMatch(
    /Plant: quota of undeclared devices exceeded.*1000 of 1000 devices.*12 messages dropped.*stray-9.*yard-7/,
  )
})

test('warns where one client has used its own quota up', async () => {
  await openPage({
    'undeclared.quota': () => [
      quota({
        devices: 500,
        dropped: { count: 1, at: Date.now(), limit: 'connection', device: 'stray-9', publisher: 'yard-7' },
      }),
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /Plant: quota of undeclared devices of MQTT client yard-7 exceeded.*may create 500 devices and 10000 tags/,
  )
})

test('warns before the quota is used up', async () => {
  await openPage({ 'undeclared.quota': () => [quota({ tags: 16_000 })] })
  expect((await screen.findByRole('alert')).textContent).toContain('Plant: quota of undeclared devices nearly used up')
})

test('shows the tags of a device with their values', async () => {
  const { user } = await openPage({
    'undeclared.tags': () => [{ point: 'power', at: Date.now(), value: 17.5, text: null }],
  })
  await user.click(within(await findRow('stray-1')).getByRole('button', { name: 'Expand row' }))
  expect((await screen.findByText('power')).closest('tr')?.textContent).toContain('17.5')
})

test('ignores a device, and receives an ignored one again', async () => {
  const { server, user } = await openPage({ 'undeclared.ignore': () => null, 'undeclared.accept': () => null })
  await user.click(within(await findRow('stray-1')).getByRole('button', { name: 'Ignore stray-1' }))
  await screen.findByText('Device ignored')
  await user.click(screen.getByText('Ignored', { selector: '.ant-segmented-item-label' }))
  await user.click(await screen.findByRole('button', { name: 'Receive stray-2 again' }))
  await screen.findByText('Device is received again')
  expect(server.sent('undeclared.ignore').map(({ body }) => body)).toEqual([{ project, devices: ['stray-1'] }])
  expect(server.sent('undeclared.accept').map(({ body }) => body)).toEqual([{ project, devices: ['stray-2'] }])
})

test('several devices are deleted only after a confirmation with the number of affected tags', async () => {
  const { server, user } = await openPage({ 'undeclared.remove': () => ({ tags: 4 }) })
  for (const name of ['stray-1', 'stray-2']) await user.click(within(await findRow(name)).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('4 tags and their history are deleted permanently')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await expect
    .poll(() => server.sent('undeclared.remove').map(({ body }) => body))
    .toEqual([{ project, devices: ['stray-1', 'stray-2'] }])
})

test('adopts a device as one of a product that is chosen', async () => {
  const { server, user } = await openPage({
    'product.options': () => [{ id: 'meter', title: 'Meter' }],
    'device.create': () => ({ id: 'device-1', revision: 1 }),
  })
  await user.click(within(await findRow('stray-1')).getByRole('button', { name: 'Adopt stray-1' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Adopt' }))
  expect(within(dialog).getByText('Choose a product')).toBeDefined()
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('combobox', { name: 'Product' }))
  await user.click(await screen.findByTitle('Meter'))
  await user.click(within(dialog).getByRole('button', { name: 'Adopt' }))
  await expect
    .poll(() => server.sent('device.create').map(({ body }) => body))
    .toEqual([{ project, values: { name: 'stray-1', serial: 'stray-1', product: 'meter', plantDevice: 'stray-1' } }])
})

test('a user without permission to ignore, delete or create devices sees none of these actions', async () => {
  await openPage(
    {},
    createSuperWithout('platform:undeclaredDevice:ignore', 'platform:undeclaredDevice:remove', 'platform:device:add'),
  )
  const names = within(await findRow('stray-1'))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Expand row'])
})
