import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { externalPublisher } from '../../../broker/index.ts'
import { deviceKey } from '../discoveredDevices.ts'

/** Maximum numbers of stored undeclared devices and tags. */
export interface QuotaLimits {
  readonly project: Amount
  readonly connection: Amount
}

export interface Amount {
  readonly devices: number
  readonly tags: number
}

/** Tags of one undeclared device created by one MQTT client. */
export interface StoredTags extends DeviceRef {
  readonly publisher: string | null
  readonly points: readonly string[]
}

/**
 * Counts undeclared devices and their tags per project and per MQTT client. Accepted ones count before they are stored.
 */
export class Quota {
  readonly #limits: QuotaLimits
  #devices = new Map<string, Set<string>>()
  #projects = new Map<string, Count>()
  #publishers = new Map<string, Count>()

  constructor(limits: QuotaLimits) {
    this.#limits = limits
  }

  /** Replaces the counts by those of the stored tags. */
  load(stored: Iterable<StoredTags>): void {
    this.#devices = new Map()
    this.#projects = new Map()
    this.#publishers = new Map()
    for (const { publisher, points, ...device } of stored) this.#add(device, publisher ?? '', points)
  }

  has(device: DeviceRef): boolean {
    return this.#devices.has(deviceKey(device))
  }

  /**
   * Counts a device and its new points, or a device without values if `points` is empty. Returns the exceeded limit
   * without counting, or null.
   */
  take(device: DeviceRef, publisher: string, points: readonly string[]): 'project' | 'connection' | null {
    const present = this.#devices.get(deviceKey(device))
    const added = present ? points.filter((point) => !present.has(point)) : points
    if (present && added.length === 0) return null
    const increase = { devices: present ? 0 : 1, tags: added.length }
    const { project, connection } = this.#limits
    if (exceeds(this.#projects.get(device.project), increase, project)) return 'project'
    // An external broker relays the messages of all its clients, so only the project limit applies.
    if (publisher !== externalPublisher && exceeds(this.#publishers.get(publisher), increase, connection))
      return 'connection'
    this.#add(device, publisher, added)
    return null
  }

  #add(device: DeviceRef, publisher: string, points: readonly string[]): void {
    const key = deviceKey(device)
    const present = this.#devices.get(key)
    const all = present ?? new Set()
    for (const point of points) all.add(point)
    this.#devices.set(key, all)
    for (const [counts, name] of [
      [this.#projects, device.project],
      [this.#publishers, publisher],
    ] as const) {
      const { devices, tags } = counts.get(name) ?? { devices: 0, tags: 0 }
      counts.set(name, { devices: devices + (present ? 0 : 1), tags: tags + points.length })
    }
  }
}

type Count = Amount

const exceeds = (count: Count = { devices: 0, tags: 0 }, increase: Amount, limit: Amount): boolean =>
  (increase.devices > 0 && count.devices + increase.devices > limit.devices) || count.tags + increase.tags > limit.tags
