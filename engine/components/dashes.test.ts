import { expect, it } from 'vitest'
import { listPrimitives } from '../paint/brush/listBrush.ts'
import { cutDashes, readDashes } from './dashes.ts'
import { line } from './line/line.ts'

it('reads patterns of any length and ignores texts that are none', () => {
  expect(readDashes('15 5 3 5')).toEqual([15, 5, 3, 5])
  expect(readDashes('4, 2, 1')).toEqual([4, 2, 1, 4, 2, 1])
  for (const text of ['', '0 0', '4 -1', 'dashed', '1 '.repeat(100)]) expect(readDashes(text)).toBeUndefined()
})

it('cuts a path into its dashes, across corners', () => {
  expect(cutDashes([0, 0, 40, 0], [15, 5, 3, 5])).toEqual([
    [0, 0, 15, 0],
    [20, 0, 23, 0],
    [28, 0, 40, 0],
  ])
  expect(cutDashes([0, 0, 6, 0, 6, 10], [10, 4])).toEqual([
    [0, 0, 6, 0, 6, 4],
    [6, 8, 6, 10],
  ])
})

it('joins dashes at a gap of length 0 and draws dashes of length 0 as dots', () => {
  expect(cutDashes([0, 0, 20, 0], [3, 2, 4, 0])).toEqual([
    [0, 0, 3, 0],
    [5, 0, 9, 0, 12, 0],
    [14, 0, 18, 0, 20, 0],
  ])
  expect(cutDashes([0, 0, 9, 0], [0, 4])?.map(([x]) => x)).toEqual([0, 4, 8])
})

it('refuses patterns with too many dashes', () => {
  expect(cutDashes([0, 0, 1e6, 0], [0.1, 0.1])).toBeUndefined()
})

it('draws each dash of a line, and its chosen ends', () => {
  const size = { width: 60, height: 40 }
  const dashed = listPrimitives(line, { points: [0, 0.5, 1, 0.5], lineWidth: 20, dashes: '10 15' }, size)
  expect(dashed.map(({ kind, x1, x2, cap }) => [kind, x1, x2, cap])).toEqual([
    ['line', 0, 10, 'butt'],
    ['line', 25, 35, 'butt'],
    ['line', 50, 60, 'butt'],
  ])
  const square = listPrimitives(line, { points: [0, 0.5, 1, 0.5], lineWidth: 10, lineEnds: 'square' }, size)
  expect(square.map(({ x1, x2 }) => [x1, x2])).toEqual([[-5, 65]])
})
