import { type Component, groupType, makeComponent } from '@mimic/engine/document'
import { expect, test } from 'vitest'
import { createTooltip } from './tooltip.ts'

const box = { type: 'rect', x: 0, y: 0, width: 10, height: 10 }
const bound = { bindings: [{ prop: 'value', tag: 'a/b/c', via: { kind: 'value' } }] } as const
const getTooltipText = (hit: Component, ...others: readonly Component[]) => {
  const found = createTooltip(hit, (id) => others.find((other) => other.id === id))
  return found && [found.component.name, found.kind, found.side, found.text]
}

test('a tooltip shows the prompt of the component, as a line or a card, on the configured side', () => {
  expect(getTooltipText(makeComponent({ ...box, ...bound, name: 'A', extras: { prompt: 'Do not open ' } }))).toEqual([
    'A',
    'line',
    'top',
    'Do not open',
  ])
  expect(
    getTooltipText(
      makeComponent({ ...box, name: 'A', extras: { prompt: 'Pump', promptMode: 'long', promptSide: 'left' } }),
    ),
  ).toEqual(['A', 'card', 'left', 'Pump'])
})

test('without words it shows its tags, without tags nothing', () => {
  expect(getTooltipText(makeComponent({ ...box, ...bound, name: 'A' }))).toEqual(['A', 'card', 'bottom', ''])
  expect(getTooltipText(makeComponent({ ...box, name: 'A' }))).toBeNull()
})

test('a tooltip follows the live prompt and mode of its tag, and is hidden for an empty prompt', () => {
  const pump = makeComponent({ ...box, name: 'Pump', extras: { prompt: 'Pump 1', promptSide: 'right' } })
  const now = (live: Readonly<Record<string, string>> | null) => {
    const found = createTooltip(
      pump,
      () => undefined,
      (id) => (id === pump.id ? live : null),
    )
    return found && [found.kind, found.side, found.text]
  }
  expect([now(null), now({ prompt: 'bearing 81 °C' }), now({ promptMode: 'long' }), now({ prompt: ' ' })]).toEqual([
    ['line', 'right', 'Pump 1'],
    ['line', 'right', 'bearing 81 °C'],
    ['card', 'right', 'Pump 1'],
    null,
  ])
})

test('a tooltip shows that the component is disabled and the interlock behind it, with or without a prompt, and ignores its group', () => {
  const group = makeComponent({ ...box, type: groupType, name: 'Group', extras: { prompt: 'Boiler' } })
  const off = (hit: Component) => {
    const found = createTooltip(hit, (id) => (id === group.id ? group : undefined), undefined, 'control.unknown')
    return found && [found.component.name, found.kind, found.text, found.disabledReason]
  }
  expect(off(makeComponent({ ...box, name: 'A', parent: group.id }))).toEqual(['A', 'card', '', 'control.unknown'])
  expect(off(makeComponent({ ...box, name: 'A', extras: { prompt: 'Pump' } }))).toEqual([
    'A',
    'line',
    'Pump',
    'control.unknown',
  ])
})

test('a group shows its tooltip for members without one of their own', () => {
  const group = makeComponent({ ...box, type: groupType, name: 'Group', extras: { prompt: 'Boiler' } })
  expect(getTooltipText(makeComponent({ ...box, name: 'A', parent: group.id }), group)).toEqual([
    'Group',
    'line',
    'top',
    'Boiler',
  ])
  expect(getTooltipText(makeComponent({ ...box, ...bound, name: 'A', parent: group.id }), group)).toEqual([
    'A',
    'card',
    'bottom',
    '',
  ])
})
