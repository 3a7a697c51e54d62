import { expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { makeComponent, newDrawing } from '../document/index.ts'
import { isMirrored } from './mirrored.ts'
import { svgOf } from './svg.ts'

it('never mirrors what nobody could read then: charts, maps and pages', () => {
  const both = { flipX: true, flipY: true }
  const never = catalog.list.filter((type) => !isMirrored(both, type, type.defaults)).map(({ type }) => type)
  expect(never).toEqual(['chart-line', 'chart-line-step', 'chart-bar', 'chart-pie', 'chart-gauge', 'map', 'history-curve', 'web-page'])
  const [drawn, flipped] = [{}, both].map((flips) => svgOf({ ...newDrawing('Chart'), components: [makeComponent({ type: 'chart-pie', width: 200, height: 100, ...flips })] }, catalog))
  expect(flipped).toBe(drawn)
})
