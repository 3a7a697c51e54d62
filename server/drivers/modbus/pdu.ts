import { DriverFault } from '../driver.ts'
import type { Table } from './address.ts'

/** A request without framing, and the length of its answer. */
export interface Pdu {
  readonly bytes: Buffer
  readonly functionCode: number
  /** Bytes of the data of a read; null for a write, whose answer repeats the first five bytes. */
  readonly dataBytes: number | null
}

const readFunctions: Readonly<Record<Table, number>> = { coil: 1, discrete: 2, holding: 3, input: 4 }

/** Maximum registers or bits of one read request (Modbus Application Protocol 1.1b3, section 6). */
export const maxRegisters = 125
export const maxBits = 2_000

/** Functions 1 to 4. `count`: registers or bits. */
export function createRead(table: Table, start: number, count: number): Pdu {
  const functionCode = readFunctions[table]
  const isBits = table === 'coil' || table === 'discrete'
  return {
    bytes: toBytes(functionCode, start, count),
    functionCode,
    dataBytes: isBits ? Math.ceil(count / 8) : count * 2,
  }
}

/** Function 5, or 15 with one coil. */
export function createCoilWrite(start: number, isOn: boolean, isMultiple: boolean): Pdu {
  return isMultiple
    ? {
        bytes: Buffer.concat([toBytes(15, start, 1), Buffer.from([1, isOn ? 1 : 0])]),
        functionCode: 15,
        dataBytes: null,
      }
    : { bytes: toBytes(5, start, isOn ? 0xff00 : 0), functionCode: 5, dataBytes: null }
}

/** Function 6 for one register, or 16. */
export function createRegisterWrite(start: number, values: Buffer, isMultiple: boolean): Pdu {
  return values.length === 2 && !isMultiple
    ? { bytes: toBytes(6, start, values.readUInt16BE()), functionCode: 6, dataBytes: null }
    : {
        bytes: Buffer.concat([toBytes(16, start, values.length / 2), Buffer.from([values.length]), values]),
        functionCode: 16,
        dataBytes: null,
      }
}

/**
 * Returns the data of an answer: the bytes of a read, empty for a write. Throws `DriverFault`: `exception N`,
 * `function`, `length` or `echo`.
 */
export function readResponse(request: Pdu, answer: Buffer): Buffer {
  const code = answer[0] ?? 0
  if (code === (request.functionCode | 0x80)) throw new DriverFault(`exception ${answer[1] ?? 0}`)
  if (code !== request.functionCode) throw new DriverFault('function')
  if (request.dataBytes === null) {
    if (answer.length !== 5) throw new DriverFault('length')
    if (!answer.equals(request.bytes.subarray(0, 5))) throw new DriverFault('echo')
    return Buffer.alloc(0)
  }
  if (answer[1] !== request.dataBytes || answer.length !== request.dataBytes + 2) throw new DriverFault('length')
  return answer.subarray(2)
}

function toBytes(functionCode: number, first: number, second: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(functionCode)
  bytes.writeUInt16BE(first, 1)
  bytes.writeUInt16BE(second, 3)
  return bytes
}
