import { sql } from 'kysely'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import { liveUnit } from '../../../contract/entity/liveFields.ts'
import { sensor } from '../../../contract/lighting/sensor.ts'
import type { StoredRow } from '../../database/entityColumns.ts'
import { readable } from '../../database/entityColumns.ts'
import { frameOf } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { textOf } from '../entities/values.ts'
import { tableOf } from './tables.ts'

export const facilityKinds = ['cabinet', 'loop', 'pole', 'sensor', 'thirdParty'] as const
export type FacilityKind = (typeof facilityKinds)[number]

/** A field facility with a telemetry device. */
export interface Facility {
  readonly kind: FacilityKind
  readonly id: string
  readonly project: string
  readonly title: string
  readonly device: string | null
  /** Cabinet it is connected to, if any. */
  readonly cabinet: string | null
  /** True for an enabled cabinet or an installed facility. */
  readonly isAtWork: boolean
  /** Monitored values of a sensor. */
  readonly watched?: Watched
  /** Ratings of a lamp or loop for plausibility checks. */
  readonly rated?: Rated
}

/** Ratings of a facility; null if not entered. */
export interface Rated {
  readonly powerW: number | null
  readonly currentA: number | null
  /** Minimum current when the contactor is closed. */
  readonly absorptionA: number | null
  /** Factor applied to a measured current. */
  readonly ratio: number
  /** True if 0 is on and 1 is off. */
  readonly isReversed: boolean
}

export interface Watched {
  readonly point: string
  readonly coefficient: number
  readonly low: number | null
  readonly high: number | null
  readonly deadband: number
  readonly delayMs: number
  /** Unit of the converted value by sensor type; undefined if it has none. */
  readonly unit?: Words
}

/** Same as the maximum number of tags in history. */
const mostFacilities = 500_000

/**
 * In-memory index of facilities by telemetry device, needed for every incoming frame. Loaded at startup and updated on
 * writes.
 */
export class Directory {
  readonly #byId = new Map<string, Facility>()
  readonly #byDevice = new Map<string, Facility>()

  /** Loads cabinets, and all other facilities with a device. */
  async load(db: Db): Promise<void> {
    for (const kind of facilityKinds) {
      const table = tableOf(kind)
      const spoken = kind === 'cabinet' ? sql`` : sql`where device is not null`
      const { rows } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} ${spoken} limit ${mostFacilities}`.execute(db)
      for (const row of rows) {
        const { id, project = '', values } = frameOf(table, row)
        this.put(kind, id, project, values)
      }
    }
  }

  of(project: string, device: string): Facility | undefined {
    return this.#byDevice.get(keyOf(project, device))
  }

  byId(id: string): Facility | undefined {
    return this.#byId.get(id)
  }

  /** Facilities that have a device. */
  all(): Iterable<Facility> {
    return this.#byDevice.values()
  }

  put(kind: FacilityKind, id: string, project: string, values: EntityValues): void {
    this.remove(id)
    const device = textOf(values['device'])
    if (device === null && kind !== 'cabinet') return
    if (this.#byId.size >= mostFacilities) return
    const facility: Facility = {
      kind, id, project, device, title: textOf(values['name']) ?? id, cabinet: textOf(values['cabinet']),
      isAtWork: kind === 'cabinet' ? values['usage'] === 2 : kind === 'thirdParty' || values['installation'] === 'installed',
      ...(kind === 'sensor' ? { watched: watchedOf(values) } : {}),
      ...(kind === 'pole' || kind === 'loop' ? { rated: ratedOf(values) } : {}),
    }
    this.#byId.set(id, facility)
    if (device !== null) this.#byDevice.set(keyOf(project, device), facility)
  }

  remove(id: string): void {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    if (known.device === null) return
    const key = keyOf(known.project, known.device)
    if (this.#byDevice.get(key)?.id === id) this.#byDevice.delete(key)
  }

  /** Returns true if the facility and its cabinet are in service. */
  isAtWork(facility: Facility): boolean {
    if (!facility.isAtWork) return false
    const cabinet = facility.cabinet === null ? undefined : this.#byId.get(facility.cabinet)
    return cabinet?.isAtWork ?? true
  }
}

export const keyOf = (project: string, device: string): string => `${project}/${device}`

function watchedOf(values: EntityValues): Watched {
  const unit = liveUnit(sensor.fields.value, values)
  return {
    ...(unit && { unit }),
    point: textOf(values['point']) ?? 'value', coefficient: numberOf(values['coefficient']) ?? 1, low: numberOf(values['low']), high: numberOf(values['high']),
    deadband: numberOf(values['deadband']) ?? 0, delayMs: (numberOf(values['delayS']) ?? 0) * 1000,
  }
}

const ratedOf = (values: EntityValues): Rated => ({
  powerW: numberOf(values['ratedPower']), currentA: numberOf(values['ratedCurrent']), absorptionA: numberOf(values['absorptionCurrent']),
  ratio: numberOf(values['ratio']) ?? 1, isReversed: values['isReversed'] === true,
})

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
