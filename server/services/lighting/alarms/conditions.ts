import { quality } from '@mimic/engine/bindings'
import type { Facility } from '../directory.ts'

/** What a fault says of itself: `device` is the whole of it but for sensors, whose limits are two faults of one point. */
export type Fault = 'offline' | 'lampFailure' | 'temperature' | 'limit' | 'doorOpen' | 'supplyLoss' | 'linkage'

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
  /** How long it must last before it is an alarm. */
  readonly delayMs: number
}

/** A point's newest value; undefined where it was never told, or is not to be relied on. */
export type ValueAt = (point: string) => number | undefined

const lampDelayMs = 30_000
const shortDelayMs = 10_000
/** A driver without its lamp takes about half a watt; the smallest lamp dimmed to 1 % takes more than this. */
const leastLampW = 2
const leastLampA = 0.01
const hottestC = 85
const coolAgainC = 80
/** Below this no phase carries anything. */
const leastSupplyV = 50

/**
 * What the values of a device say of the faults of its facility. `isOpen` tells which of them are alarms already: what is one
 * ends only beyond its dead band.
 */
export function findingsOf(facility: Facility, valueAt: ValueAt, isOpen: (fault: Fault, point: string | null) => boolean): Finding[] {
  switch (facility.kind) {
    case 'cabinet': return [doorOf(valueAt), supplyOf(valueAt)]
    case 'pole': return [lampOf(valueAt), heatOf(valueAt, isOpen)]
    case 'sensor': return limitsOf(facility, valueAt, isOpen)
    case 'loop':
    case 'thirdParty': return []
  }
}

/** The value where it may be relied on. */
export const relied = (value: number | undefined, mark: number | undefined): number | undefined =>
  (value === undefined || Number.isNaN(value) || (mark ?? quality.bad) >= quality.bad ? undefined : value)

const finding = (fault: Fault, level: Finding['level'], delayMs: number, rest: Pick<Finding, 'isOn'> & Partial<Finding>): Finding =>
  ({ fault, point: null, value: null, limit: null, level, delayMs, ...rest })

function doorOf(valueAt: ValueAt): Finding {
  const value = valueAt('doorOpen')
  return finding('doorOpen', 2, shortDelayMs, { isOn: value === undefined ? undefined : value > 0 })
}

function supplyOf(valueAt: ValueAt): Finding {
  const volts = ['voltageA', 'voltageB', 'voltageC'].map(valueAt).filter((value) => value !== undefined)
  const highest = volts.length > 0 ? Math.max(...volts) : undefined
  return finding('supplyLoss', 3, shortDelayMs, { isOn: highest === undefined ? undefined : highest < leastSupplyV, value: highest ?? null, limit: leastSupplyV })
}

/** Told to give light, says that it does, and takes no current. */
function lampOf(valueAt: ValueAt): Finding {
  const [lamp, dimming, power, current] = [valueAt('lamp'), valueAt('dimming'), valueAt('power'), valueAt('current')]
  const isTold = lamp === undefined && dimming === undefined ? undefined : (lamp ?? 1) > 0 && (dimming ?? 100) > 0
  const isFed = power === undefined && current === undefined ? undefined : (power ?? 0) >= leastLampW || (current ?? 0) >= leastLampA
  // Off, it says nothing of the lamp: what is an alarm stays one until the lamp is seen burning.
  const isOn = isTold === undefined || isFed === undefined ? undefined : isFed ? false : isTold ? true : undefined
  const [value, limit] = power === undefined ? [current ?? null, leastLampA] : [power, leastLampW]
  return finding('lampFailure', 2, lampDelayMs, { isOn, value, limit })
}

function heatOf(valueAt: ValueAt, isOpen: (fault: Fault, point: string | null) => boolean): Finding {
  const value = valueAt('temperature')
  const isOn = value === undefined ? undefined : value > (isOpen('temperature', null) ? coolAgainC : hottestC)
  return finding('temperature', 1, lampDelayMs, { isOn, value: value ?? null, limit: hottestC })
}

function limitsOf({ watched }: Facility, valueAt: ValueAt, isOpen: (fault: Fault, point: string | null) => boolean): Finding[] {
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
    return finding('limit', 2, delayMs, { isOn, point: name, value: value ?? null, limit })
  })
}
