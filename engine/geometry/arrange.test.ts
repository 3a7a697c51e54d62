import { describe, expect, it } from 'vitest'
import { makeId } from '../document/index.ts'
import { alignBoxes, distributeBoxes, snapBox, snapCoordinate, getSnapLines, snapToGrid } from './index.ts'
import type { Alignment, Placed, Shift } from './index.ts'

const [a, b, c] = [makeId(), makeId(), makeId()]
const items: readonly Placed[] = [
  { id: a, box: { x: 0, y: 0, width: 10, height: 10 } },
  { id: b, box: { x: 100, y: 50, width: 20, height: 20 } },
  { id: c, box: { x: 30, y: 80, width: 30, height: 40 } },
]

const along = (shifts: readonly Shift[], axis: 'dx' | 'dy'): number[] => shifts.map((shift) => shift[axis])

describe('aligning', () => {
  it.each<[Alignment, 'dx' | 'dy', number[]]>([
    ['left', 'dx', [0, -100, -30]],
    ['right', 'dx', [110, 0, 60]],
    ['centre-x', 'dx', [55, -50, 15]],
    ['top', 'dy', [0, -50, -80]],
    ['bottom', 'dy', [110, 50, 0]],
    ['centre-y', 'dy', [55, 0, -40]],
  ])('%s moves along one axis only', (alignment, axis, expected) => {
    const shifts = alignBoxes(items, alignment)
    expect(along(shifts, axis)).toEqual(expected)
    expect(along(shifts, axis === 'dx' ? 'dy' : 'dx')).toEqual([0, 0, 0])
  })

  it('aligns to the layer when it is given, and nothing to nothing', () => {
    expect(along(alignBoxes(items, 'right', { x: 0, y: 0, width: 1600, height: 900 }), 'dx')).toEqual([
      1590, 1480, 1540,
    ])
    expect(alignBoxes([], 'left')).toEqual([])
  })
})

describe('distributing', () => {
  it('makes the gaps equal and leaves the outermost', () => {
    expect(distributeBoxes(items, 'x')).toEqual([
      { id: a, dx: 0, dy: 0 },
      { id: c, dx: 10, dy: 0 },
      { id: b, dx: 0, dy: 0 },
    ])
    expect(distributeBoxes(items, 'y').map(({ id, dy }) => [id, dy])).toEqual([
      [a, 0],
      [b, -15],
      [c, 0],
    ])
  })

  it('leaves two as they are', () => {
    expect(along(distributeBoxes(items.slice(0, 2), 'x'), 'dx')).toEqual([0, 0])
  })
})

describe('snapping', () => {
  const lines = getSnapLines(items.map(({ box }) => box))

  it('brings the nearest edge or centre onto a line, each axis by itself', () => {
    expect(snapBox({ x: 102, y: 300, width: 50, height: 5 }, lines, 4)).toEqual({
      dx: -2,
      dy: 0,
      guides: [{ axis: 'x', at: 100 }],
    })
    const both = snapBox({ x: 33, y: 78, width: 30, height: 40 }, lines, 4)
    expect(both).toMatchObject({ dx: -3, dy: 2 })
    expect(both.guides).toEqual([
      ...[30, 45, 60].map((at) => ({ axis: 'x', at })),
      ...[80, 100, 120].map((at) => ({ axis: 'y', at })),
    ])
  })

  it('ignores lines out of range', () => {
    expect(snapBox({ x: 206, y: 300, width: 10, height: 10 }, lines, 4)).toEqual({ dx: 0, dy: 0, guides: [] })
    expect(snapBox({ x: 1, y: 1, width: 1, height: 1 }, { x: [], y: [] }, 10)).toEqual({ dx: 0, dy: 0, guides: [] })
    expect([snapCoordinate(62, lines.x, 3), snapCoordinate(66, lines.x, 3)]).toEqual([60, null])
  })

  it('knows a grid, and none', () => {
    expect([snapToGrid(14, 10), snapToGrid(-14, 10), snapToGrid(14.3, 0)]).toEqual([10, -10, 14.3])
  })
})
