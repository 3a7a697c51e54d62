import { describe, expect, it } from 'vitest'
import { type LightSetting, type LightType, loopKinds, mixChannels, poleKinds, resolveLight } from './lampTypes.ts'

const bare: LightType = {
  facility: 'pole',
  kind: poleKinds.single,
  dimmingRatio: null,
  dimmingRatio2: null,
  colorRatio: null,
  isReversed: false,
}
const resolve = (type: Partial<LightType>, setting: LightSetting, points: readonly string[], present: object = {}) =>
  resolveLight(
    { ...bare, ...type },
    setting,
    (point) => points.includes(point),
    (point) => new Map<string, number>(Object.entries(present)).get(point),
  ).map(({ point, value }) => [point, value])
const evening = { dimming: 80, colorTemperature: 25 } as const

describe('a pole', () => {
  it('of a single colour temperature is dimmed only', () => {
    expect(resolve({}, evening, ['lamp', 'dimming', 'colorTemperature'])).toEqual([['dimming', 80]])
  })

  it('of two colour temperatures is dimmed and tinted, by its own ratios where it has them', () => {
    const points = ['lamp', 'dimming', 'colorTemperature']
    expect(resolve({ kind: poleKinds.dual }, evening, points)).toEqual([
      ['dimming', 80],
      ['colorTemperature', 25],
    ])
    expect(resolve({ kind: poleKinds.dual, dimmingRatio: 50, colorRatio: 60 }, evening, points)).toEqual([
      ['dimming', 40],
      ['colorTemperature', 60],
    ])
  })

  it('with a point for each channel gets their mix, and keeps the part that is not commanded', () => {
    const points = ['warm', 'cool']
    const dual = { kind: poleKinds.dual }
    expect(mixChannels(80, 25)).toEqual({ warm: 60, cool: 20 })
    expect(resolve(dual, evening, points)).toEqual([
      ['warm', 60],
      ['cool', 20],
    ])
    expect(resolve(dual, { dimming: 40 }, points, { warm: 60, cool: 20 })).toEqual([
      ['warm', 30],
      ['cool', 10],
    ])
    expect(resolve(dual, { colorTemperature: 100 }, points, { warm: 60, cool: 20 })).toEqual([
      ['warm', 0],
      ['cool', 80],
    ])
  })

  it('with two heads gets two levels: that of the setting, or by the ratio of each head', () => {
    const points = ['lamp', 'dimming', 'lamp2', 'dimming2', 'colorTemperature']
    expect(resolve({ kind: poleKinds.double }, { ...evening, dimming2: 30 }, points)).toEqual([
      ['dimming', 80],
      ['dimming2', 30],
    ])
    expect(resolve({ kind: poleKinds.double, dimmingRatio2: 50 }, { ...evening, isOn: true }, points)).toEqual([
      ['lamp', 1],
      ['dimming', 80],
      ['lamp2', 1],
      ['dimming2', 40],
    ])
  })

  it('without dimming is switched, and a small ratio does not darken it', () => {
    expect(resolve({}, evening, ['lamp'])).toEqual([['lamp', 1]])
    expect(resolve({}, { dimming: 0 }, ['switch'])).toEqual([['switch', 0]])
    expect(resolve({ dimmingRatio: 1 }, { dimming: 20 }, ['dimming'])).toEqual([['dimming', 1]])
  })
})

describe('a loop', () => {
  const points = ['switch', 'dimming', 'colorTemperature']
  const loop = { facility: 'loop' } as const

  it.each([
    ['that switches', loopKinds.switch, [['switch', 1]]],
    ['of three phases', loopKinds.threePhaseSwitch, [['switch', 1]]],
    [
      'that dims',
      loopKinds.dimming,
      [
        ['switch', 1],
        ['dimming', 80],
      ],
    ],
    [
      'of a colour temperature',
      loopKinds.colorTemperature,
      [
        ['switch', 1],
        ['dimming', 80],
        ['colorTemperature', 25],
      ],
    ],
  ])('%s gets what its type can do', (_name, kind, expected) => {
    expect(resolve({ ...loop, kind }, evening, points)).toEqual(expected)
  })

  it('with a reversed switch is off at 1', () => {
    expect(resolve({ ...loop, kind: loopKinds.switch, isReversed: true }, { dimming: 0 }, points)).toEqual([
      ['switch', 1],
    ])
  })
})
