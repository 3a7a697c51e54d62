import { quality } from '@mimic/engine/bindings'
import type { Words } from '../../../../contract/entity/field.ts'
import { drawsCurrent, isCommandedOn, minLampA, minLampW } from '../../../../contract/lighting/lamp.ts'
import type { Facility } from '../facilityIndex.ts'

/** What a fault says of itself: `device` is the whole of it but for sensors, whose limits are two faults of one point. */
export type Fault =
  | 'offline' | 'communication' | 'lampFailure' | 'unexpectedOn' | 'dimmingFailure' | 'current' | 'voltage' | 'power' | 'temperature' | 'leakage'
  | 'supplyLoss' | 'breaker' | 'contactor' | 'doorOpen' | 'limit' | 'linkage'

/** What was found of one fault of one facility. */
export interface Finding {
  readonly fault: Fault
  /** Tells two findings of one fault apart: the point, or the point and its side. */
  readonly point: string | null
  /** Undefined: the plant does not say, so that nothing begins and nothing ends. */
  readonly isOn: boolean | undefined
  readonly value: number | null
  readonly limit: number | null
  readonly level: 1 | 2 | 3
  /** What the figures are in, where the fault alone does not say it. */
  readonly unit?: 'A' | 'W' | Words
  /** How long it must last before it is an alarm. */
  readonly delayMs: number
}

/** A point's newest value; undefined where it was never told, or is not to be relied on. */
export type ValueAt = (point: string) => number | undefined
type IsOpen = (fault: Fault, point: string | null) => boolean

const lampDelayMs = 30_000
const shortDelayMs = 10_000
const hottestC = 85
const coolAgainC = 80
/** Below this no phase carries anything. */
const leastSupplyV = 50
/** 220 V and a fifth to either side; over again two hundredths further inside. */
const voltages = { low: 176, high: 264, bandV: 4 } as const
/** What residual current monitors of cabinets warn at, and where it is over. */
const mostLeakageMa = 300
const leakageOverMa = 250
/** Above its rating by this share it is too much; over again at half of it. */
const surplus = 0.2
/** So far, of the rated power, may a lamp's be from what its dimming says: drivers are not straight. */
const dimmingSlack = 0.3
/** Of a loop whose absorption current nobody entered: above this an open contactor conducts. */
const leastLoopA = 0.2

/**
 * What the values of a device say of the faults of its facility. `isOpen` tells which of them are alarms already: what is one
 * ends only beyond its dead band. `has`: the device tells this point, though perhaps nothing that can be relied on.
 */
export function detectFaults(facility: Facility, valueAt: ValueAt, isOpen: IsOpen, has: (point: string) => boolean = (point) => valueAt(point) !== undefined): Finding[] {
  const lamp = facility.kind === 'pole' ? lampStateOf(valueAt, has) : undefined
  switch (facility.kind) {
    case 'cabinet': return [doorOf(valueAt), supplyOf(valueAt), voltageOf(phases, valueAt, isOpen, shortDelayMs), leakageOf(valueAt, isOpen)]
    case 'pole': return [
      ...(lamp ? [lampOf(lamp), burningOf(lamp), ...ratedLampOf(facility, lamp, isOpen)] : []), heatOf(valueAt, isOpen), voltageOf(['voltage'], valueAt, isOpen, lampDelayMs), leakageOf(valueAt, isOpen),
    ]
    case 'loop': return [...switchedOf(facility, valueAt), loopCurrentOf(facility, valueAt, isOpen), voltageOf(phases, valueAt, isOpen, lampDelayMs)]
    case 'sensor': return limitsOf(facility, valueAt, isOpen)
    case 'thirdParty': return []
  }
}

/** The value where it may be relied on. */
export const usableValue = (value: number | undefined, mark: number | undefined): number | undefined =>
  (value === undefined || Number.isNaN(value) || (mark ?? quality.bad) >= quality.bad ? undefined : value)

const phases = ['voltageA', 'voltageB', 'voltageC'] as const

const finding = (fault: Fault, level: Finding['level'], delayMs: number, rest: Pick<Finding, 'isOn'> & Partial<Finding>): Finding =>
  ({ fault, point: null, value: null, limit: null, level, delayMs, ...rest })

function doorOf(valueAt: ValueAt): Finding {
  const value = valueAt('doorOpen')
  return finding('doorOpen', 2, shortDelayMs, { isOn: value === undefined ? undefined : value > 0 })
}

function supplyOf(valueAt: ValueAt): Finding {
  const volts = phases.map(valueAt).filter((value) => value !== undefined)
  const highest = volts.length > 0 ? Math.max(...volts) : undefined
  return finding('supplyLoss', 3, shortDelayMs, { isOn: highest === undefined ? undefined : highest < leastSupplyV, value: highest ?? null, limit: leastSupplyV })
}

/** The voltage that is furthest out. Where no phase carries anything the supply is lost, which is another fault. */
function voltageOf(points: readonly string[], valueAt: ValueAt, isOpen: IsOpen, delayMs: number): Finding {
  const volts = points.map(valueAt).filter((value) => value !== undefined)
  if (volts.every((value) => value < leastSupplyV)) return finding('voltage', 2, delayMs, { isOn: undefined })
  const band = isOpen('voltage', null) ? voltages.bandV : 0
  const [highest, lowest] = [Math.max(...volts), Math.min(...volts)]
  if (highest > voltages.high - band) return finding('voltage', 2, delayMs, { isOn: true, value: highest, limit: voltages.high })
  return finding('voltage', 2, delayMs, { isOn: lowest < voltages.low + band, value: lowest, limit: voltages.low })
}

/** In milliamperes. */
function leakageOf(valueAt: ValueAt, isOpen: IsOpen): Finding {
  const value = valueAt('leakage')
  const isOn = value === undefined ? undefined : value > (isOpen('leakage', null) ? leakageOverMa : mostLeakageMa)
  return finding('leakage', 3, shortDelayMs, { isOn, value: value ?? null, limit: mostLeakageMa })
}

interface LampState {
  readonly isTold: boolean | undefined
  readonly isFed: boolean | undefined
  readonly dimming: number | undefined
  readonly power: number | undefined
  readonly current: number | undefined
}

/** What a lamp is told, says that it does, and takes; each undefined where it is not known. A lamp that tells no dimming has none. */
function lampStateOf(valueAt: ValueAt, has: (point: string) => boolean): LampState {
  const of = (point: string, otherwise: number): number | undefined => (has(point) ? valueAt(point) : otherwise)
  const [lamp, dimming, power, current] = [of('lamp', 1), of('dimming', 100), valueAt('power'), valueAt('current')]
  const isTold = lamp === undefined || dimming === undefined || !(has('lamp') || has('dimming')) ? undefined : isCommandedOn({ lamp, dimming })
  return { isTold, isFed: drawsCurrent({ power, current }), dimming, power, current }
}

/** Told to give light, says that it does, and takes no current. */
function lampOf({ isTold, isFed, power, current }: LampState): Finding {
  // Off, it says nothing of the lamp: what is an alarm stays one until the lamp is seen burning.
  const isOn = isTold === undefined || isFed === undefined ? undefined : isFed ? false : isTold ? true : undefined
  const figures = power === undefined ? { value: current ?? null, limit: minLampA, unit: 'A' as const } : { value: power, limit: minLampW, unit: 'W' as const }
  return finding('lampFailure', 2, lampDelayMs, { isOn, ...figures })
}

/** Told to be dark, and burns all the same. */
function burningOf({ isTold, isFed, power, current }: LampState): Finding {
  const isOn = isTold === undefined || isFed === undefined ? undefined : !isTold && isFed
  const isByPower = power !== undefined && (power >= minLampW || current === undefined)
  const figures = isByPower ? { value: power, limit: minLampW, unit: 'W' as const } : { value: current ?? null, limit: minLampA, unit: 'A' as const }
  return finding('unexpectedOn', 1, lampDelayMs, { isOn, ...figures })
}

/** What can be said of a lamp only where its rating is known: too much power, and light that does not follow its dimming. */
function ratedLampOf({ rated }: Facility, { isTold, isFed, dimming, power }: LampState, isOpen: IsOpen): Finding[] {
  const rating = rated?.powerW
  if (typeof rating !== 'number') return [finding('power', 2, lampDelayMs, { isOn: false }), finding('dimmingFailure', 1, lampDelayMs, { isOn: false })]
  const most = rating * (1 + surplus)
  const isTooMuch = power === undefined ? undefined : power > (isOpen('power', null) ? rating * (1 + surplus / 2) : most)
  const expected = dimming === undefined ? undefined : (rating * dimming) / 100
  // Dark, it says nothing of its dimming; without current it has failed as a lamp.
  const isOff = power === undefined || expected === undefined || isTold !== true || isFed !== true ? undefined : Math.abs(power - expected) > rating * dimmingSlack
  return [
    finding('power', 2, lampDelayMs, { isOn: isTooMuch, value: power ?? null, limit: Math.round(most) }),
    finding('dimmingFailure', 1, lampDelayMs, { isOn: isOff, value: power ?? null, limit: expected === undefined ? null : Math.round(expected) }),
  ]
}

/** What a contactor and the breaker behind it do, against what the loop is switched to. */
function switchedOf({ rated }: Facility, valueAt: ValueAt): Finding[] {
  const [said, measured, volts] = [valueAt('switch'), valueAt('current'), valueAt('voltage')]
  const isOn = said === undefined ? undefined : (said > 0) !== (rated?.isReversed ?? false)
  const amperes = measured === undefined ? undefined : measured * (rated?.ratio ?? 1)
  const isDead = volts === undefined ? undefined : volts < leastSupplyV
  const absorption = rated?.absorptionA ?? null
  const least = absorption ?? leastLoopA
  const isWrong = (): boolean | undefined => {
    if (isOn === undefined || amperes === undefined) return undefined
    if (!isOn) return amperes >= least
    // Behind a tripped breaker nothing flows, whatever the contactor does.
    return isDead === true ? undefined : absorption !== null && amperes < absorption
  }
  return [
    finding('contactor', 2, lampDelayMs, { isOn: isWrong(), value: amperes ?? null, limit: least }),
    // Longer than a loss of supply, which is the reason where it is one.
    finding('breaker', 3, lampDelayMs, { isOn: isOn === true ? isDead : undefined, value: volts ?? null, limit: leastSupplyV }),
  ]
}

function loopCurrentOf({ rated }: Facility, valueAt: ValueAt, isOpen: IsOpen): Finding {
  const rating = rated?.currentA
  if (typeof rating !== 'number') return finding('current', 2, lampDelayMs, { isOn: false })
  const measured = ['current', 'currentA', 'currentB', 'currentC'].map(valueAt).filter((value) => value !== undefined)
  const highest = measured.length === 0 ? undefined : Math.max(...measured) * (rated?.ratio ?? 1)
  const most = rating * (1 + surplus)
  return finding('current', 2, lampDelayMs, { isOn: highest === undefined ? undefined : highest > (isOpen('current', null) ? rating * (1 + surplus / 2) : most), value: highest ?? null, limit: most })
}

function heatOf(valueAt: ValueAt, isOpen: IsOpen): Finding {
  const value = valueAt('temperature')
  const isOn = value === undefined ? undefined : value > (isOpen('temperature', null) ? coolAgainC : hottestC)
  return finding('temperature', 1, lampDelayMs, { isOn, value: value ?? null, limit: hottestC })
}

function limitsOf({ watched }: Facility, valueAt: ValueAt, isOpen: IsOpen): Finding[] {
  if (!watched) return []
  const { point, coefficient, deadband, delayMs } = watched
  const raw = valueAt(point)
  const value = raw === undefined ? undefined : raw * coefficient
  return (['high', 'low'] as const).map((side) => {
    const limit = watched[side]
    const name = `${point}.${side}`
    const band = isOpen('limit', name) ? deadband : 0
    // A limit that was taken away is kept by every value.
    const isOn = limit === null ? false : value === undefined ? undefined : side === 'high' ? value > limit - band : value < limit + band
    return finding('limit', 2, delayMs, { isOn, point: name, value: value ?? null, limit, ...(watched.unit && { unit: watched.unit }) })
  })
}
