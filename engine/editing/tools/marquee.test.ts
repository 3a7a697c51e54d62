import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getBounds, boxBetween, intersects, meetsPath, sharesToPath } from '../../geometry/index.ts'
import { getSelectionFrame } from '../frames.ts'
import { workbench, type ComponentSpec } from '../workbench.ts'

const place = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 800 }) })
const pointer = (at: { x: number; y: number }) => ({ world: at, screen: at, shift: false, alt: false, free: true })

it('selects the components that its box touches at every step, in any direction', () => {
  const arbitraryComponents = fc.array(
    fc.record({ at: place, angleDeg: fc.integer({ min: 0, max: 359 }), locked: fc.boolean(), isMember: fc.boolean() }),
    { minLength: 1, maxLength: 25 },
  )
  fc.assert(
    fc.property(arbitraryComponents, fc.array(place, { minLength: 2, maxLength: 12 }), (components, route) => {
      const list = components.map(({ at, angleDeg, locked, isMember }, i): ComponentSpec => ({
        name: `${i}`,
        ...at,
        angleDeg,
        locked,
        ...(isMember && { in: 'group' }),
      }))
      const bench = workbench({ name: 'group', type: 'group' }, ...list)
      const start = { x: -50, y: -50 }
      bench.tools.active.press(pointer(start))
      for (const at of route) {
        bench.tools.active.move(pointer(at), true)
        const box = boxBetween(start, at)
        const selected = bench.document
          .paintOrder()
          .filter((one) => one.type !== 'group' && !one.locked && intersects(getBounds(one), box))
        expect([...bench.selection.ids].sort()).toEqual(
          [...new Set(selected.map((one) => one.parent ?? one.id))].sort(),
        )
      }
    }),
    { numRuns: 300 },
  )
})

it('selects wide lines that its box touches, including their full width, at every step', () => {
  const arbitraryComponents = fc.array(
    fc.record({ at: place, angleDeg: fc.integer({ min: 0, max: 359 }), breadth: fc.constantFrom(0, 1, 30, 100) }),
    { minLength: 1, maxLength: 15 },
  )
  fc.assert(
    fc.property(
      arbitraryComponents,
      fc.constantFrom({ x: -300, y: -300 }, { x: 1300, y: 400 }),
      fc.array(place, { minLength: 2, maxLength: 12 }),
      (components, start, route) => {
        const corners = [0, 0.2, 1, 0.2, 1, 1]
        const bench = workbench(
          ...components.map(({ at, angleDeg, breadth }, i): ComponentSpec => ({
            name: `${i}`,
            type: 'hose',
            ...at,
            height: 150,
            angleDeg,
            props: { corners, breadth },
          })),
        )
        bench.tools.active.press(pointer(start))
        for (const at of route) {
          bench.tools.active.move(pointer(at), true)
          const box = boxBetween(start, at)
          const selected = bench.document
            .paintOrder()
            .filter((one) => meetsPath(sharesToPath(one, corners), box, Number(one.props['breadth']) / 2))
          expect([...bench.selection.ids].sort()).toEqual(selected.map(({ id }) => id).sort())
          expect(Number(bench.feedback.state.label?.text ?? 0)).toBe(selected.length)
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('shows the number of selected components, and selects more than two thousand on release', () => {
  const bench = workbench(
    ...Array.from({ length: 2500 }, (_, i): ComponentSpec => ({
      name: `${i}`,
      x: (i % 50) * 30,
      y: Math.floor(i / 50) * 17,
      width: 5,
      height: 5,
    })),
  )
  bench.tools.active.press(pointer({ x: -10, y: -10 }))
  bench.tools.active.move(pointer({ x: 1600, y: 170 }), true)
  expect(bench.selection.ids).toHaveLength(550)
  bench.tools.active.move(pointer({ x: 1600, y: 900 }), true)
  expect(bench.feedback.state.label?.text).toBe('2500')
  bench.tools.active.release(pointer({ x: 1600, y: 900 }))
  expect(bench.selection.ids).toHaveLength(2500)
})

it('reports frame, lock state and members of a large selection exactly after release', () => {
  const grid = Array.from({ length: 9000 }, (_, i): ComponentSpec => ({
    name: `${i}`,
    x: (i % 90) * 10,
    y: Math.floor(i / 90) * 10,
    width: 8,
    height: 8,
    angleDeg: i % 5 === 0 ? 45 : 0,
    locked: i === 8999,
  }))
  const bench = workbench(...grid)
  bench.drag({ x: -5, y: -5 }, { x: 700, y: 700 }, { x: 900, y: 1000 })
  const { selection, selected } = bench
  expect(selection.ids).toHaveLength(8999)
  expect(selected.frame).toEqual(getSelectionFrame(selection.components()))
  expect(selected.isLocked).toBe(false)
  expect([...bench.document.all()].filter(({ id }) => !selection.has(id)).map(({ name }) => name)).toEqual(['8999'])
  selection.toggle(bench.id('8999'))
  expect([selection.has(bench.id('8999')), selection.has(bench.id('0')), selected.isLocked]).toEqual([true, true, true])
  selection.toggle(bench.id('0'))
  expect(selection.has(bench.id('0'))).toBe(false)
  expect(selected.frame).toEqual(getSelectionFrame(selection.components()))
})

it('counts more components than it displays correctly at every step, even when some are deleted meanwhile', () => {
  const grid = Array.from({ length: 3000 }, (_, i): ComponentSpec => ({
    name: `${i}`,
    x: (i % 60) * 10,
    y: Math.floor(i / 60) * 10,
    width: 8,
    height: 8,
    ...(i % 7 === 0 && { in: 'group' }),
  }))
  const bench = workbench({ name: 'group', type: 'group' }, ...grid)
  const start = { x: -5, y: -5 }
  const selected = (at: { x: number; y: number }) => {
    const members = bench.document
      .paintOrder()
      .filter((one) => one.type !== 'group' && intersects(getBounds(one), boxBetween(start, at)))
    return new Set(members.map((one) => one.parent ?? one.id)).size
  }
  const shown = () => Number(bench.feedback.state.label?.text ?? 0)
  bench.tools.active.press(pointer(start))
  for (const at of [
    { x: 590, y: 480 },
    { x: 600, y: 450 },
    { x: 540, y: 500 },
    { x: 30, y: 40 },
    { x: 590, y: 490 },
  ]) {
    bench.tools.active.move(pointer(at), true)
    expect(shown()).toBe(selected(at))
  }
  bench.bus.run('del', { ids: [bench.id('1'), bench.id('61'), bench.id('2999')] })
  bench.tools.active.move(pointer({ x: 595, y: 495 }), true)
  expect(shown()).toBe(selected({ x: 595, y: 495 }))
  bench.tools.active.release(pointer({ x: 595, y: 495 }))
  expect(bench.selection.ids).toHaveLength(selected({ x: 595, y: 495 }))
})

it('selects exactly the displayed components on release after growing and shrinking, without further lookups', () => {
  const grid = Array.from({ length: 3000 }, (_, i): ComponentSpec => ({
    name: `${i}`,
    x: (i % 60) * 10,
    y: Math.floor(i / 60) * 10,
    width: 8,
    height: 8,
    ...(i % 11 === 0 && { in: 'group' }),
  }))
  const bench = workbench({ name: 'group', type: 'group' }, ...grid)
  bench.tools.active.press(pointer({ x: -5, y: -5 }))
  for (const at of [
    { x: 590, y: 480 },
    { x: 560, y: 420 },
    { x: 595, y: 490 },
  ])
    bench.tools.active.move(pointer(at), true)
  const shown = Number(bench.feedback.state.label?.text)
  let lookups = 0
  const { document } = bench
  const get = document.get.bind(document)
  document.get = (id) => {
    lookups++
    return get(id)
  }
  bench.tools.active.release(pointer({ x: 595, y: 490 }))
  expect(lookups).toBeLessThan(10)
  expect(bench.selection.ids).toHaveLength(shown)
  expect(new Set(bench.selection.ids).size).toBe(shown)
  expect(bench.selection.components().map(({ id }) => id)).toEqual(bench.selection.ids)
  expect(bench.selection.has(bench.id('group'))).toBe(true)
  expect(bench.selection.has(bench.id('1'))).toBe(true)
})
