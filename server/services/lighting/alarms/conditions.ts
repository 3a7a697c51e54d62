import { quality } from '@mimic/engine/bindings'
import type { Words } from '../../../../contract/entity/field.ts'
import { drawsCurrent, isCommandedOn, minLampA, minLampW } from '../../../../contract/lighting/lamp.ts'
import type { Facility } from '../facilityIndex.ts'

/** Fault of a device. Sensor limits are two faults (high and low) of one point. */
export type Fault =
  | 'offline' | 'communication' | 'lampFailure' | 'unexpectedOn' | 'dimmingFailure' | 'current' | 'voltage' | 'power' | 'temperature' | 'leakage'
  | 'supplyLoss' | 'breaker' | 'contactor' | 'doorOpen' | 'limit' | 'linkage'

/** Result of checking one fault of one facility. */
export interface Finding {
  readonly fault: Fault
  /** Distinguishes findings of one fault: the point, or the point and its side. */
  readonly point: string | null
  /** Undefined if unknown; the alarm state then stays unchanged. */
  readonly isOn: boolean | undefined
  readonly value: number | null
  readonly limit: number | null
  readonly level: 1 | 2 | 3
  /** Unit of the values, if the fault does not determine it. */
  readonly unit?: 'A' | 'W' | Words
  /** Milliseconds the fault must last before an alarm is raised. */
  readonly delayMs: number
}

/** Newest usable value of a point; undefined if missing or unreliable. */
export type ValueAt = (point: string) => number | undefined
type IsOpen = (fault: Fault, point: string | null) => boolean

const lampDelayMs = 30_000
const shortDelayMs = 10_000
const hottestC = 85
const coolAgainC = 80
/** Volts below which a phase counts as dead. */
const leastSupplyV = 50
/** 220 V ± 20 %. Clears 2 % further inside. */
const voltages = { low: 176, high: 264, bandV: 4 } as const
/** Residual current in milliamperes at which cabinet monitors warn, and at which the alarm clears. */
const mostLeakageMa = 300
const leakageOverMa = 250
/** Share above the rating that raises an alarm; it clears at half of it. */
const surplus = 0.2
/**
 * Allowed deviation from the expected power at a dimming level, as a share of the rating, because drivers are not
 * linear.
 */
const dimmingSlack = 0.3
/** Amperes above which an open contactor counts as conducting, for loops without a configured absorption current. */
const leastLoopA = 0.2

/**
 * Derives the faults of a facility from its device's values. `isOpen` returns whether a fault has an open alarm, which
 * then clears only beyond its dead band. `has` returns whether the device reports a point, even without a usable value.
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

/** Returns the value if it is reliable. */
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

/** Checks the voltage furthest out of range. If all phases are dead, the supply is lost, which is a separate fault. */
function voltageOf(points: readonly string[], valueAt: ValueAt, isOpen: IsOpen, delayMs: number): Finding {
  const volts = points.map(valueAt).filter((value) => value !== undefined)
  if (volts.every((value) => value < leastSupplyV)) return finding('voltage', 2, delayMs, { isOn: undefined })
  const band = isOpen('voltage', null) ? voltages.bandV : 0
  const [highest, lowest] = [Math.max(...volts), Math.min(...volts)]
  if (highest > voltages.high - band) return finding('voltage', 2, delayMs, { isOn: true, value: highest, limit: voltages.high })
  return finding('voltage', 2, delayMs, { isOn: lowest < voltages.low + band, value: lowest, limit: voltages.low })
}

/** Values in milliamperes. */
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

/**
 * Commanded state, reported state and consumption of a lamp; undefined if unknown. Without a dimming point, dimming is
 * 100 %.
 */
function lampStateOf(valueAt: ValueAt, has: (point: string) => boolean): LampState {
  const of = (point: string, otherwise: number): number | undefined => (has(point) ? valueAt(point) : otherwise)
  const [lamp, dimming, power, current] = [of('lamp', 1), of('dimming', 100), valueAt('power'), valueAt('current')]
  const isTold = lamp === undefined || dimming === undefined || !(has('lamp') || has('dimming')) ? undefined : isCommandedOn({ lamp, dimming })
  return { isTold, isFed: drawsCurrent({ power, current }), dimming, power, current }
}

/** Lamp failure: commanded and reported on, but without current. */
function lampOf({ isTold, isFed, power, current }: LampState): Finding {
  // A lamp that is off proves nothing, so an open alarm stays until the lamp is seen burning.
  const isOn = isTold === undefined || isFed === undefined ? undefined : isFed ? false : isTold ? true : undefined
  const figures = power === undefined ? { value: current ?? null, limit: minLampA, unit: 'A' as const } : { value: power, limit: minLampW, unit: 'W' as const }
  return finding('lampFailure', 2, lampDelayMs, { isOn, ...figures })
}

/** Unexpectedly on: commanded off, but drawing current. */
function burningOf({ isTold, isFed, power, current }: LampState): Finding {
  const isOn = isTold === undefined || isFed === undefined ? undefined : !isTold && isFed
  const isByPower = power !== undefined && (power >= minLampW || current === undefined)
  const figures = isByPower ? { value: power, limit: minLampW, unit: 'W' as const } : { value: current ?? null, limit: minLampA, unit: 'A' as const }
  return finding('unexpectedOn', 1, lampDelayMs, { isOn, ...figures })
}

/** Faults that require the lamp's rating: overpower, and power that does not match the dimming level. */
function ratedLampOf({ rated }: Facility, { isTold, isFed, dimming, power }: LampState, isOpen: IsOpen): Finding[] {
  const rating = rated?.powerW
  if (typeof rating !== 'number') return [finding('power', 2, lampDelayMs, { isOn: false }), finding('dimmingFailure', 1, lampDelayMs, { isOn: false })]
  const most = rating * (1 + surplus)
  const isTooMuch = power === undefined ? undefined : power > (isOpen('power', null) ? rating * (1 + surplus / 2) : most)
  const expected = dimming === undefined ? undefined : (rating * dimming) / 100
  // Not evaluated while the lamp is off, or without current, which is a lamp failure.
  const isOff = power === undefined || expected === undefined || isTold !== true || isFed !== true ? undefined : Math.abs(power - expected) > rating * dimmingSlack
  return [
    finding('power', 2, lampDelayMs, { isOn: isTooMuch, value: power ?? null, limit: Math.round(most) }),
    finding('dimmingFailure', 1, lampDelayMs, { isOn: isOff, value: power ?? null, limit: expected === undefined ? null : Math.round(expected) }),
  ]
}

/** Compares contactor and breaker of a loop with its commanded state. */
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
    // Behind a tripped breaker, no current flows regardless of the contactor.
    return isDead === true ? undefined : absorption !== null && amperes < absorption
  }
  return [
    finding('contactor', 2, lampDelayMs, { isOn: isWrong(), value: amperes ?? null, limit: least }),
    // The breaker fault waits longer than the supply loss, which would be the cause.
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
    // Without a limit, the fault never occurs.
    const isOn = limit === null ? false : value === undefined ? undefined : side === 'high' ? value > limit - band : value < limit + band
    return finding('limit', 2, delayMs, { isOn, point: name, value: value ?? null, limit, ...(watched.unit && { unit: watched.unit }) })
  })
}
