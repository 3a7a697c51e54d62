import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { lamp } from './lamp.ts'

const getShape = (value: number) =>
  listPrimitives(lamp, { value })
    .map(({ kind }) => kind)
    .join(' ')

it('differs in shape, not in colour alone, in each state', () => {
  const shapes = [0, 1, 2, 3].map(getShape)
  expect(new Set(shapes).size).toBe(4)
  expect(shapes[2]).toContain('line line')
  expect(shapes[3]).toContain('text')
})

it('is unknown for every value that is no state', () => {
  for (const value of [-1, 0.5, 7, 1000]) expect(getShape(value)).toBe(getShape(3))
})

it('shows a device by the numbers that the platform keeps its state by', () => {
  const of = (value: number) => listPrimitives(lamp, { stateType: 'device', value })
  const describe = (value: number) => lamp.describe?.({ ...lamp.defaults, stateType: 'device', value }, 'en')
  expect([0, 1, 2, 3, 4, 5].map(describe)).toEqual([
    'state unknown',
    'not activated',
    'disabled',
    'online',
    'offline',
    'state unknown',
  ])
  expect([
    lamp.deviceStateProps?.({ ...lamp.defaults, stateType: 'device' }),
    lamp.deviceStateProps?.(lamp.defaults),
  ]).toEqual([['value'], []])
  expect([3, 4, 0].map(of)).toEqual([1, 2, 3].map((value) => listPrimitives(lamp, { value })))
})

it('shines as bright as it is dimmed, in few steps', () => {
  const faces = Array.from({ length: 101 }, (_, brightness) =>
    String(listPrimitives(lamp, { value: 1, brightness }).at(-1)?.fill),
  )
  expect(faces[100]).toBe(lamp.defaults.onColor)
  expect(faces.every((fill, index) => index === 0 || fill >= faces[index - 1])).toBe(true)
  expect(new Set(faces).size).toBeLessThanOrEqual(17)
})

it('leaves room for its label on the side asked for', () => {
  const size = { width: 100, height: 40 }
  const discX = (labelSide: string) => Number(listPrimitives(lamp, { text: 'L1', labelSide }, size)[0]?.x)
  expect(discX('right')).toBeLessThan(20)
  expect(discX('left')).toBeGreaterThan(60)
})
