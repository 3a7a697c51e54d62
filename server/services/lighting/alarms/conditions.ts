import { quality } from '@mimic/engine/bindings'
import type { Words } from '../../../../contract/entity/field.ts'
import { defaultFaultLimits, type FaultLimits } from '../../../../contract/lighting/faultLimits.ts'
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
type ValueAt = (point: string) => number | undefined
type IsOpen = (fault: Fault, point: string | null) => boolean

/** Volts by which a voltage must return within its limits before the alarm clears. */
const voltageBandV = 4
/** Degrees Celsius below the limit at which an overtemperature clears. */
const temperatureBandC = 5
/** Share of the limit at which a leakage clears. */
const clearLeakageShare = 5 / 6

/** Input of the fault detection besides the facility. */
export interface FaultInput {
  readonly valueAt: ValueAt
  /** Returns whether a fault has an open alarm, which then clears only beyond its dead band. */
  readonly isOpen: IsOpen
  /** Returns whether the device reports a point, even without a usable value. Default: it has a usable value. */
  readonly has?: (point: string) => boolean
  /** Limits of the facility's project. */
  readonly limits?: FaultLimits
}

type Checked = Required<FaultInput>

/** Derives the faults of a facility from its device's values. */
export function detectFaults(facility: Facility, input: FaultInput): Finding[] {
  const { valueAt, has = (point) => valueAt(point) !== undefined } = input
  const checked: Checked = { limits: defaultFaultLimits, ...input, has }
  const shortDelayMs = checked.limits.shortFaultDelay * 1000
  const longDelayMs = checked.limits.longFaultDelay * 1000
  const lamp = facility.kind === 'pole' ? readLampState(valueAt, has) : undefined
  switch (facility.kind) {
    case 'cabinet':
      return [
        checkDoor(checked),
        checkSupply(checked),
        checkVoltage(phases, checked, shortDelayMs),
        checkLeakage(checked),
      ]
    case 'pole':
      return [
        ...(lamp
          ? [
              checkLamp(lamp, longDelayMs),
              checkUncommandedLamp(lamp, longDelayMs),
              ...checkRatedLamp(facility, lamp, checked),
            ]
          : []),
        checkTemperature(checked),
        checkVoltage(['voltage'], checked, longDelayMs),
        checkLeakage(checked),
      ]
    case 'loop':
      return [
        ...checkSwitch(facility, checked),
        checkLoopCurrent(facility, checked),
        checkVoltage(phases, checked, longDelayMs),
      ]
    case 'sensor':
      return checkLimits(facility, checked)
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

function checkDoor({ valueAt, limits }: Checked): Finding {
  const value = valueAt('doorOpen')
  return createFinding('doorOpen', 2, limits.shortFaultDelay * 1000, {
    isOn: value === undefined ? undefined : value > 0,
  })
}

function checkSupply({ valueAt, limits }: Checked): Finding {
  const volts = phases.map(valueAt).filter((value) => value !== undefined)
  const highest = volts.length > 0 ? Math.max(...volts) : undefined
  return createFinding('supplyLoss', 3, limits.shortFaultDelay * 1000, {
    isOn: highest === undefined ? undefined : highest < limits.supplyLossVoltage,
    value: highest ?? null,
    limit: limits.supplyLossVoltage,
  })
}

/** Checks the voltage furthest out of range. If all phases are dead, the supply is lost, which is a separate fault. */
function checkVoltage(points: readonly string[], { valueAt, isOpen, limits }: Checked, delayMs: number): Finding {
  const { minVoltage, maxVoltage, supplyLossVoltage } = limits
  const volts = points.map(valueAt).filter((value) => value !== undefined)
  if (volts.every((value) => value < supplyLossVoltage))
    return createFinding('voltage', 2, delayMs, { isOn: undefined })
  const band = isOpen('voltage', null) ? voltageBandV : 0
  const [highest, lowest] = [Math.max(...volts), Math.min(...volts)]
  if (highest > maxVoltage - band)
    return createFinding('voltage', 2, delayMs, { isOn: true, value: highest, limit: maxVoltage })
  return createFinding('voltage', 2, delayMs, { isOn: lowest < minVoltage + band, value: lowest, limit: minVoltage })
}

/** Values in milliamperes. */
function checkLeakage({ valueAt, isOpen, limits: { maxLeakage, shortFaultDelay } }: Checked): Finding {
  const value = valueAt('leakage')
  const limit = isOpen('leakage', null) ? maxLeakage * clearLeakageShare : maxLeakage
  return createFinding('leakage', 3, shortFaultDelay * 1000, {
    isOn: value === undefined ? undefined : value > limit,
    value: value ?? null,
    limit: maxLeakage,
  })
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
function checkLamp({ isCommanded, isPowered, power, current }: LampState, delayMs: number): Finding {
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
  return createFinding('lampFailure', 2, delayMs, { isOn, ...figures })
}

/** Unexpectedly on: commanded off, but drawing current. */
function checkUncommandedLamp({ isCommanded, isPowered, power, current }: LampState, delayMs: number): Finding {
  const isOn = isCommanded === undefined || isPowered === undefined ? undefined : !isCommanded && isPowered
  const isByPower = power !== undefined && (power >= minLampW || current === undefined)
  const figures = isByPower
    ? { value: power, limit: minLampW, unit: 'W' as const }
    : { value: current ?? null, limit: minLampA, unit: 'A' as const }
  return createFinding('unexpectedOn', 1, delayMs, { isOn, ...figures })
}

/** Faults that require the lamp's rating: overpower, and power that does not match the dimming level. */
function checkRatedLamp(
  { rating: rated }: Facility,
  { isCommanded, isPowered, dimming, power }: LampState,
  { isOpen, limits }: Checked,
): Finding[] {
  const delayMs = limits.longFaultDelay * 1000
  const rating = rated?.powerW
  if (typeof rating !== 'number')
    return [
      createFinding('power', 2, delayMs, { isOn: false }),
      createFinding('dimmingFailure', 1, delayMs, { isOn: false }),
    ]
  const maxPower = getMaxLoad(rating, limits, false)
  const isTooMuch = power === undefined ? undefined : power > getMaxLoad(rating, limits, isOpen('power', null))
  const expected = dimming === undefined ? undefined : (rating * dimming) / 100
  // Not evaluated while the lamp is off, or without current, which is a lamp failure.
  const isOff =
    power === undefined || expected === undefined || isCommanded !== true || isPowered !== true
      ? undefined
      : Math.abs(power - expected) > rating * (limits.dimmingTolerance / 100)
  return [
    createFinding('power', 2, delayMs, { isOn: isTooMuch, value: power ?? null, limit: Math.round(maxPower) }),
    createFinding('dimmingFailure', 1, delayMs, {
      isOn: isOff,
      value: power ?? null,
      limit: expected === undefined ? null : Math.round(expected),
    }),
  ]
}

/** Compares contactor and breaker of a loop with its commanded state. */
function checkSwitch({ rating }: Facility, { valueAt, limits }: Checked): Finding[] {
  const { supplyLossVoltage } = limits
  const delayMs = limits.longFaultDelay * 1000
  const [switchState, measured, volts] = [valueAt('switch'), valueAt('current'), valueAt('voltage')]
  const isOn = switchState === undefined ? undefined : switchState > 0 !== (rating?.isReversed ?? false)
  const amperes = measured === undefined ? undefined : measured * (rating?.ratio ?? 1)
  const isUnpowered = volts === undefined ? undefined : volts < supplyLossVoltage
  const absorption = rating?.absorptionA ?? null
  const minCurrent = absorption ?? limits.minLoopCurrent
  const isWrong = (): boolean | undefined => {
    if (isOn === undefined || amperes === undefined) return undefined
    if (!isOn) return amperes >= minCurrent
    // Behind a tripped breaker, no current flows regardless of the contactor.
    return isUnpowered === true ? undefined : absorption !== null && amperes < absorption
  }
  return [
    createFinding('contactor', 2, delayMs, { isOn: isWrong(), value: amperes ?? null, limit: minCurrent }),
    // The breaker fault waits longer than the supply loss, which would be the cause.
    createFinding('breaker', 3, delayMs, {
      isOn: isOn === true ? isUnpowered : undefined,
      value: volts ?? null,
      limit: supplyLossVoltage,
    }),
  ]
}

/** Load above which a rated facility is overloaded. An open alarm clears at half of the tolerance. */
const getMaxLoad = (rating: number, { overloadTolerance }: FaultLimits, isOpen: boolean): number =>
  rating * (1 + overloadTolerance / (isOpen ? 200 : 100))

function checkLoopCurrent({ rating: rated }: Facility, { valueAt, isOpen, limits }: Checked): Finding {
  const delayMs = limits.longFaultDelay * 1000
  const rating = rated?.currentA
  if (typeof rating !== 'number') return createFinding('current', 2, delayMs, { isOn: false })
  const measured = ['current', 'currentA', 'currentB', 'currentC'].map(valueAt).filter((value) => value !== undefined)
  const highest = measured.length === 0 ? undefined : Math.max(...measured) * (rated?.ratio ?? 1)
  return createFinding('current', 2, delayMs, {
    isOn: highest === undefined ? undefined : highest > getMaxLoad(rating, limits, isOpen('current', null)),
    value: highest ?? null,
    limit: getMaxLoad(rating, limits, false),
  })
}

function checkTemperature({ valueAt, isOpen, limits: { maxTemperature, longFaultDelay } }: Checked): Finding {
  const value = valueAt('temperature')
  const limit = isOpen('temperature', null) ? maxTemperature - temperatureBandC : maxTemperature
  return createFinding('temperature', 1, longFaultDelay * 1000, {
    isOn: value === undefined ? undefined : value > limit,
    value: value ?? null,
    limit: maxTemperature,
  })
}

function checkLimits({ limits }: Facility, { valueAt, isOpen }: Checked): Finding[] {
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
