import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { createAccount, openPart, project, createSuperWithout } from '../../testing/openConsole.tsx'
import { createRow } from '../../testing/rows.ts'
import { EntityDetail } from '../detail/EntityDetail.tsx'
import { EntityForm } from './EntityForm.tsx'
import { RowActions } from '../table/EntityTable.tsx'

const nothing = (): void => undefined
const model = getEntity('model')
const product = getEntity('product')
const createModel = (ownerProject: string | null, more: EntityValues = {}) =>
  createRow(
    'model-1',
    { name: 'Pump', url: 'https://plant.example/pump.glb', ownerProject, ...more },
    { [project]: 'Plant' },
  )
const twoProjects = createAccount('manager', {
  projects: [
    { id: 'quay', role: 'operator' },
    { id: project, role: 'manager' },
    { id: 'street', role: 'manager' },
  ],
})
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
const openActions = (ownerProject: string | null, account = createAccount('manager')) =>
  openPart(<RowActions shape={{ entity: model }} row={createModel(ownerProject)} onOpen={nothing} />, { account })

test('a manager changes a row that his project owns, and only looks at those of other projects and of all projects', async () => {
  const { user } = await openActions(project)
  expect(buttons()).toEqual(['Edit Pump', 'More for Pump'])
  await user.click(screen.getByRole('button', { name: 'More for Pump' }))
  expect(await screen.findByText('Delete')).toBeDefined()
})

test.each([
  ['another project', 'street'],
  ['all projects', null],
])('of %s a manager only looks at a row', async (_words, ownerProject) => {
  await openActions(ownerProject)
  expect(buttons()).toEqual(['Details of Pump'])
})

test('a super administrator changes a row of all projects', async () => {
  await openActions(null, createSuperWithout())
  expect(buttons()).toEqual(['Edit Pump', 'More for Pump'])
})

test('a move of a row of another project is not offered', async () => {
  const row = createRow('product-1', { name: 'Meter', code: 'meter', status: 'draft', ownerProject: null })
  await openPart(
    <EntityDetail
      shape={{ entity: product }}
      row={row}
      name="Meter"
      onClose={nothing}
      onOpen={nothing}
      onMoved={nothing}
    />,
    { account: createAccount('manager'), answers: { 'product.events': () => [] } },
  )
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  expect(screen.getByText('Owner project').closest('tr')?.textContent).toContain('All projects')
})

test('a new row belongs to the current project, and only projects that the user manages are offered as owner', async () => {
  const { user, server } = await openPart(
    <EntityForm shape={{ entity: model }} row={null} onClose={nothing} onDone={nothing} />,
    { account: twoProjects, answers: { 'model.create': () => createModel(project) } },
  )
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Pump')
  await user.type(screen.getByRole('textbox', { name: /Address/ }), 'https://plant.example/pump.glb')
  await user.click(screen.getByRole('combobox', { name: /Owner project/ }))
  await screen.findByTitle('street')
  expect(
    [...new Set(screen.getAllByTitle(/^(Plant|quay|street|All projects)$/).map((each) => each.title))].toSorted(),
  ).toEqual(['Plant', 'street'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => server.sent('model.create').map(({ body }) => body))
    .toMatchObject([{ values: { name: 'Pump', ownerProject: project } }])
})

test('a super administrator can give a row to all projects', async () => {
  const { user, server } = await openPart(
    <EntityForm shape={{ entity: model }} row={createModel(project)} onClose={nothing} onDone={nothing} />,
    { account: createSuperWithout(), answers: { 'model.update': () => createModel(null) } },
  )
  await user.click(screen.getByRole('combobox', { name: /Owner project/ }))
  await user.click(
    within(await screen.findByRole('listbox')).queryByText('All projects') ??
      (await screen.findByTitle('All projects')),
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => server.sent('model.update').map(({ body }) => body))
    .toMatchObject([{ values: { ownerProject: null } }])
})
