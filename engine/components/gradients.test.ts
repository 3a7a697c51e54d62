import { expect, it } from 'vitest'
import { readGradient } from '../schema/index.ts'
import { fillOfPart, mixed, thinned } from './gradients.ts'

const fill = 'linear(0,#000000ff,#ffffffff)'
const whole = { x: 50, y: 50, width: 100, height: 100 }

it('gives parts of one gradient the same colour where they meet', () => {
  const [left, right] = [fillOfPart(fill, whole, { x: 25, y: 50, width: 50, height: 10 }), fillOfPart(fill, whole, { x: 75, y: 50, width: 50, height: 10 })].map(readGradient)
  expect([left?.from, left?.to, right?.from, right?.to]).toEqual(['#000000ff', '#808080ff', '#808080ff', '#ffffffff'])
})

it('measures the angle of a turned part from the part itself', () => {
  expect(fillOfPart(fill, whole, { x: 25, y: 50, width: 80, height: 50 }, Math.PI / 2)).toBe('linear(270,#000000ff,#808080ff)')
  expect(fillOfPart('linear(90,#000000ff,#ffffffff)', whole, { x: 50, y: 25, width: 50, height: 4 }, Math.PI / 2)).toBe('linear(0,#000000ff,#808080ff)')
})

it('is one colour along a part that the gradient only crosses', () => {
  expect(fillOfPart(fill, whole, { x: 25, y: 50, width: 0, height: 50 })).toBe('#404040ff')
})

it('leaves every other fill as it is', () => {
  expect(['#123456', 'radial(#000000,#ffffff)'].map((one) => fillOfPart(one, whole, whole))).toEqual(['#123456', 'radial(#000000,#ffffff)'])
})

it('mixes and thins with alpha', () => {
  expect([mixed('#00000000', '#ffffff', 0.5), mixed('#000000', '#ffffff', Number.NaN)]).toEqual(['#80808080', '#000000ff'])
  expect([thinned('#123456', 0.5), thinned('radial(#000000ff,#ffffff80)', 0.5)]).toEqual(['#12345680', 'radial(#00000080,#ffffff40)'])
})
