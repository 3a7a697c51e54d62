import { sql } from 'kysely'
import type { ErrorName } from '../../../../contract/errors.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Db } from '../../../database/index.ts'
import type { Directory } from '../facilityIndex.ts'

/** A lamp or loop commanded by a strategy. */
export interface Target {
  readonly project: string
  readonly device: string
}

/** A value for a point of a target. */
export interface Wanted extends Target {
  readonly point: string
  readonly value: number
  /** Alternatives if the target does not have the point; the first existing one is used. */
  readonly otherwise?: readonly { readonly point: string; readonly value: number }[]
}

export interface Sent {
  readonly sent: number
  /** Devices that are unreachable, reject commands or lack the point. */
  readonly refused: number
  /** Those of the refused devices whose point is protected by a component password. */
  readonly guarded: number
}

export interface LampWanted {
  readonly dimming?: number | undefined
  readonly colorTemperature?: number | undefined
  /** Also switch on a lamp that was switched off individually. */
  readonly isOn?: true
}

export interface OrderParts {
  readonly db: Db
  /** Sends one command; the same key sends only once. Throws if it is rejected. */
  readonly send: (key: string, tag: string, value: number) => Promise<unknown>
}

/** Devices (by `nameOf`) split into delivered and failed. Devices without a matching point are in neither set. */
export interface Reached {
  readonly told: Set<string>
  /** Unreachable devices. */
  readonly missed: Set<string>
  /** Points delivered to at least one device, by requested name. */
  readonly points: Set<string>
}

export const noneDelivered = (): Reached => ({ told: new Set(), missed: new Set(), points: new Set() })
export const nameOf = ({ project, device }: Target): string => `${project}/${device}`

/** Values for a lamp. Lamps without dimming are switched on at any level above 0. */
export const lampValues = (pole: Target, { dimming, colorTemperature, isOn }: LampWanted): Wanted[] => [
  ...(isOn ? [{ ...pole, point: 'lamp', value: 1 }] : []),
  ...(dimming === undefined ? [] : [{ ...pole, point: 'dimming', value: dimming, otherwise: ['lamp', 'switch'].map((point) => ({ point, value: dimming > 0 ? 1 : 0 })) }]),
  ...(colorTemperature === undefined ? [] : [{ ...pole, point: 'colorTemperature', value: colorTemperature }]),
]

/** Switches the lamp on when light or "follow program" is requested, even if it was switched off individually. */
export const withLamp = ({ dimming, colorTemperature }: LampWanted): LampWanted => ({ dimming, colorTemperature, ...(dimming !== undefined && dimming > 0 ? { isOn: true } : {}) })

/** Returns the lamps that accept commands, among the lamps of an area or tunnel section. */
export function isInService<Lamp extends Target>(rows: readonly Lamp[], directory: Directory): Lamp[] {
  return rows.filter(({ project, device }) => {
    const facility = directory.of(project, device)
    return facility !== undefined && directory.isAtWork(facility)
  })
}

/**
 * Sends values to existing writable points, one after another, so that a thousand lamps do not block other work.
 * `occasion` is the prefix of the idempotency keys: commands sent before a restart are not repeated. The last parameter
 * collects delivered and missed devices and the delivered points.
 */
export async function sendCommands({ db, send }: OrderParts, occasion: string, several: readonly Wanted[], { told, missed, points }: Reached = noneDelivered()): Promise<Sent> {
  if (several.length === 0) return { sent: 0, refused: 0, guarded: 0 }
  const paths = several.flatMap((wanted) => waysOf(wanted).map(pathOf))
  const { rows } = await sql<{ path: string }>`select path from tag where path = any(${paths}::text[]) and writable`.execute(db)
  const writable = new Set(rows.map(({ path }) => path))
  // A lamp without color control is not a failure; only devices with none of the points count as refused.
  const possible = several.flatMap((wanted) => {
    const way = waysOf(wanted).find((one) => writable.has(pathOf(one)))
    return way ? [{ wanted, way }] : []
  })
  const asked = new Set(possible.map(({ way }) => nameOf(way)))
  const refused = new Set(several.map(nameOf).filter((device) => !asked.has(device)))
  const guarded = new Set<string>()
  let sent = 0
  for (const { wanted, way } of possible) {
    const path = pathOf(way)
    try {
      await send(`${occasion}/${path}`, path, way.value)
      sent++
      told.add(nameOf(wanted))
      points.add(wanted.point)
    } catch (cause) {
      // Count unreachable devices and continue.
      refused.add(nameOf(wanted))
      if (cause instanceof ApiError && guards.has(cause.error)) guarded.add(nameOf(wanted))
      else missed.add(nameOf(wanted))
    }
  }
  return { sent, refused: refused.size, guarded: guarded.size }
}

/** Errors of a command that lacks a component password. */
const guards: ReadonlySet<ErrorName> = new Set<ErrorName>(['component.password', 'component.passwordUnset'])

/** The requested value and its alternatives. */
const waysOf = ({ otherwise = [], ...wanted }: Wanted): Wanted[] => [wanted, ...otherwise.map((way) => ({ ...wanted, ...way }))]
const pathOf = ({ project, device, point }: Wanted): string => `${project}/${device}/${point}`
