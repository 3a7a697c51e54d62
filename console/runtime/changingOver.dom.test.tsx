import { makeComponent } from '@mimic/engine/document'
import { act, screen } from '@testing-library/react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { socketCommands } from '../../contract/socket.ts'
import { openPart, project } from '../testing/openConsole.tsx'
import { failUnanswered, refusal } from '../testing/serverByRoute.ts'
import { storedDrawing } from '../testing/storedDrawing.ts'
import { RuntimePage } from './view/RuntimePage.tsx'

const id = 'd1'

/** Opens the run page of a drawing that has its revision in its name. `save` simulates a save by another user. */
async function openRunPage(more = '') {
  let revision = 1
  let isRemoved = false
  let isDown = false
  const gauge = makeComponent({
    type: 'text',
    name: 'Speed',
    width: 100,
    height: 40,
    bindings: [{ prop: 'text', tag: `${project}/pump-1/speed`, via: { kind: 'value' } }],
  })
  function Page() {
    const [params] = useSearchParams()
    return params.has('id') ? <RuntimePage /> : <Navigate to={`/?id=${id}${more}`} replace />
  }
  const { announce, server, user } = await openPart(<Page />, {
    answers: {
      'drawing.read': () =>
        isRemoved
          ? refusal('object.missing')
          : isDown
            ? failUnanswered()
            : storedDrawing(id, `Works ${revision}`, [gauge], revision),
    },
  })
  const isShown = (name: string) => screen.findByRole('table', { name: `Values of ${name}` })
  await isShown('Works 1')
  const save = (): void => act(() => announce(socketCommands.drawingSaved, { id, revision: ++revision }))
  return {
    announce,
    save,
    isShown,
    reads: () => server.sent('drawing.read').length,
    user,
    setDown: (down: boolean) => {
      isDown = down
    },
    saveSilently: () => {
      revision++
    },
    setRemoved: (removed: boolean) => {
      isRemoved = removed
    },
  }
}

test('a run page shows each newly saved revision and does not reload for other drawings', async () => {
  const { announce, save, isShown, reads } = await openRunPage()
  act(() => announce(socketCommands.drawingSaved, { id: 'd2', revision: 9 }))
  act(() => announce(socketCommands.drawingSaved, { id, revision: 1 }))
  expect(reads()).toBe(1)
  save()
  await isShown('Works 2')
})

test('a run page shows the revision that was saved while its connection was lost', async () => {
  const { announce, isShown, saveSilently } = await openRunPage()
  saveSilently()
  act(() => announce(socketCommands.signIn, null))
  expect(await isShown('Works 2')).toBeTruthy()
})

test('a revision that cannot be read leaves the one before on the screen and is read again by itself', async () => {
  const { save, isShown, reads, setDown } = await openRunPage()
  setDown(true)
  save()
  await expect.poll(reads).toBeGreaterThan(1)
  await isShown('Works 1')
  setDown(false)
  await expect
    .poll(() => screen.queryByRole('table', { name: 'Values of Works 2' }), { timeout: 10_000 })
    .not.toBeNull()
})

test('an operator with an open dialog is notified of a new revision, which is shown when the dialog closes or on request', async () => {
  const { save, isShown, user } = await openRunPage()
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  save()
  await screen.findByText('A newer revision of this drawing was saved.')
  await isShown('Works 1')
  await user.keyboard('{Escape}')
  await isShown('Works 2')
  expect(screen.queryByText('A newer revision of this drawing was saved.')).toBeNull()

  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  save()
  await user.click(await screen.findByRole('button', { name: 'Show new revision' }))
  await isShown('Works 3')
})

const ended = 'The drawing was deleted, or you no longer have permission to view it.'
const values = () => screen.queryByRole('table', { name: /^Values of/ })

test.each([
  ['was deleted or became private', socketCommands.drawingHidden, { id }],
  ['may not be seen after a change of rights', socketCommands.sessionChanged, null],
  ['was deleted while the connection was lost', socketCommands.signIn, null],
] as const)(
  'a run page with a drawing that %s shows a message, no values and a link to the list',
  async (_, command, data) => {
    const { announce, setRemoved } = await openRunPage()
    act(() => announce(socketCommands.drawingHidden, { id: 'd2' }))
    setRemoved(true)
    act(() => announce(command, data))
    await screen.findByText(ended)
    expect([values(), screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')]).toEqual([
      null,
      '/scada/center',
    ])
  },
)

test('a kiosk with a deleted drawing shows only the message, and the drawing again once it is restored', async () => {
  const { announce, isShown, setRemoved } = await openRunPage('&kiosk')
  setRemoved(true)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => announce(socketCommands.drawingHidden, { id }))
  await screen.findByText(ended)
  expect([values(), screen.queryAllByRole('link'), screen.queryAllByRole('button')]).toEqual([null, [], []])
  setRemoved(false)
  vi.advanceTimersByTime(20_000)
  await isShown('Works 1')
  vi.useRealTimers()
})

test('a drawing that its reader may still see stays on the run page', async () => {
  const { announce, isShown, reads } = await openRunPage()
  act(() => announce(socketCommands.drawingHidden, { id }))
  await expect.poll(reads).toBe(2)
  await isShown('Works 1')
})
