import type { PointConfig, ValueType } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { countRegisters } from '../binaryValues.ts'

/** Memory areas of a controller by their code in requests. */
export const areas = { input: 0x81, output: 0x82, marker: 0x83, block: 0x84 } as const
export type Area = keyof typeof areas

/** A parsed address: the bytes of one point. */
export interface Address {
  readonly area: Area
  /** Number of the data block; 0 for other areas. */
  readonly block: number
  /** First byte. */
  readonly start: number
  /** Bytes to read. */
  readonly count: number
  /** Bit of the byte; null for whole bytes. */
  readonly bit: number | null
  /** `byte`: an unsigned byte. */
  readonly type: ValueType | 'byte'
}

const letters: Readonly<Record<string, Area>> = {
  I: 'input',
  E: 'input',
  Q: 'output',
  A: 'output',
  M: 'marker',
}
/** Types of addresses without a declared type: byte, INT and REAL. */
const defaultTypes: Readonly<Record<string, Address['type']>> = { B: 'byte', W: 'int16', D: 'float32' }
const maxBlock = 65_535
const maxByte = 65_535
const maxText = 254
const defaultText = 254

/**
 * Parses the source of a point as a controller's program writes it: `DB10.DBD4`, `DB10.DBX0.3`, `M10.0`, `MW20`, `IW64`
 * (also `EW64`), `Q0.1` (also `A0.1`). The type of the point determines the size; `auto` is a byte, INT or REAL by the
 * letter. A text is a STRING. Throws `DriverFault` with code `address`.
 */
export function parseAddress({ source, type, length }: Pick<PointConfig, 'source' | 'type' | 'length'>): Address {
  const text = source.replaceAll(/\s/g, '').toUpperCase()
  const inBlock = /^DB(\d{1,5})\.DB([XBWD])(\d{1,5})(?:\.([0-7]))?$/.exec(text)
  const elsewhere = /^([IEQAM])([XBWD]?)(\d{1,5})(?:\.([0-7]))?$/.exec(text)
  const [size = '', start = '', bit] = inBlock?.slice(2) ?? elsewhere?.slice(2) ?? []
  const area = inBlock ? 'block' : letters[elsewhere?.[1] ?? '']
  const block = Number(inBlock?.[1] ?? 0)
  const isBit = size === 'X' || size === ''
  if (area === undefined || isBit !== (bit !== undefined) || (inBlock && block === 0) || block > maxBlock)
    throw new DriverFault('address', source)
  const place = { area, block, start: Number(start), bit: bit === undefined ? null : Number(bit) }
  const resolved = isBit ? 'bool' : type === 'auto' ? (defaultTypes[size] ?? 'byte') : type
  const count = isBit || resolved === 'byte' || resolved === 'bool' ? 1 : countBytes(resolved, length)
  if (place.start + count - 1 > maxByte) throw new DriverFault('address', source)
  return { ...place, count, type: resolved }
}

/** A STRING has two bytes with its lengths before the characters. */
const countBytes = (type: ValueType, length: number): number =>
  type === 'string' ? Math.min(length || defaultText, maxText) + 2 : countRegisters(type, 0) * 2
