import { expect, it } from 'vitest'
import { toolKeys, pressToolKey } from './toolKeys.ts'
import { workbench, type ComponentSpec, type Workbench } from './workbench.ts'

const toArray = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
  x,
  y,
  width,
  height,
]

function keyboard(...specs: ComponentSpec[]) {
  const bench = workbench(...specs)
  const seen: string[] = []
  const view = {
    fit: () => void seen.push('fit'),
    toSelection: () => void seen.push('selection'),
    reveal: () => undefined,
    zoomBy: (factor: number) => void seen.push(factor > 1 ? 'in' : 'out'),
    actualSize: () => void seen.push('actual'),
    panBy: (x: number, y: number) => void seen.push(`${x},${y}`),
  }
  const press = (code: string, ...modifiers: ('shift' | 'alt' | 'ctrl')[]) =>
    pressToolKey(
      {
        code,
        shiftKey: modifiers.includes('shift'),
        altKey: modifiers.includes('alt'),
        ctrlKey: modifiers.includes('ctrl'),
        metaKey: false,
      },
      { ...bench, view },
    )
  return { bench, press, seen }
}

const select = (bench: Workbench, ...names: string[]) => bench.selection.set(names.map((name) => bench.id(name)))

it('tools can be selected and applied by keyboard', () => {
  const { bench, press } = keyboard({ name: 'a' }, { name: 'b', x: 300 })
  press('KeyH')
  expect(bench.tools.current).toBe('pan')
  press('KeyV')
  expect(bench.tools.current).toBe('select')
  expect(press('Enter')).toBe(false)
  bench.tools.use({ place: 'box' })
  expect(press('Enter')).toBe(true)
  expect(bench.selection.components()).toMatchObject([{ x: 750, y: 425 }])
  select(bench, 'a', 'b')
  press('KeyC')
  press('Enter')
  expect(bench.selection.components()).toMatchObject([{ type: 'joint', props: { from: `${bench.id('a')}:e` } }])
})

it('handles: alt and arrows resize along the component’s own sides, comma and point turn it; a key held is one step', () => {
  const { bench, press } = keyboard({ name: 'a', x: 100, y: 100 })
  select(bench, 'a')
  press('ArrowRight', 'alt')
  press('ArrowRight', 'alt')
  press('ArrowRight', 'alt', 'shift')
  bench.handles.end()
  expect(toArray(bench.at('a'))).toEqual([100, 100, 112, 50])
  bench.bus.history.undo()
  expect(toArray(bench.at('a'))).toEqual([100, 100, 100, 50])
  press('Period', 'shift')
  press('Comma')
  bench.handles.end()
  expect(bench.at('a').angleDeg).toBe(14)
  press('Period', 'shift')
  press('Period', 'shift')
  press('ArrowUp', 'alt')
  expect(bench.at('a').angleDeg).toBe(44)
  expect(toArray(bench.at('a')).slice(2)).toEqual([100, 49])
})

it('with a point chosen, arrows move it and Delete takes it out; without, both are left to the commands', () => {
  const { bench, press } = keyboard({
    name: 'cable',
    type: 'cable',
    x: 100,
    y: 100,
    width: 200,
    height: 100,
    props: { corners: [0, 0, 1, 0, 1, 1] },
  })
  select(bench, 'cable')
  expect([press('ArrowRight'), press('Delete')]).toEqual([false, false])
  press('KeyN', 'shift')
  expect(press('ArrowRight', 'shift')).toBe(true)
  expect(toArray(bench.at('cable'))).toEqual([100, 100, 210, 100])
  press('KeyI')
  expect(bench.points.path?.points).toHaveLength(4)
  for (let times = 0; times < 5; times++) expect(press('Delete')).toBe(true)
  expect(bench.points.path?.points).toHaveLength(2)
  expect(press('Escape')).toBe(true)
  expect(press('Escape')).toBe(false)
})

it('moves between components, and pans the view without a selection', () => {
  const { bench, press, seen } = keyboard({ name: 'a' }, { name: 'b' }, { name: 'hidden', visible: false })
  press('ArrowLeft')
  press('PageDown')
  expect(bench.selection.ids).toEqual([bench.id('a')])
  expect(press('ArrowLeft')).toBe(false)
  press('PageDown')
  press('PageDown')
  expect(bench.selection.ids).toEqual([bench.id('a')])
  press('PageUp')
  expect(bench.selection.ids).toEqual([bench.id('b')])
  for (const code of ['Equal', 'Minus', 'Digit0', 'Digit1', 'Digit2']) press(code)
  expect(seen).toEqual(['40,0', 'in', 'out', 'actual', 'fit', 'selection'])
})

it('selects several components: Shift extends or shrinks the selection, Alt skips a component', () => {
  const { bench, press } = keyboard(
    { name: 'a' },
    { name: 'b' },
    { name: 'hidden', visible: false },
    { name: 'c' },
    { name: 'd' },
  )
  const after = (code: string, modifiers: 'shift' | 'alt'): string => {
    expect(press(code, modifiers)).toBe(true)
    return bench.selection
      .components()
      .map(({ name }) => name)
      .join('')
  }
  expect(['PageDown', 'PageDown', 'PageDown', 'PageDown', 'PageDown'].map((code) => after(code, 'shift'))).toEqual([
    'a',
    'ab',
    'abc',
    'abcd',
    'abcd',
  ])
  expect(['PageUp', 'PageUp', 'PageUp', 'PageUp'].map((code) => after(code, 'shift'))).toEqual(['abc', 'ab', 'a', 'a'])
  expect([
    after('PageDown', 'shift'),
    after('PageDown', 'alt'),
    after('PageDown', 'alt'),
    after('PageDown', 'alt'),
    after('PageUp', 'shift'),
  ]).toEqual(['ab', 'ac', 'ad', 'ad', 'adc'])
  expect([after('PageUp', 'shift'), after('PageDown', 'shift'), after('PageUp', 'alt')]).toEqual(['adcb', 'adc', 'adb'])
})

it('toggles drawing aids, leaves Ctrl to the commands, and lists each key once in both languages', () => {
  const { bench, press } = keyboard()
  press('KeyG')
  press('KeyG', 'shift')
  press('KeyU', 'shift')
  expect(bench.aids.state).toMatchObject({ showGrid: true, snapToGrid: true, showRulers: true })
  expect(press('KeyG', 'ctrl')).toBe(false)
  const combinations = toolKeys.flatMap(({ codes, shift = false, alt = false }) =>
    codes.map((code) => `${code} ${shift} ${alt}`),
  )
  expect(new Set(combinations).size).toBe(combinations.length)
  for (const { words } of toolKeys) expect(words.en.length > 0 && /[\u4e00-\u9fff]/.test(words.zh)).toBe(true)
})

it('U puts guides through the middle of the selection, or of the page, shows them, and takes them away again', () => {
  const { bench, press } = keyboard({ name: 'a', x: 100, y: 100 })
  select(bench, 'a')
  press('KeyU')
  expect([bench.guides.state.lines, bench.aids.state.showRulers]).toEqual([
    [
      { axis: 'x', at: 150 },
      { axis: 'y', at: 125 },
    ],
    true,
  ])
  bench.selection.clear()
  press('KeyU')
  expect(bench.guides.state.lines.slice(2)).toEqual([
    { axis: 'x', at: 800 },
    { axis: 'y', at: 450 },
  ])
  bench.aids.set({ showRulers: false })
  press('KeyU')
  expect([bench.guides.state.lines.length, bench.aids.state.showRulers]).toEqual([4, true])
  press('KeyU')
  expect(bench.guides.state.lines.length).toBe(2)
})
