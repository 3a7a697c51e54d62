import { describe, expect, it } from 'vitest'
import { workbench, type Workbench } from '../workbench.ts'

const place = (bench: Workbench, name: string) => [bench.at(name).x, bench.at(name).y]

describe('aids while moving', () => {
  it('snaps to the grid if enabled, and Ctrl suspends snapping', () => {
    const bench = workbench({ name: 'a', x: 300, y: 300 })
    bench.aids.set({ snapToGrid: true, gridSize: 25 })
    bench.drag({ x: 310, y: 310 }, { x: 343, y: 362 })
    expect(place(bench, 'a')).toEqual([325, 350])
    bench.drag({ x: 335, y: 360 }, { x: 342, y: 365, free: true })
    expect(place(bench, 'a')).toEqual([332, 355])
  })

  it('finds the equal space between two neighbours and marks it', () => {
    const bench = workbench(
      { name: 'left', x: 100, y: 300 },
      { name: 'right', x: 560, y: 300 },
      { name: 'a', x: 300, y: 500 },
    )
    bench.tools.active.press({
      world: { x: 310, y: 510 },
      screen: { x: 310, y: 510 },
      shift: false,
      alt: false,
      free: false,
    })
    bench.tools.active.move(
      { world: { x: 337, y: 323 }, screen: { x: 337, y: 323 }, shift: false, alt: false, free: false },
      true,
    )
    expect(place(bench, 'a')[0]).toBe(330)
    expect(bench.feedback.state.gaps).toMatchObject([
      { axis: 'x', from: 200, to: 330 },
      { axis: 'x', from: 430, to: 560 },
    ])
    bench.tools.cancel()
    bench.aids.set({ snapToGaps: false })
    bench.drag({ x: 310, y: 510 }, { x: 337, y: 323 })
    expect(place(bench, 'a')[0]).toBe(327)
  })

  it('lets edges and centres be switched off', () => {
    const bench = workbench({ name: 'still', x: 100, y: 100 }, { name: 'moved', x: 400, y: 400 })
    bench.aids.set({ snapToEdges: false, snapToCentres: false, snapToGaps: false })
    bench.drag({ x: 410, y: 410 }, { x: 115, y: 515 })
    expect(place(bench, 'moved')).toEqual([105, 505])
  })

  it('places and resizes on the grid', () => {
    const bench = workbench()
    bench.aids.set({ snapToGrid: true, gridSize: 20, snapToEdges: false, snapToCentres: false })
    bench.tools.use({ place: 'box' })
    bench.drag({ x: 303, y: 298 }, { x: 411, y: 355 })
    const [created] = bench.selection.components()
    expect(created).toMatchObject({ x: 300, y: 300, width: 120, height: 60 })
    bench.drag({ x: 420, y: 360 }, { x: 447, y: 391 })
    expect(bench.selection.components()).toMatchObject([{ width: 140, height: 100 }])
  })

  it('keeps its grid within limits', () => {
    const bench = workbench()
    for (const [requested, expected] of [
      [0, 2],
      [1e9, 1000],
      [Number.NaN, 10],
    ] as const) {
      bench.aids.set({ gridSize: requested })
      expect(bench.aids.state.gridSize).toBe(expected)
    }
  })
})

describe('many at once, turned ones among them', () => {
  const three = () => {
    const bench = workbench(
      { name: 'a', x: 100, y: 100 },
      { name: 'b', x: 300, y: 100, angleDeg: 90 },
      { name: 'c', x: 150, y: 300, angleDeg: 30 },
    )
    bench.selection.set([bench.id('a'), bench.id('b'), bench.id('c')])
    return bench
  }
  const centre = (bench: Workbench, name: string) => {
    const { x, y, width, height } = bench.at(name)
    return [x + width / 2, y + height / 2]
  }
  // Bounding box of all three: c, rotated by 30 degrees, extends to 361.65.
  const corner = { x: 375, y: 371.65 }

  it('shift keeps every shape and angle', () => {
    const bench = three()
    const before = ['a', 'b', 'c'].map((name) => bench.at(name))
    bench.drag(corner, { x: corner.x + 275, y: corner.y + 10, shift: true })
    for (const was of before) {
      const now = bench.at(was.name)
      expect(now.width / now.height).toBeCloseTo(was.width / was.height, 2)
      expect(now.angleDeg).toBe(was.angleDeg)
      expect(now.width).toBeGreaterThan(was.width * 1.9)
    }
  })

  it('alt keeps the common centre', () => {
    const bench = three()
    const frameCentre = () => {
      const [x, y] = ['a', 'b', 'c']
        .map((name) => centre(bench, name))
        .reduce(([sx = 0, sy = 0], [px = 0, py = 0]) => [sx + px / 3, sy + py / 3], [0, 0])
      return [x ?? 0, y ?? 0]
    }
    const before = frameCentre()
    bench.drag(corner, { x: corner.x + 100, y: corner.y + 100, shift: true, alt: true })
    const after = frameCentre()
    // The common centre is (237.5, 235.8); points move away from it proportionally.
    expect((after[0] ?? 0) - 237.5).toBeCloseTo(((before[0] ?? 0) - 237.5) * (bench.at('a').width / 100), 0)
  })

  it('turns all about one centre and adds the turn to each', () => {
    const bench = workbench({ name: 'a', x: 100, y: 100 }, { name: 'b', x: 300, y: 100, angleDeg: 45 })
    bench.selection.set([bench.id('a'), bench.id('b')])
    // Rotated by 45 degrees, b extends from 296.97 to 403.03 and from 71.97 to 178.03.
    bench.drag({ x: 251.5, y: 71.97 - 24 }, { x: 500, y: 125, shift: true })
    expect([bench.at('a').angleDeg, bench.at('b').angleDeg]).toEqual([90, 135])
    const [ax = 0, ay = 0] = centre(bench, 'a')
    const [bx = 0, by = 0] = centre(bench, 'b')
    expect([Math.round(bx - ax), Math.round(by - ay)]).toEqual([0, 200])
  })
})
