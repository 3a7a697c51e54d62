import { DriverFault } from '../driver.ts'
import type { Request, Search } from '../links/exchange.ts'
import type { Pdu } from './pdu.ts'

const headerBytes = 7
/** Unit id and PDU: at most 254 bytes follow the length field. */
const maxLength = 254

/** Modbus TCP: a header with transaction number, so that late answers are recognized. */
export class TcpFraming {
  #transaction = 0

  wrap(unit: number, pdu: Pdu): Request {
    this.#transaction = (this.#transaction + 1) & 0xffff
    const transaction = this.#transaction
    const bytes = Buffer.alloc(headerBytes + pdu.bytes.length)
    bytes.writeUInt16BE(transaction)
    bytes.writeUInt16BE(pdu.bytes.length + 1, 4)
    bytes.writeUInt8(unit, 6)
    pdu.bytes.copy(bytes, headerBytes)
    return { bytes, search: (received) => searchTcp(received, transaction, unit) }
  }
}

function searchTcp(received: Buffer, transaction: number, unit: number): Search {
  if (received.length < headerBytes) return { kind: 'wait' }
  const length = received.readUInt16BE(4)
  if (received.readUInt16BE(2) !== 0 || length < 3 || length > maxLength) throw new DriverFault('header')
  const bytes = 6 + length
  if (received.length < bytes) return { kind: 'wait' }
  if (received.readUInt16BE() !== transaction) return { kind: 'skip', bytes }
  if (received[6] !== unit) return { kind: 'skip', bytes, fault: 'unit' }
  return { kind: 'answer', bytes, answer: received.subarray(headerBytes, bytes) }
}

/** Modbus RTU over a transparent stream: unit, PDU and checksum. */
export class RtuFraming {
  wrap(unit: number, pdu: Pdu): Request {
    const body = Buffer.concat([Buffer.from([unit]), pdu.bytes])
    return {
      bytes: Buffer.concat([body, createChecksum(body)]),
      search: (received) => searchRtu(received, unit, pdu),
    }
  }
}

/** Finds the first frame with a valid checksum; noise and heartbeats before it are skipped. */
function searchRtu(received: Buffer, unit: number, { functionCode, dataBytes }: Pdu): Search {
  for (let start = 0; start + 5 <= received.length; start++) {
    const code = received[start + 1] ?? 0
    if ((code & 0x7f) !== functionCode) continue
    const length = code > 0x7f ? 5 : dataBytes === null ? 8 : 5 + (received[start + 2] ?? 0)
    const frame = received.subarray(start, start + length)
    if (frame.length < length || !createChecksum(frame.subarray(0, -2)).equals(frame.subarray(-2))) continue
    const bytes = start + length
    if (frame[0] !== unit) return { kind: 'skip', bytes, fault: 'unit' }
    return { kind: 'answer', bytes, answer: frame.subarray(1, -2) }
  }
  return { kind: 'wait' }
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1
  return value
})

/** CRC-16 of Modbus, low byte first. */
export function createChecksum(bytes: Uint8Array): Buffer {
  let crc = 0xffff
  for (const byte of bytes) crc = (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return Buffer.from([crc & 0xff, crc >> 8])
}
