import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { rect } from './rect.ts'

it('is one primitive while it has no text', () => {
  expect(listPrimitives(rect, { borderWidth: 2, radius: 4 })).toHaveLength(1)
})

it('paints a dashed border as four broken lines inside its box, with whole corners', () => {
  const list = listPrimitives(rect, { borderWidth: 4, borderStyle: 'dashed', radius: 10 }, { width: 100, height: 50 })
  expect(list.filter(({ kind }) => kind === 'line')).toHaveLength(4)
  expect(list.filter(({ kind }) => kind === 'arc').map(({ radius }) => radius)).toEqual([8, 8, 8, 8])
  expect(list[1]).toMatchObject({ kind: 'line', x1: 10, y1: 2, x2: 90, y2: 2, dash: 12, gap: 8 })
})
