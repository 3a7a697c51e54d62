/** Position of the parts of a PUBLISH packet with QoS 0 in its bytes. */
export interface PublishParts {
  readonly topicAt: number
  readonly payloadAt: number
}

/**
 * Returns the offset behind the packet that begins at `at`; 0 if the bytes end before it. The length of the packet has
 * been checked before.
 */
export function findPacketEnd(bytes: Uint8Array, at: number): number {
  let length = 0
  let shift = 0
  for (let index = at + 1; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    length += (byte & 0x7f) << shift
    if (byte < 0x80) {
      const end = index + 1 + length
      return end <= bytes.length ? end : 0
    }
    shift += 7
  }
  return 0
}

/** Returns the QoS of a PUBLISH packet by its first byte; null for other packets. */
export function readQos(header: number | undefined): 0 | 1 | 2 | null {
  if (header === undefined || header >> 4 !== publishType) return null
  const qos = (header >> 1) & 3
  return qos === 0 || qos === 1 ? qos : 2
}

/**
 * Returns whether a first byte begins a PUBLISH packet with QoS 0 that is valid: the flag for a repeated delivery is not
 * allowed with QoS 0.
 */
export const isPlainPublish = (header: number | undefined): boolean =>
  header === plainHeader || header === (plainHeader | retainFlag)

/**
 * Reads where topic and payload of a PUBLISH packet with QoS 0 begin. Returns null if the packet is invalid, or if its
 * length is not encoded in the fewest bytes.
 */
export function readPublish(bytes: Uint8Array, at: number, end: number): PublishParts | null {
  let index = at + 1
  while ((bytes[index] ?? 0) >= 0x80) index++
  if (index > at + 1 && bytes[index] === 0) return null
  const topicAt = index + 3
  const payloadAt = topicAt + (((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0))
  return payloadAt > end || payloadAt === topicAt ? null : { topicAt, payloadAt }
}

/** First byte of a PUBLISH packet with QoS 0 that is not retained. */
export const plainHeader = 0x30
const retainFlag = 1
const publishType = 3
