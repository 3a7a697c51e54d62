import { expect, it } from 'vitest'
import { lineOfPath } from './places.ts'

const text = `\ufeff{
  "name": "a \\"quoted\\" } name",
  "list": [1, [2, 3],
    {"x": {"y": [ ], "z": 4}}
  ],
  "name": "again"
}`

it.each([['', 1], ['name', 6], ['list', 3], ['list.1.1', 3], ['list.2', 4], ['list.2.x.z', 4], ['list.2.x.missing', 4], ['list.9', 3], ['nothing.at.all', 1]])(
  'finds the line of %s', (path, line) => {
    expect(lineOfPath(text, path)).toBe(line)
  },
)
