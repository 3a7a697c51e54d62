import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { readDrawing } from '../../document/index.ts'
import { catalog } from '../catalog.ts'
import { connector } from './connector.ts'

it('points its heads along its first and last parts', () => {
  const heads = listPrimitives(
    connector,
    { points: [0, 0, 1, 0, 1, 1], startHead: 'filled', endHead: 'filled' },
    { width: 100, height: 40 },
  ).filter(({ kind }) => kind === 'polygon')
  expect(heads).toHaveLength(2)
  expect(String(heads[0]?.points)).toMatch(/^0 0 /)
  expect(String(heads[1]?.points)).toMatch(/^100 40 /)
})

it('lets dashes run on through its corners', () => {
  const parts = listPrimitives(
    connector,
    { points: [0, 0, 1, 0, 1, 1], lineStyle: 'dashed', endHead: 'none' },
    { width: 100, height: 40 },
  )
  expect(parts.map(({ phase }) => phase)).toEqual([0, 100])
})

it('sticks to an anchor of a component, and to nothing else', () => {
  const faults = (from: string) => {
    const components = [
      { id: 'pump', type: 'rect', x: 0, y: 0, width: 9, height: 9 },
      { id: 'a', type: 'connector', x: 0, y: 0, width: 9, height: 9, props: { from } },
    ]
    return (readDrawing({ version: 2, components }, catalog).problems ?? []).map(({ path }) => path)
  }
  for (const right of ['', 'pump:e', 'pump:0,1', 'pump:0.125,0.5', 'gone_1:n']) expect(faults(right)).toEqual([])
  for (const wrong of ['pump', 'pump:right', 'pump:2,0', 'pump:0.5', 'pump:e:w', ':e', 'pu mp:e', 'pump:,'])
    expect(faults(wrong)).toEqual(['components.1.props.from'])
})
