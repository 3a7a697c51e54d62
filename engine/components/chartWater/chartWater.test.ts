import { expect, it } from 'vitest'
import { listPrimitives, type Primitive } from '../../paint/brush/listBrush.ts'
import { chartWater } from './chartWater.ts'

const wall = '#112233ff'
const { shape } = chartWater.fields

it.each(shape.options.map(({ value }) => value))(
  'as %s has its border whole or broken, its liquid the same',
  (value) => {
    const drawn = (borderStyle: string) =>
      listPrimitives(chartWater, { shape: value, borderStyle, borderColor: wall, borderWidth: 3, radius: 20 })
    const isWall = ({ stroke }: Primitive) => stroke === wall
    const [whole, ...broken] = ['solid', 'dashed', 'dotted'].map(drawn)
    expect(whole.filter(isWall)).toHaveLength(1)
    for (const list of broken) {
      expect(list.filter(isWall).length).toBeGreaterThan(1)
      expect(list.filter(isWall).every(({ kind }) => kind === 'line')).toBe(true)
      expect(list.filter((one) => !isWall(one))).toEqual(whole.filter((one) => !isWall(one)))
    }
  },
)
