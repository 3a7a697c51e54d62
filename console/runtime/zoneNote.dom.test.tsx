import { makeComponent } from '@mimic/engine/document'
import { screen } from '@testing-library/react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { expect, test } from 'vitest'
import { openPart } from '../testing/openConsole.tsx'
import { storedDrawing } from '../testing/storedDrawing.ts'
import { RuntimePage } from './view/RuntimePage.tsx'

async function findNote(type: string) {
  function Page() {
    const [params] = useSearchParams()
    return params.size > 0 ? <RuntimePage /> : <Navigate to="/?id=d1" replace />
  }
  const parts = [makeComponent({ type, name: 'Part', width: 100, height: 40 })]
  const answers = { 'drawing.read': () => storedDrawing('d1', 'Works', parts) }
  await openPart(<Page />, { answers })
  await screen.findByRole('button', { name: 'Menu' })
  return screen.queryByRole('note')?.textContent ?? null
}

test('names the time zone on a drawing that shows times, where it differs from that of the project', async () => {
  expect(await findNote('clock')).toBe('Times in UTC (browser). Project time zone: Asia/Shanghai.')
})

test('names no time zone on a drawing without times', async () => {
  expect(await findNote('rect')).toBeNull()
})
