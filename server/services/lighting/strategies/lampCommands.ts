import { sql } from 'kysely'
import type { ErrorName } from '../../../../contract/errors.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Db } from '../../../database/index.ts'
import type { Directory } from '../facilityIndex.ts'

/** A lamp or loop that a strategy commands. */
export interface Target {
  readonly project: string
  readonly device: string
}

/** A value for a point of a target. */
export interface Wanted extends Target {
  readonly point: string
  readonly value: number
  /** What is sent instead where the target has no such point: the first of these that it has. */
  readonly otherwise?: readonly { readonly point: string; readonly value: number }[]
}

export interface Sent {
  readonly sent: number
  /** Cannot be reached, takes no commands, or has no such point. */
  readonly refused: number
  /** Of these, the ones that a component's password guards. */
  readonly guarded: number
}

export interface LampWanted {
  readonly dimming?: number | undefined
  readonly colorTemperature?: number | undefined
  /** Also from a lamp that was switched off by itself. */
  readonly isOn?: true
}

export interface OrderParts {
  readonly db: Db
  /** Sends one command; the same key twice is one command. Throws a refusal. */
  readonly send: (key: string, tag: string, value: number) => Promise<unknown>
}

/** Devices by `nameOf`, told apart by what came of what was wanted of them; who has none of the points is in neither. */
export interface Reached {
  readonly told: Set<string>
  /** Could not be reached. */
  readonly missed: Set<string>
  /** The points that some device was told, by the names they were wanted by. */
  readonly points: Set<string>
}

export const noneDelivered = (): Reached => ({ told: new Set(), missed: new Set(), points: new Set() })
export const nameOf = ({ project, device }: Target): string => `${project}/${device}`

/** A lamp that knows on and off only burns at any brightness but none. */
export const lampValues = (pole: Target, { dimming, colorTemperature, isOn }: LampWanted): Wanted[] => [
  ...(isOn ? [{ ...pole, point: 'lamp', value: 1 }] : []),
  ...(dimming === undefined ? [] : [{ ...pole, point: 'dimming', value: dimming, otherwise: ['lamp', 'switch'].map((point) => ({ point, value: dimming > 0 ? 1 : 0 })) }]),
  ...(colorTemperature === undefined ? [] : [{ ...pole, point: 'colorTemperature', value: colorTemperature }]),
]

/** Whoever asks for light, or for the program's again, gets it also from a lamp that was switched off by itself. */
export const withLamp = ({ dimming, colorTemperature }: LampWanted): LampWanted => ({ dimming, colorTemperature, ...(dimming !== undefined && dimming > 0 ? { isOn: true } : {}) })

/** The lamps among these rows that take commands: what stands in an area, or in a section of a tunnel. */
export function isInService<Lamp extends Target>(rows: readonly Lamp[], directory: Directory): Lamp[] {
  return rows.filter(({ project, device }) => {
    const facility = directory.of(project, device)
    return facility !== undefined && directory.isAtWork(facility)
  })
}

/**
 * Sends what is wanted to the points that there are and that can be written, one after another, so that a thousand lamps hold nobody up.
 * `occasion` makes the keys: what was sent for it before a restart is not sent again. `reached` gets the devices that were told, those that could not be, and what was told at all.
 */
export async function sendCommands({ db, send }: OrderParts, occasion: string, several: readonly Wanted[], { told, missed, points }: Reached = noneDelivered()): Promise<Sent> {
  if (several.length === 0) return { sent: 0, refused: 0, guarded: 0 }
  const paths = several.flatMap((wanted) => waysOf(wanted).map(pathOf))
  const { rows } = await sql<{ path: string }>`select path from tag where path = any(${paths}::text[]) and writable`.execute(db)
  const writable = new Set(rows.map(({ path }) => path))
  // A lamp without colour is no fault of it: only what has none of its points counts as refused.
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
      // Who cannot be reached is counted, and the others are lit all the same.
      refused.add(nameOf(wanted))
      if (cause instanceof ApiError && guards.has(cause.error)) guarded.add(nameOf(wanted))
      else missed.add(nameOf(wanted))
    }
  }
  return { sent, refused: refused.size, guarded: guarded.size }
}

/** How a command without a password is refused where one is asked for. */
const guards: ReadonlySet<ErrorName> = new Set<ErrorName>(['component.password', 'component.passwordUnset'])

/** What is wanted, and what else would do. */
const waysOf = ({ otherwise = [], ...wanted }: Wanted): Wanted[] => [wanted, ...otherwise.map((way) => ({ ...wanted, ...way }))]
const pathOf = ({ project, device, point }: Wanted): string => `${project}/${device}/${point}`
