import { expect, it } from 'vitest'
import { isEntered } from './isEntered.ts'

it('tells what was entered from what was there, and an empty field from none', () => {
  const first = { name: 'Pump', width: 1600, isPublic: true }
  expect(isEntered({ ...first, description: undefined, floor: '', cover: null }, first)).toBe(false)
  expect(isEntered({ ...first, name: 'Pumps' }, first)).toBe(true)
  expect(isEntered({ ...first, isPublic: false }, first)).toBe(true)
  expect(isEntered({ ...first, description: 'north' }, first)).toBe(true)
  expect(isEntered({ ...first, name: 'Pumps' }, { ...first, name: 'Pumps' })).toBe(false)
})
