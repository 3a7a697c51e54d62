import type { HostMessage, SparkplugBirth } from '../../../../contract/mapping/sparkplug/index.ts'
import { SparkplugHost } from '../../../../contract/mapping/sparkplug/index.ts'
import { messageProblems } from '../../../../contract/mapping/index.ts'
import { Collector } from './reader.ts'
import type { DeviceReading } from './reader.ts'
import type { MappedDevice, MappingRegistry, MappingScope } from './registry.ts'

export const sparkplugPrefix = 'spBv1.0/'
const maxScopes = 1000

/** A message of a host application, and the scope of the edge node that it addresses. */
export interface SparkplugResult {
  readonly reading: DeviceReading
  readonly messages: readonly HostMessage[]
  /** Points that births declared, for the tag catalogue. */
  readonly births: readonly (SparkplugBirth & { readonly ref: MappedDevice })[]
}

/**
 * Host applications of Sparkplug B, one for each scope of credentials: edge nodes of different projects may have the
 * same group and name.
 */
export class SparkplugHosts {
  readonly #hosts = new Map<string, SparkplugHost>()
  readonly #registry: MappingRegistry
  readonly #name: string
  readonly #startedAt: number

  /** `name`: host id in the STATE topic. `startedAt`: milliseconds since 1970. */
  constructor(registry: MappingRegistry, name: string, startedAt: number) {
    this.#registry = registry
    this.#name = name
    this.#startedAt = startedAt
  }

  get isUsed(): boolean {
    return [...this.#registry.products()].some(({ mapping }) => mapping === null)
  }

  /** The retained message that declares the host online. */
  announce(): HostMessage {
    return this.#getHost({ projects: null, devices: null }).announce(this.#startedAt)
  }

  /** The retained message that declares the host offline. */
  createWill(): HostMessage {
    return this.#getHost({ projects: null, devices: null }).createWill(this.#startedAt)
  }

  read(scope: MappingScope, topic: string, payload: Uint8Array, receivedAt: number): SparkplugResult | null {
    const products = [...this.#registry.products()].filter(({ mapping }) => mapping === null)
    if (products.length === 0) return null
    const { problem, births, frames, presence, messages } = this.#getHost(scope).read(topic, payload, receivedAt)
    const collector = new Collector(this.#registry, scope)
    for (const product of products) collector.add(product, null, { frames, presence })
    const reading = collector.finish()
    return {
      reading: problem ? { ...reading, problem: messageProblems[problem] } : reading,
      messages,
      births: births.flatMap((birth) =>
        products.flatMap((product) => {
          const [ref, ...others] = this.#registry.findDevices(product, birth.device, scope)
          return ref && others.length === 0 ? [{ ...birth, ref }] : []
        }),
      ),
    }
  }

  /** Builds a command; null if no birth declared the point. */
  buildCommand(device: MappedDevice, point: string, value: number | boolean | string, at: number): HostMessage | null {
    for (const host of this.#hosts.values()) {
      const message = host.buildCommand({ device: device.key, point, value, at })
      if (message) return message
    }
    return null
  }

  #getHost({ projects, devices }: MappingScope): SparkplugHost {
    const key = JSON.stringify([projects, devices && [...devices]])
    const found = this.#hosts.get(key)
    if (found) return found
    if (this.#hosts.size >= maxScopes) {
      const [oldest] = this.#hosts.keys()
      if (oldest !== undefined) this.#hosts.delete(oldest)
    }
    const host = new SparkplugHost({ host: this.#name })
    host.announce(this.#startedAt)
    this.#hosts.set(key, host)
    return host
  }
}
