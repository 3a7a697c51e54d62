import { describe, expect, it } from 'vitest'
import { computeConsumption } from './consumption.ts'

const hour = 3_600_000
const latches = (...energies: readonly (number | null)[]) =>
  energies.flatMap((energy, index) => (energy === null ? [] : [{ at: index * hour, energy }]))

describe('the energy of a period', () => {
  it('is the difference of its two latches', () => {
    expect(computeConsumption(latches(10, 12.5), 0, hour, 0)).toEqual({ energy: 2.5, isEstimated: false })
    expect(computeConsumption(latches(10, 10), 0, hour, 0)).toEqual({ energy: 0, isEstimated: false })
  })

  it('is not known where a latch is missing, and not zero', () => {
    expect(computeConsumption(latches(10, null), 0, hour, 0)).toEqual({ energy: null, isEstimated: false })
    expect(computeConsumption([], 0, hour, 0).energy).toBe(null)
    expect(computeConsumption(latches(null, null, 5, null, null), 0, 4 * hour, 3 * hour).energy).toBe(null)
  })

  it('is estimated from the nearest latches inside, and only so far', () => {
    expect(computeConsumption(latches(null, 10, 12, 14, 16), 0, 4 * hour, hour)).toEqual({
      energy: 8,
      isEstimated: true,
    })
    expect(computeConsumption(latches(null, null, 10, 12, 14), 0, 4 * hour, hour).energy).toBe(null)
  })

  it('continues after a meter was replaced and is marked as estimated', () => {
    expect(computeConsumption(latches(100, 104, 1, 3), 0, 3 * hour, hour)).toEqual({ energy: 7, isEstimated: true })
  })

  it('counts on when the counter has run over', () => {
    expect(computeConsumption(latches(999_998, 3), 0, hour, 0)).toEqual({ energy: 5, isEstimated: true })
  })
})
