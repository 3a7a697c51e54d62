import { expect, it } from 'vitest'
import { rulerTicks } from './rulerTicks.ts'

const labels = (from: number, to: number, scale: number) =>
  rulerTicks(from, to, scale).flatMap(({ label }) => label ?? [])

it('shows round numbers at every zoom level', () => {
  expect(labels(0, 400, 1)).toEqual(['0', '100', '200', '300', '400'])
  expect(labels(-30, 60, 4)).toEqual(['-20', '0', '20', '40', '60'])
  expect(labels(0, 3, 64)).toEqual(['0', '1', '2', '3'])
  expect(labels(0, 40000, 0.01)).toEqual(['0', '10000', '20000', '30000', '40000'])
})

it('never crowds: labels and ticks keep their distance from the smallest zoom to the largest', () => {
  for (let scale = 0.01; scale <= 64; scale *= 1.1) {
    const ticks = rulerTicks(-137, -137 + 1600 / scale, scale)
    const marked = ticks.filter(({ label }) => label !== null)
    const nearest = (list: typeof ticks) =>
      Math.min(...list.slice(1).map(({ at }, i) => (at - (list[i]?.at ?? NaN)) * scale))
    expect(nearest(ticks)).toBeGreaterThan(4.99)
    expect(nearest(marked)).toBeGreaterThan(55)
    expect(marked.length).toBeGreaterThan(9)
  }
})
