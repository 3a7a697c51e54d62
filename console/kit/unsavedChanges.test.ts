import { expect, it } from 'vitest'
import { DirtyParts, type Place } from './unsavedChanges.ts'

const here: Place = { pathname: '/profile', search: '' }
const there: Place = { pathname: '/help', search: '' }

it('knows of every part that a way would take something from, and no more of one that is gone', () => {
  const parts = new DirtyParts()
  const part = (holds: boolean) => ({ holds: () => holds, holdsClosing: () => holds })
  const [first, calm, second] = [part(true), part(false), part(true)]
  expect(parts.isEmpty).toBe(true)
  const heard: boolean[] = []
  const hearNoMore = parts.onChange(() => heard.push(parts.isEmpty))
  const takeOut = [first, calm, second].map((one) => parts.add(one))
  expect(parts.against(here, there)).toEqual([first, second])
  expect(parts.isClosingHeld).toBe(true)
  takeOut[2]?.()
  expect(parts.against(here, there)).toEqual([first])
  takeOut[0]?.()
  expect(parts.against(here, there)).toEqual([])
  expect(parts.isClosingHeld).toBe(false)
  takeOut[1]?.()
  expect(heard).toEqual([false, false, false, false, false, true])
  hearNoMore()
  parts.add(first)
  expect(heard).toHaveLength(6)
})
