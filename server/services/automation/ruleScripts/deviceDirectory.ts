import { sql } from 'kysely'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { Db } from '../../../database/index.ts'

/** A device with a platform row, as scripts identify it. */
export interface KnownDevice extends DeviceRef {
  readonly id: string
  readonly name: string
  readonly serial: string
  readonly product: string
}

const maxDevices = 100_000

/** In-memory index of the platform devices by telemetry device and by serial number. */
export class DeviceDirectory {
  readonly #byId = new Map<string, KnownDevice>()
  readonly #byPlace = new Map<string, KnownDevice>()
  readonly #bySerial = new Map<string, KnownDevice>()

  /** Loads all rows. Rows changed by other servers appear at the next call. */
  async load(db: Db): Promise<void> {
    const { rows } = await sql<KnownDevice>`select id, project, coalesce(plant_device, '') as device, name,
      coalesce(serial, '') as serial, coalesce(product, '') as product from platform_device limit ${maxDevices}`.execute(
      db,
    )
    this.#byId.clear()
    this.#byPlace.clear()
    this.#bySerial.clear()
    for (const row of rows) this.#add(row)
  }

  /** Updates one row; undefined values remove it. */
  put(id: string, project: string, values: EntityValues | undefined): void {
    const before = this.#byId.get(id)
    if (before) {
      this.#byId.delete(id)
      if (this.#byPlace.get(toKey(before)) === before) this.#byPlace.delete(toKey(before))
      if (this.#bySerial.get(before.serial) === before) this.#bySerial.delete(before.serial)
    }
    if (!values) return
    const read = (field: string): string => {
      const value = values[field]
      return typeof value === 'string' ? value : ''
    }
    this.#add({
      id,
      project,
      device: read('plantDevice'),
      name: read('name'),
      serial: read('serial'),
      product: read('product'),
    })
  }

  find(device: DeviceRef): KnownDevice | undefined {
    return this.#byPlace.get(toKey(device))
  }

  /** Finds a device by `project/device`, by its telemetry device within a project, or by its serial number. */
  resolve(name: string, project: string | undefined): DeviceRef | undefined {
    const bySerial = this.#bySerial.get(name)
    if (bySerial && bySerial.device !== '') return bySerial
    const [first = '', second, ...rest] = name.split('/')
    if (rest.length > 0) return undefined
    if (second !== undefined) return { project: first, device: second }
    return project === undefined ? undefined : { project, device: first }
  }

  /** Devices of a product in a project. */
  list(project: string, product: string | null): readonly KnownDevice[] {
    return [...this.#byPlace.values()].filter(
      (each) => each.project === project && (product === null || each.product === product),
    )
  }

  #add(device: KnownDevice): void {
    this.#byId.set(device.id, device)
    if (device.device !== '') this.#byPlace.set(toKey(device), device)
    if (device.serial !== '') this.#bySerial.set(device.serial, device)
  }
}

const toKey = ({ project, device }: DeviceRef): string => `${project}/${device}`
