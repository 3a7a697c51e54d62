import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ForeignMessageRow, IssuedCredential } from '../../contract/routes.ts'
import { matchesTopic } from '../../contract/telemetry/index.ts'
import { createAccount, openPart, project } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { refusal, type RouteResponses } from '../testing/serverByRoute.ts'
import { ConnectPage } from './ConnectPage.tsx'
import { ValueReasons } from './ValueReasons.tsx'

const message = (topic: string, payload: string, more: Partial<ForeignMessageRow> = {}): ForeignMessageRow => ({
  topic,
  at: Date.now(),
  client: 'yard',
  bytes: payload.length,
  payload: btoa(payload),
  isCut: false,
  problem: null,
  ...more,
})
const sensor = message('tele/plug_01/SENSOR', '{"ENERGY":{"Power":41,"Voltage":"n/a"},"Room":{"Temperature":21.5}}')

const credential: IssuedCredential = {
  id: 'credential-1',
  project,
  device: 'plug-01',
  username: 'plug-01.4f2a',
  hasSecret: true,
  fingerprint: null,
  isGateway: false,
  devices: [],
  isEnabled: true,
  createdAt: 0,
  createdBy: 'ann',
  rotatedAt: null,
  connections: 0,
  secret: 'a secret that is shown once',
}

/** Opens the page with these messages. */
const openPage = (messages: readonly ForeignMessageRow[], answers: RouteResponses = {}) =>
  openPart(<ConnectPage />, {
    account: createAccount('manager'),
    answers: {
      'mapping.messages': ({ url }) => {
        const filter = new URL(url).searchParams.get('filter') ?? ''
        return messages.filter(({ topic }) => matchesTopic(filter, topic))
      },
      'mapping.rejections': () => messages.filter(({ problem }) => problem !== null),
      'mapping.list': () => ({ rows: [], total: 0 }),
      'product.create': () => createRow('product-1', {}),
      'mapping.create': () => createRow('mapping-1', {}),
      'device.create': () => createRow('device-1', {}),
      'credential.create': () => ({ credentials: [credential] }),
      ...answers,
    },
  })
const findRow = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest('tr')
  if (!row) throw new Error(`${text} is not in a row`)
  return row
}

test('a template previews values with their quality and creates product, mapping and device', async () => {
  const { user, server } = await openPage([sensor])
  await user.click(await screen.findByRole('button', { name: 'Use Tasmota' }))
  expect((await findRow('power')).textContent).toMatch(/41 W.*Good/)
  expect((await findRow('voltage')).textContent).toMatch(/Bad.*not a number/)
  await user.click(screen.getByRole('button', { name: 'Add point Room.Temperature' }))
  expect((await screen.findByLabelText(/^Name of temperature/i)).closest('tr')?.textContent).toMatch(/21.5/)
  await user.click(screen.getByRole('combobox', { name: 'Name in messages' }))
  await user.click(await screen.findByTitle('plug_01'))
  expect(screen.getByLabelText<HTMLInputElement>('Telemetry device').value).toBe('plug-01')
  await user.click(screen.getByRole('button', { name: 'Create device' }))
  await screen.findByText('plug_01 has been created')
  expect(server.writes()).toEqual(['product.create', 'mapping.create', 'device.create', 'credential.create'])
  screen.getByText('a secret that is shown once')
  expect(server.sent('mapping.create')[0]?.body).toMatchObject({
    values: { product: 'product-1', protocol: 'mapping', definition: expect.stringContaining('Room.Temperature') },
  })
  expect(server.sent('device.create')[0]?.body).toMatchObject({
    project,
    values: { product: 'product-1', messageKey: 'plug_01', plantDevice: 'plug-01', serial: 'plug_01' },
  })
})

test('a second attempt does not create the product again', async () => {
  let attempts = 0
  const { user, server } = await openPage([sensor], {
    'device.create': () => (++attempts === 1 ? refusal('entity.taken') : createRow('device-1', {})),
  })
  await user.click(await screen.findByRole('button', { name: 'Use Tasmota' }))
  await screen.findByText('tele/plug_01/SENSOR')
  await user.click(screen.getByRole('combobox', { name: 'Name in messages' }))
  await user.click(await screen.findByTitle('plug_01'))
  await user.click(screen.getByRole('button', { name: 'Create device' }))
  await screen.findByRole('alert')
  await user.type(screen.getByLabelText('Serial number'), '-2')
  await user.click(screen.getByRole('button', { name: 'Create device' }))
  await screen.findByText('plug_01 has been created')
  expect(server.writes()).toEqual([
    'product.create',
    'mapping.create',
    'device.create',
    'device.create',
    'credential.create',
  ])
})

test('listening makes points of any message, and rejected messages show their reason', async () => {
  const problem = { en: 'No mapping declares this topic', zh: '没有映射声明该主题' }
  const { user } = await openPage([message('hall/meter12/power', '17.25', { problem })])
  await user.click(await screen.findByRole('button', { name: 'Use Listen' }))
  await user.type(screen.getByRole('combobox', { name: 'Topic filters' }), 'hall/#{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Add point value' }))
  expect((await findRow('power')).textContent).toMatch(/17.25/)
  const rejected = screen.getByRole('region', { name: 'Rejected messages' })
  expect(within(rejected).getByText('No mapping declares this topic')).toBeTruthy()
})

test('the page of a device shows why a value is not good', async () => {
  const row = createRow('device-1', { plantDevice: 'tank-1' })
  await openPart(<ValueReasons row={row} />, {
    answers: {
      'mapping.reasons': () => [
        { point: 'level', at: 0, words: { en: 'The value is not a number', zh: '该值不是数字' } },
      ],
    },
  })
  expect((await screen.findByText('level')).closest('li')?.textContent).toBe('level: The value is not a number')
})

test('a credential can be created first, and the new device gets its name and no second one', async () => {
  const { user, server } = await openPage([sensor])
  await user.click(await screen.findByRole('button', { name: 'Use Tasmota' }))
  await user.type(screen.getByRole('textbox', { name: /^Telemetry device, for example/ }), 'plug-01')
  await user.click(screen.getByRole('button', { name: 'Create credential' }))
  await screen.findByText('a secret that is shown once')
  await user.click(screen.getByRole('combobox', { name: 'Name in messages' }))
  await user.click(await screen.findByTitle('plug_01'))
  expect(screen.getByLabelText<HTMLInputElement>('Telemetry device').value).toBe('plug-01')
  await user.click(screen.getByRole('button', { name: 'Create device' }))
  await screen.findByText('plug_01 has been created')
  expect(server.writes()).toEqual(['credential.create', 'product.create', 'mapping.create', 'device.create'])
})
