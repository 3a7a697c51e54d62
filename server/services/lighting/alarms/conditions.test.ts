import { quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import { defaultFaultLimits, type FaultLimits } from '../../../../contract/lighting/faultLimits.ts'
import { FacilityIndex, type Facility } from '../facilityIndex.ts'
import { isSameOccurrence } from '../../alarms/alarmStore.ts'
import { detectFaults, usableValue } from './conditions.ts'
import type { Finding } from './conditions.ts'
import { Debouncer } from './debounce.ts'

const facility = (kind: Facility['kind'], more: Partial<Facility> = {}): Facility => ({
  kind,
  id: 'a',
  project: 'street',
  title: 'A',
  device: 'a',
  cabinet: null,
  isInService: true,
  ...more,
})
const find = (
  of: Facility,
  values: Readonly<Record<string, number>>,
  fault: string,
  open: readonly string[] = [],
  limits?: FaultLimits,
): boolean | undefined =>
  detectFaults(of, {
    valueAt: (point) => values[point],
    isOpen: (name, point) => open.includes(point ?? name),
    ...(limits && { limits }),
  }).find((one) => one.fault === fault || one.point === fault)?.isOn

describe('a fault', () => {
  it.each([
    ['told to burn and takes nothing', { lamp: 1, dimming: 80, power: 0.6, current: 0 }, true],
    ['burns', { lamp: 1, dimming: 80, power: 90 }, false],
    ['burns dimmed to the least', { lamp: 1, dimming: 1, power: 3 }, false],
    ['is off', { lamp: 0, dimming: 80, power: 0.6 }, undefined],
    ['is dimmed to nothing', { lamp: 1, dimming: 0, power: 0.6 }, undefined],
    ['tells no current', { lamp: 1, dimming: 80 }, undefined],
  ])('of a lamp that %s', (_how, values, isOn) => {
    expect(find(facility('pole'), values, 'lampFailure')).toBe(isOn)
  })

  it('of a limit ends beyond its dead band, and is scaled by the coefficient', () => {
    const sensor = facility('sensor', {
      limits: { point: 'lux', coefficient: 10, low: 100, high: 1000, deadband: 50, delayMs: 0 },
    })
    expect(find(sensor, { lux: 100 }, 'lux.high')).toBe(false)
    expect(find(sensor, { lux: 100.1 }, 'lux.high')).toBe(true)
    expect(find(sensor, { lux: 96 }, 'lux.high', ['lux.high'])).toBe(true)
    expect(find(sensor, { lux: 95 }, 'lux.high', ['lux.high'])).toBe(false)
    expect(find(sensor, { lux: 9 }, 'lux.low')).toBe(true)
    expect(find(sensor, { lux: 14 }, 'lux.low', ['lux.low'])).toBe(true)
    expect(find(sensor, {}, 'lux.low', ['lux.low'])).toBe(undefined)
  })

  it('of a limit has the unit of its sensor, or none if the sensor has none', () => {
    const directory = new FacilityIndex()
    const getUnit = (kind: number): unknown => {
      directory.put('sensor', 'a', 'street', { name: 'A', device: 'a', kind, high: 10 })
      const of = directory.findByDevice('street', 'a')
      return of && detectFaults(of, { valueAt: () => 20, isOpen: () => false }).map(({ isOn, unit }) => isOn && unit)
    }
    expect([1, 2, 3, 4].map(getUnit)).toEqual([
      [{ en: 'lx', zh: 'lx' }, false],
      [{ en: 'cd/m²', zh: 'cd/m²' }, false],
      [{ en: 'veh/h', zh: '辆/h' }, false],
      [undefined, false],
    ])
  })

  it('is not read out of a value that is bad, stale or none', () => {
    expect([
      usableValue(5, quality.good),
      usableValue(5, quality.uncertain),
      usableValue(5, quality.bad),
      usableValue(NaN, quality.good),
      usableValue(undefined, undefined),
    ]).toEqual([5, 5, undefined, undefined, undefined])
  })

  it('of the supply requires all phases to fail', () => {
    expect(find(facility('cabinet'), { voltageA: 0, voltageB: 1, voltageC: 230 }, 'supplyLoss')).toBe(false)
    expect(find(facility('cabinet'), { voltageA: 0, voltageB: 1, voltageC: 2 }, 'supplyLoss')).toBe(true)
  })
})

const rated = { powerW: null, currentA: null, absorptionA: null, ratio: 1, isReversed: false }

describe('a lamp', () => {
  const lamp = facility('pole', { rating: { ...rated, powerW: 100 } })

  it.each([
    ['dark and burning', { lamp: 0, dimming: 80, power: 90 }, 'unexpectedOn', true],
    ['dark', { lamp: 1, dimming: 0, power: 0.6 }, 'unexpectedOn', false],
    ['of more power than a fifth above its rating', { lamp: 1, dimming: 100, power: 121 }, 'power', true],
    ['of its rating', { lamp: 1, dimming: 100, power: 100 }, 'power', false],
    ['at full power though dimmed to a third', { lamp: 1, dimming: 30, power: 100 }, 'dimmingFailure', true],
    ['that follows its dimming as well as drivers do', { lamp: 1, dimming: 30, power: 42 }, 'dimmingFailure', false],
    [
      'without current, which is a failure of another kind',
      { lamp: 1, dimming: 100, power: 0.6 },
      'dimmingFailure',
      undefined,
    ],
    ['at too low a voltage', { voltage: 170 }, 'voltage', true],
    ['without voltage, of which nothing can be said', { voltage: 3 }, 'voltage', undefined],
    ['that leaks', { leakage: 301 }, 'leakage', true],
  ])('%s', (_how, values, fault, isOn) => {
    expect(find(lamp, values, fault)).toBe(isOn)
  })

  it('with an unreliable dimming or state has no faults, and without a dimming point counts as fully on', () => {
    const findings = (values: Readonly<Record<string, number>>, commanded: readonly string[]) =>
      Object.fromEntries(
        detectFaults(lamp, {
          valueAt: (point) => values[point],
          isOpen: () => false,
          has: (point) => commanded.includes(point),
        }).map(({ fault, isOn }) => [fault, isOn]),
      )
    expect(findings({ lamp: 1, power: 30 }, ['lamp', 'dimming', 'power'])).toMatchObject({
      dimmingFailure: undefined,
      lampFailure: undefined,
    })
    expect(findings({ dimming: 100, power: 0.6 }, ['lamp', 'dimming', 'power'])).toMatchObject({
      lampFailure: undefined,
      unexpectedOn: undefined,
    })
    expect(findings({ lamp: 1, power: 30 }, ['lamp', 'power'])).toMatchObject({ dimmingFailure: true })
  })

  it('without a rated power has no power fault, and an open one is cleared', () => {
    expect([
      find(facility('pole', { rating: rated }), { power: 500 }, 'power'),
      find(facility('pole', { rating: rated }), { lamp: 1, dimming: 10, power: 500 }, 'dimmingFailure'),
    ]).toEqual([false, false])
  })

  it('with a fault is well again only some way inside', () => {
    expect([find(lamp, { power: 115 }, 'power', ['power']), find(lamp, { power: 109 }, 'power', ['power'])]).toEqual([
      true,
      false,
    ])
    expect([
      find(lamp, { voltage: 178 }, 'voltage', ['voltage']),
      find(lamp, { voltage: 181 }, 'voltage', ['voltage']),
    ]).toEqual([true, false])
    expect([
      find(lamp, { leakage: 280 }, 'leakage', ['leakage']),
      find(lamp, { leakage: 240 }, 'leakage', ['leakage']),
    ]).toEqual([true, false])
  })
})

describe('a loop', () => {
  const loop = facility('loop', { rating: { ...rated, absorptionA: 2, ratio: 10, currentA: 50 } })

  it.each([
    ['that conducts though it is open', { switch: 0, current: 0.5 }, 'contactor', true],
    ['that is open', { switch: 0, current: 0 }, 'contactor', false],
    ['that does not pull in', { switch: 1, current: 0.1, voltage: 230 }, 'contactor', true],
    ['that carries what it should', { switch: 1, current: 3, voltage: 230 }, 'contactor', false],
    ['on and without voltage', { switch: 1, current: 0, voltage: 0 }, 'breaker', true],
    [
      'on and without voltage, which says nothing of its contactor',
      { switch: 1, current: 0, voltage: 0 },
      'contactor',
      undefined,
    ],
    ['off and without voltage', { switch: 0, voltage: 0 }, 'breaker', undefined],
    ['of more current than a fifth above its rating', { currentA: 6.1, currentB: 3 }, 'current', true],
    ['of its rating', { currentA: 5 }, 'current', false],
    ['with one phase too high', { voltageA: 230, voltageB: 270, voltageC: 231 }, 'voltage', true],
  ])('%s', (_how, values, fault, isOn) => {
    expect(find(loop, values, fault)).toBe(isOn)
  })

  it('with an inverted switch is evaluated inversely', () => {
    const reversed = facility('loop', { rating: { ...rated, isReversed: true } })
    expect([
      find(reversed, { switch: 1, current: 3 }, 'contactor'),
      find(reversed, { switch: 0, voltage: 0 }, 'breaker'),
    ]).toEqual([true, true])
  })
})

describe('the limits of a project', () => {
  const limits: FaultLimits = {
    minVoltage: 100,
    maxVoltage: 130,
    supplyLossVoltage: 20,
    maxLeakage: 30,
    maxTemperature: 60,
    overloadTolerance: 50,
    dimmingTolerance: 10,
    minLoopCurrent: 1,
    shortFaultDelay: 2,
    longFaultDelay: 5,
  }
  const [cabinet, lamp, loop] = [
    facility('cabinet'),
    facility('pole', { rating: { ...rated, powerW: 100 } }),
    facility('loop', { rating: { ...rated, currentA: 10 } }),
  ]

  it.each<[string, Facility, Readonly<Record<string, number>>, readonly [boolean, boolean]]>([
    ['voltage', cabinet, { voltageA: 120, voltageB: 120, voltageC: 120 }, [true, false]],
    ['supplyLoss', cabinet, { voltageA: 40, voltageB: 40, voltageC: 40 }, [true, false]],
    ['leakage', cabinet, { leakage: 40 }, [false, true]],
    ['temperature', lamp, { temperature: 70 }, [false, true]],
    ['power', lamp, { lamp: 1, dimming: 100, power: 130 }, [true, false]],
    ['dimmingFailure', lamp, { lamp: 1, dimming: 50, power: 70 }, [false, true]],
    ['current', loop, { current: 14 }, [true, false]],
    ['contactor', loop, { switch: 0, current: 0.5 }, [true, false]],
  ])('replace those of %s', (fault, of, values, [byDefault, own]) => {
    expect([find(of, values, fault, [], defaultFaultLimits), find(of, values, fault, [], limits)]).toEqual([
      byDefault,
      own,
    ])
  })

  it('leave room for the alarm to clear', () => {
    expect([
      find(cabinet, { leakage: 26 }, 'leakage', ['leakage'], limits),
      find(cabinet, { leakage: 24 }, 'leakage', ['leakage'], limits),
    ]).toEqual([true, false])
  })

  it('set the delays', () => {
    const delays = [cabinet, loop].map(
      (of) => detectFaults(of, { valueAt: () => 0, isOpen: () => false, limits })[0]?.delayMs,
    )
    expect(delays).toEqual([2_000, 5_000])
  })
})

describe('a delay', () => {
  const finding = (isOn: boolean | undefined): Finding => ({
    fault: 'limit',
    point: 'x',
    isOn,
    value: 1,
    limit: 0,
    level: 2,
    delayMs: 10_000,
  })
  const getTransitions = (delays: Debouncer<string>, nowMs: number) => delays.due(nowMs).map(({ due }) => due)

  it('ignores short faults and raises lasting ones once', () => {
    const delays = new Debouncer<string>()
    delays.update('a', 'A', finding(true), false, 0)
    delays.update('a', 'A', finding(false), false, 5_000)
    delays.update('a', 'A', finding(true), false, 6_000)
    expect(getTransitions(delays, 12_000)).toEqual([])
    delays.update('a', 'A', finding(true), false, 14_000)
    expect([getTransitions(delays, 16_000), getTransitions(delays, 30_000)]).toEqual([['raise'], []])
  })

  it('neither raises nor clears while the state is unknown', () => {
    const delays = new Debouncer<string>()
    delays.update('a', 'A', finding(true), false, 0)
    delays.update('a', 'A', finding(undefined), false, 5_000)
    expect([getTransitions(delays, 60_000), delays.size]).toEqual([[], 0])
    delays.update('a', 'A', finding(false), true, 60_000)
    delays.update('a', 'A', finding(undefined), true, 61_000)
    expect(getTransitions(delays, 65_000)).toEqual(['clear'])
  })
})

describe('the return of a fault', () => {
  it.each([
    ['is the same one while it lasts', { status: 'confirmed', clearedAt: null, order: null }, true],
    ['is the same one while somebody works on it', { status: 'confirmed', clearedAt: 0, order: 'dispatched' }, true],
    ['is a new one after the work has ended', { status: 'confirmed', clearedAt: 0, order: 'ended' }, false],
    [
      'is the same one when it trembles and nobody has seen it',
      { status: 'unconfirmed', clearedAt: 0, order: null },
      true,
    ],
    ['is a new one after it was confirmed', { status: 'confirmed', clearedAt: 0, order: null }, false],
  ])('%s', (_what, before, isSame) => {
    expect(isSameOccurrence(before, 60_000)).toBe(isSame)
  })

  it('is a new one after some time', () => {
    expect(isSameOccurrence({ status: 'unconfirmed', clearedAt: 0, order: null }, 3_600_000)).toBe(false)
  })
})
