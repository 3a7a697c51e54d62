import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newDrawing } from '@mimic/engine/document'
import { accountOf, openPart } from '../testing/openConsole.tsx'
import { RunAndSave } from './bar/RunAndSave.tsx'
import { DesignerContext } from './context.ts'
import { ConflictDialog } from './dialogs/ConflictDialog.tsx'
import { Desk } from './session/desk.ts'
import { LibraryShelf } from './session/libraryShelf.ts'
import { opened, place } from './session/testDesigner.ts'

/** The designer with an unsaved change, in the project `street`. */
async function openDesigner(role: 'manager' | 'operator' = 'manager') {
  const { store, server } = await opened({ server: { revision: 1, isDown: false, drawing: newDrawing('Pumps'), copies: [] } })
  place(store)
  const { session } = store
  if (!session) throw new Error('the drawing is open')
  const page = await openPart(({ stores }) => (
    <DesignerContext value={{ store, session, drawing: session, desk: new Desk(false), library: new LibraryShelf(stores.client) }}><RunAndSave /><ConflictDialog /></DesignerContext>
  ), { account: accountOf(role, { projects: [{ id: 'street', role }] }) })
  return { ...page, store, drawings: server }
}

test('what somebody else saved is overwritten only after it was ticked that this is meant', async () => {
  const { user, store, drawings } = await openDesigner()
  drawings.revision = 2
  await user.click(screen.getByRole('button', { name: /Save$/ }))
  const overwrite = await screen.findByRole('button', { name: 'Overwrite' })
  expect([overwrite, drawings.revision]).toEqual([expect.objectContaining({ disabled: true }), 2])
  await user.click(overwrite)
  expect(drawings.revision).toBe(2)
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Overwrite' }))
  await expect.poll(() => drawings.revision).toBe(3)
  await store.close()
})

test.each([['operator', true], ['manager', false]] as const)('an %s finds the button to save disabled: %s', async (role, isDisabled) => {
  const { store } = await openDesigner(role)
  expect(screen.getByRole('button', { name: /Save$/ })).toHaveProperty('disabled', isDisabled)
  await store.close()
})
