import type { AedesPublishPacket, Client } from 'aedes'
import { isDown, parseTopic, type Topic } from '../../contract/telemetry/index.ts'
import { canReceive, canReceiveCustom } from './acl.ts'
import type { CustomTopics } from './customTopics.ts'
import { byteLength, encodePublish } from './packetLimit.ts'
import type { SessionOf } from './session.ts'

/** The way out: what goes to whom, and by which queue. */
export class Delivery {
  delivered = 0
  readonly #sessionOf: SessionOf
  readonly #own: CustomTopics
  readonly #retained: (topic: string) => string | Buffer | undefined
  /** The last packet made for the wire: all subscribers of a publication get the same bytes. */
  #encoded: { readonly payload: Buffer; readonly topic: string; readonly retain: boolean; readonly bytes: Buffer } | null = null
  #parsed: { readonly name: string; readonly topic: Topic | null } = { name: '', topic: null }

  constructor(sessionOf: SessionOf, own: CustomTopics, retained: (topic: string) => string | Buffer | undefined) {
    this.#sessionOf = sessionOf
    this.#own = own
    this.#retained = retained
  }

  /**
   * Each delivery passes here. Where only the newest counts it goes to the connection's own queue, and aedes is told
   * there is nothing to write; commands and acknowledgements are written by aedes.
   */
  forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    const session = this.#sessionOf(client)
    if (!session?.grant || session.isRevoked) return null
    if (this.#parsed.name !== packet.topic) this.#parsed = { name: packet.topic, topic: parseTopic(packet.topic) }
    const { topic } = this.#parsed
    if (!(topic === null ? canReceiveCustom(session.grant, this.#own.find(packet.topic)) : canReceive(session.grant, topic))) return null
    this.delivered++
    session.delivered++
    // What an own topic says is whole only with all that came before, so it keeps its order and its QoS like a command.
    if (topic === null || isDown(topic) || topic.kind === 'ack') return packet
    session.stream.outbox.pushNewest(packet.topic, this.#bytesOf(packet))
    return null
  }

  /** A retained message is read out some turns before it is delivered: what is retained now is taken, lest it replace a newer one. */
  #bytesOf({ topic, payload, retain }: AedesPublishPacket): Buffer {
    const body = byteLength(retain ? this.#retained(topic) ?? payload : payload)
    const known = this.#encoded
    if (known !== null && known.payload === body && known.topic === topic && known.retain === retain) return known.bytes
    const bytes = encodePublish(topic, body, retain)
    this.#encoded = { payload: body, topic, retain, bytes }
    return bytes
  }
}
