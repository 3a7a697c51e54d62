import { DriverFault } from '../driver.ts'
import type { PointConfig } from '../driver.ts'
import { countRegisters } from '../binaryValues.ts'

/** The four tables of a Modbus device. */
export type Table = 'coil' | 'discrete' | 'input' | 'holding'

/** A parsed address: the range of one point. */
export interface Address {
  readonly unit: number
  readonly table: Table
  /** Protocol address, counted from 0. */
  readonly start: number
  /** Registers, or 1 for a coil or discrete input. */
  readonly count: number
  /** Bit of a register, 0 being the least significant; null for the whole value. */
  readonly bit: number | null
}

const names: Readonly<Record<string, Table>> = {
  coil: 'coil',
  c: 'coil',
  discrete: 'discrete',
  di: 'discrete',
  input: 'input',
  ir: 'input',
  holding: 'holding',
  hr: 'holding',
}
const digits: Readonly<Record<string, Table>> = { '0': 'coil', '1': 'discrete', '3': 'input', '4': 'holding' }
const maxAddress = 65_535

/**
 * Parses the source of a point: `holding:100`, `input:0x1F`, `coil:3`, `discrete:3`, `holding:100.5` for a bit (counted
 * from 0), or the classic notation `40101` and `400101` (counted from 1). Throws `DriverFault` with code `address`.
 */
export function parseAddress({ source, station, type, length }: PointConfig): Address {
  const unit = station === '' ? 1 : Number(station)
  if (!Number.isInteger(unit) || unit < 0 || unit > 255) throw new DriverFault('address', `unit ${station}`)
  const { table, start, bit } = parsePlace(source.trim().toLowerCase())
  const isBits = table === 'coil' || table === 'discrete'
  const count = isBits || bit !== null ? 1 : countRegisters(type, length)
  if ((isBits && bit !== null) || start + count - 1 > maxAddress) throw new DriverFault('address', source)
  return { unit, table, start, count, bit }
}

function parsePlace(source: string): Pick<Address, 'table' | 'start' | 'bit'> {
  const named = /^([a-z]+)[:\s]\s*(0x[\da-f]{1,4}|\d{1,5})(?:\.(\d{1,2}))?$/.exec(source)
  if (named) {
    const [, name = '', address = '', bit] = named
    const table = Object.hasOwn(names, name) ? names[name] : undefined
    if (table !== undefined) return { table, start: Number(address), bit: parseBit(bit, source) }
  }
  const classic = /^([0134])(\d{4,5})(?:\.(\d{1,2}))?$/.exec(source)
  const table = digits[classic?.[1] ?? '']
  const number = Number(classic?.[2])
  if (!classic || table === undefined || number === 0) throw new DriverFault('address', source)
  return { table, start: number - 1, bit: parseBit(classic[3], source) }
}

function parseBit(text: string | undefined, source: string): number | null {
  if (text === undefined) return null
  const bit = Number(text)
  if (bit > 15) throw new DriverFault('address', source)
  return bit
}
