import { expect, it } from 'vitest'
import { readJson, readPath, writeValue } from './dataPath.ts'

const answer = { code: 200, data: { rows: [{ value: 7.5 }, { value: null }], 'a b': 'x' } }

it('follows keys and numbers to a part of an answer', () => {
  expect(readPath(answer, 'data.rows.0.value')).toBe(7.5)
  expect(readPath(answer, ' data . a b')).toBe('x')
  expect(readPath(answer, '')).toBe(answer)
})

it('finds nothing at missing paths, nor properties of a prototype', () => {
  for (const path of ['data.rows.9.value', 'data.rows.length', 'constructor', 'data.__proto__', 'code.toFixed'])
    expect(readPath(answer, path)).toBeUndefined()
})

it('writes words and numbers as they are and the rest as JSON', () => {
  expect([7.5, 'x', null, undefined, [1, 'a']].map(writeValue)).toEqual(['7.5', 'x', '', '', '[1,"a"]'])
})

it('treats invalid JSON as missing', () => {
  expect(['', ' ', '{', '[1]'].map(readJson)).toEqual([undefined, undefined, undefined, [1]])
})
