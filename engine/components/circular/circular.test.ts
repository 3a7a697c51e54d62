import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { circular } from './circular.ts'

it('is one ellipse that fills its box', () => {
  expect(listPrimitives(circular, {}, { width: 60, height: 40 })).toEqual([
    expect.objectContaining({ kind: 'ellipse', x: 0, y: 0, width: 60, height: 40 }),
  ])
})

it('keeps the number of dashes within bounds however large it is', () => {
  expect(
    listPrimitives(circular, { borderStyle: 'dotted', borderWidth: 1 }, { width: 1e6, height: 1e6 }).length,
  ).toBeLessThanOrEqual(121)
})
