import { DriverFault } from '../driver.ts'
import type { Search } from '../links/exchange.ts'

/** Edition of DL/T 645. */
export type Edition = '1997' | '2007'

const start = 0x68
const end = 0x16
/** Added to each data byte on the line. */
const shift = 0x33
const frameBytes = 12
const addressDigits = 12
const codes = { '1997': { read: 0x01, idBytes: 2 }, '2007': { read: 0x11, idBytes: 4 } } as const
const responseBit = 0x80
const isErrorBit = 0x40
/** More data follows in another frame; the first part is used. */
const hasMoreBit = 0x20

/** Converts a meter number of up to 12 digits into six bytes, low byte first. Throws `DriverFault` if it is invalid. */
export function encodeMeter(number: string): Buffer {
  if (!/^(?:\d{1,12}|[Aa]{12})$/.test(number)) throw new DriverFault('address', number)
  return Buffer.from(number.padStart(addressDigits, '0'), 'hex').reverse()
}

/** Converts a data identifier such as `00010000` or `9010`. Throws `DriverFault` if it is invalid. */
export function encodeId(id: string, edition: Edition): Buffer {
  if (!/^[\dA-Fa-f]+$/.test(id) || id.length !== codes[edition].idBytes * 2) throw new DriverFault('address', id)
  return Buffer.from(id, 'hex').reverse()
}

/** Creates the frame that requests a data identifier, with the wake-up preamble. */
export function createReadFrame(meter: Buffer, id: Buffer, edition: Edition): Buffer {
  const frame = Buffer.concat([
    Buffer.from([start]),
    meter,
    Buffer.from([start, codes[edition].read, id.length]),
    Buffer.from(id.map((byte) => (byte + shift) & 0xff)),
  ])
  return Buffer.concat([Buffer.from([0xfe, 0xfe, 0xfe, 0xfe]), frame, Buffer.from([sum(frame), end])])
}

/**
 * Finds the answer of a meter to a request for an identifier. Frames of other meters and noise are skipped. Throws
 * `DriverFault` with code `meter N` if the meter reports an error.
 */
export function findResponse(received: Buffer, meter: Buffer, id: Buffer, edition: Edition): Search {
  for (let at = received.indexOf(start); at >= 0; at = received.indexOf(start, at + 1)) {
    const length = received[at + 9]
    if (length === undefined) return { kind: 'wait' }
    if (received[at + 7] !== start) continue
    const frame = received.subarray(at, at + frameBytes + length)
    if (frame.length < frameBytes + length) return { kind: 'wait' }
    if (frame.at(-1) !== end || frame.at(-2) !== sum(frame.subarray(0, -2))) continue
    return checkResponse(frame, at + frame.length, meter, id, edition)
  }
  return { kind: 'wait' }
}

function checkResponse(frame: Buffer, bytes: number, meter: Buffer, id: Buffer, edition: Edition): Search {
  const isAny = meter.every((byte) => byte === 0xaa)
  if (!isAny && !frame.subarray(1, 7).equals(meter)) return { kind: 'skip', bytes, fault: 'unit' }
  const control = frame[8] ?? 0
  const data = Buffer.from(frame.subarray(10, -2).map((byte) => (byte - shift) & 0xff))
  // The request itself, repeated by some gateways.
  if ((control & responseBit) === 0) return { kind: 'skip', bytes }
  if ((control & ~(responseBit | isErrorBit | hasMoreBit)) !== codes[edition].read)
    return { kind: 'skip', bytes, fault: 'function' }
  if (control & isErrorBit) throw new DriverFault(`meter ${data[0] ?? 0}`)
  if (!data.subarray(0, id.length).equals(id)) return { kind: 'skip', bytes, fault: 'function' }
  return { kind: 'answer', bytes, answer: data.subarray(id.length) }
}

/** Decodes BCD data, low byte first. Throws `DriverFault` with code `value`, for example for a missing phase (FF). */
export function decodeData(data: Buffer, decimals: number, isSigned: boolean): number {
  const bytes = Buffer.from(data).reverse()
  const isNegative = isSigned && ((bytes[0] ?? 0) & 0x80) !== 0
  if (isNegative && !bytes.every((byte) => byte === 0xff)) bytes[0] = (bytes[0] ?? 0) & 0x7f
  const digits = bytes.toString('hex')
  if (!/^\d+$/.test(digits)) throw new DriverFault('value', digits)
  const value = Number(digits) / 10 ** decimals
  return isNegative ? -value : value
}

const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => (total + byte) & 0xff, 0)
