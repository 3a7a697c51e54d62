import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LibraryEntry } from '../../contract/routes.ts'
import { createAccount, openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { EntryActions } from './EntryActions.tsx'
import { EntryDialog } from './EntryDialog.tsx'

const entry: LibraryEntry = {
  id: 'e1',
  name: 'Pump',
  type: 'plant',
  isPublic: true,
  revision: 1,
  components: 1,
  params: 0,
  width: 10,
  height: 10,
  createdAt: 0,
  createdBy: 'bob',
  updatedAt: 0,
  updatedBy: 'bob',
  isOwn: false,
}

test('an entry is deleted from the library only after it was confirmed', async () => {
  const { server, user } = await openPart(<EntryActions entry={entry} />, {
    account: createSuperWithout(),
    answers: { 'library.remove': () => null },
  })
  await user.click(screen.getByRole('button', { name: 'Delete Pump' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => server.writes()).toEqual(['library.remove'])
})

test.each([
  ['remove', 'Edit Pump'],
  ['edit', 'Delete Pump'],
])('without the permission to %s only the other is offered', async (action, offered) => {
  await openPart(<EntryActions entry={entry} />, { account: createSuperWithout(`scada:library:${action}`) })
  expect(screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([offered])
})

test.each([
  ['somebody else', createAccount('manager'), entry, true],
  ['its owner', createAccount('manager'), { ...entry, isOwn: true }, false],
  ['a super administrator', createSuperWithout(), entry, false],
])(
  'a public entry can be hidden by its owner and super administrators only: %s',
  async (_, account, shown, isDisabled) => {
    await openPart(<EntryDialog entry={shown} onClose={() => undefined} />, { account })
    expect(screen.getByRole('switch')).toHaveProperty('disabled', isDisabled)
  },
)
