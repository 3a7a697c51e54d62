import { sql } from 'kysely'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import { liveUnit } from '../../../contract/entity/liveFields.ts'
import { sensor } from '../../../contract/lighting/sensor.ts'
import type { StoredRow } from '../../database/entities/entityColumns.ts'
import { countRegisters } from '../../drivers/binaryValues.ts'
import { toSensorEncoding } from '../../drivers/sensorEncoding.ts'
import { readable } from '../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { toText } from '../entities/values.ts'
import { getTable } from './tables.ts'

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
  readonly isInService: boolean
  /** Monitored values of a sensor. */
  readonly limits?: ValueLimits
  /** How the bytes of a sensor's value are encoded; undefined if the sensor declares no data type. */
  readonly raw?: RawEncoding
  /** Ratings of a lamp or loop for plausibility checks. */
  readonly rating?: Rating
}

/** Type, byte order and number of bytes of a value. */
export interface RawEncoding extends ReturnType<typeof toSensorEncoding> {
  readonly bytes: number
}

/** Ratings of a facility; null if not entered. */
export interface Rating {
  readonly powerW: number | null
  readonly currentA: number | null
  /** Minimum current when the contactor is closed. */
  readonly absorptionA: number | null
  /** Factor applied to a measured current. */
  readonly ratio: number
  /** True if 0 is on and 1 is off. */
  readonly isReversed: boolean
}

export interface ValueLimits {
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
const maxFacilities = 500_000

/**
 * In-memory index of facilities by telemetry device, needed for every incoming frame. Loaded at startup and updated on
 * writes.
 */
export class FacilityIndex {
  readonly #byId = new Map<string, Facility>()
  readonly #byDevice = new Map<string, Facility>()

  /** Loads cabinets, and all other facilities with a device. */
  async load(db: Db): Promise<void> {
    for (const kind of facilityKinds) {
      const table = getTable(kind)
      const deviceCondition = kind === 'cabinet' ? sql`` : sql`where device is not null`
      const { rows } =
        await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} ${deviceCondition} limit ${maxFacilities}`.execute(
          db,
        )
      for (const row of rows) {
        const { id, project = '', values } = toEntityRow(table, row)
        this.put(kind, id, project, values)
      }
    }
  }

  findByDevice(project: string, device: string): Facility | undefined {
    return this.#byDevice.get(toDeviceKey(project, device))
  }

  findById(id: string): Facility | undefined {
    return this.#byId.get(id)
  }

  /** Facilities that have a device. */
  list(): Iterable<Facility> {
    return this.#byDevice.values()
  }

  put(kind: FacilityKind, id: string, project: string, values: EntityValues): void {
    this.remove(id)
    const device = toText(values['device'])
    if (device === null && kind !== 'cabinet') return
    if (this.#byId.size >= maxFacilities) return
    const facility: Facility = {
      kind,
      id,
      project,
      device,
      title: toText(values['name']) ?? id,
      cabinet: toText(values['cabinet']),
      isInService:
        kind === 'cabinet' ? values['usage'] === 2 : kind === 'thirdParty' || values['installation'] === 'installed',
      ...(kind === 'sensor' ? { limits: readLimits(values), ...readRaw(values) } : {}),
      ...(kind === 'pole' || kind === 'loop' ? { rating: readRating(values) } : {}),
    }
    this.#byId.set(id, facility)
    if (device !== null) this.#byDevice.set(toDeviceKey(project, device), facility)
  }

  remove(id: string): void {
    const existing = this.#byId.get(id)
    if (!existing) return
    this.#byId.delete(id)
    if (existing.device === null) return
    const key = toDeviceKey(existing.project, existing.device)
    if (this.#byDevice.get(key)?.id === id) this.#byDevice.delete(key)
  }

  /** Returns true if the facility and its cabinet are in service. */
  isInService(facility: Facility): boolean {
    if (!facility.isInService) return false
    const cabinet = facility.cabinet === null ? undefined : this.#byId.get(facility.cabinet)
    return cabinet?.isInService ?? true
  }
}

export const toDeviceKey = (project: string, device: string): string => `${project}/${device}`

function readLimits(values: EntityValues): ValueLimits {
  const unit = liveUnit(sensor.fields.value, values)
  return {
    ...(unit && { unit }),
    point: toText(values['point']) ?? 'value',
    coefficient: toNumberOrNull(values['coefficient']) ?? 1,
    low: toNumberOrNull(values['low']),
    high: toNumberOrNull(values['high']),
    deadband: toNumberOrNull(values['deadband']) ?? 0,
    delayMs: (toNumberOrNull(values['delayS']) ?? 0) * 1000,
  }
}

function readRaw(values: EntityValues): { readonly raw?: RawEncoding } {
  const dataType = toText(values['dataType'])
  if (dataType === null) return {}
  const encoding = toSensorEncoding(dataType, toText(values['encoding']))
  return { raw: { ...encoding, bytes: countRegisters(encoding.type, 0) * 2 } }
}

const readRating = (values: EntityValues): Rating => ({
  powerW: toNumberOrNull(values['ratedPower']),
  currentA: toNumberOrNull(values['ratedCurrent']),
  absorptionA: toNumberOrNull(values['absorptionCurrent']),
  ratio: toNumberOrNull(values['ratio']) ?? 1,
  isReversed: values['isReversed'] === true,
})

const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
