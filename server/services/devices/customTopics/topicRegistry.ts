import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Tag } from '../../../../contract/routes.ts'
import {
  type Command,
  type DeviceRef,
  getCustomFilter,
  isCustomTopic,
  formatCustomTopic,
} from '../../../../contract/telemetry/index.ts'
import type {
  CustomDevice,
  CustomFilter,
  CustomMessage,
  CustomProperty,
  CustomTopic,
} from '../../../broker/custom/customTopics.ts'
import { findDeclared } from '../../../broker/custom/customTopics.ts'
import { encodeCustom } from '../../../broker/custom/customPayload.ts'

/** A property of a thing model. */
export interface RegistryProperty extends CustomProperty {
  readonly label: string
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
  /** Values that a command may have, with their names; absent: no list. */
  readonly options?: Tag['options']
}

export interface RegistryDevice {
  readonly id: string
  readonly serial: string
  readonly project: string
  readonly device: string
  readonly product: string
  readonly isInUse: boolean
}

interface RegistryTopic {
  readonly name: string
  readonly product: string
  readonly direction: 'up' | 'down'
  readonly qos: 0 | 1 | 2
  readonly isRetained: boolean
  readonly everyMs: number | undefined
}

/** Rules for decoding messages of a product's devices. Replaced when a row changes. */
interface ReportedPoints {
  /** Shortest interval of the product's topics in milliseconds. */
  readonly everyMs: number | undefined
}

interface RegistrySubscription {
  readonly client: string
  readonly topic: string
  readonly qos: 0 | 1 | 2
}

export type RegistryEntity = 'topic' | 'subscription' | 'product' | 'device'

const disabled = 2

/** In-memory index of the topic, subscription, product and device rows. */
export class TopicRegistry {
  readonly #topics = new Map<string, RegistryTopic>()
  readonly #topicsByName = new Map<string, RegistryTopic>()
  readonly #subscriptions = new Map<string, RegistrySubscription>()
  readonly #products = new Map<string, readonly RegistryProperty[]>()
  readonly #readings = new Map<string, ReportedPoints>()
  readonly #devices = new Map<string, RegistryDevice>()
  /** Ids of all rows by serial number, in any project. A serial number used more than once identifies no device. */
  readonly #bySerial = new Map<string, Set<string>>()
  readonly #serials = new Map<string, string>()
  readonly #byPlace = new Map<string, Map<string, RegistryDevice>>()

  /** Updates a row; undefined removes it. */
  put(entity: RegistryEntity, id: string, project: string, values: EntityValues | undefined): void {
    switch (entity) {
      case 'topic':
        return this.#putTopic(id, values)
      case 'subscription':
        return this.#putSubscription(id, values)
      case 'product':
        return this.#putProduct(id, values)
      case 'device':
        return this.#putDevice(id, project, values)
    }
  }

  find(topic: string): CustomTopic | null {
    const found = findDeclared(
      topic,
      this.#topicsByName,
      ({ product }, serial) => this.#findDevice(product, serial) !== null,
    )
    if (found === null) return null
    const {
      row: { product, direction, isRetained },
      device,
    } = found
    return {
      direction,
      isRetained,
      everyMs: this.#getReportedPoints(product).everyMs,
      device: this.#findDevice(product, device),
    }
  }

  covers(filter: string): boolean {
    return this.filters().some((each) => each.filter === filter)
  }

  filters(direction?: 'up' | 'down'): readonly CustomFilter[] {
    return [...this.#topicsByName.values()]
      .filter((topic) => direction === undefined || topic.direction === direction)
      .map(({ name, qos }) => ({ filter: getCustomFilter(name), qos }))
  }

  messagesFor(command: Command & DeviceRef, nowMs: number): readonly CustomMessage[] {
    return [...(this.#byPlace.get(toDeviceKey(command)) ?? [])].flatMap(([, { serial, product, isInUse }]) => {
      const property = this.#products.get(product)?.find(({ identifier }) => identifier === command.point)
      if (!isInUse || !property?.isWritable || !this.#isOnly(serial)) return []
      return [...this.#topicsByName.values()]
        .filter((topic) => topic.direction === 'down' && topic.product === product)
        .map(({ name, qos, isRetained }) => ({
          topic: formatCustomTopic(name, serial),
          payload: encodeCustom(command, property, nowMs),
          qos,
          retain: isRetained,
        }))
    })
  }

  getSubscriptions(clientId: string): readonly CustomFilter[] {
    return [...this.#subscriptions.values()].flatMap(({ client, topic, qos }) => {
      const name = client === clientId ? this.#topics.get(topic)?.name : undefined
      return name === undefined || !isCustomTopic(name) ? [] : [{ filter: getCustomFilter(name), qos }]
    })
  }

  /** Devices of products with topics, whose tags are described by thing models. */
  listDevices(): readonly RegistryDevice[] {
    const products = new Set([...this.#topicsByName.values()].map(({ product }) => product))
    return [...this.#devices.values()].filter(({ product }) => products.has(product))
  }

  getProperties(product: string): readonly RegistryProperty[] {
    return this.#products.get(product) ?? []
  }

  #findDevice(product: string, serial: string): CustomDevice | null {
    const [id, ...others] = this.#bySerial.get(serial) ?? []
    const candidate = id === undefined || others.length > 0 ? undefined : this.#devices.get(id)
    if (!candidate?.isInUse || candidate.product !== product) return null
    const reading = this.#getReportedPoints(product)
    return {
      project: candidate.project,
      device: candidate.device,
      properties: this.getProperties(product),
      isUnchanged: () => this.#devices.get(candidate.id) === candidate && this.#readings.get(product) === reading,
    }
  }

  #getReportedPoints(product: string): ReportedPoints {
    const cached = this.#readings.get(product)
    if (cached) return cached
    const every = [...this.#topicsByName.values()].flatMap((topic) =>
      topic.product === product && topic.direction === 'up' && topic.everyMs !== undefined ? [topic.everyMs] : [],
    )
    const reading = { everyMs: every.length > 0 ? Math.min(...every) : undefined }
    this.#readings.set(product, reading)
    return reading
  }

  #putProduct(id: string, values: EntityValues | undefined): void {
    const properties = values ? parseProperties(values) : []
    if (JSON.stringify(properties) === JSON.stringify(this.getProperties(id))) return
    if (values) this.#products.set(id, properties)
    else this.#products.delete(id)
    this.#readings.delete(id)
  }

  #isOnly(serial: string): boolean {
    return this.#bySerial.get(serial)?.size === 1
  }

  #putTopic(id: string, values: EntityValues | undefined): void {
    const before = this.#topics.get(id)
    this.#topics.delete(id)
    if (before) this.#readings.delete(before.product)
    if (before && this.#topicsByName.get(before.name) === before) this.#topicsByName.delete(before.name)
    const { name, product, direction, qos, isRetained, everyS } = values ?? {}
    if (typeof name !== 'string' || !isCustomTopic(name) || typeof product !== 'string') return
    const topic: RegistryTopic = {
      name,
      product,
      direction: direction === 'down' ? 'down' : 'up',
      qos: parseQos(qos),
      isRetained: isRetained === true,
      everyMs: typeof everyS === 'number' ? everyS * 1000 : undefined,
    }
    this.#topics.set(id, topic)
    this.#topicsByName.set(name, topic)
    this.#readings.delete(product)
  }

  #putSubscription(id: string, values: EntityValues | undefined): void {
    this.#subscriptions.delete(id)
    const { client, topic, qos, isEnabled } = values ?? {}
    if (typeof client === 'string' && typeof topic === 'string' && isEnabled === true)
      this.#subscriptions.set(id, { client, topic, qos: parseQos(qos) })
  }

  #putDevice(id: string, project: string, values: EntityValues | undefined): void {
    const before = this.#devices.get(id)
    const candidate = toRegistryDevice(id, project, values)
    this.#putSerial(id, typeof values?.['serial'] === 'string' ? values['serial'] : undefined)
    // Most writes change only the online status; keep the object if nothing else changed.
    if (before && JSON.stringify(before) === JSON.stringify(candidate)) return
    if (before) {
      this.#devices.delete(id)
      const devicesAtPlace = this.#byPlace.get(toDeviceKey(before))
      devicesAtPlace?.delete(id)
      if (devicesAtPlace?.size === 0) this.#byPlace.delete(toDeviceKey(before))
    }
    if (!candidate) return
    this.#devices.set(id, candidate)
    this.#byPlace.set(
      toDeviceKey(candidate),
      (this.#byPlace.get(toDeviceKey(candidate)) ?? new Map<string, RegistryDevice>()).set(id, candidate),
    )
  }

  /** Also index rows that receive no messages, because a duplicate serial number makes the sender ambiguous. */
  #putSerial(id: string, serial: string | undefined): void {
    const before = this.#serials.get(id)
    if (before === serial) return
    if (before !== undefined) {
      const devicesAtPlace = this.#bySerial.get(before)
      devicesAtPlace?.delete(id)
      if (devicesAtPlace?.size === 0) this.#bySerial.delete(before)
      this.#serials.delete(id)
    }
    if (serial === undefined) return
    this.#serials.set(id, serial)
    this.#bySerial.set(serial, (this.#bySerial.get(serial) ?? new Set<string>()).add(id))
  }
}

/** Returns undefined for a row that receives no messages. */
function toRegistryDevice(
  id: string,
  project: string,
  { serial, plantDevice, product, status }: EntityValues = {},
): RegistryDevice | undefined {
  if (typeof serial !== 'string' || typeof plantDevice !== 'string' || typeof product !== 'string') return undefined
  return { id, serial, project, device: plantDevice, product, isInUse: status !== disabled }
}

const toDeviceKey = ({ project, device }: { readonly project: string; readonly device: string }): string =>
  `${project}/${device}`
const parseQos = (value: unknown): 0 | 1 | 2 => (value === 1 || value === 2 ? value : 0)
const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Properties of a product's thing model that topics use. */
export function parseProperties({ properties }: EntityValues): RegistryProperty[] {
  if (!Array.isArray(properties)) return []
  return properties.flatMap((row: unknown): RegistryProperty[] => {
    const { identifier, label, type, unit, min, max, isWritable }: Readonly<Record<string, unknown>> =
      typeof row === 'object' && row !== null ? { ...row } : {}
    if (typeof identifier !== 'string' || typeof type !== 'string') return []
    return [
      {
        identifier,
        type,
        isWritable: isWritable === true,
        label: typeof label === 'string' ? label : identifier,
        unit: typeof unit === 'string' ? unit : '',
        min: toNumberOrNull(min),
        max: toNumberOrNull(max),
      },
    ]
  })
}
