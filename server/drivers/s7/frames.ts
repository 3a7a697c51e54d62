import { DriverFault } from '../driver.ts'
import type { Request, Search } from '../links/exchange.ts'
import type { Address } from './address.ts'
import { areas } from './address.ts'

/*
 * Frames of S7 communication: TPKT (RFC 1006), the connection-oriented transport protocol class 0 (ISO 8073), and the
 * PDUs "setup communication", "read variable" and "write variable".
 */

const tpktBytes = 4
const dataHeader = Buffer.from([0x02, 0xf0, 0x80])
const connectionConfirm = 0xd0
const dataUnit = 0xf0
const protocolId = 0x32
const job = 1
const answerWithData = 3
const functions = { setup: 0xf0, read: 4, write: 5 } as const
/** Requested size of a PDU in bytes; the controller answers with its own limit. */
const requestedPduBytes = 960
const jobHeaderBytes = 10
const answerHeaderBytes = 12
export const itemBytes = 12
export const maxItems = 20
const goodCode = 0xff

/** A range that one item of a request reads. */
export type Range = Pick<Address, 'area' | 'block' | 'start' | 'count'>

/** Data of an item, or the return code of the controller. */
export type ItemResult = Buffer | number

/** Request for a transport connection to the CPU in a rack and slot. */
export function createConnect(rack: number, slot: number): Request {
  const body = Buffer.from([
    0x11,
    0xe0,
    0x00,
    0x00,
    0x00,
    0x01,
    0x00, // connection request
    0xc0,
    0x01,
    0x0a, // 1,024 bytes a unit
    0xc1,
    0x02,
    0x01,
    0x00, // own access point
    0xc2,
    0x02,
    0x01,
    (rack << 5) | slot, // access point of the CPU
  ])
  return {
    bytes: addTpkt(body),
    search: (received) =>
      searchUnit(received, (unit) => {
        if (unit[1] !== connectionConfirm) throw new DriverFault('rejected')
        return unit
      }),
  }
}

/** Request for the size of PDUs. */
export const createSetup = (reference: number): Request =>
  createJob(
    reference,
    functions.setup,
    Buffer.from([0, 0, 1, 0, 1, requestedPduBytes >> 8, requestedPduBytes & 0xff]),
    Buffer.alloc(0),
  )

/** Returns the agreed size of PDUs in bytes. */
export function readSetup(pdu: Buffer): number {
  const { parameters } = splitPdu(pdu, functions.setup)
  if (parameters.length < 8) throw new DriverFault('length')
  return parameters.readUInt16BE(6)
}

/** Reads ranges of bytes. */
export const createRead = (reference: number, ranges: readonly Range[]): Request =>
  createJob(
    reference,
    functions.read,
    Buffer.concat([Buffer.from([ranges.length]), ...ranges.map((range) => toItem(range, null))]),
    Buffer.alloc(0),
  )

/** Returns the result of each range. */
export function readItems(pdu: Buffer, ranges: readonly Range[]): ItemResult[] {
  const { data } = splitPdu(pdu, functions.read)
  let at = 0
  return ranges.map(({ count }) => {
    if (at + 1 > data.length) throw new DriverFault('length')
    const code = data[at] ?? 0
    if (code !== goodCode) {
      at += 4
      return code
    }
    const isBits = (data[at + 1] ?? 0) <= 5 // bits, bytes and integers are measured in bits
    const size = data.readUInt16BE(at + 2)
    const bytes = isBits ? Math.ceil(size / 8) : size
    const value = data.subarray(at + 4, at + 4 + bytes)
    if (bytes !== count || value.length !== count) throw new DriverFault('length')
    at += 4 + bytes + (bytes & 1)
    return value
  })
}

/** Writes bytes, or one bit of a byte. */
export function createWrite(reference: number, range: Range, bit: number | null, bytes: Buffer): Request {
  const header = Buffer.alloc(4)
  header[1] = bit === null ? 4 : 3
  header.writeUInt16BE(bit === null ? bytes.length * 8 : 1, 2)
  return createJob(
    reference,
    functions.write,
    Buffer.concat([Buffer.from([1]), toItem(range, bit)]),
    Buffer.concat([header, bytes]),
  )
}

/** Throws `DriverFault` if the controller did not write. */
export function checkWrite(pdu: Buffer): void {
  const code = splitPdu(pdu, functions.write).data[0] ?? 0
  if (code !== goodCode) throw new DriverFault(`item ${code}`)
}

/** Bytes of the answer to ranges. */
export const countResponseBytes = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { count }) => sum + 4 + count + (count & 1), answerHeaderBytes + 2)

/** Bytes of a range that an answer of this size can contain. */
export const getMaxRange = (pduBytes: number): number => pduBytes - answerHeaderBytes - 2 - 4

function toItem({ area, block, start, count }: Range, bit: number | null): Buffer {
  const item = Buffer.from([0x12, 0x0a, 0x10, bit === null ? 2 : 1, 0, 0, 0, 0, areas[area], 0, 0, 0])
  item.writeUInt16BE(count, 4)
  item.writeUInt16BE(block, 6)
  item.writeUIntBE(start * 8 + (bit ?? 0), 9, 3)
  return item
}

function createJob(reference: number, code: number, parameters: Buffer, data: Buffer): Request {
  const header = Buffer.alloc(jobHeaderBytes)
  header[0] = protocolId
  header[1] = job
  header.writeUInt16BE(reference, 4)
  header.writeUInt16BE(parameters.length + 1, 6)
  header.writeUInt16BE(data.length, 8)
  return {
    bytes: addTpkt(Buffer.concat([dataHeader, header, Buffer.from([code]), parameters, data])),
    search: (received) =>
      searchUnit(received, (unit) => {
        if (unit[1] !== dataUnit) throw new DriverFault('header')
        const pdu = unit.subarray(dataHeader.length)
        if (pdu.length < jobHeaderBytes || pdu[0] !== protocolId) throw new DriverFault('header')
        return pdu.readUInt16BE(4) === reference ? pdu : undefined
      }),
  }
}

/** Finds the next transport unit. `read` returns undefined for an answer to another request. */
function searchUnit(received: Buffer, read: (unit: Buffer) => Buffer | undefined): Search {
  if (received.length < tpktBytes) return { kind: 'wait' }
  const bytes = received.readUInt16BE(2)
  if (received[0] !== 3 || bytes < tpktBytes + 3) throw new DriverFault('header')
  if (received.length < bytes) return { kind: 'wait' }
  const answer = read(received.subarray(tpktBytes, bytes))
  return answer === undefined ? { kind: 'skip', bytes } : { kind: 'answer', bytes, answer }
}

function splitPdu(pdu: Buffer, code: number): { readonly parameters: Buffer; readonly data: Buffer } {
  if (pdu.length < answerHeaderBytes) throw new DriverFault('length')
  const error = pdu.readUInt16BE(10)
  if (error !== 0) throw new DriverFault(`request ${error.toString(16)}`)
  if (pdu[1] !== answerWithData) throw new DriverFault('header')
  const end = answerHeaderBytes + pdu.readUInt16BE(6)
  const parameters = pdu.subarray(answerHeaderBytes, end)
  const data = pdu.subarray(end, end + pdu.readUInt16BE(8))
  if (parameters[0] !== code) throw new DriverFault('function')
  return { parameters, data }
}

function addTpkt(body: Buffer): Buffer {
  const header = Buffer.from([3, 0, 0, 0])
  header.writeUInt16BE(tpktBytes + body.length, 2)
  return Buffer.concat([header, body])
}
