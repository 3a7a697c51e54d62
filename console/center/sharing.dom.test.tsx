import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DrawingSummary, Share } from '../../contract/routes.ts'
import { ShareStore } from '../stores/drawings/shares.ts'
import { openPart, project, createSuperWithout } from '../testing/openConsole.tsx'
import { DrawingActions } from './DrawingActions.tsx'
import { ShareForm } from './share/ShareForm.tsx'
import { ShareRow } from './share/ShareRow.tsx'

const drawing: DrawingSummary = {
  id: 'd1',
  project,
  name: 'Works',
  revision: 1,
  components: 0,
  width: 100,
  height: 100,
  updatedAt: 0,
  updatedBy: 'ann',
  description: '',
  cover: null,
  floor: null,
  isPublic: true,
}
const link: Share = {
  id: 'abcdefgh-1',
  hasPassword: true,
  createdBy: 'ann',
  createdAt: 0,
  expiresAt: null,
  state: 'valid',
  viewers: 0,
  lockedUntil: null,
}
const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))

test('a drawing is deleted only after it was confirmed', async () => {
  const { server, user } = await openPart(<DrawingActions drawing={drawing} />, {
    account: createSuperWithout(),
    answers: { 'drawing.remove': () => null },
  })
  await user.click(screen.getByRole('button', { name: 'Delete Works' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => server.writes()).toEqual(['drawing.remove'])
})

test.each<[string, readonly string[], readonly string[]]>([
  ['to change drawings', ['scada:drawing:edit'], ['Run Works', 'History of Works', 'Duplicate Works', 'Delete Works']],
  [
    'to add drawings',
    ['scada:drawing:add'],
    ['Design Works', 'Run Works', 'Share Works', 'Edit Works', 'History of Works', 'Delete Works'],
  ],
  [
    'to delete drawings',
    ['scada:drawing:remove'],
    ['Design Works', 'Run Works', 'Share Works', 'Edit Works', 'History of Works', 'Duplicate Works'],
  ],
])('a user not permitted %s is offered only the remaining actions', async (_, permissions, offered) => {
  await openPart(<DrawingActions drawing={drawing} />, { account: createSuperWithout(...permissions) })
  expect(names()).toEqual(offered)
})

test('a new link requires a password by default and rejects a missing or short one', async () => {
  const made: unknown[] = []
  const { user } = await openPart(({ stores }) => (
    <ShareForm
      store={new ShareStore(stores.client, 'd1')}
      submitText="Create link"
      onSend={async (settings) => void made.push(settings)}
    />
  ))
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByText('Please enter the share password')
  await user.type(screen.getByLabelText('Share password'), 'ab')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByText(/^At least \d+ characters$/)
  expect(made).toEqual([])
  await user.type(screen.getByLabelText('Share password'), 'c-long-enough-1')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await expect.poll(() => made).toEqual([expect.objectContaining({ password: 'abc-long-enough-1' })])
})

test('changing how long a link holds leaves its password as it is', async () => {
  const made: object[] = []
  const { user } = await openPart(({ stores }) => (
    <ShareForm
      store={new ShareStore(stores.client, 'd1')}
      link={link}
      submitText="Save"
      onSend={async (settings) => void made.push(settings)}
    />
  ))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => made).toEqual([{}])
})

test('a link is revoked only after it was confirmed', async () => {
  const { server, user } = await openPart(
    ({ stores }) => (
      <ul>
        <ShareRow store={new ShareStore(stores.client, 'd1')} link={link} />
      </ul>
    ),
    { account: createSuperWithout(), answers: { 'share.revoke': () => null, 'share.list': () => [] } },
  )
  await user.click(screen.getByRole('button', { name: 'Revoke link abcdefgh' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await expect.poll(() => server.writes()).toEqual(['share.revoke'])
})

test('the address of a link that opens nothing any more cannot be copied', async () => {
  await openPart(({ stores }) => (
    <ul>
      {(['valid', 'expired', 'stopped'] as const).map((state) => (
        <ShareRow
          key={state}
          store={new ShareStore(stores.client, 'd1')}
          link={{ ...link, id: `${state}-12345`, state }}
        />
      ))}
    </ul>
  ))
  expect(screen.getAllByRole('button', { name: /^Copy/ }).map((button) => Reflect.get(button, 'disabled'))).toEqual([
    false,
    true,
    true,
  ])
})
