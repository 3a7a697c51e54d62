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

/** Something in the field that a device of the plant speaks for. */
export interface Facility {
  readonly kind: FacilityKind
  readonly id: string
  readonly project: string
  readonly title: string
  readonly device: string | null
  /** Of what hangs on one. */
  readonly cabinet: string | null
  /** An enabled cabinet; what is installed. */
  readonly isAtWork: boolean
  /** Of a sensor: what it watches. */
  readonly watched?: Watched
  /** Of a lamp and a loop: what its figures are held against. */
  readonly rated?: Rated
}

/** Figures of a facility's own plate and wiring; null: nobody entered it. */
export interface Rated {
  readonly powerW: number | null
  readonly currentA: number | null
  /** The current that its contactor needs to conduct. */
  readonly absorptionA: number | null
  /** What a measured current is multiplied by. */
  readonly ratio: number
  /** 0 is on and 1 is off. */
  readonly isReversed: boolean
}

export interface Watched {
  readonly point: string
  readonly coefficient: number
  readonly low: number | null
  readonly high: number | null
  readonly deadband: number
  readonly delayMs: number
  /** Of the converted value, by the sensor's type; absent where that has none. */
  readonly unit?: Words
}

/** The number of tags that history keeps is the bound of what can be heard at all. */
const mostFacilities = 500_000

/**
 * Which facility each device of the plant speaks for, in memory: it is asked for every frame that comes in. Read once at the start
 * and kept by what is written.
 */
export class Directory {
  readonly #byId = new Map<string, Facility>()
  readonly #byDevice = new Map<string, Facility>()

  /** Cabinets, and of all else what a device speaks for. */
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

  /** What a device speaks for. */
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

  /** Whether it is at work, and the cabinet that it hangs on too. */
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
