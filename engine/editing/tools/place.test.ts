import { expect, it } from 'vitest'
import { workbench } from '../workbench.ts'

it('a click places the usual size around the pointer, selects it and gives the selecting tool back', () => {
  const bench = workbench()
  bench.tools.use({ place: 'box' })
  bench.click({ x: 400, y: 300 })
  expect(bench.selection.components()).toMatchObject([{ type: 'box', x: 350, y: 275, width: 100, height: 50 }])
  expect(bench.tools.current).toBe('select')
  bench.bus.history.undo()
  expect(bench.document.components.size).toBe(0)
})

it('a drag gives the box, in any direction', () => {
  const bench = workbench()
  bench.tools.use({ place: 'box' })
  bench.drag({ x: 400, y: 300 }, { x: 250, y: 220 })
  expect(bench.selection.components()).toMatchObject([{ x: 250, y: 220, width: 150, height: 80 }])
})

it('a placed component is named by the name function when it is placed', () => {
  const bench = workbench({ name: 'a' })
  bench.tools.use({ place: 'box', name: () => `Box ${bench.document.components.size + 1}` })
  bench.click({ x: 400, y: 300 })
  expect(bench.selection.components()).toMatchObject([{ name: 'Box 2' }])
})

it('escape gives the selecting tool back and places nothing', () => {
  const bench = workbench()
  bench.tools.use({ place: 'box' })
  expect(bench.tools.cancel()).toBe(true)
  expect(bench.tools.current).toBe('select')
  expect(bench.tools.cancel()).toBe(false)
})

it('the panning tool moves the view and no component', () => {
  const bench = workbench({ name: 'a' })
  bench.tools.use('pan')
  bench.drag({ x: 10, y: 10 }, { x: 40, y: 25 })
  expect(bench.moves).toEqual([{ x: 30, y: 15 }])
  expect(bench.bus.history.canUndo).toBe(false)
})
