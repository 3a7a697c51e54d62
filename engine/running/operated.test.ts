import { expect, it } from 'vitest'
import { TagTable } from '../bindings/index.ts'
import { catalog } from '../components/catalog.ts'
import { makeComponent } from '../document/index.ts'
import { getAction, resolveAction } from './actions.ts'

it('a value input of the catalogue, clicked, asks for the value of the point that it shows, and shows the present one', () => {
  const tag = 'p/d/level'
  const input = makeComponent({
    type: 'value-input',
    name: 'Level',
    x: 0,
    y: 0,
    width: 120,
    height: 32,
    bindings: [{ prop: 'value', tag, via: { kind: 'value' } }],
  })
  const tags = new TagTable()
  tags.write(tags.indexOf(tag), 42, 0, 1)
  const action = getAction(input, catalog)
  expect(action).toEqual({ kind: 'write', tag, value: null })
  expect(action && resolveAction(action, tags)).toEqual({ kind: 'ask', tag, shown: 42 })
})
