/**
 * Reads the protocol version from the start of a connection. aedes supports MQTT 3.1 and 3.1.1. It answers a CONNECT of
 * MQTT 5 with a packet that such clients cannot parse.
 */
export class ProtocolVersionReader {
  isComplete = false
  #received: Buffer = Buffer.alloc(0)

  /** Returns `unsupported` for MQTT 5 and later. Other packets are left to the parser of aedes. */
  read(bytes: Buffer): 'supported' | 'unsupported' | 'incomplete' {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    const version = readVersion(this.#received)
    if (version === undefined) return 'incomplete'
    this.isComplete = true
    return version !== null && version >= 5 && version < bridgeBit ? 'unsupported' : 'supported'
  }
}

/** Returns null if the bytes are no CONNECT packet of MQTT, undefined if more bytes are needed. */
function readVersion(bytes: Buffer): number | null | undefined {
  const [header] = bytes
  if (header === undefined) return undefined
  if (header !== connectHeader) return null
  let at = 1
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    at++
    if (byte < 0x80) break
    if (at > 5) return null
  }
  if (bytes.length < at + 2) return undefined
  const nameLength = bytes.readUInt16BE(at)
  // `MQTT`, or `MQIsdp` for MQTT 3.1.
  if (nameLength > 6) return null
  const version = bytes[at + 2 + nameLength]
  return version
}

const connectHeader = 0x10
/** Mosquitto sets this bit in the version of its bridge connections. */
const bridgeBit = 0x80

/** CONNACK of MQTT 5 with the reason 0x84, unsupported protocol version. Clients then use an older version. */
export const unsupportedVersion = Buffer.from([0x20, 3, 0, 0x84, 0])
