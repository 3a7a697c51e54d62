import { Readable } from 'node:stream'
import type { DeviceStatusCache } from './deviceStatusCache.ts'
import { byteLength } from '../transport/packetLimit.ts'
import { matchesFilter } from './subscriptionRouter.ts'

interface StoredPacket {
  readonly topic: string
  readonly payload: Buffer | string
  readonly qos?: 0 | 1 | 2
}
interface Owner {
  readonly id: string
}
interface Numbered {
  readonly messageId?: number | undefined
}

/** A retained message without its payload. */
export interface RetainedTopic {
  readonly topic: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

/**
 * aedes persistence: the newest retained message of each topic, Wills, and open QoS 2 handshakes. Sessions are not
 * kept: a subscription ends with its connection, so it cannot outlive a permission, and expired commands are never
 * delivered to a device that reconnects. Exact filters use a lookup instead of a scan.
 */
export class RetainedStore {
  readonly #retained = new Map<string, RetainedMessage>()
  readonly #wills = new Map<string, StoredPacket>()
  readonly #handshakes = new Map<string, Map<number, unknown>>()
  readonly #maxRetained: number
  readonly #statuses: DeviceStatusCache

  /** `statuses` provides the messages of the device status topics. */
  constructor(maxRetained: number, statuses: DeviceStatusCache) {
    this.#maxRetained = maxRetained
    this.#statuses = statuses
  }

  get retainedCount(): number {
    return this.#retained.size
  }

  retainedBytes(): number {
    let bytes = 0
    for (const message of this.#retained.values()) bytes += message.length
    return bytes
  }

  /** Newest payload of a topic. The next message may overwrite it. */
  readPayload(topic: string): string | Buffer | undefined {
    return this.#retained.get(topic)?.payload ?? this.#statuses.at(topic)?.payload
  }

  retained(topic: string): StoredPacket | undefined {
    return this.#retained.get(topic)?.createPacket() ?? this.#statuses.at(topic)
  }

  /** Lists the topics of all retained messages with arrival time and size. */
  *retainedTopics(): Generator<RetainedTopic> {
    for (const [topic, { at, length }] of this.#retained) yield { topic, at, bytes: length }
  }

  /** Drops the retained messages whose topics `isKept` rejects. */
  filterRetained(isRetained: (topic: string) => boolean): void {
    for (const topic of this.#retained.keys()) if (!isRetained(topic)) this.#retained.delete(topic)
  }

  async setup(): Promise<void> {}

  async storeRetained(packet: StoredPacket): Promise<void> {
    this.retain(packet.topic, byteLength(packet.payload), packet.qos)
  }

  /** Retains a message; an empty payload removes the one of its topic. The payload is copied. */
  retain(topic: string, payload: Buffer, qos: 0 | 1 | 2 = 0): void {
    const retained = this.#retained.get(topic)
    if (payload.length === 0) this.#retained.delete(topic)
    else if (retained !== undefined) retained.replace(payload, qos)
    else if (this.#retained.size < this.#maxRetained)
      this.#retained.set(topic, new RetainedMessage(topic, payload, qos))
  }

  createRetainedStreamCombi(filters: readonly string[]): Readable {
    return Readable.from(this.#matching(filters))
  }

  async putWill(client: Owner, packet: StoredPacket): Promise<void> {
    this.#wills.set(client.id, packet)
  }

  async delWill(client: Owner): Promise<StoredPacket | undefined> {
    const will = this.#wills.get(client.id)
    this.#wills.delete(client.id)
    return will
  }

  /** Wills of other brokers; there are none. */
  streamWill(): Readable {
    return Readable.from([])
  }

  async incomingStorePacket(client: Owner, packet: Numbered): Promise<void> {
    const handshakes = this.#handshakes.get(client.id) ?? new Map<number, unknown>()
    this.#handshakes.set(client.id, handshakes)
    handshakes.set(packet.messageId ?? 0, packet)
  }

  async incomingGetPacket(client: Owner, packet: Numbered): Promise<unknown> {
    const stored = this.#handshakes.get(client.id)?.get(packet.messageId ?? 0)
    if (stored === undefined) throw new Error('no such packet')
    return stored
  }

  async incomingDelPacket(client: Owner, packet: Numbered): Promise<void> {
    if (!this.#handshakes.get(client.id)?.delete(packet.messageId ?? 0)) throw new Error('no such packet')
  }

  async cleanIncoming(client: Owner): Promise<void> {
    this.#handshakes.delete(client.id)
  }

  async addSubscriptions(): Promise<void> {}
  async removeSubscriptions(): Promise<void> {}
  async cleanSubscriptions(): Promise<void> {}
  async subscriptionsByClient(): Promise<readonly never[]> {
    return []
  }
  async subscriptionsByTopic(): Promise<readonly never[]> {
    return []
  }
  async outgoingEnqueue(): Promise<void> {}
  async outgoingEnqueueCombi(): Promise<void> {}
  async outgoingUpdate(): Promise<void> {}
  async outgoingClearMessageId(): Promise<undefined> {
    return undefined
  }
  outgoingStream(): Readable {
    return Readable.from([])
  }

  *#matching(filters: readonly string[]): Generator<StoredPacket> {
    for (const filter of filters) {
      if (!/[+#]/.test(filter)) {
        const retained = this.retained(filter)
        if (retained !== undefined) yield { ...retainedDefaults, ...retained }
      } else {
        for (const [topic, message] of this.#retained)
          if (matchesFilter(filter, topic)) yield { ...retainedDefaults, ...message.createPacket() }
        for (const status of this.#statuses.matching(filter)) yield { ...retainedDefaults, ...status }
      }
    }
  }
}

/** Fields that aedes needs to deliver a retained message. */
const retainedDefaults = { cmd: 'publish', qos: 0, retain: true } as const

/**
 * The newest message of a topic. Its bytes are replaced in place: a new object per message would survive several
 * garbage collections and made a quarter of the cost of a message.
 */
class RetainedMessage {
  readonly topic: string
  qos: 0 | 1 | 2
  length: number
  /** Time of receipt in milliseconds since 1970. */
  at: number
  #bytes: Buffer

  constructor(topic: string, payload: Buffer, qos: 0 | 1 | 2) {
    this.topic = topic
    this.qos = qos
    this.length = payload.length
    this.at = Date.now()
    this.#bytes = Buffer.allocUnsafeSlow(payload.length)
    payload.copy(this.#bytes)
  }

  get payload(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  replace(payload: Buffer, qos: 0 | 1 | 2): void {
    const { length } = payload
    if (length > this.#bytes.length || length < this.#bytes.length / maxWaste)
      this.#bytes = Buffer.allocUnsafeSlow(length)
    payload.copy(this.#bytes)
    this.length = length
    this.qos = qos
    this.at = Date.now()
  }

  createPacket(): StoredPacket {
    return { topic: this.topic, payload: Buffer.from(this.payload), qos: this.qos }
  }
}

/** Factor by which the memory of a retained message may exceed its length. */
const maxWaste = 4
