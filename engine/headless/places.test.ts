import { expect, it } from 'vitest'
import { findDuplicateKeys, findLineOfPath } from './places.ts'

const text = `\ufeff{
  "name": "a \\"quoted\\" } name",
  "list": [1, [2, 3],
    {"x": {"y": [ ], "z": 4}}
  ],
  "name": "again"
}`

it.each([
  ['', 1],
  ['name', 6],
  ['list', 3],
  ['list.1.1', 3],
  ['list.2', 4],
  ['list.2.x.z', 4],
  ['list.2.x.missing', 4],
  ['list.9', 3],
  ['nothing.at.all', 1],
])('finds the line of %s', (path, line) => {
  expect(findLineOfPath(text, path)).toBe(line)
})

it('finds keys that are given twice in one object, in the order of the file', () => {
  expect(findDuplicateKeys(text)).toEqual(['name'])
  expect(findDuplicateKeys('[{"a":1,"b":{"c":[],"c":{"d":1,"\\u0064":2}}},{"a":1},[{"e":"}","e":[],"e":0}]]')).toEqual([
    '0.b.c',
    '0.b.c.d',
    '2.0.e',
    '2.0.e',
  ])
  expect(findDuplicateKeys('{}')).toEqual([])
  expect(findDuplicateKeys(`{${'"a":1,'.repeat(500)}"a":1}`)).toHaveLength(100)
})
