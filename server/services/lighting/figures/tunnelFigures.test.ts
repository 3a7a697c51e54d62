import { expect, it } from 'vitest'
import { computeTunnelFigures } from './tunnelFigures.ts'

const tunnel = {
  length: 1000,
  laneCount: 2,
  laneWidth: 3.75,
  direction: 'one',
  designSpeed: 80,
  left: [
    { from: 500, to: 960 },
    { from: 0, to: 500 },
  ],
  right: [],
}

it('the lighting power of a tube is per square metre of its lanes', () => {
  const lamps = [{ tube: 'left', lamps: 80, unrated: 0, power: 7200 }]
  expect(computeTunnelFigures(tunnel, lamps)).toEqual({
    stoppingDistance: 110,
    thresholds: 1,
    tubes: [{ tube: 'left', lamps: 80, unrated: 0, power: 7200, length: 960, carriageway: 7200, density: 1 }],
  })
})

it('what is not entered is unknown, and two-way traffic has a threshold zone at both ends', () => {
  const unknown = { ...tunnel, laneWidth: null, designSpeed: null, direction: 'both' }
  const lamps = [{ tube: 'right', lamps: 3, unrated: 3, power: null }]
  expect(computeTunnelFigures(unknown, lamps)).toMatchObject({
    stoppingDistance: null,
    thresholds: 2,
    tubes: [
      { tube: 'left', lamps: 0, density: null },
      { tube: 'right', length: 1000, unrated: 3, power: null },
    ],
  })
})
