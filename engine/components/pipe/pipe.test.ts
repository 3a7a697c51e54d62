import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearestOnPath } from '../../geometry/index.ts'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { getCurve } from '../curves.ts'
import { pipe } from './pipe.ts'

const findMarks = (props: Record<string, string>) =>
  listPrimitives(pipe, props).filter(({ dash }) => dash !== undefined)

it('lets its marks run with the flow, against it, or rest', () => {
  expect(['forward', 'reverse', 'static'].map((flow) => Math.sign(Number(findMarks({ flow })[0]?.flow)))).toEqual([
    1, -1, 0,
  ])
})

it('runs faster from slow to fast', () => {
  const [slow = 0, medium = 0, fast = 0] = ['slow', 'medium', 'fast'].map((speed) =>
    Number(findMarks({ flow: 'forward', speed })[0]?.flow),
  )
  expect(slow < medium && medium < fast).toBe(true)
})

it('draws flow marks of a static pipe faintly, so that a still image distinguishes it from a flowing one', () => {
  expect([findMarks({ flow: 'forward' })[0]?.stroke, findMarks({ flow: 'static' })[0]?.stroke]).toEqual([
    '#f4f8fbff',
    '#f4f8fb59',
  ])
})

it('turns its bends round and lets the marks run on through them', () => {
  const list = listPrimitives(pipe, { points: [0, 0, 1, 0, 1, 1] }, { width: 200, height: 80 })
  expect(list.filter(({ kind }) => kind === 'ellipse')).toHaveLength(2)
  expect(list.filter(({ dash }) => dash !== undefined).map(({ phase }) => phase)).toEqual([0, 200])
})

it('has a broken wall on both edges, across its ends and round the outside of its corners, and its body once, out to its edges', () => {
  const wall = '#112233ff'
  const list = listPrimitives(
    pipe,
    { points: [0, 0, 1, 0, 1, 1], thickness: 20, borderWidth: 2, borderColor: wall, borderStyle: 'dashed' },
    { width: 200, height: 100 },
  )
  const dashes = list.filter(({ stroke }) => stroke === wall)
  const lines = dashes
    .filter(({ kind }) => kind === 'line')
    .map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2].map((value) => Math.round(Number(value) * 100) / 100))
  // Path: left to right, then down. The inside of the corner is on the right.
  expect(lines).toEqual([
    [2, 9, 191, 9],
    [191, 9, 191, 98],
    [2, -9, 200, -9],
    [209, 0, 209, 98],
    [1, -10, 1, 10],
    [210, 99, 190, 99],
  ])
  expect(
    dashes
      .filter(({ kind }) => kind === 'line')
      .every(({ dash, gap, width }) => dash === 6 && gap === 4 && width === 2),
  ).toBe(true)
  expect(dashes.filter(({ kind }) => kind === 'arc')).toMatchObject([
    { cx: 200, cy: 0, radius: 9, startDeg: -90, sweepDeg: 90, width: 2 },
  ])
  const [body] = list.filter(({ kind, dash }) => kind === 'line' && dash === undefined)
  expect(body).toMatchObject({ x1: 0, x2: 200, width: 20 })
})

it('keeps a dashed wall on the edge of the painted area at any bend, even a narrow one', () => {
  const turn = fc.integer({ min: -110, max: 110 })
  const wall = '#112233ff'
  const arbitraryPipe = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 2 }),
    thickness: fc.integer({ min: 4, max: 40 }),
    corners: fc.constantFrom('straight' as const, 'rounded' as const, 'smooth' as const),
    cornerRadius: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(arbitraryPipe, ({ turns, thickness, ...bend }) => {
      const path = [{ x: 0, y: 0 }]
      let heading = 0
      for (const by of [0, ...turns]) {
        heading += (by * Math.PI) / 180
        const from = path[path.length - 1]
        path.push({ x: from.x + 200 * Math.cos(heading), y: from.y + 200 * Math.sin(heading) })
      }
      // More than a quarter turn back in total could make the path cross itself.
      fc.pre(turns.length === 1 || Math.abs(turns[0] + (turns[1] ?? 0)) <= 120)
      const size = { width: 1000, height: 1000 }
      const points = path.flatMap(({ x, y }) => [x / 1000, y / 1000])
      const list = listPrimitives(
        pipe,
        { ...bend, points, thickness, borderWidth: 1, borderColor: wall, borderStyle: 'dashed' },
        size,
      )
      const curve = getCurve({ ...bend, points }, size)
      const middle = curve
        ? Array.from({ length: curve.length / 2 }, (_, i) => ({ x: curve[2 * i], y: curve[2 * i + 1] }))
        : path
      const edges = list.filter(({ kind, stroke }) => kind === 'line' && stroke === wall).slice(0, -2)
      expect(edges.length).toBeGreaterThan(3)
      for (const { x1, y1, x2, y2 } of edges) {
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
          const at = {
            x: Number(x1) + (Number(x2) - Number(x1)) * share,
            y: Number(y1) + (Number(y2) - Number(y1)) * share,
          }
          const distance = nearestOnPath(middle, at)?.distance
          expect(distance).toBeGreaterThan(thickness / 2 - 0.7)
          expect(distance).toBeLessThan(thickness / 2)
        }
      }
    }),
    { numRuns: 300 },
  )
})
