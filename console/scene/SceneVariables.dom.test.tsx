import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SceneValue } from '../../contract/routes.ts'
import { createAccount, openPart, project } from '../testing/openConsole.tsx'
import { SceneVariables } from './SceneVariables.tsx'

const one: SceneValue = {
  id: 'v1',
  name: 'Target',
  identifier: 'target',
  origin: 'input',
  unit: '',
  kind: 'number',
  isWritable: true,
  tag: `${project}/scene-1/target`,
  value: 5,
  text: null,
  quality: 0,
  reason: null,
  about: [],
  at: 1,
  from: null,
  nextAt: null,
  enteredBy: 'ann',
  formula: null,
}

test.each<[string, Partial<SceneValue>, Parameters<typeof createAccount>[1], number]>([
  ['a writable variable by who may', {}, {}, 1],
  ['no variable that is only read', { isWritable: false }, {}, 0],
  ['nothing without the permission', {}, { permissions: ['scada:variable:list'] }, 0],
])('the value is entered of %s', async (_, more, account, buttons) => {
  const { server, user } = await openPart(
    <SceneVariables facts={{ id: 's1', project } as Parameters<typeof SceneVariables>[0]['facts']} />,
    {
      account: createAccount('operator', account),
      answers: { 'scene.values': () => [{ ...one, ...more }], 'variable.enter': () => one },
    },
  )
  await screen.findByText('Target')
  const [enter] = screen.queryAllByRole('button')
  expect(screen.queryAllByRole('button')).toHaveLength(buttons)
  if (!enter) return
  await user.click(enter)
  const field = screen.getByRole('spinbutton')
  await user.clear(field)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.type(field, '7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => server.sent('variable.enter').map(({ body }) => body)).toEqual([{ value: 7 }])
})
