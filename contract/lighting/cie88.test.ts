import { describe, expect, it } from 'vitest'
import { thresholdLength, transitionPlan, transitionShare } from './cie88.ts'

describe('the transition of a tunnel', () => {
  it('falls by the curve of CIE 88', () => {
    expect([0, 2, 4, 6, 10, 20].map((t) => Math.round(transitionShare(t) * 1000) / 1000)).toEqual([
      0.407, 0.149, 0.083, 0.055, 0.031, 0.013,
    ])
  })

  it('starts after the stopping distance at the design speed', () => {
    expect([40, 50, 80, 120, 140].map(thresholdLength)).toEqual([40, 57.5, 110, 210, 260])
  })

  it('requires for each zone the value of the curve at its start, and more at higher speeds', () => {
    const tube = [
      { name: 'TR2', from: 300, to: 440 },
      { name: 'TH1', from: 0, to: 110 },
      { name: 'TR1', from: 110, to: 300 },
      { name: 'none', from: 500, to: 500 },
    ]
    const at = (speed: number) =>
      transitionPlan(tube, speed).map(({ name, share, seconds }) => [
        name,
        Math.round(share * 100),
        Math.round(seconds * 10) / 10,
      ])
    expect(at(80)).toEqual([
      ['TH1', 100, 5],
      ['TR1', 41, 8.6],
      ['TR2', 4, 6.3],
    ])
    expect(at(120)).toEqual([
      ['TH1', 100, 3.3],
      ['TR1', 100, 5.7],
      ['TR2', 12, 4.2],
    ])
  })

  it('starts at both ends of a tube with two-way traffic', () => {
    const tube = [
      { name: 'south', from: 0, to: 110 },
      { name: 'middle', from: 110, to: 700 },
      { name: 'north', from: 700, to: 960 },
    ]
    expect(transitionPlan(tube, 80, 'both').map(({ share }) => Math.round(share * 1000) / 1000)).toEqual([1, 0.407, 1])
    expect(transitionPlan(tube, 80).map(({ share }) => share < 0.1)).toEqual([false, false, true])
  })
})
