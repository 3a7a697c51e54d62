import { expect, it } from 'vitest'
import { DirtyParts, type Place } from './unsavedChanges.ts'

const profile: Place = { pathname: '/profile', search: '' }
const help: Place = { pathname: '/help', search: '' }

it('lists every part that blocks a navigation, except removed ones', () => {
  const parts = new DirtyParts()
  const part = (isDirty: boolean) => ({ blocks: () => isDirty, blocksClosing: () => isDirty })
  const [first, calm, second] = [part(true), part(false), part(true)]
  expect(parts.isEmpty).toBe(true)
  const changes: boolean[] = []
  const hearNoMore = parts.onChange(() => changes.push(parts.isEmpty))
  const takeOut = [first, calm, second].map((one) => parts.add(one))
  expect(parts.getBlocking(profile, help)).toEqual([first, second])
  expect(parts.isClosingBlocked).toBe(true)
  takeOut[2]?.()
  expect(parts.getBlocking(profile, help)).toEqual([first])
  takeOut[0]?.()
  expect(parts.getBlocking(profile, help)).toEqual([])
  expect(parts.isClosingBlocked).toBe(false)
  takeOut[1]?.()
  expect(changes).toEqual([false, false, false, false, false, true])
  hearNoMore()
  parts.add(first)
  expect(changes).toHaveLength(6)
})
