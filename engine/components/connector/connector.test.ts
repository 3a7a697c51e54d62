import { expect, it } from 'vitest'
import { primitivesOf } from '../../paint/listBrush.ts'
import { connector } from './connector.ts'

it('points its heads along its first and last parts', () => {
  const heads = primitivesOf(connector, { points: [0, 0, 1, 0, 1, 1], startHead: 'filled', endHead: 'filled' }, { width: 100, height: 40 })
    .filter(({ kind }) => kind === 'polygon')
  expect(heads).toHaveLength(2)
  expect(String(heads[0]?.points)).toMatch(/^0 0 /)
  expect(String(heads[1]?.points)).toMatch(/^100 40 /)
})

it('lets dashes run on through its corners', () => {
  const parts = primitivesOf(connector, { points: [0, 0, 1, 0, 1, 1], lineStyle: 'dashed', endHead: 'none' }, { width: 100, height: 40 })
  expect(parts.map(({ phase }) => phase)).toEqual([0, 100])
})
