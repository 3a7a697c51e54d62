import { expect, test } from 'vitest'
import { fileNameOf } from './saveFile.ts'

test('a name keeps its words in any script and loses what a file system refuses', () => {
  expect(fileNameOf('泵房 1 号')).toBe('泵房 1 号')
  expect(fileNameOf('north/south: "A"')).toBe('north-south- -A')
  expect(fileNameOf('../..')).toBe('file')
})
