import { expect, it } from 'vitest'
import { type AreaMeter, type MeterEnergy, sumMeters } from './measuredEnergy.ts'

const meter = (device: string, source: AreaMeter['source'], share = 1): AreaMeter => ({ device, source, share })
const reading = (device: string, at: number, energy: number | null, isEstimated = false): MeterEnergy => ({
  device,
  at,
  energy,
  isEstimated,
})

it('prefers the meters nearest to the lamps and counts shared cabinets by their share', () => {
  const meters = [meter('lamp', 'lamps'), meter('box', 'cabinets', 0.25), meter('own', 'cabinets')]
  const cabinets = [reading('box', 0, 8), reading('own', 0, 3), reading('box', 10, 4), reading('own', 10, 1)]
  expect(sumMeters(meters, cabinets, [0, 10, 20])).toEqual({
    source: 'cabinets',
    isShared: true,
    isEstimated: false,
    steps: [5, 2],
  })
  expect(sumMeters(meters, [...cabinets, reading('lamp', 0, 1), reading('lamp', 10, 2)], [0, 10, 20])).toEqual({
    source: 'lamps',
    isShared: false,
    isEstimated: false,
    steps: [1, 2],
  })
})

it('is estimated if a meter is missing or estimated, and unknown without any', () => {
  const meters = [meter('a', 'lamps'), meter('b', 'lamps')]
  expect(sumMeters(meters, [reading('a', 0, 1), reading('b', 0, null)], [0, 10])).toMatchObject({
    isEstimated: true,
    steps: [1],
  })
  expect(sumMeters(meters, [reading('a', 0, 1), reading('b', 0, 1, true)], [0, 10])).toMatchObject({
    isEstimated: true,
  })
  expect(sumMeters(meters, [reading('a', 0, null)], [0, 10])).toEqual({
    source: null,
    isShared: false,
    isEstimated: false,
    steps: [null],
  })
})
