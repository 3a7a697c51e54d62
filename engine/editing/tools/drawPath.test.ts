import { beforeEach, expect, it } from 'vitest'
import { sharesToPath } from '../../geometry/index.ts'
import { workbench, type Workbench } from '../workbench.ts'

let bench: Workbench
beforeEach(() => {
  bench = workbench()
  bench.tools.use({ place: 'cable', name: () => 'Cable 1' })
})

function getPath() {
  const [component] = bench.selection.components()
  const corners = component?.props['corners'] ?? [0, 0.5, 1, 0.5]
  return (
    component &&
    sharesToPath(component, Array.isArray(corners) ? corners : []).map(({ x, y }) => [Math.round(x), Math.round(y)])
  )
}

it('is drawn click by click and ends where one clicks twice, as one step of undo', () => {
  bench.click({ x: 100, y: 100 })
  bench.click({ x: 300, y: 100 })
  bench.click({ x: 300, y: 250 })
  bench.tools.active.move(
    { world: { x: 320, y: 400 }, screen: { x: 320, y: 400 }, shift: false, alt: false, free: false },
    false,
  )
  expect(bench.document.components.size).toBe(1)
  bench.click({ x: 500, y: 400 })
  bench.click({ x: 500, y: 400 })
  expect(getPath()).toEqual([
    [100, 100],
    [300, 100],
    [300, 250],
    [500, 400],
  ])
  expect([bench.selection.components()[0]?.name, bench.tools.current]).toEqual(['Cable 1', 'select'])
  bench.bus.history.undo()
  expect([bench.document.components.size, bench.bus.history.canUndo]).toEqual([0, false])
})

it('a drag is one piece', () => {
  bench.drag({ x: 100, y: 100 }, { x: 250, y: 180, free: true })
  expect([getPath(), bench.tools.current]).toEqual([
    [
      [100, 100],
      [250, 180],
    ],
    'select',
  ])
})

it('a nearly horizontal segment becomes horizontal, and Shift snaps it to multiples of 45°', () => {
  bench.click({ x: 100, y: 100 })
  bench.click({ x: 300, y: 104 })
  bench.click({ x: 400, y: 190, shift: true })
  expect(bench.tools.active.confirm?.()).toBe(true)
  expect(getPath()).toEqual([
    [100, 100],
    [300, 100],
    [395, 195],
  ])
})

it('two clicks in one place, and Enter before any, put it in its usual size', () => {
  bench.click({ x: 400, y: 300 })
  bench.click({ x: 400, y: 300 })
  expect(bench.selection.components()).toMatchObject([{ x: 350, y: 290, width: 100, height: 20 }])
  bench.tools.use({ place: 'cable' })
  bench.tools.active.confirm?.()
  expect(bench.selection.components()).toMatchObject([{ x: 750, y: 440, width: 100, height: 20 }])
})

it('an area is dragged out as a box, like any shape: two corners enclose nothing', () => {
  const drawn = () =>
    bench.selection.components().map(({ x, y, width, height, props }) => [x, y, width, height, props['corners']])
  bench.tools.use({ place: 'plot' })
  bench.drag({ x: 300, y: 250 }, { x: 200, y: 180 }, { x: 100, y: 100, free: true })
  expect([drawn(), bench.tools.current]).toEqual([[[100, 100, 200, 150, undefined]], 'select'])
  bench.bus.history.undo()
  expect([bench.document.size, bench.bus.history.canUndo]).toEqual([0, false])
  // Two clicks and Enter, and also a second click at the second position.
  for (const end of [() => void bench.tools.active.confirm?.(), () => bench.click({ x: 300, y: 250 })]) {
    bench.tools.use({ place: 'plot' })
    bench.click({ x: 100, y: 100 })
    bench.click({ x: 300, y: 250 })
    end()
    expect(drawn()).toEqual([[100, 100, 200, 150, undefined]])
  }
  bench.tools.use({ place: 'plot' })
  for (const at of [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 300, y: 250 },
    { x: 100, y: 100 },
  ])
    bench.click(at)
  expect(drawn()).toEqual([[100, 100, 200, 150, [0, 0, 1, 0, 1, 1]]])
})

it('Escape first discards the unfinished path, then returns to the select tool', () => {
  bench.click({ x: 100, y: 100 })
  bench.click({ x: 300, y: 100 })
  expect([bench.tools.cancel(), bench.document.components.size, bench.tools.current]).toEqual([
    true,
    0,
    { place: 'cable', name: expect.any(Function) },
  ])
  expect([bench.tools.cancel(), bench.tools.current, bench.bus.history.canUndo]).toEqual([true, 'select', false])
})

it('a path removed by undo is started again', () => {
  bench.click({ x: 100, y: 100 })
  bench.click({ x: 300, y: 100 })
  bench.bus.history.undo()
  bench.click({ x: 500, y: 300 })
  bench.click({ x: 600, y: 300 })
  bench.click({ x: 600, y: 300 })
  expect(getPath()).toEqual([
    [500, 300],
    [600, 300],
  ])
})
