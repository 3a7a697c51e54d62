import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecycledItem } from '../../contract/routes.ts'
import { createAccount, openPart, project, createSuperWithout } from '../testing/openConsole.tsx'
import { refusal, type RouteResponses } from '../testing/serverByRoute.ts'
import { RecycleBinPage } from './RecycleBinPage.tsx'

const dayMs = 24 * 60 * 60_000
const item = (id: string, more: Partial<RecycledItem> = {}): RecycledItem => {
  const deletedAt = Date.now() - dayMs
  return {
    id,
    kind: 'drawing',
    object: `object-${id}`,
    name: `Works ${id}`,
    project,
    deletedAt,
    deletedBy: 'bob',
    expiresAt: deletedAt + 30 * dayMs,
    ...more,
  }
}

async function openBin(answers: RouteResponses = {}, account = createAccount('manager')) {
  const opened = await openPart(<RecycleBinPage />, {
    account,
    answers: {
      'recycleBin.list': () => ({
        rows: [item('1'), item('2', { kind: 'chart', name: 'Levels', project: null })],
        total: 2,
      }),
      ...answers,
    },
  })
  await act(async () => opened.stores.recycleBin.show({ search: '', kind: '', page: 1, pageSize: 20 }))
  return opened
}
const findRow = async (name: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} stands in a row`)
  return row
}

test('the list shows the kind of each object, the user that deleted it and the time left to restore it', async () => {
  await openBin()
  expect((await findRow('Works 1')).textContent).toMatch(/Drawing.*Plant.*bob.*29 days/)
  expect((await findRow('Levels')).textContent).toMatch(/Chart.*All projects/)
})

test('an object is restored without confirmation, and the message shows its new name if the old one is taken', async () => {
  const { server, user } = await openBin({
    'recycleBin.restore': () => ({ kind: 'chart', object: 'object-2', name: 'Levels (2)', isRenamed: true }),
  })
  await user.click(within(await findRow('Levels')).getByRole('button', { name: 'Restore Levels' }))
  await screen.findByText('"Levels" was restored as "Levels (2)"')
  expect(server.writes()).toEqual(['recycleBin.restore'])
  await expect.poll(() => server.sent('recycleBin.list').length).toBe(2)
})

test('deletes for good only after it was confirmed', async () => {
  const { server, user } = await openBin({ 'recycleBin.remove': () => null })
  await user.click(within(await findRow('Works 1')).getByRole('button', { name: 'Delete Works 1 permanently' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
  await expect.poll(() => server.writes()).toEqual(['recycleBin.remove'])
})

test('a user without permission to restore sees no restore button', async () => {
  await openBin({}, createSuperWithout('scada:recycleBin:restore'))
  expect(
    within(await findRow('Levels'))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Delete Levels permanently'])
})

test('the page shows that the bin is empty, and offers a retry if the list cannot be loaded', async () => {
  let isDown = true
  const { user } = await openBin({
    'recycleBin.list': () => (isDown ? refusal('server.busy') : { rows: [], total: 0 }),
  })
  await screen.findByText('Could not load the recycle bin')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The recycle bin is empty')).toBeDefined()
})
