import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiToken } from '../../contract/routes.ts'
import { openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { SecondStepRequirementButton } from './SecondStepRequirementButton.tsx'
import { TokenTable } from './TokenTable.tsx'

const token = (name: string, more: Partial<ApiToken> = {}): ApiToken => ({
  id: name,
  name,
  owner: 'ann',
  permissions: ['a:b:c'],
  projects: null,
  createdAt: 0,
  expiresAt: 1000,
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
  ...more,
})

test('a token is revoked only after it was confirmed, and one that opens nothing any more is not offered', async () => {
  const rows = [
    token('valid'),
    token('expired', { expiresAt: 10 }),
    token('revoked', { revokedAt: 5, revokedBy: 'ann' }),
  ]
  const { server, user } = await openPart(<TokenTable rows={rows} now={100} />, {
    answers: { 'token.revoke': () => null, 'token.list': () => rows },
  })
  expect(screen.getAllByRole('button', { name: /^Revoke/ }).map((button) => button.getAttribute('aria-label'))).toEqual(
    ['Revoke valid'],
  )
  await user.click(screen.getByRole('button', { name: 'Revoke valid' }))
  const dialog = await screen.findByRole('dialog')
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await expect.poll(() => server.writes()).toEqual(['token.revoke'])
})

test('a token without a name or without any right is not made', async () => {
  const { server, user } = await openPart(<NewTokenDialog onClose={() => undefined} />, {
    answers: { 'token.create': () => ({ token: 'secret', id: 'token-1' }) },
  })
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByText('Please choose permissions')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'reader')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await waitFor(() =>
    expect(
      screen.queryByText('A lowercase letter, then lowercase letters, digits, dots, hyphens or underscores'),
    ).toBeNull(),
  )
  expect([server.writes(), screen.queryByText('Please choose permissions') === null]).toEqual([[], false])
})

test('the second-step requirement of roles is saved only after a change, and only by permitted users', async () => {
  const answers = {
    'secondStep.demand': () => ({ roles: [], without: { operator: 3, manager: 1, super: 0 } }),
    'secondStep.setDemand': () => ({ roles: ['manager'], without: { operator: 3, manager: 1, super: 0 } }),
  }
  const { server, user } = await openPart(<SecondStepRequirementButton />, { account: createSuperWithout(), answers })
  await user.click(screen.getByRole('button', { name: /Two-step sign-in/ }))
  const choice = await screen.findByRole('checkbox', { name: 'Managing user' })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await user.click(choice)
  expect([save, server.writes()]).toEqual([expect.objectContaining({ disabled: false }), []])
  await user.click(save)
  await expect.poll(() => server.sent('secondStep.setDemand').map(({ body }) => body)).toEqual([{ roles: ['manager'] }])
})

test('the roles that demand a second step are not offered without the permission', async () => {
  await openPart(<SecondStepRequirementButton />, { account: createSuperWithout('system:secondStep:edit') })
  expect(screen.queryByRole('button')).toBeNull()
})
