import { describe, expect, it } from 'vitest'
import { integrateLevel, toLevel } from './commandedLevel.ts'

const hour = 3_600_000
const change = (hours: number, point: string, value: number) => ({ at: hours * hour, point, value })

describe('the commanded level of a lamp', () => {
  it.each([
    [{}, null],
    [{ dimming: 40 }, 40],
    [{ dimming: 40, lamp: 0 }, 0],
    [{ dimming: 40, lamp: 1 }, 40],
    [{ switch: 1 }, 100],
    [{ switch: 0 }, 0],
    [{ dimming: 80, dimming2: 20 }, 50],
    [{ dimming: 80, dimming2: 20, lamp2: 0 }, 40],
    [{ warm: 30, cool: 50 }, 80],
    [{ warm: 30, cool: 50, lamp: 0 }, 0],
  ])('of %j is %s', (points, level) => {
    expect(toLevel(new Map(Object.entries(points)))).toBe(level)
  })

  it('is integrated over periods, also from a command before the first one', () => {
    const changes = [change(-5, 'dimming', 50), change(6, 'dimming', 100), change(18, 'lamp', 0), change(30, 'lamp', 1)]
    expect(integrateLevel(changes, [0, 24 * hour, 48 * hour])).toEqual([
      { fullHours: 3 + 12, knownHours: 24 },
      { fullHours: 18, knownHours: 24 },
    ])
  })

  it('counts only the time since its first command as known', () => {
    expect(integrateLevel([change(20, 'dimming', 50)], [0, 24 * hour])).toEqual([{ fullHours: 2, knownHours: 4 }])
    expect(integrateLevel([], [0, 24 * hour])).toEqual([{ fullHours: 0, knownHours: 0 }])
  })
})
