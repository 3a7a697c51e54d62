import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { EntityForm } from '../crud/form/EntityForm.tsx'
import { createSuperWithout, openPart } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { refusal } from '../testing/serverByRoute.ts'
import { deviceEditors, productShape } from './alarmShapes.ts'

const nothing = (): void => undefined
const property = (identifier: string, label: string, unit: string) => ({
  identifier,
  label,
  unit,
  type: 'decimal',
  min: null,
  max: null,
  isWritable: false,
})
const meter = createRow('meter', {
  name: 'Meter',
  code: 'meter',
  category: 'sensor',
  nodeType: 'direct',
  transport: 'mqtt',
  status: 'draft',
  ownerProject: null,
  properties: [property('temp', 'Temperature', '°C'), property('flow', 'Flow', 'm³/h')],
  functions: [],
  events: [],
  alarms: [],
})

const openProduct = () =>
  openPart(
    <EntityForm
      shape={{ entity: getEntity('product'), ...productShape }}
      row={meter}
      onClose={nothing}
      onDone={nothing}
    />,
    { account: createSuperWithout(), answers: { 'product.update': () => meter } },
  )
const openDevice = (product: () => unknown = () => meter) => {
  const device = createRow('device-1', { name: 'Meter 1', serial: 'M-1', product: 'meter', status: 3 })
  return openPart(
    <EntityForm
      shape={{ entity: getEntity('device'), editors: deviceEditors }}
      row={device}
      onClose={nothing}
      onDone={nothing}
    />,
    {
      account: createSuperWithout(),
      answers: { 'product.read': product, 'device.update': () => device, 'plant.devices': () => [] },
    },
  )
}

const addRow = async (user: UserEvent, list: string): Promise<void> =>
  user.click(screen.getByRole('button', { name: new RegExp(`^Add entry .* ${list}$`) }))
/** Opens the list of a selection and returns the names of its options. */
const openList = async (user: UserEvent, name: string): Promise<readonly string[]> => {
  await user.click(screen.getByRole('combobox', { name }))
  const shown = '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option'
  await waitFor(() => expect(document.querySelectorAll(shown).length).toBeGreaterThan(0))
  return [...document.querySelectorAll(shown)].map((option) => option.getAttribute('title') ?? '')
}
const choose = async (user: UserEvent, name: string, option: string): Promise<void> => {
  await openList(user, name)
  await user.click(screen.getAllByTitle(option).at(-1) ?? document.body)
}
const typeNumber = async (user: UserEvent, name: string, figure: string): Promise<void> => {
  await user.clear(screen.getByRole('spinbutton', { name }))
  await user.type(screen.getByRole('spinbutton', { name }), figure)
}
const save = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Save' }))

test('the point of a product alarm is chosen from the properties, with the unit at the limit', async () => {
  const { user, server } = await openProduct()
  await addRow(user, 'Alarms')
  expect(await openList(user, 'Point 1')).toEqual(['Temperature (temp)', 'Flow (flow)'])
  await user.click(screen.getAllByTitle('Temperature (temp)').at(-1) ?? document.body)
  await typeNumber(user, 'Limit 1', '80')
  for (const name of ['Limit 1', 'Deadband 1'])
    expect(screen.getByRole('spinbutton', { name }).closest('.rows-loose > li > div > div')?.textContent).toContain(
      '°C',
    )
  await save(user)
  await expect
    .poll(() => server.sent('product.update').map(({ body }) => body))
    .toMatchObject([{ values: { alarms: [{ identifier: 'temp', kind: 'high', limit: 80, deadband: 0, level: 2 }] } }])
})

test('a product alarm with a state asks for states instead of a limit', async () => {
  const { user, server } = await openProduct()
  await addRow(user, 'Alarms')
  await choose(user, 'Point 1', 'Flow (flow)')
  await choose(user, 'Condition 1', 'State')
  expect(screen.queryByRole('spinbutton', { name: 'Limit 1' })).toBeNull()
  await save(user)
  await screen.findByText('Please enter the states')
  await user.type(screen.getByRole('textbox', { name: 'States 1' }), '2, 3')
  await save(user)
  await expect
    .poll(() => server.sent('product.update').map(({ body }) => body))
    .toMatchObject([{ values: { alarms: [{ identifier: 'flow', kind: 'state', states: '2, 3' }] } }])
})

test('a repeated alarm and limits in the wrong order are reported at their rows and not sent', async () => {
  const { user, server } = await openProduct()
  for (const [index, [condition, limit]] of [
    ['High limit', '80'],
    ['Low limit', '90'],
    ['High limit', '70'],
  ].entries()) {
    await addRow(user, 'Alarms')
    await choose(user, `Point ${index + 1}`, 'Temperature (temp)')
    if (index > 0) await choose(user, `Condition ${index + 1}`, condition ?? '')
    await typeNumber(user, `Limit ${index + 1}`, limit ?? '')
  }
  await save(user)
  await screen.findByText('Same point and condition as row 1')
  expect(screen.getAllByText(/Limits must increase/).length).toBeGreaterThan(0)
  expect(server.writes()).toEqual([])
})

test('a device offers the properties of its product and accepts another point', async () => {
  const { user, server } = await openDevice()
  await addRow(user, 'Alarms of this device')
  await waitFor(async () => expect(await openList(user, 'Point 1')).toEqual(['Temperature (temp)', 'Flow (flow)']))
  await user.type(screen.getByRole('combobox', { name: 'Point 1' }), 'rssi')
  await user.click(await screen.findByTitle('rssi'))
  await typeNumber(user, 'Limit 1', '-90')
  await save(user)
  await expect
    .poll(() => server.sent('device.update').map(({ body }) => body))
    .toMatchObject([{ values: { alarms: [{ identifier: 'rssi', limit: -90, isEnabled: true }] } }])
})

test('points are typed if the account may not read products', async () => {
  const { user } = await openDevice(() => refusal('access.denied'))
  await addRow(user, 'Alarms of this device')
  await user.type(screen.getByRole('combobox', { name: 'Point 1' }), 'level')
  await user.click(await screen.findByTitle('level'))
  expect(screen.getByRole('combobox', { name: 'Point 1' }).closest('.ant-select')?.textContent).toContain('level')
})
