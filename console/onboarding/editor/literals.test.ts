import { expect, test } from 'vitest'
import { formatLiteral, parseLiteral } from './literals.ts'

test.each([
  ['ON', 'ON'],
  [1, '1'],
  [-2.5, '-2.5'],
  [true, 'true'],
  [null, 'null'],
  ['1', '"1"'],
  ['true', '"true"'],
  ['"', '"\\""'],
  ['', ''],
])('the word %j is edited as %s and keeps its type', (literal, text) => {
  expect(formatLiteral(literal)).toBe(text)
  expect(parseLiteral(text)).toBe(literal)
})

test('an incomplete quoted text is a text', () => {
  expect(parseLiteral('"on')).toBe('"on')
})
