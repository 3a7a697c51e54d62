import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { triangle } from './triangle.ts'

it('keeps its border within the shape', () => {
  const sides = listPrimitives(triangle, { borderStyle: 'dashed', borderWidth: 6 }, { width: 80, height: 60 }).slice(1)
  expect(sides).toHaveLength(3)
  for (const { y1, y2 } of sides) expect(Math.max(Number(y1), Number(y2))).toBeLessThanOrEqual(57)
})
