import { sql } from 'kysely'
import type { ErrorName } from '../../../../contract/errors.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Db } from '../../../database/index.ts'
import type { FacilityIndex } from '../facilityIndex.ts'

/** A lamp or loop commanded by a strategy. */
export interface Target {
  readonly project: string
  readonly device: string
}

/** A value for a point of a target. */
export interface TargetValue extends Target {
  readonly point: string
  readonly value: number
  /** Alternatives if the target does not have the point; the first existing one is used. */
  readonly otherwise?: readonly { readonly point: string; readonly value: number }[]
}

export interface SendResult {
  readonly sent: number
  /** Devices that are unreachable, reject commands or lack the point. */
  readonly refused: number
  /** Those of the refused devices whose point is protected by a component password. */
  readonly guarded: number
}

export interface LampSetting {
  readonly dimming?: number | undefined
  readonly colorTemperature?: number | undefined
  /** Also switch on a lamp that was switched off individually. */
  readonly isOn?: true
}

export interface LampCommandParts {
  readonly db: Db
  /** Sends one command; the same key sends only once. Throws if it is rejected. */
  readonly send: (key: string, tag: string, value: number) => Promise<unknown>
}

/** Devices (by `nameOf`) split into delivered and failed. Devices without a matching point are in neither set. */
export interface DeliveryResult {
  readonly delivered: Set<string>
  /** Unreachable devices. */
  readonly failed: Set<string>
  /** Points delivered to at least one device, by requested name. */
  readonly points: Set<string>
}

export const createDeliveryResult = (): DeliveryResult => ({
  delivered: new Set(),
  failed: new Set(),
  points: new Set(),
})
export const toDeviceKey = ({ project, device }: Target): string => `${project}/${device}`

/** Values for a lamp. Lamps without dimming are switched on at any level above 0. */
export const toLampValues = (pole: Target, { dimming, colorTemperature, isOn }: LampSetting): TargetValue[] => [
  ...(isOn ? [{ ...pole, point: 'lamp', value: 1 }] : []),
  ...(dimming === undefined
    ? []
    : [
        {
          ...pole,
          point: 'dimming',
          value: dimming,
          otherwise: ['lamp', 'switch'].map((point) => ({ point, value: dimming > 0 ? 1 : 0 })),
        },
      ]),
  ...(colorTemperature === undefined ? [] : [{ ...pole, point: 'colorTemperature', value: colorTemperature }]),
]

/** Switches the lamp on when light or "follow program" is requested, even if it was switched off individually. */
export const switchOnIfLit = ({ dimming, colorTemperature }: LampSetting): LampSetting => ({
  dimming,
  colorTemperature,
  ...(dimming !== undefined && dimming > 0 ? { isOn: true } : {}),
})

/** Returns the lamps that accept commands, among the lamps of an area or tunnel section. */
export function filterInService<Lamp extends Target>(rows: readonly Lamp[], facilities: FacilityIndex): Lamp[] {
  return rows.filter(({ project, device }) => {
    const facility = facilities.findByDevice(project, device)
    return facility !== undefined && facilities.isInService(facility)
  })
}

/**
 * Sends values to existing writable points, one after another, so that a thousand lamps do not block other work.
 * `occasion` is the prefix of the idempotency keys: commands sent before a restart are not repeated. The last parameter
 * collects delivered and missed devices and the delivered points.
 */
export async function sendCommands(
  { db, send }: LampCommandParts,
  keyPrefix: string,
  targetValues: readonly TargetValue[],
  { delivered, failed, points }: DeliveryResult = createDeliveryResult(),
): Promise<SendResult> {
  if (targetValues.length === 0) return { sent: 0, refused: 0, guarded: 0 }
  const paths = targetValues.flatMap((targetValue) => listAlternatives(targetValue).map(toTagPath))
  const { rows } = await sql<{
    path: string
  }>`select path from tag where path = any(${paths}::text[]) and writable and kind <> 'text'`.execute(db)
  const writable = new Set(rows.map(({ path }) => path))
  // A lamp without color control is not a failure; only devices with none of the points count as refused.
  const possible = targetValues.flatMap((targetValue) => {
    const alternative = listAlternatives(targetValue).find((one) => writable.has(toTagPath(one)))
    return alternative ? [{ wanted: targetValue, way: alternative }] : []
  })
  const commandedDevices = new Set(possible.map(({ way: alternative }) => toDeviceKey(alternative)))
  const rejected = new Set(targetValues.map(toDeviceKey).filter((device) => !commandedDevices.has(device)))
  const guarded = new Set<string>()
  let sent = 0
  for (const { wanted: targetValue, way: alternative } of possible) {
    const path = toTagPath(alternative)
    try {
      await send(`${keyPrefix}/${path}`, path, alternative.value)
      sent++
      delivered.add(toDeviceKey(targetValue))
      points.add(targetValue.point)
    } catch (cause) {
      // Count unreachable devices and continue.
      rejected.add(toDeviceKey(targetValue))
      if (cause instanceof ApiError && passwordErrors.has(cause.error)) guarded.add(toDeviceKey(targetValue))
      else failed.add(toDeviceKey(targetValue))
    }
  }
  return { sent, refused: rejected.size, guarded: guarded.size }
}

/** Errors of a command that lacks a component password. */
const passwordErrors: ReadonlySet<ErrorName> = new Set<ErrorName>(['component.password', 'component.passwordUnset'])

/** The requested value and its alternatives. */
const listAlternatives = ({ otherwise: alternatives = [], ...targetValue }: TargetValue): TargetValue[] => [
  targetValue,
  ...alternatives.map((alternative) => ({ ...targetValue, ...alternative })),
]
const toTagPath = ({ project, device, point }: TargetValue): string => `${project}/${device}/${point}`
