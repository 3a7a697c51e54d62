import { expect, it } from 'vitest'
import { hasChanges } from './hasChanges.ts'

it('compares entered values with the initial ones and treats an empty field as absent', () => {
  const first = { name: 'Pump', width: 1600, isPublic: true }
  expect(hasChanges({ ...first, description: undefined, floor: '', cover: null }, first)).toBe(false)
  expect(hasChanges({ ...first, name: 'Pumps' }, first)).toBe(true)
  expect(hasChanges({ ...first, isPublic: false }, first)).toBe(true)
  expect(hasChanges({ ...first, description: 'north' }, first)).toBe(true)
  expect(hasChanges({ ...first, name: 'Pumps' }, { ...first, name: 'Pumps' })).toBe(false)
})
