import type { AedesPublishPacket, Client } from 'aedes'
import { isDown, parseTopic, type Topic } from '../../../contract/telemetry/index.ts'
import { canReceive, canReceiveCustom } from '../access/acl.ts'
import type { CustomTopics } from '../custom/customTopics.ts'
import type { MappedTopics } from '../intake/mappedTopics.ts'
import { byteLength, encodePublish } from '../transport/packetLimit.ts'
import type { FindSession, Session } from '../access/session.ts'

/** Authorizes each delivery and selects the queue that sends it. */
export class DeliveryHandler {
  delivered = 0
  readonly #findSession: FindSession
  readonly #customTopics: CustomTopics
  readonly #mappedTopics: MappedTopics
  readonly #retained: (topic: string) => string | Buffer | undefined
  /** The last encoded packet. All subscribers of a publication receive the same bytes. */
  #encoded: {
    readonly payload: Buffer
    readonly topic: string
    readonly retain: boolean
    readonly bytes: Buffer
  } | null = null
  #parsed: { readonly name: string; readonly topic: Topic | null } = { name: '', topic: null }

  constructor(
    findSession: FindSession,
    customTopics: CustomTopics,
    mappedTopics: MappedTopics,
    retained: (topic: string) => string | Buffer | undefined,
  ) {
    this.#findSession = findSession
    this.#customTopics = customTopics
    this.#mappedTopics = mappedTopics
    this.#retained = retained
  }

  /**
   * Called by aedes for each delivery. Messages of which only the newest counts are put into the connection's send
   * queue, and null prevents aedes from writing them. aedes writes commands, acknowledgements and custom topics.
   */
  forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    const session = this.#findSession(client)
    if (!session?.grant || session.isRevoked) return null
    if (this.#parsed.name !== packet.topic) this.#parsed = { name: packet.topic, topic: parseTopic(packet.topic) }
    const { topic } = this.#parsed
    if (!(topic === null ? this.#canReceiveForeign(session, packet.topic) : canReceive(session.grant, topic)))
      return null
    // A custom topic may carry only part of the values per message, so it keeps order and QoS like a command.
    if (topic === null || isDown(topic) || topic.kind === 'ack') {
      this.delivered++
      session.delivered++
      return packet
    }
    this.deliverNewest(session, packet.topic, this.#encode(packet))
    return null
  }

  /** Delivers a PUBLISH packet of which only the newest of its topic counts. The caller has checked the permission. */
  deliverNewest(session: Session, topic: string, bytes: Buffer): void {
    this.delivered++
    session.delivered++
    session.stream.outbox.pushNewest(topic, bytes)
  }

  #canReceiveForeign({ grant, identity }: Session, name: string): boolean {
    const custom = this.#customTopics.find(name)
    if (custom !== null) return grant !== null && canReceiveCustom(grant, custom)
    return identity !== null && this.#mappedTopics.maySubscribe(identity, name)
  }

  /**
   * aedes reads a retained message some turns of the event loop before it delivers it. The current payload is used, so
   * that an old one does not replace a newer one.
   */
  #encode({ topic, payload, retain }: AedesPublishPacket): Buffer {
    const body = byteLength(retain ? (this.#retained(topic) ?? payload) : payload)
    const cached = this.#encoded
    if (cached !== null && cached.payload === body && cached.topic === topic && cached.retain === retain)
      return cached.bytes
    const bytes = encodePublish(topic, body, retain)
    this.#encoded = { payload: body, topic, retain, bytes }
    return bytes
  }
}
