import { makeComponent } from '@mimic/engine/document'
import { screen, waitFor } from '@testing-library/react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { openPart, project } from '../testing/openConsole.tsx'
import { failUnanswered } from '../testing/serverByRoute.ts'
import { storedDrawing } from '../testing/storedDrawing.ts'
import { RuntimePage } from './view/RuntimePage.tsx'

const gauge = makeComponent({
  type: 'text',
  name: 'Speed',
  width: 100,
  height: 40,
  bindings: [{ prop: 'text', tag: `${project}/pump-1/speed`, via: { kind: 'value' } }],
})

function open(query: string, read: () => unknown) {
  function Page() {
    const [params] = useSearchParams()
    return params.size > 0 ? <RuntimePage /> : <Navigate to={`/?${query}`} replace />
  }
  return openPart(<Page />, { answers: { 'drawing.read': read } })
}
const works = () => storedDrawing('d1', 'Works', [gauge])
/** The retry button of the graphics is hidden by CSS, which component tests do not load. */
const controls = (): string[] =>
  screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
    .filter((name) => name !== 'Try again')

test('a kiosk has no control and opens no box by key or right button', async () => {
  const { user } = await open('id=d1&kiosk', works)
  const table = await screen.findByRole('table', { name: 'Values of Works' })
  await user.keyboard('?')
  await user.keyboard('{F1}')
  await user.pointer({ keys: '[MouseRight]', target: table })
  expect([controls(), screen.queryAllByRole('dialog'), screen.queryAllByRole('menu')]).toEqual([[], [], []])
})

test('without the word a run page has its menu and its keys', async () => {
  const { user } = await open('id=d1', works)
  await screen.findByRole('table', { name: 'Values of Works' })
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(controls()).toContain('Menu')
})

test('a kiosk that cannot load its drawing offers no button and opens the drawing once the server responds again', async () => {
  let isDown = true
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open('id=d1&kiosk', () => (isDown ? failUnanswered() : works()))
  await screen.findByText('Could not run the drawing')
  expect(controls()).toEqual([])
  isDown = false
  vi.advanceTimersByTime(20_000)
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Values of Works' })).not.toBeNull())
  vi.useRealTimers()
})
