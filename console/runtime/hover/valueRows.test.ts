import { makeComponent } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { valueRows } from './valueRows.ts'

it('lists every tag of every component once, by name as people count', () => {
  const value = { kind: 'value' } as const
  const lamp = { type: 'lamp', width: 10, height: 10, x: 0, y: 0 }
  const components = [
    makeComponent({
      ...lamp,
      name: 'Lamp 10',
      rank: 'a0',
      bindings: [
        { prop: 'on', tag: 'p/d/b', via: value },
        { prop: 'opacity', tag: 'p/d/b', via: value },
      ],
    }),
    makeComponent({ ...lamp, name: 'Lamp 2', rank: 'a1', action: { kind: 'switch', tag: 'p/d/c', on: 1, off: 0 } }),
    makeComponent({
      ...lamp,
      name: 'Lamp 3',
      rank: 'a2',
      bindings: [{ prop: 'on', tag: 'p/d/a', via: { kind: 'expression', source: 'value + {p/e/x}' } }],
    }),
    makeComponent({ ...lamp, name: 'Frame', rank: 'a3' }),
  ]
  expect(valueRows(components).map(({ name, tag }) => `${name}: ${tag}`)).toEqual([
    'Lamp 2: p/d/c',
    'Lamp 3: p/d/a',
    'Lamp 3: p/e/x',
    'Lamp 10: p/d/b',
  ])
})
