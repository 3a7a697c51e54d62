/**
 * Tracks the packet boundaries of an MQTT stream and rejects a packet whose announced length exceeds the limit, before
 * any of it is buffered. The parser itself would accept 256 MB.
 */
export class PacketSizeLimiter {
  readonly #maxLength: number
  #left = 0
  #length = 0
  #shift = -1

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  admits(bytes: Uint8Array): boolean {
    let at = 0
    while (at < bytes.length) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped
      } else if (this.#shift < 0) {
        at++
        this.#length = 0
        this.#shift = 0
      } else {
        const byte = bytes[at++] ?? 0
        this.#length += (byte & 0x7f) * 2 ** this.#shift
        this.#shift += 7
        if (this.#length > this.#maxLength || (byte >= 0x80 && this.#shift >= 28)) return false
        if (byte < 0x80) {
          this.#left = this.#length
          this.#shift = -1
        }
      }
    }
    return true
  }
}

/** Encodes a PUBLISH packet with QoS 0. The bytes are shared by all subscribers. */
export function encodePublish(topic: string, payload: Buffer, retain: boolean): Buffer {
  const topicBytes = Buffer.byteLength(topic)
  const length = 2 + topicBytes + payload.length
  const lengthBytes = length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x200000 ? 3 : 4
  const bytes = Buffer.allocUnsafe(1 + lengthBytes + length)
  bytes[0] = retain ? 0x31 : 0x30
  let rest = length
  for (let i = 1; i <= lengthBytes; i++) {
    bytes[i] = (rest & 0x7f) | (i < lengthBytes ? 0x80 : 0)
    rest >>>= 7
  }
  const at = bytes.writeUInt16BE(topicBytes, 1 + lengthBytes)
  bytes.write(topic, at, 'utf8')
  payload.copy(bytes, at + topicBytes)
  return bytes
}

export const byteLength = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload
