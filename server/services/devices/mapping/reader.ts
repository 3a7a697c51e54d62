import type { Words } from '@mimic/engine/schema'
import type {
  Acknowledgement,
  MappedFrame,
  PresenceChange,
  Reading,
  ScriptCall,
  DecodedPoint,
} from '../../../../contract/mapping/index.ts'
import { messageProblems } from '../../../../contract/mapping/index.ts'
import type { MappedDevice, MappedProduct, MappingRegistry, MappingScope } from './registry.ts'

/** A frame of a declared device. */
export interface DeviceFrame {
  readonly device: MappedDevice
  readonly product: MappedProduct
  readonly frame: MappedFrame
}

/** What a message of a foreign topic contains, for declared devices. */
export interface DeviceReading {
  /** False if no mapping declares the topic. */
  readonly isDeclared: boolean
  readonly problem: Words | null
  readonly frames: readonly DeviceFrame[]
  readonly presence: readonly (PresenceChange & { readonly ref: MappedDevice })[]
  readonly acknowledgements: readonly (Acknowledgement & { readonly ref: MappedDevice | null })[]
  /** Devices that the message names, with the placeholders of its topic. */
  readonly variables: readonly { readonly device: MappedDevice; readonly values: ReadonlyMap<string, string> }[]
}

/** Runs a decoder script; null if it failed. */
export type RunDecoder = (call: ScriptCall) => Promise<readonly DecodedPoint[] | null>

/** Reads a message with the mappings of all products and resolves the devices that it names. */
export async function readForeignMessage(
  registry: MappingRegistry,
  scope: MappingScope,
  message: { readonly topic: string; readonly payload: Uint8Array; readonly receivedAt: number },
  runDecoder: RunDecoder,
): Promise<DeviceReading> {
  const collector = new Collector(registry, scope)
  for (const product of registry.products()) {
    for (const zone of product.mapping === null ? [] : registry.listZones(product, scope)) {
      const mapper = product.getMapper(zone)
      if (!mapper?.matches(message.topic)) continue
      const reading = mapper.read(message.topic, message.payload, message.receivedAt)
      collector.add(product, zone, reading)
      for (const call of reading.scripts) collector.add(product, zone, mapper.finish(call, await runDecoder(call)))
    }
  }
  return collector.finish()
}

/** A reading without the parts that only a mapper reports. */
export type PartialReading = Pick<Reading, 'frames' | 'presence'> & Partial<Reading>

/** Collects what the mappings read, for the devices that exist and may be reported. */
export class Collector {
  readonly #registry: MappingRegistry
  readonly #scope: MappingScope
  readonly #frames: DeviceFrame[] = []
  readonly #presence: (PresenceChange & { readonly ref: MappedDevice })[] = []
  readonly #acknowledgements: (Acknowledgement & { readonly ref: MappedDevice | null })[] = []
  readonly #variables = new Map<MappedDevice, ReadonlyMap<string, string>>()
  #isDeclared = false
  #problem: Words | null = null
  /** The first key without a device, and the first one with several. */
  #unknownKey: string | null = null
  #ambiguousKey: string | null = null

  constructor(registry: MappingRegistry, scope: MappingScope) {
    this.#registry = registry
    this.#scope = scope
  }

  /** Adds what a mapping read. `zone`: null if source times have a zone. */
  add(product: MappedProduct, zone: string | null, reading: PartialReading): void {
    this.#isDeclared = true
    if (reading.problem) this.#problem ??= messageProblems[reading.problem]
    for (const frame of reading.frames) {
      const device = this.#find(product, zone, frame.device, reading)
      if (device) this.#frames.push({ device, product, frame })
    }
    for (const change of reading.presence) {
      const ref = this.#find(product, zone, change.device, reading)
      if (ref) this.#presence.push({ ...change, ref })
    }
    for (const answer of reading.acknowledgements ?? []) {
      const ref = answer.device === null ? null : this.#find(product, zone, answer.device, reading)
      if (ref !== undefined) this.#acknowledgements.push({ ...answer, ref })
    }
  }

  finish(): DeviceReading {
    return {
      isDeclared: this.#isDeclared,
      problem: this.#getProblem(),
      frames: this.#frames,
      presence: this.#presence,
      acknowledgements: this.#acknowledgements,
      variables: [...this.#variables].map(([device, values]) => ({ device, values })),
    }
  }

  #find(
    product: MappedProduct,
    zone: string | null,
    key: string,
    { variables }: PartialReading,
  ): MappedDevice | undefined {
    const [device, ...others] = this.#registry.findDevices(product, key, this.#scope)
    if (!device) {
      this.#unknownKey ??= key
      return undefined
    }
    if (others.length > 0) {
      this.#ambiguousKey ??= key
      return undefined
    }
    // Another pass reads the message in the zone of the device's project.
    if (zone !== null && this.#registry.getZone(device.project) !== zone) return undefined
    if (variables && variables.size > 0) this.#variables.set(device, variables)
    return device
  }

  #getProblem(): Words | null {
    if (!this.#isDeclared) return messageProblems.topic
    if (this.#problem) return this.#problem
    if (this.#ambiguousKey !== null) return describeKey(this.#ambiguousKey, ambiguous)
    // Products can share topics, such as two products of Tasmota plugs: the message is of one of them.
    const isRead = this.#frames.length + this.#presence.length + this.#acknowledgements.length > 0
    return this.#unknownKey === null || isRead ? null : describeKey(this.#unknownKey, unknown)
  }
}

const unknown: Words = {
  en: 'No device with the name in messages: ',
  zh: '没有设备使用该报文标识：',
}
const ambiguous: Words = {
  en: 'Several devices have the same name in messages: ',
  zh: '多个设备使用相同的报文标识：',
}
const describeKey = (key: string, { en, zh }: Words): Words => ({
  en: `${en}${key.slice(0, 100)}`,
  zh: `${zh}${key.slice(0, 100)}`,
})
