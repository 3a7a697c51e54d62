import type { ByteOrder, ValueType } from './driver.ts'
import { DriverFault } from './driver.ts'

const bytesByType: Readonly<Record<ValueType, number>> = {
  auto: 2,
  bool: 2,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
  bcd16: 2,
  bcd32: 4,
  string: 0,
}
const defaultTextBytes = 16
const maxTextBytes = 240

/** Returns the number of 16-bit registers of a value. `length` is the length of a text in bytes. */
export function countRegisters(type: ValueType, length: number): number {
  const bytes = type === 'string' ? Math.min(length || defaultTextBytes, maxTextBytes) : bytesByType[type]
  return Math.ceil(bytes / 2)
}

/** Decodes the bytes of a value as they arrived. Throws `DriverFault` for invalid BCD digits. */
export function decodeValue(bytes: Buffer, type: ValueType, order: ByteOrder): number | string {
  const sorted = sortBytes(bytes, type, order)
  switch (type) {
    case 'bool':
      return sorted.readUInt16BE() === 0 ? 0 : 1
    case 'int16':
      return sorted.readInt16BE()
    case 'auto':
    case 'uint16':
      return sorted.readUInt16BE()
    case 'int32':
      return sorted.readInt32BE()
    case 'uint32':
      return sorted.readUInt32BE()
    case 'int64':
      return Number(sorted.readBigInt64BE())
    case 'uint64':
      return Number(sorted.readBigUInt64BE())
    case 'float32':
      return sorted.readFloatBE()
    case 'float64':
      return sorted.readDoubleBE()
    case 'bcd16':
    case 'bcd32':
      return decodeBcd(sorted)
    case 'string': {
      const end = sorted.indexOf(0)
      return sorted.toString('utf8', 0, end < 0 ? sorted.length : end).trimEnd()
    }
  }
}

/** Encodes a value into whole registers. Throws `DriverFault` if the type cannot hold it. */
export function encodeValue(value: number | string, type: ValueType, order: ByteOrder, length: number): Buffer {
  const bytes = Buffer.alloc(countRegisters(type, length) * 2)
  if (type === 'string') {
    if (Buffer.byteLength(String(value)) > bytes.length) throw new DriverFault('value')
    bytes.write(String(value), 'utf8')
    return sortBytes(bytes, type, order)
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DriverFault('value')
  const whole = Math.round(value)
  try {
    write(bytes, type, value, whole)
  } catch {
    throw new DriverFault('value', `${value} as ${type}`) // out of range
  }
  return sortBytes(bytes, type, order)
}

function write(bytes: Buffer, type: Exclude<ValueType, 'string'>, value: number, whole: number): void {
  switch (type) {
    case 'bool':
      bytes.writeUInt16BE(value === 0 ? 0 : 1)
      return
    case 'int16':
      bytes.writeInt16BE(whole)
      return
    case 'auto':
    case 'uint16':
      bytes.writeUInt16BE(whole)
      return
    case 'int32':
      bytes.writeInt32BE(whole)
      return
    case 'uint32':
      bytes.writeUInt32BE(whole)
      return
    case 'int64':
      bytes.writeBigInt64BE(BigInt(whole))
      return
    case 'uint64':
      bytes.writeBigUInt64BE(BigInt(whole))
      return
    case 'float32':
      bytes.writeFloatBE(value)
      return
    case 'float64':
      bytes.writeDoubleBE(value)
      return
    case 'bcd16':
    case 'bcd32': {
      const digits = String(whole).padStart(bytes.length * 2, '0')
      if (whole < 0 || digits.length > bytes.length * 2) throw new DriverFault('value')
      bytes.write(digits, 'hex')
    }
  }
}

function decodeBcd(bytes: Buffer): number {
  const digits = bytes.toString('hex')
  if (!/^\d+$/.test(digits)) throw new DriverFault('value', `${digits} is not BCD`)
  return Number(digits)
}

/** Converts between the order of the device and big-endian order; the same operation in both directions. */
function sortBytes(bytes: Buffer, type: ValueType, order: ByteOrder): Buffer {
  if (order === 'ABCD') return bytes
  const sorted = Buffer.from(bytes)
  if (order === 'BADC' || order === 'DCBA') sorted.swap16()
  // The words of a text stay in their order.
  if (type === 'string' || order === 'BADC') return sorted
  const words = Buffer.alloc(sorted.length)
  for (let at = 0; at < sorted.length; at += 2) sorted.copy(words, sorted.length - 2 - at, at, at + 2)
  return words
}
