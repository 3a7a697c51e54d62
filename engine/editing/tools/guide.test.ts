import { describe, expect, it } from 'vitest'
import { workbench, type ComponentSpec, type Workbench } from '../workbench.ts'

const ruled = (...specs: readonly ComponentSpec[]): Workbench => {
  const bench = workbench(...specs)
  bench.aids.set({ showRulers: true })
  return bench
}
const lines = ({ guides }: Workbench) => guides.state.lines.map(({ axis, at }) => `${axis} ${at}`)

describe('a guide', () => {
  it('is dragged from either ruler, snaps to whole pixels and components, and does not change the drawing', () => {
    const bench = ruled({ name: 'a', x: 300, y: 300 })
    bench.drag({ x: 500, y: 5 }, { x: 510, y: 120.4 })
    bench.drag({ x: 5, y: 500 }, { x: 120, y: 500 }, { x: 303, y: 520 })
    expect([lines(bench), bench.bus.history.canUndo]).toEqual([['y 120', 'x 300'], false])
    bench.drag({ x: 5, y: 500 }, { x: 404, y: 500, free: true })
    expect(lines(bench)).toEqual(['y 120', 'x 300', 'x 404'])
  })

  it('snaps moved and resized components while it is visible', () => {
    const bench = ruled({ name: 'a', x: 100, y: 100 })
    bench.aids.set({ snapToEdges: false, snapToCentres: false, snapToGaps: false })
    bench.guides.set({ lines: [{ axis: 'x', at: 303 }] })
    bench.drag({ x: 150, y: 125 }, { x: 350, y: 125 })
    expect(bench.at('a').x).toBe(303)
    bench.drag({ x: 403, y: 125 }, { x: 500, y: 125 })
    bench.guides.set({ lines: [{ axis: 'x', at: 603 }] })
    bench.drag({ x: 500, y: 125 }, { x: 600, y: 125 })
    expect(bench.at('a').x + bench.at('a').width).toBe(603)
    bench.aids.set({ showRulers: false })
    bench.drag({ x: 400, y: 125 }, { x: 401, y: 125 }, { x: 405, y: 125 })
    expect(bench.at('a').x).toBe(308)
  })

  it('can be moved, and is removed by dragging it onto a ruler or off the page', () => {
    const bench = ruled({ name: 'a', x: 300, y: 300 })
    bench.guides.set({
      lines: [
        { axis: 'x', at: 200 },
        { axis: 'y', at: 330 },
      ],
    })
    bench.drag({ x: 202, y: 600 }, { x: 250, y: 600 })
    expect(lines(bench)).toEqual(['y 330', 'x 250'])
    // Also above a component, which is not moved.
    bench.drag({ x: 350, y: 331 }, { x: 350, y: 10 })
    expect([lines(bench), bench.at('a').y]).toEqual([['x 250'], 300])
    bench.drag({ x: 250, y: 600 }, { x: 1700, y: 600 })
    expect(lines(bench)).toEqual([])
  })

  it('that is locked does not move or block components under it; a resize handle takes precedence over a guide', () => {
    const bench = ruled({ name: 'a', x: 300, y: 300 })
    bench.guides.set({ lines: [{ axis: 'x', at: 320 }], isLocked: true })
    bench.drag({ x: 320, y: 325 }, { x: 320, y: 425 })
    expect([lines(bench), bench.at('a').y]).toEqual([['x 320'], 400])
    bench.guides.set({ lines: [{ axis: 'x', at: 400 }], isLocked: false })
    bench.drag({ x: 400, y: 425 }, { x: 440, y: 425, free: true })
    expect([lines(bench), bench.at('a').width]).toEqual([['x 400'], 140])
  })

  it('keeps within bounds and number, and equal ones are one', () => {
    const bench = ruled()
    bench.guides.set({
      lines: [
        { axis: 'x', at: 1 },
        { axis: 'x', at: 1 },
        { axis: 'x', at: Number.NaN },
        { axis: 'y', at: 1e9 },
        { axis: 'y', at: 1 },
      ],
    })
    expect(lines(bench)).toEqual(['x 1', 'y 1'])
    bench.guides.set({ lines: Array.from({ length: 300 }, (_, at) => ({ axis: 'x' as const, at })) })
    expect(lines(bench).length).toBe(200)
  })
})
