import { quality } from '@mimic/engine/bindings'
import type { Words } from '../../../../contract/entity/field.ts'
import { drawsCurrent, isCommandedOn, minLampA, minLampW } from '../../../../contract/lighting/lamp.ts'
import type { Facility } from '../facilityIndex.ts'

const facilityFaults = [
  'offline',
  'communication',
  'lampFailure',
  'unexpectedOn',
  'dimmingFailure',
  'current',
  'voltage',
  'power',
  'temperature',
  'leakage',
  'supplyLoss',
  'breaker',
  'contactor',
  'doorOpen',
  'limit',
] as const

/** Fault of a facility. Sensor limits are two faults (high and low) of one point. */
export type Fault = (typeof facilityFaults)[number]

/** Returns true if the fault is detected here. Limits of tags, linkages and scripts raise the others. */
export const isFacilityFault = (fault: string): boolean => facilityFaults.some((each) => each === fault)

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
const maxTemperatureC = 85
const clearTemperatureC = 80
/** Volts below which a phase counts as dead. */
const minSupplyV = 50
/** 220 V ± 20 %. Clears 2 % further inside. */
const voltages = { low: 176, high: 264, bandV: 4 } as const
/** Residual current in milliamperes at which cabinet monitors warn, and at which the alarm clears. */
const maxLeakageMa = 300
const clearLeakageMa = 250
/** Share above the rating that raises an alarm; it clears at half of it. */
const powerTolerance = 0.2
/**
 * Allowed deviation from the expected power at a dimming level, as a share of the rating, because drivers are not
 * linear.
 */
const dimmingTolerance = 0.3
/** Amperes above which an open contactor counts as conducting, for loops without a configured absorption current. */
const minLoopA = 0.2

/**
 * Derives the faults of a facility from its device's values. `isOpen` returns whether a fault has an open alarm, which
 * then clears only beyond its dead band. `has` returns whether the device reports a point, even without a usable value.
 */
export function detectFaults(
  facility: Facility,
  valueAt: ValueAt,
  isOpen: IsOpen,
  has: (point: string) => boolean = (point) => valueAt(point) !== undefined,
): Finding[] {
  const lamp = facility.kind === 'pole' ? readLampState(valueAt, has) : undefined
  switch (facility.kind) {
    case 'cabinet':
      return [
        checkDoor(valueAt),
        checkSupply(valueAt),
        checkVoltage(phases, valueAt, isOpen, shortDelayMs),
        checkLeakage(valueAt, isOpen),
      ]
    case 'pole':
      return [
        ...(lamp ? [checkLamp(lamp), checkUncommandedLamp(lamp), ...checkRatedLamp(facility, lamp, isOpen)] : []),
        checkTemperature(valueAt, isOpen),
        checkVoltage(['voltage'], valueAt, isOpen, lampDelayMs),
        checkLeakage(valueAt, isOpen),
      ]
    case 'loop':
      return [
        ...checkSwitch(facility, valueAt),
        checkLoopCurrent(facility, valueAt, isOpen),
        checkVoltage(phases, valueAt, isOpen, lampDelayMs),
      ]
    case 'sensor':
      return checkLimits(facility, valueAt, isOpen)
    case 'thirdParty':
      return []
  }
}

/** Returns the value if it is reliable. */
export const usableValue = (value: number | undefined, mark: number | undefined): number | undefined =>
  value === undefined || Number.isNaN(value) || (mark ?? quality.bad) >= quality.bad ? undefined : value

const phases = ['voltageA', 'voltageB', 'voltageC'] as const

const createFinding = (
  fault: Fault,
  level: Finding['level'],
  delayMs: number,
  rest: Pick<Finding, 'isOn'> & Partial<Finding>,
): Finding => ({ fault, point: null, value: null, limit: null, level, delayMs, ...rest })

function checkDoor(valueAt: ValueAt): Finding {
  const value = valueAt('doorOpen')
  return createFinding('doorOpen', 2, shortDelayMs, { isOn: value === undefined ? undefined : value > 0 })
}

function checkSupply(valueAt: ValueAt): Finding {
  const volts = phases.map(valueAt).filter((value) => value !== undefined)
  const highest = volts.length > 0 ? Math.max(...volts) : undefined
  return createFinding('supplyLoss', 3, shortDelayMs, {
    isOn: highest === undefined ? undefined : highest < minSupplyV,
    value: highest ?? null,
    limit: minSupplyV,
  })
}

/** Checks the voltage furthest out of range. If all phases are dead, the supply is lost, which is a separate fault. */
function checkVoltage(points: readonly string[], valueAt: ValueAt, isOpen: IsOpen, delayMs: number): Finding {
  const volts = points.map(valueAt).filter((value) => value !== undefined)
  if (volts.every((value) => value < minSupplyV)) return createFinding('voltage', 2, delayMs, { isOn: undefined })
  const band = isOpen('voltage', null) ? voltages.bandV : 0
  const [highest, lowest] = [Math.max(...volts), Math.min(...volts)]
  if (highest > voltages.high - band)
    return createFinding('voltage', 2, delayMs, { isOn: true, value: highest, limit: voltages.high })
  return createFinding('voltage', 2, delayMs, {
    isOn: lowest < voltages.low + band,
    value: lowest,
    limit: voltages.low,
  })
}

/** Values in milliamperes. */
function checkLeakage(valueAt: ValueAt, isOpen: IsOpen): Finding {
  const value = valueAt('leakage')
  const isOn = value === undefined ? undefined : value > (isOpen('leakage', null) ? clearLeakageMa : maxLeakageMa)
  return createFinding('leakage', 3, shortDelayMs, { isOn, value: value ?? null, limit: maxLeakageMa })
}

interface LampState {
  readonly isCommanded: boolean | undefined
  readonly isPowered: boolean | undefined
  readonly dimming: number | undefined
  readonly power: number | undefined
  readonly current: number | undefined
}

/**
 * Commanded state, reported state and consumption of a lamp; undefined if unknown. Without a dimming point, dimming is
 * 100 %. For a double head, dimming is the mean of its heads.
 */
function readLampState(valueAt: ValueAt, has: (point: string) => boolean): LampState {
  const getValue = (point: string, fallback: number): number | undefined => (has(point) ? valueAt(point) : fallback)
  // The rated power is that of all heads together.
  const heads = has('dimming2') ? ['', '2'] : ['']
  const levels = heads.map((head) => [getValue(`lamp${head}`, 1), getValue(`dimming${head}`, 100)] as const)
  const [power, current] = [valueAt('power'), valueAt('current')]
  const isKnown = levels.every((level) => !level.includes(undefined))
  const lamp = isKnown ? Math.max(...levels.map(([switched = 0]) => switched)) : undefined
  const dimming = isKnown
    ? levels.reduce((sum, [switched = 0, level = 0]) => sum + (switched > 0 || heads.length === 1 ? level : 0), 0) /
      heads.length
    : undefined
  const isCommanded =
    lamp === undefined || dimming === undefined || !(has('lamp') || has('dimming'))
      ? undefined
      : isCommandedOn({ lamp, dimming })
  return { isCommanded, isPowered: drawsCurrent({ power, current }), dimming, power, current }
}

/** Lamp failure: commanded and reported on, but without current. */
function checkLamp({ isCommanded, isPowered, power, current }: LampState): Finding {
  // A lamp that is off proves nothing, so an open alarm stays until the lamp is seen burning.
  const isOn =
    isCommanded === undefined || isPowered === undefined
      ? undefined
      : isPowered
        ? false
        : isCommanded
          ? true
          : undefined
  const figures =
    power === undefined
      ? { value: current ?? null, limit: minLampA, unit: 'A' as const }
      : { value: power, limit: minLampW, unit: 'W' as const }
  return createFinding('lampFailure', 2, lampDelayMs, { isOn, ...figures })
}

/** Unexpectedly on: commanded off, but drawing current. */
function checkUncommandedLamp({ isCommanded, isPowered, power, current }: LampState): Finding {
  const isOn = isCommanded === undefined || isPowered === undefined ? undefined : !isCommanded && isPowered
  const isByPower = power !== undefined && (power >= minLampW || current === undefined)
  const figures = isByPower
    ? { value: power, limit: minLampW, unit: 'W' as const }
    : { value: current ?? null, limit: minLampA, unit: 'A' as const }
  return createFinding('unexpectedOn', 1, lampDelayMs, { isOn, ...figures })
}

/** Faults that require the lamp's rating: overpower, and power that does not match the dimming level. */
function checkRatedLamp(
  { rating: rated }: Facility,
  { isCommanded, isPowered, dimming, power }: LampState,
  isOpen: IsOpen,
): Finding[] {
  const rating = rated?.powerW
  if (typeof rating !== 'number')
    return [
      createFinding('power', 2, lampDelayMs, { isOn: false }),
      createFinding('dimmingFailure', 1, lampDelayMs, { isOn: false }),
    ]
  const maxPower = rating * (1 + powerTolerance)
  const isTooMuch =
    power === undefined ? undefined : power > (isOpen('power', null) ? rating * (1 + powerTolerance / 2) : maxPower)
  const expected = dimming === undefined ? undefined : (rating * dimming) / 100
  // Not evaluated while the lamp is off, or without current, which is a lamp failure.
  const isOff =
    power === undefined || expected === undefined || isCommanded !== true || isPowered !== true
      ? undefined
      : Math.abs(power - expected) > rating * dimmingTolerance
  return [
    createFinding('power', 2, lampDelayMs, { isOn: isTooMuch, value: power ?? null, limit: Math.round(maxPower) }),
    createFinding('dimmingFailure', 1, lampDelayMs, {
      isOn: isOff,
      value: power ?? null,
      limit: expected === undefined ? null : Math.round(expected),
    }),
  ]
}

/** Compares contactor and breaker of a loop with its commanded state. */
function checkSwitch({ rating }: Facility, valueAt: ValueAt): Finding[] {
  const [switchState, measured, volts] = [valueAt('switch'), valueAt('current'), valueAt('voltage')]
  const isOn = switchState === undefined ? undefined : switchState > 0 !== (rating?.isReversed ?? false)
  const amperes = measured === undefined ? undefined : measured * (rating?.ratio ?? 1)
  const isUnpowered = volts === undefined ? undefined : volts < minSupplyV
  const absorption = rating?.absorptionA ?? null
  const minCurrent = absorption ?? minLoopA
  const isWrong = (): boolean | undefined => {
    if (isOn === undefined || amperes === undefined) return undefined
    if (!isOn) return amperes >= minCurrent
    // Behind a tripped breaker, no current flows regardless of the contactor.
    return isUnpowered === true ? undefined : absorption !== null && amperes < absorption
  }
  return [
    createFinding('contactor', 2, lampDelayMs, { isOn: isWrong(), value: amperes ?? null, limit: minCurrent }),
    // The breaker fault waits longer than the supply loss, which would be the cause.
    createFinding('breaker', 3, lampDelayMs, {
      isOn: isOn === true ? isUnpowered : undefined,
      value: volts ?? null,
      limit: minSupplyV,
    }),
  ]
}

function checkLoopCurrent({ rating: rated }: Facility, valueAt: ValueAt, isOpen: IsOpen): Finding {
  const rating = rated?.currentA
  if (typeof rating !== 'number') return createFinding('current', 2, lampDelayMs, { isOn: false })
  const measured = ['current', 'currentA', 'currentB', 'currentC'].map(valueAt).filter((value) => value !== undefined)
  const highest = measured.length === 0 ? undefined : Math.max(...measured) * (rated?.ratio ?? 1)
  const maxPower = rating * (1 + powerTolerance)
  return createFinding('current', 2, lampDelayMs, {
    isOn:
      highest === undefined
        ? undefined
        : highest > (isOpen('current', null) ? rating * (1 + powerTolerance / 2) : maxPower),
    value: highest ?? null,
    limit: maxPower,
  })
}

function checkTemperature(valueAt: ValueAt, isOpen: IsOpen): Finding {
  const value = valueAt('temperature')
  const isOn =
    value === undefined ? undefined : value > (isOpen('temperature', null) ? clearTemperatureC : maxTemperatureC)
  return createFinding('temperature', 1, lampDelayMs, { isOn, value: value ?? null, limit: maxTemperatureC })
}

function checkLimits({ limits }: Facility, valueAt: ValueAt, isOpen: IsOpen): Finding[] {
  if (!limits) return []
  const { point, coefficient, deadband, delayMs } = limits
  const raw = valueAt(point)
  const value = raw === undefined ? undefined : raw * coefficient
  return (['high', 'low'] as const).map((side) => {
    const limit = limits[side]
    const name = `${point}.${side}`
    const band = isOpen('limit', name) ? deadband : 0
    // Without a limit, the fault never occurs.
    const isOn =
      limit === null
        ? false
        : value === undefined
          ? undefined
          : side === 'high'
            ? value > limit - band
            : value < limit + band
    return createFinding('limit', 2, delayMs, {
      isOn,
      point: name,
      value: value ?? null,
      limit,
      ...(limits.unit && { unit: limits.unit }),
    })
  })
}
