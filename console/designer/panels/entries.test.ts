import { expect, it } from 'vitest'
import { entryOf, palettes, shelvesOf } from './entries.ts'

const keys = (search: string) => palettes.flatMap((palette) => shelvesOf(palette, search)).flatMap(({ entries }) => entries.map(({ key }) => key))

it('shows every entry once, and finds each again by its key', () => {
  const found = keys('')
  expect(new Set(found).size).toBe(found.length)
  expect(found.every((key) => entryOf(key)?.key === key)).toBe(true)
})

it('is searched in both languages', () => {
  expect(keys('tank')).toContain('tank')
  expect(keys('液位')).toContain('tank')
  expect([keys('value'), keys('趋势')]).toEqual([expect.arrayContaining(['text']), expect.arrayContaining(['history-curve'])])
  expect(keys('no such thing')).toEqual([])
})
