import { describe, expect, it } from 'vitest'
import { getNeighbours, snapMove, snapValue } from './index.ts'
import type { Box, SnapRules } from './index.ts'

const rules: SnapRules = { edges: true, centres: true, gaps: true, gridSize: 0, reach: 6 }
const box = (x: number, y: number, width = 100, height = 50): Box => ({ x, y, width, height })
const move = (moved: Box, others: readonly Box[], by: Partial<SnapRules> = {}) => {
  const all = { ...rules, ...by }
  return snapMove(moved, getNeighbours(others, [], all), all)
}

describe('snapping a moved box', () => {
  it('snaps to edges or centres only if enabled', () => {
    const other = box(0, 0, 100, 100)
    expect(move(box(103, 300, 40, 40), [other])).toMatchObject({ dx: -3, guides: [{ axis: 'x', at: 100 }] })
    expect(move(box(103, 300, 40, 40), [other], { edges: false })).toMatchObject({ dx: 0, guides: [] })
    expect(move(box(32, 300, 40, 40), [other], { edges: false })).toMatchObject({
      dx: -2,
      guides: [{ axis: 'x', at: 50 }],
    })
    expect(move(box(32, 300, 40, 40), [other], { centres: false })).toMatchObject({ dx: 0 })
  })

  it('stands in the middle between two neighbours and marks both spaces', () => {
    const snapped = move(box(203, 5, 100, 50), [box(0, 0), box(400, 0)], { edges: false, centres: false })
    expect(snapped.dx).toBe(-3)
    expect(snapped.gaps).toEqual([
      { axis: 'x', from: 100, to: 200, at: 27.5 },
      { axis: 'x', from: 300, to: 400, at: 27.5 },
    ])
  })

  it('stands as far from its neighbour as that one from the next, on either side and upright too', () => {
    const row = [box(0, 0), box(130, 0)]
    expect(move(box(264, 0), row, { edges: false, centres: false })).toMatchObject({
      dx: -4,
      gaps: [
        { from: 100, to: 130 },
        { from: 230, to: 260 },
      ],
    })
    expect(move(box(-133, 0), row, { edges: false, centres: false })).toMatchObject({ dx: 3 })
    const column = [box(0, 0), box(0, 80)]
    expect(move(box(40, 163), column, { edges: false, centres: false })).toMatchObject({
      dy: -3,
      gaps: [
        { axis: 'y', from: 50, to: 80 },
        { axis: 'y', from: 130, to: 160 },
      ],
    })
  })

  it('ignores gaps between boxes that are not beside it', () => {
    expect(move(box(203, 500), [box(0, 0), box(400, 0)], { edges: false, centres: false })).toMatchObject({
      dx: 0,
      gaps: [],
    })
  })

  it('falls back to the grid on each axis separately, and prefers other snap targets', () => {
    expect(move(box(203, 307), [box(0, 0)], { gridSize: 20 })).toMatchObject({ dx: -3, dy: -7 })
    expect(move(box(98, 307), [box(0, 0)], { gridSize: 16 })).toMatchObject({ dx: 2, dy: -3 })
  })
})

it('snaps one coordinate to a line before the grid', () => {
  expect(snapValue(98, [100, 300], { gridSize: 25, reach: 6 })).toEqual({ value: 100, isGuide: true })
  expect(snapValue(88, [100, 300], { gridSize: 25, reach: 6 })).toEqual({ value: 100, isGuide: false })
  expect(snapValue(88, [100, 300], { gridSize: 0, reach: 6 })).toBeNull()
})
