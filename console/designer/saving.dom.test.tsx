import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newDrawing } from '@mimic/engine/document'
import { accountOf, openPart } from '../testing/openConsole.tsx'
import { RunAndSave } from './bar/RunAndSave.tsx'
import { DesignerContext } from './context.ts'
import { ConflictDialog } from './dialogs/ConflictDialog.tsx'
import { Desk } from './session/desk.ts'
import { LibraryShelf } from './session/libraryShelf.ts'
import { requestUnsaved } from '../kit/unsavedPreview.ts'
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

test('runs what is not saved as a preview, without saving it, and what is saved as it is', async () => {
  const { user, store, drawings } = await openDesigner()
  const windows: string[] = []
  vi.stubGlobal('open', (url: string) => void windows.push(url))
  await user.click(screen.getByRole('button', { name: /Run$/ }))
  const preview = new URL(windows[0] ?? '', 'http://console.test').searchParams
  expect([preview.get('id'), drawings.revision, store.state]).toEqual(['d1', 1, 'unsaved'])
  // What the page that was opened requests.
  const given = await requestUnsaved(preview.get('preview') ?? '', new AbortController().signal)
  expect(given).toMatchObject({ project: 'street', text: store.text() })
  expect(given?.text).toContain('"rect"')

  await user.click(screen.getByRole('button', { name: /Save$/ }))
  await expect.poll(() => store.state).toBe('saved')
  await user.click(screen.getByRole('button', { name: /Run$/ }))
  expect(windows.slice(1)).toEqual(['/scada/topo/fullscreen?id=d1'])
  await store.close()
})
