import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { copyName } from './copyName.ts'

test('a copy is named in the language of the user, and numbered if the name is taken', () => {
  expect(copyName('Pumps', ['Pumps'], 'en')).toBe('Pumps (copy)')
  expect(copyName('Pumps', ['Pumps', 'Pumps (copy)', 'Pumps (copy 2)'], 'en')).toBe('Pumps (copy 3)')
  expect(copyName('泵房', ['泵房（副本）'], 'zh')).toBe('泵房（副本 2）')
})

test('a copy of a copy is one more of the same original', () => {
  expect(copyName('Pumps (copy)', ['Pumps', 'Pumps (copy)'], 'en')).toBe('Pumps (copy 2)')
  expect(copyName('泵房（副本 3）', [], 'en')).toBe('泵房 (copy)')
})

test('a long name is shortened to fit the copy suffix without splitting a character', () => {
  const long = `x${'💡'.repeat(limits.drawing.nameLength / 2)}`
  const made = copyName(long, [], 'en')
  expect(made.length).toBeLessThanOrEqual(limits.drawing.nameLength)
  expect(made).toMatch(/^x(?:💡)+ \(copy\)$/u)
})
