import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newDrawing } from '@mimic/engine/document'
import type { SavedDrawing } from '../../contract/routes.ts'
import { createAccount, openPart } from '../testing/openConsole.tsx'
import { RunAndSave } from './bar/RunAndSave.tsx'
import { DesignerContext } from './context.ts'
import { ConflictDialog } from './dialogs/ConflictDialog.tsx'
import { SaveWarnings } from './SaveWarnings.tsx'
import { DialogState } from './session/dialogState.ts'
import { SymbolLibrary } from './session/symbolLibrary.ts'
import { requestUnsaved } from '../kit/form/unsavedPreview.ts'
import { opened, place } from './session/testDesigner.ts'

/** Opens the designer with an unsaved change in the project `street`. */
async function openDesigner(role: 'manager' | 'operator' = 'manager', warnings: SavedDrawing['warnings'] = []) {
  const { store, server } = await opened({
    server: { revision: 1, isDown: false, drawing: newDrawing('Pumps'), copies: [], warnings },
  })
  place(store)
  const { session } = store
  if (!session) throw new Error('the drawing is open')
  const page = await openPart(
    ({ stores }) => (
      <DesignerContext
        value={{
          store,
          session,
          drawing: session,
          dialogState: new DialogState(false),
          library: new SymbolLibrary(stores.client),
        }}
      >
        <RunAndSave />
        <SaveWarnings />
        <ConflictDialog />
      </DesignerContext>
    ),
    { account: createAccount(role, { projects: [{ id: 'street', role }] }) },
  )
  return { ...page, store, drawings: server }
}

test('a revision saved by another user is overwritten only after confirmation', async () => {
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

test.each([
  ['operator', true],
  ['manager', false],
] as const)('an %s finds the button to save disabled: %s', async (role, isDisabled) => {
  const { store } = await openDesigner(role)
  expect(screen.getByRole('button', { name: /Save$/ })).toHaveProperty('disabled', isDisabled)
  await store.close()
})

test('unsaved changes run as a preview without being saved, and a saved drawing runs directly', async () => {
  const { user, store, drawings } = await openDesigner()
  const windows: string[] = []
  vi.stubGlobal('open', (url: string) => void windows.push(url))
  await user.click(screen.getByRole('button', { name: /Run$/ }))
  const preview = new URL(windows[0] ?? '', 'http://console.test').searchParams
  expect([preview.get('id'), drawings.revision, store.state]).toEqual(['d1', 1, 'unsaved'])
  // Request sent by the opened page.
  const received = await requestUnsaved(preview.get('preview') ?? '', new AbortController().signal)
  expect(received).toMatchObject({ project: 'street', text: store.text() })
  expect(received?.text).toContain('"rect"')

  await user.click(screen.getByRole('button', { name: /Save$/ }))
  await expect.poll(() => store.state).toBe('saved')
  await user.click(screen.getByRole('button', { name: /Run$/ }))
  expect(windows.slice(1)).toEqual(['/scada/topo/fullscreen?id=d1'])
  await store.close()
})

test('a save lists components with broken expressions until the list is closed or a save finds none', async () => {
  const broken = {
    path: 'drawing.components.0.bindings.0.via.source',
    code: 'expression.syntax',
    message: 'unknown function "twice"',
    words: { en: 'unknown function "twice"', zh: '没有函数“twice”' },
  }
  const { user, store } = await openDesigner('manager', [
    { ...broken, component: { id: 'a', name: 'Tank 1' }, prop: 'opacity' },
    { path: 'b', code: 'drawing.unknownType', message: 'unknown' },
  ])
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Save$/ }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toMatch(/These expressions have errors/)
  expect([...notice.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Tank 1 · Opacity: unknown function "twice"',
  ])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/Tank 1/)).toBeNull()
  await store.close()
})
