import { describe, expect, it } from 'vitest'
import { cssFill, isFill, plainColor, readGradient, writeGradient } from './index.ts'

it('writes a fill as CSS, its direction that of the box it is painted on', () => {
  expect(cssFill('#123456ff')).toBe('#123456ff')
  expect(cssFill('linear(0,#000000,#ffffff)')).toBe('linear-gradient(90deg,#000000,#ffffff)')
  expect(cssFill('linear(90,#000000,#ffffff)', 300, 20)).toBe('linear-gradient(180deg,#000000,#ffffff)')
  expect(cssFill('linear(45,#000000,#ffffff)', 100, 100)).toBe('linear-gradient(135deg,#000000,#ffffff)')
  expect(cssFill('linear(45,#000000,#ffffff)', 1000, 1)).toBe('linear-gradient(179.9deg,#000000,#ffffff)')
  expect(cssFill('radial(#000000,#ffffff)')).toBe('radial-gradient(closest-side,#000000,#ffffff)')
})

it('writes several colours as CSS with the places where they stand', () => {
  expect(cssFill('linear(0,#000000 0,#ffffff 0.3333,#000000 1)')).toBe(
    'linear-gradient(90deg,#000000 0%,#ffffff 33.33%,#000000 100%)',
  )
  expect(cssFill('radial(#000000 0.5,#ffffff 0.5)')).toBe('radial-gradient(closest-side,#000000 50%,#ffffff 50%)')
})

describe('a gradient', () => {
  const eight = Array.from({ length: 8 }, (_, i) => `#${i}${i}${i}${i}${i}${i}ff ${i / 8}`).join(',')

  it.each([
    'linear(0,#000000ff,#ffffff)',
    'radial(#000000ff,#ffffff80)',
    'linear(359.9,#000000 0,#ff0000 0.3,#ffffff 1)',
    'radial(#000000 0.1,#ffffff 0.9)',
    'linear(12.5,#000000 0,#111111 0.5,#222222 0.5,#333333 0.5)',
    `radial(${eight})`,
  ])('is read and written again as it was: %s', (text) => {
    const gradient = readGradient(text)
    expect(gradient && writeGradient(gradient)).toBe(text)
    expect(isFill(text, true)).toBe(true)
    expect(isFill(text, false)).toBe(false)
  })

  it('of colours without places has them evenly from end to end', () => {
    expect(readGradient('linear(0,#000000,#111111,#222222)')?.stops.map(({ at }) => at)).toEqual([0, 0.5, 1])
    expect(readGradient('linear(0,#000000 0,#111111 1)')).toEqual(readGradient('linear(0,#000000,#111111)'))
  })

  it.each([
    'linear(0,#000000)',
    'linear(0,#000000 0)',
    'linear(0)',
    'radial()',
    'linear(0,#000000 0,#111111)',
    'linear(0,#000000 0.5,#111111 0.4)',
    'linear(0,#000000 0,#111111 1.1)',
    'linear(0,#000000 -0.1,#111111 1)',
    'linear(0,#000000 0%,#111111 100%)',
    'linear(0,#000000  0,#111111 1)',
    'linear(0,#000000 0,#111111 1,)',
    'linear(0, #000000,#111111)',
    `radial(${eight},#000000 1)`,
    `radial(${'#000000,'.repeat(100_000)}#000000)`,
    'linear(1e3,#000000,#111111)',
    'conic(#000000,#111111)',
  ])('is none: %s', (text) => {
    expect(readGradient(text)).toBeUndefined()
    expect(isFill(text, true)).toBe(false)
  })

  it('shows its first colour where only one can be shown', () => {
    expect(plainColor('linear(0,#112233 0.2,#445566 0.3,#778899 1)')).toBe('#112233')
  })
})
