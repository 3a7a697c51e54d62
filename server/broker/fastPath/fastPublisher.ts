import type { Session } from '../access/session.ts'
import type { DeliveryHandler } from '../delivery/deliveryQueue.ts'
import type { RetainedStore } from '../delivery/retainedStore.ts'
import { ignoredTopic, type IncomingPacket, type PublishHandler } from '../intake/publishHandler.ts'
import { byteLength, encodePublish } from '../transport/packetLimit.ts'
import type { HandlePublish } from './inputQueue.ts'
import { plainHeader, readPublish } from './publishPacket.ts'
import { type CachedTopic, mayReceive, type TopicCache } from './topicCache.ts'

interface FastPublisherParts {
  readonly topics: TopicCache
  readonly publishHandler: Pick<PublishHandler, 'receive'>
  readonly store: Pick<RetainedStore, 'retain'>
  readonly delivery: Pick<DeliveryHandler, 'deliverNewest'>
  /** Publishes a message through aedes. */
  readonly publishLocally: (topic: string, payload: Buffer, retain: boolean) => void
}

/**
 * Handles values that connections publish with QoS 0: the same checks, storage and delivery as by aedes, without its
 * parser, packets and callbacks. Subscribers receive the bytes of the publisher.
 */
export class FastPublisher {
  readonly #parts: FastPublisherParts

  constructor(parts: FastPublisherParts) {
    this.#parts = parts
  }

  /** Returns the handler of a connection. */
  createHandler(session: Session): HandlePublish {
    return (bytes, start, end, nowMs, done) => this.#handle(session, bytes, start, end, nowMs, done)
  }

  #handle(
    session: Session,
    bytes: Buffer,
    start: number,
    end: number,
    nowMs: number,
    done: () => void,
  ): ReturnType<HandlePublish> {
    const parts = readPublish(bytes, start, end)
    if (parts === null || session.grant === null || session.isRevoked) return 'declined'
    const cached = this.#parts.topics.find(bytes.toString('latin1', parts.topicAt, parts.payloadAt), session.grant)
    if (cached === null) return 'declined'
    // The received chunk is much larger than the message, which the retained store and slow subscribers keep.
    const encoded = Buffer.allocUnsafe(end - start)
    bytes.copy(encoded, 0, start, end)
    encoded[0] = plainHeader
    const payload = encoded.subarray(parts.payloadAt - start)
    const packet: IncomingPacket = { topic: cached.name, payload, qos: 0, retain: false, messageId: undefined }
    let state: 'running' | 'handled' | 'pending' = 'running'
    this.#parts.publishHandler.receive(session, cached.topic, packet, nowMs, (error) => {
      if (error) session.stream.destroy(error)
      else this.#publish(cached, packet, payload, encoded)
      if (state === 'pending') done()
      state = 'handled'
    })
    if (state === 'running') state = 'pending'
    return state
  }

  /** Retains and delivers a message. Rule scripts may have changed its topic or payload. */
  #publish(cached: CachedTopic, packet: IncomingPacket, received: Buffer, encoded: Buffer): void {
    if (packet.topic === ignoredTopic) return
    const { topics, store, delivery, publishLocally } = this.#parts
    const payload = byteLength(packet.payload)
    const routes = packet.topic === cached.name && packet.retain ? topics.findRoutes(cached) : null
    if (routes === null) return publishLocally(packet.topic, payload, packet.retain)
    store.retain(cached.name, payload)
    const bytes = payload === received ? encoded : encodePublish(cached.name, payload, false)
    for (const route of routes)
      if (mayReceive(route, cached.topic)) delivery.deliverNewest(route.session, cached.name, bytes)
  }
}
