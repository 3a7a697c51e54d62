import { describe, expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { line } from './line.ts'

const corner = [0, 0, 1, 0, 1, 1]

it('lets dashes run on through a corner', () => {
  const [first, second] = listPrimitives(line, { points: corner, lineStyle: 'dashed' }, { width: 100, height: 40 })
  expect([first?.phase, second?.phase]).toEqual([0, 100])
})

it('puts an arrow of two barbs at the end it is asked for, pointing along the last part', () => {
  const barbs = listPrimitives(
    line,
    { points: corner, endArrow: true, lineWidth: 2 },
    { width: 100, height: 40 },
  ).slice(2)
  expect(barbs.map(({ x1, y1 }) => [x1, y1])).toEqual([
    [100, 40],
    [100, 40],
  ])
  for (const { y2 } of barbs) expect(Number(y2)).toBeLessThan(40)
})

it('has no arrow where all its points are one', () => {
  expect(listPrimitives(line, { points: [0.5, 0.5, 0.5, 0.5], startArrow: true, endArrow: true })).toHaveLength(1)
})

describe('a curved line', () => {
  const size = { width: 200, height: 100 }

  it('continues its dash pattern along the curve: the phase of each piece is the length before it, minus the overlap', () => {
    const parts = listPrimitives(
      line,
      { points: corner, corners: 'rounded', cornerRadius: 40, lineStyle: 'dashed' },
      size,
    )
    let length = 0
    for (const [i, { x1, y1, x2, y2, phase }] of parts.entries()) {
      const reach =
        i === 0 ? 0 : Math.hypot(Number(parts[i - 1]?.x2) - Number(x1), Number(parts[i - 1]?.y2) - Number(y1))
      expect(Math.abs(Number(phase) - (length - reach / 2))).toBeLessThan(reach + 0.01)
      length = Number(phase) + Math.hypot(Number(x2) - Number(x1), Number(y2) - Number(y1))
    }
    // Two straight segments, each shortened by 40 at the corner, and a quarter circle.
    expect(length).toBeCloseTo(160 + 60 + (Math.PI / 2) * 40, 0)
  })

  it('has its arrow in the direction in which it ends, as broad as on a straight line', () => {
    const barbs = (props: object) =>
      listPrimitives(line, { points: corner, endArrow: true, ...props }, size)
        .slice(-2)
        .map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2])
    expect(barbs({ corners: 'rounded' })).toEqual(barbs({}))
    for (const [x1, y1, , y2] of barbs({ corners: 'smooth' })) {
      expect([x1, y1]).toEqual([200, 100])
      expect(Number(y2)).toBeLessThan(96)
    }
  })

  it('paints no place of a half-transparent line twice: it is one outline', () => {
    const drawn = listPrimitives(
      line,
      { points: [0, 0, 0.5, 1, 1, 0], corners: 'smooth', lineWidth: 10, lineColor: '#3f6f9480' },
      size,
    )
    expect(drawn.map(({ kind }) => kind)).toEqual(['polygon'])
  })

  it('is the straight line where there is no corner to bend', () => {
    const straight = listPrimitives(line, { points: [0, 0, 1, 1], endArrow: true }, size)
    for (const corners of ['rounded', 'smooth'] as const)
      expect(listPrimitives(line, { points: [0, 0, 1, 1], endArrow: true, corners }, size)).toEqual(straight)
  })
})
