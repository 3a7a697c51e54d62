import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { measureWidth } from '../textWidth.ts'
import { tank } from './tank.ts'

const findLevel = (props: Record<string, number>) =>
  listPrimitives(tank, props).find(({ kind }) => kind === 'liquid')?.level

it('fills by its value between minimum and maximum, and never beyond', () => {
  expect([findLevel({ value: 25 }), findLevel({ value: 250 }), findLevel({ value: 6, min: 4, max: 8 })]).toEqual([
    0.25, 1, 0.5,
  ])
  expect(findLevel({ value: -3 })).toBeUndefined()
})

it('takes the alarm colour and a thicker wall beyond a limit, and only there', () => {
  const wall = (value: number) => listPrimitives(tank, { value }).find(({ strokeWidth }) => strokeWidth !== undefined)
  expect(wall(50)).toMatchObject({ strokeWidth: 2, stroke: tank.defaults.borderColor })
  for (const value of [5, 95]) expect(wall(value)).toMatchObject({ strokeWidth: 3, stroke: tank.defaults.alarmColor })
})

it('marks a limit at an end of the scale within its box', () => {
  const marks = (props: Record<string, number>) =>
    listPrimitives(
      tank,
      { shape: 'rectangle', borderWidth: 0, value: 0, ...props },
      { width: 100, height: 80 },
    ).flatMap(({ kind, y1, strokeWidth, width, stroke }) =>
      kind === 'line' && stroke === tank.defaults.alarmColor ? [[y1, strokeWidth ?? width]] : [],
    )
  expect(marks({ lowLimit: 0, highLimit: 0 })).toEqual([[78.5, 3]])
  expect(marks({ lowLimit: 100, highLimit: 100, value: 100 })).toEqual([[1.5, 3]])
})

it('writes its value with unit and decimals', () => {
  expect(listPrimitives(tank, { value: 42.345, decimals: 1 }).at(-1)).toMatchObject({ kind: 'text', content: '42.3%' })
})

it('is round when asked, whatever its box', () => {
  expect(listPrimitives(tank, { shape: 'circle', showScale: false }, { width: 200, height: 100 })[0]).toMatchObject({
    width: 100,
    height: 100,
    radius: 50,
  })
})

it('writes value, unit and marks in the chosen font, in italics if set', () => {
  const texts = listPrimitives(tank, { fontFamily: 'serif', fontItalic: true }).filter(({ kind }) => kind === 'text')
  expect(texts.map(({ content }) => content)).toEqual(expect.arrayContaining(['0', '60%']))
  for (const one of texts) expect(one).toMatchObject({ family: 'serif', isItalic: true })
})

it('keeps its value and scale inside a narrow box: the value shrinks first, then the scale is hidden', () => {
  for (const width of [30, 45, 60, 90, 140]) {
    for (const max of [100, 2500]) {
      const drawn = listPrimitives(tank, { shape: 'rectangle', value: max / 2, max }, { width, height: 120 })
      const texts = drawn.flatMap(({ kind, content, x, width: room, fontSize, align }) =>
        kind === 'text'
          ? [{ content: String(content), x: Number(x), room: Number(room), fontSize: Number(fontSize), align }]
          : [],
      )
      for (const { content, x, room, fontSize, align } of texts) {
        const wide = measureWidth(content) * fontSize
        const left = align === 'center' ? x + (room - wide) / 2 : x
        expect([content, left >= 0, left + wide <= width + 0.01]).toEqual([content, true, true])
      }
      expect(texts.length > 1).toBe(width >= (max > 1000 ? 90 : 60))
    }
  }
})
