import { expect, it } from 'vitest'
import { workbench } from './workbench.ts'

it('pastes copies with their bindings and groups, each time 25 px further, as one undo step', () => {
  const bench = workbench(
    { name: 'group', type: 'group' },
    { name: 'member', in: 'group', bindings: [{ prop: 'fill', tag: 'p/d/x', via: { kind: 'value' } }] },
  )
  bench.selection.set([bench.id('group')])
  bench.clipboard.copy()
  bench.clipboard.paste()
  bench.clipboard.paste()
  expect(bench.selection.components()).toMatchObject([{ type: 'group', x: 50, y: 50 }])
  const [pasted] = bench.document.children(bench.selection.ids[0] ?? null)
  expect(pasted).toMatchObject({ x: 50, y: 50, bindings: [{ tag: 'p/d/x' }] })
  bench.bus.history.undo()
  bench.bus.history.undo()
  expect(bench.document.components.size).toBe(2)
})

it('pastes with the middle of all at the place that was pointed at', () => {
  const bench = workbench({ name: 'a' }, { name: 'b', x: 200, y: 150 })
  bench.selection.set([bench.id('a'), bench.id('b')])
  bench.clipboard.copy()
  bench.clipboard.paste(undefined, { x: 1000, y: 600 })
  expect(bench.selection.components()).toMatchObject([
    { x: 850, y: 500 },
    { x: 1050, y: 650 },
  ])
  // The next paste by keyboard is offset from the original, as before.
  bench.clipboard.paste()
  expect(bench.selection.components()).toMatchObject([
    { x: 25, y: 25 },
    { x: 225, y: 175 },
  ])
})

it('cut components can be pasted into another drawing', () => {
  const from = workbench({ name: 'a', x: 100 })
  from.selection.set([from.id('a')])
  const text = from.clipboard.cut()
  expect(from.document.components.size).toBe(0)
  const to = workbench()
  expect(to.clipboard.paste(text)).toEqual({ ours: true, problems: [] })
  expect(to.selection.components()).toMatchObject([{ type: 'box', x: 125 }])
})

it('passes over a text that is not ours and refuses a broken one, changing nothing', () => {
  const bench = workbench({ name: 'a' })
  expect(bench.clipboard.paste('a shopping list')).toEqual({ ours: false, problems: [] })
  const broken = bench.clipboard.paste('{"name":"mimic-clipboard","components":[{"type":7}]}')
  expect(broken.ours).toBe(true)
  expect(broken.problems).not.toEqual([])
  expect(bench.document.components.size).toBe(1)
})

it('cuts only unlocked components and does not paste the others; with all locked, it rejects the command and keeps the clipboard', () => {
  const bench = workbench({ name: 'a', locked: true }, { name: 'b' })
  const rejections: string[] = []
  bench.bus.onRefused(({ code }) => rejections.push(code))
  bench.selection.set([bench.id('a'), bench.id('b')])
  bench.clipboard.cut()
  bench.clipboard.paste()
  expect([...bench.document.components.values()].map((one) => one.name).sort()).toEqual(['a', 'b'])
  bench.selection.set([bench.id('a')])
  expect([bench.clipboard.cut(), rejections]).toEqual([undefined, ['command.locked']])
  bench.clipboard.remove()
  expect([bench.document.components.size, rejections]).toEqual([2, ['command.locked', 'command.locked']])
  bench.clipboard.paste()
  expect(bench.document.components.size).toBe(3)
})

it('does not delete locked components', () => {
  const bench = workbench({ name: 'a', locked: true }, { name: 'b' })
  bench.selection.set([bench.id('a'), bench.id('b')])
  bench.clipboard.remove()
  expect([...bench.document.components.values()].map((one) => one.name)).toEqual(['a'])
})

it('copies a style to other components and drawings by keyboard, and notifies when one is available', () => {
  const from = workbench({ name: 'a', opacity: 0.5, props: { fill: '#ff0000ff' } }, { name: 'b' }, { name: 'c' })
  let styleChanges = 0
  const stop = from.clipboard.onStyle(() => styleChanges++)
  from.selection.set([from.id('a')])
  from.clipboard.copyStyle()
  stop()
  from.selection.set([from.id('b'), from.id('c')])
  from.clipboard.pasteStyle()
  expect([styleChanges, from.clipboard.hasStyle, from.at('b').opacity, from.at('c').props]).toEqual([
    1,
    true,
    0.5,
    { fill: '#ff0000ff' },
  ])
  from.bus.history.undo()
  expect([from.at('b').opacity, from.at('c').props]).toEqual([1, {}])
  const to = workbench({ name: 'd' })
  to.selection.set([to.id('d')])
  to.clipboard.pasteStyle()
  expect(to.at('d').props).toEqual({ fill: '#ff0000ff' })
})
