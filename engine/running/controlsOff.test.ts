import { expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { groupType, type Id, isId, makeComponent } from '../document/index.ts'
import { withControlsOff } from './controlsOff.ts'

const tag = 'p/d/t'
const action = { kind: 'write', tag, value: 1 } as const

it('disables components that send commands, and their members, and keeps display components unchanged', () => {
  const components = [
    makeComponent({
      id: toId('button'),
      type: 'button',
      name: 'Start',
      action,
      bindings: [{ prop: 'isOff', tag: 'p/d/lock', via: { kind: 'value' } }],
    }),
    makeComponent({
      id: toId('switch'),
      type: 'switch',
      name: 'Pump',
      bindings: [{ prop: 'value', tag, via: { kind: 'value' } }],
    }),
    makeComponent({ id: toId('group'), type: groupType, name: 'Panel', action }),
    makeComponent({ id: toId('member'), type: 'rect', name: 'Member', parent: toId('group'), opacity: 0.5 }),
    makeComponent({
      id: toId('text'),
      type: 'text',
      name: 'Reading',
      bindings: [{ prop: 'text', tag, via: { kind: 'value' } }],
    }),
    makeComponent({
      id: toId('link'),
      type: 'button',
      name: 'Map',
      action: { kind: 'link', url: 'https://example.com', open: 'window' },
    }),
  ]
  const shown = new Map(withControlsOff(components, catalog).map((component) => [String(component.id), component]))
  expect([
    shown.get('button')?.props['isOff'],
    shown.get('button')?.bindings,
    shown.get('switch')?.opacity,
    shown.get('switch')?.bindings.length,
    shown.get('member')?.opacity,
  ]).toEqual([true, [], 0.4, 1, 0.2])
  for (const id of ['text', 'link'])
    expect(shown.get(id)).toBe(components.find((component) => String(component.id) === id))
})

function toId(text: string): Id {
  if (!isId(text)) throw new Error(`${text} is no id`)
  return text
}
