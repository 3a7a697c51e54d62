import { sql } from 'kysely'
import type { ErrorName } from '../../../../contract/errors.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { quality } from '@mimic/engine/bindings'
import {
  type LightSetting,
  type LightType,
  lightPoints,
  resolveLight,
} from '../../../../contract/lighting/lampTypes.ts'
import type { Reading } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { FacilityIndex } from '../facilityIndex.ts'

/** A lamp or loop commanded by a strategy. */
export interface Target {
  readonly project: string
  readonly device: string
}

/** A target with the type that decides which points it is commanded by. */
export interface LightTarget extends Target, LightType {}

/** A light for a target. */
export interface LightOrder {
  readonly target: LightTarget
  readonly setting: LightSetting
}

export interface SendResult {
  readonly sent: number
  /** Devices that are unreachable, reject commands or lack the point. */
  readonly refused: number
  /** Those of the refused devices whose point is protected by a component password. */
  readonly guarded: number
}

export interface LampCommandParts {
  readonly db: Db
  /** Sends one command; the same key sends only once. Throws if it is rejected. */
  readonly send: (key: string, tag: string, value: number) => Promise<unknown>
  readonly getNewest: (tag: string) => Reading | undefined
}

/** Devices (by `toDeviceKey`) split into delivered and failed. Devices without a matching point are in neither set. */
export interface DeliveryResult {
  readonly delivered: Set<string>
  /** Unreachable devices. */
  readonly failed: Set<string>
  /** Parts of the light delivered to at least one device. */
  readonly points: Set<string>
}

export const createDeliveryResult = (): DeliveryResult => ({
  delivered: new Set(),
  failed: new Set(),
  points: new Set(),
})
export const toDeviceKey = ({ project, device }: Target): string => `${project}/${device}`

/** Switches the lamp on when light or "follow program" is requested, even if it was switched off individually. */
export const switchOnIfLit = ({ dimming, dimming2, colorTemperature }: LightSetting): LightSetting => ({
  dimming,
  ...(dimming2 === undefined ? {} : { dimming2 }),
  colorTemperature,
  ...(Math.max(dimming ?? 0, dimming2 ?? 0) > 0 ? { isOn: true } : {}),
})

/** Returns the lamps that accept commands, among the lamps of an area or tunnel section. */
export function filterInService<Lamp extends Target>(rows: readonly Lamp[], facilities: FacilityIndex): Lamp[] {
  return rows.filter(({ project, device }) => {
    const facility = facilities.findByDevice(project, device)
    return facility !== undefined && facilities.isInService(facility)
  })
}

/**
 * Sends lights to the existing writable points of their targets, one after another, so that a thousand lamps do not
 * block other work. `keyPrefix` is the prefix of the idempotency keys: commands sent before a restart are not repeated.
 * The last parameter collects delivered and missed devices and the delivered parts.
 */
export async function sendCommands(
  { db, send, getNewest }: LampCommandParts,
  keyPrefix: string,
  orders: readonly LightOrder[],
  { delivered, failed, points }: DeliveryResult = createDeliveryResult(),
): Promise<SendResult> {
  if (orders.length === 0) return { sent: 0, refused: 0, guarded: 0 }
  const paths = orders.flatMap(({ target }) => lightPoints.map((point) => toTagPath(target, point)))
  const { rows } = await sql<{
    path: string
  }>`select path from tag where path = any(${paths}::text[]) and writable and kind <> 'text'`.execute(db)
  const writable = new Set(rows.map(({ path }) => path))
  // A lamp without color control is not a failure; only devices with none of the points count as refused.
  const possible = orders.flatMap(({ target, setting }) =>
    resolveLight(
      target,
      setting,
      (point) => writable.has(toTagPath(target, point)),
      (point) => readLevel(getNewest(toTagPath(target, point))),
    ).map((command) => ({ target, command })),
  )
  const commandedDevices = new Set(possible.map(({ target }) => toDeviceKey(target)))
  const rejected = new Set(
    orders.map(({ target }) => toDeviceKey(target)).filter((device) => !commandedDevices.has(device)),
  )
  const guarded = new Set<string>()
  let sent = 0
  for (const { target, command } of possible) {
    const path = toTagPath(target, command.point)
    try {
      await send(`${keyPrefix}/${path}`, path, command.value)
      sent++
      delivered.add(toDeviceKey(target))
      points.add(command.part)
    } catch (cause) {
      // Count unreachable devices and continue.
      rejected.add(toDeviceKey(target))
      if (cause instanceof ApiError && passwordErrors.has(cause.error)) guarded.add(toDeviceKey(target))
      else failed.add(toDeviceKey(target))
    }
  }
  return { sent, refused: rejected.size, guarded: guarded.size }
}

/** Errors of a command that lacks a component password. */
const passwordErrors: ReadonlySet<ErrorName> = new Set<ErrorName>(['component.password', 'component.passwordUnset'])

/** A reliable present level; undefined otherwise. */
const readLevel = (reading: Reading | undefined): number | undefined =>
  reading && reading.quality < quality.bad && reading.value !== null ? reading.value : undefined
const toTagPath = ({ project, device }: Target, point: string): string => `${project}/${device}/${point}`
