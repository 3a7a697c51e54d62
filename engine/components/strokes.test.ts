import { expect, it } from 'vitest'
import { ListBrush } from '../paint/brush/listBrush.ts'
import type { PolygonStyle } from '../paint/brush/brush.ts'
import { strokeCurve } from './strokes.ts'

it('a curve that is seen through is one outline, known not to cross itself; where it would, it is pieces', () => {
  const styles: PolygonStyle[] = []
  class Noting extends ListBrush {
    override polygon(points: readonly number[], style: PolygonStyle): void {
      styles.push(style)
      super.polygon(points, style)
    }
  }
  const listKinds = (path: readonly number[]) => {
    const brush = new Noting()
    strokeCurve(brush, path, '#33669980', { width: 8 })
    return [...new Set(brush.list.map(({ kind }) => kind))]
  }
  expect(listKinds([0, 0, 40, 0, 60, 10, 70, 25])).toEqual(['polygon'])
  const loop = Array.from({ length: 24 }, (_, i) => [Math.cos(i / 3) * 30, Math.sin(i / 3) * 30]).flat()
  expect(listKinds(loop)).toEqual(['line'])
  expect(styles).toEqual([{ fill: '#33669980', isSimple: true }])
})
