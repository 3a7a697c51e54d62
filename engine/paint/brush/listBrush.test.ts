import { expect, it } from 'vitest'
import { ListBrush } from './listBrush.ts'

it('writes each call down as plain data, rounded to a thousandth', () => {
  const brush = new ListBrush()
  brush.rect(0.12345, -0.0001, 10, 20, { fill: '#ffffff', radius: 1 / 3 })
  brush.text(0, 0, 10, 10, 'a\nb', { fill: '#000000', fontSize: 12 })
  expect(brush.list).toEqual([
    { kind: 'rect', x: 0.123, y: 0, width: 10, height: 20, fill: '#ffffff', radius: 0.333 },
    { kind: 'text', x: 0, y: 0, width: 10, height: 10, content: 'a\nb', fill: '#000000', fontSize: 12 },
  ])
  expect(Object.is(brush.list[0]?.y, -0)).toBe(false)
})

it('records non-finite numbers unchanged', () => {
  const brush = new ListBrush()
  brush.line(Number.NaN, 0, Number.POSITIVE_INFINITY, 0, { stroke: '#000000', width: 1 })
  expect(brush.list[0]).toMatchObject({ x1: Number.NaN, x2: Number.POSITIVE_INFINITY })
})
