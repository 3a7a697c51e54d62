import { expect, test } from 'vitest'
import { toFileName } from './saveFile.ts'

test('a file name keeps words in any script and loses characters that file systems reject', () => {
  expect(toFileName('泵房 1 号')).toBe('泵房 1 号')
  expect(toFileName('north/south: "A"')).toBe('north-south- -A')
  expect(toFileName('../..')).toBe('file')
})
