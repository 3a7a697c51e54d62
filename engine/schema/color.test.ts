import { expect, it } from 'vitest'
import { cssFill } from './index.ts'

it('writes a fill as CSS, its direction that of the box it is painted on', () => {
  expect(cssFill('#123456ff')).toBe('#123456ff')
  expect(cssFill('linear(0,#000000,#ffffff)')).toBe('linear-gradient(90deg,#000000,#ffffff)')
  expect(cssFill('linear(90,#000000,#ffffff)', 300, 20)).toBe('linear-gradient(180deg,#000000,#ffffff)')
  expect(cssFill('linear(45,#000000,#ffffff)', 100, 100)).toBe('linear-gradient(135deg,#000000,#ffffff)')
  expect(cssFill('linear(45,#000000,#ffffff)', 1000, 1)).toBe('linear-gradient(179.9deg,#000000,#ffffff)')
  expect(cssFill('radial(#000000,#ffffff)')).toBe('radial-gradient(closest-side,#000000,#ffffff)')
})
