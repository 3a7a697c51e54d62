import { expect, test } from 'vitest'
import { toFileName } from './saveFile.ts'

test('a name keeps its words in any script and loses what a file system refuses', () => {
  expect(toFileName('泵房 1 号')).toBe('泵房 1 号')
  expect(toFileName('north/south: "A"')).toBe('north-south- -A')
  expect(toFileName('../..')).toBe('file')
})
