import { expect, it } from 'vitest'
import { primitivesOf } from '../../paint/listBrush.ts'
import { line } from './line.ts'

const corner = [0, 0, 1, 0, 1, 1]

it('lets dashes run on through a corner', () => {
  const [first, second] = primitivesOf(line, { points: corner, lineStyle: 'dashed' }, { width: 100, height: 40 })
  expect([first?.phase, second?.phase]).toEqual([0, 100])
})

it('puts an arrow of two barbs at the end it is asked for, pointing along the last part', () => {
  const barbs = primitivesOf(line, { points: corner, endArrow: true, lineWidth: 2 }, { width: 100, height: 40 }).slice(2)
  expect(barbs.map(({ x1, y1 }) => [x1, y1])).toEqual([[100, 40], [100, 40]])
  for (const { y2 } of barbs) expect(Number(y2)).toBeLessThan(40)
})

it('has no arrow where all its points are one', () => {
  expect(primitivesOf(line, { points: [0.5, 0.5, 0.5, 0.5], startArrow: true, endArrow: true })).toHaveLength(1)
})
