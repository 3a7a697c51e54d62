import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Mapper, Mapping } from '../../../../contract/mapping/index.ts'
import { compileMapping, readMapping } from '../../../../contract/mapping/index.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'

/** A declared device of a product, with the name by which its messages identify it. */
export interface MappedDevice extends DeviceRef {
  /** Id of the device row. */
  readonly id: string
  readonly product: string
  readonly key: string
  readonly isInUse: boolean
}

/** The compiled mapping of a product. `mapping` is null for Sparkplug B, whose devices declare their points. */
export interface MappedProduct {
  readonly id: string
  readonly product: string
  /** Project whose devices it applies to; null: all projects without a mapping of their own. */
  readonly owner: string | null
  readonly mapping: Mapping | null
  /** Mapper for source times without time zone in this zone. Null for Sparkplug B. */
  readonly getMapper: (zone: string) => Mapper | null
}

/** What a publisher may report: projects and devices; null: all. */
export interface MappingScope {
  readonly projects: readonly string[] | null
  /** Telemetry names of the devices; null: all devices of the projects. */
  readonly devices: ReadonlySet<string> | null
}

const disabled = 2
const none: ReadonlySet<MappedProduct> = new Set()
const defaultZone = 'UTC'

/** In-memory index of mappings, devices and time zones. Changed rows replace their entries, so objects are immutable. */
export class MappingRegistry {
  readonly #mappings = new Map<string, MappedProduct>()
  /** By product and owner. */
  readonly #byOwner = new Map<string, Set<MappedProduct>>()
  readonly #devices = new Map<string, MappedDevice>()
  readonly #byKey = new Map<string, Map<string, Set<MappedDevice>>>()
  readonly #byPlace = new Map<string, Set<MappedDevice>>()
  #zones: ReadonlyMap<string, string> = new Map()

  /** Updates a mapping row; undefined removes it. A row that cannot be compiled is treated as absent. */
  putMapping(id: string, values: EntityValues | undefined): void {
    const before = this.#mappings.get(id)
    this.#mappings.delete(id)
    if (before) {
      const others = this.#byOwner.get(toOwnerKey(before))
      others?.delete(before)
      if (others?.size === 0) this.#byOwner.delete(toOwnerKey(before))
    }
    const compiled = values && compileRow(id, values)
    if (!compiled) return
    this.#mappings.set(id, compiled)
    getOrAdd(this.#byOwner, toOwnerKey(compiled), () => new Set<MappedProduct>()).add(compiled)
  }

  /** Updates a device row; undefined removes it. */
  putDevice(id: string, project: string, values: EntityValues | undefined): void {
    const before = this.#devices.get(id)
    const device = values && toDevice(id, project, values)
    // Most writes change only the online status.
    if (before && device && JSON.stringify(before) === JSON.stringify(device)) return
    if (before) {
      this.#devices.delete(id)
      this.#byKey.get(before.product)?.get(before.key)?.delete(before)
      this.#byPlace.get(toPlace(before))?.delete(before)
    }
    if (!device) return
    this.#devices.set(id, device)
    const keys = getOrAdd(this.#byKey, device.product, () => new Map<string, Set<MappedDevice>>())
    getOrAdd(keys, device.key, () => new Set<MappedDevice>()).add(device)
    getOrAdd(this.#byPlace, toPlace(device), () => new Set<MappedDevice>()).add(device)
  }

  setZones(zones: ReadonlyMap<string, string>): void {
    this.#zones = zones
  }

  /** Time zone (IANA) of a project. */
  getZone(project: string): string {
    return this.#zones.get(project) ?? defaultZone
  }

  products(): Iterable<MappedProduct> {
    return this.#mappings.values()
  }

  /** Devices of products with a mapping. */
  listMappedDevices(): readonly MappedDevice[] {
    return [...this.#devices.values()].filter((device) => this.getMappings(device).size > 0)
  }

  /** The mappings of a device: those of its project, otherwise those of all projects. */
  getMappings({ product, project }: MappedDevice): ReadonlySet<MappedProduct> {
    return (
      this.#byOwner.get(toOwnerKey({ product, owner: project })) ??
      this.#byOwner.get(toOwnerKey({ product, owner: null })) ??
      none
    )
  }

  /** Devices with this mapping that a message names by this key and the publisher may report. */
  findDevices(mapped: MappedProduct, key: string, scope: MappingScope): readonly MappedDevice[] {
    const found = this.#byKey.get(mapped.product)?.get(key)
    return found
      ? [...found].filter(
          (device) => device.isInUse && isInScope(device, scope) && this.getMappings(device).has(mapped),
        )
      : []
  }

  /** Time zones of the projects in which a mapping has devices; `UTC` if there are none. */
  listZones({ product, owner }: MappedProduct, { projects }: MappingScope): readonly string[] {
    if (owner !== null) return projects === null || projects.includes(owner) ? [this.getZone(owner)] : []
    const [only, ...others] = projects ?? []
    if (only !== undefined && others.length === 0) return [this.getZone(only)]
    const zones = new Set<string>()
    for (const devices of this.#byKey.get(product)?.values() ?? [])
      for (const { project } of devices)
        if (projects === null || projects.includes(project)) zones.add(this.getZone(project))
    return zones.size > 0 ? [...zones] : [defaultZone]
  }

  /** The device with this telemetry name and its mappings; null if it has none. */
  findByPlace(ref: DeviceRef): { readonly device: MappedDevice; readonly mappings: ReadonlySet<MappedProduct> } | null {
    for (const device of this.#byPlace.get(toPlace(ref)) ?? []) {
      const mappings = this.getMappings(device)
      if (mappings.size > 0 && device.isInUse) return { device, mappings }
    }
    return null
  }

  /** Products of the devices with this telemetry name. */
  listProductsAt(ref: DeviceRef): readonly string[] {
    return [...(this.#byPlace.get(toPlace(ref)) ?? [])].map(({ product }) => product)
  }

  /** Returns whether device and mapping are unchanged. */
  isCurrent(device: MappedDevice, product: MappedProduct): boolean {
    return this.#devices.get(device.id) === device && this.getMappings(device).has(product)
  }
}

function compileRow(
  id: string,
  { product, protocol, definition, isEnabled, ownerProject }: EntityValues,
): MappedProduct | undefined {
  if (typeof product !== 'string' || isEnabled === false) return undefined
  const owner = typeof ownerProject === 'string' ? ownerProject : null
  if (protocol === 'sparkplug') return { id, product, owner, mapping: null, getMapper: () => null }
  const { mapping } = typeof definition === 'string' ? readMapping(parseJson(definition)) : {}
  if (!mapping) return undefined
  const mappers = new Map<string, Mapper>()
  return {
    id,
    product,
    owner,
    mapping,
    getMapper: (zone) => getOrAdd(mappers, zone, () => compileMapping(mapping, { zone })),
  }
}

/** Parses JSON; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function toDevice(
  id: string,
  project: string,
  { plantDevice, product, serial, messageKey, status }: EntityValues,
): MappedDevice | undefined {
  if (typeof plantDevice !== 'string' || plantDevice === '' || typeof product !== 'string') return undefined
  const key = typeof messageKey === 'string' && messageKey !== '' ? messageKey : serial
  if (typeof key !== 'string') return undefined
  return { id, project, device: plantDevice, product, key, isInUse: status !== disabled }
}

const isInScope = ({ project, device }: MappedDevice, { projects, devices }: MappingScope): boolean =>
  (projects === null || projects.includes(project)) && (devices === null || devices.has(device))

const toOwnerKey = ({ product, owner }: Pick<MappedProduct, 'product' | 'owner'>): string => `${product}/${owner ?? ''}`

const toPlace = ({ project, device }: DeviceRef): string => `${project}/${device}`

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const value = create()
  map.set(key, value)
  return value
}
