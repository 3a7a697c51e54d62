import { DriverFault } from '../driver.ts'
import type { Edition } from './frame.ts'

/** How a data identifier is encoded. `bytes` null: whatever arrives. */
export interface Quantity {
  readonly id: string
  readonly bytes: number | null
  readonly decimals: number
  readonly isSigned: boolean
}

type Row = readonly [name: string, id: string, bytes: number, decimals: number, isSigned?: boolean]

/** DL/T 645-2007, annex A: energy in kWh, V, A, kW, kvar, Hz, °C. */
const rows2007: readonly Row[] = [
  ['totalEnergy', '00000000', 4, 2, true],
  ['energy', '00010000', 4, 2],
  ['reverseEnergy', '00020000', 4, 2],
  ['voltageA', '02010100', 2, 1],
  ['voltageB', '02010200', 2, 1],
  ['voltageC', '02010300', 2, 1],
  ['currentA', '02020100', 3, 3, true],
  ['currentB', '02020200', 3, 3, true],
  ['currentC', '02020300', 3, 3, true],
  ['power', '02030000', 3, 4, true],
  ['powerA', '02030100', 3, 4, true],
  ['powerB', '02030200', 3, 4, true],
  ['powerC', '02030300', 3, 4, true],
  ['reactivePower', '02040000', 3, 4, true],
  ['apparentPower', '02050000', 3, 4, true],
  ['powerFactor', '02060000', 2, 3, true],
  ['powerFactorA', '02060100', 2, 3, true],
  ['powerFactorB', '02060200', 2, 3, true],
  ['powerFactorC', '02060300', 2, 3, true],
  ['frequency', '02800002', 2, 2],
  ['temperature', '02800007', 2, 1, true],
]

/** DL/T 645-1997, annex A. */
const rows1997: readonly Row[] = [
  ['energy', '9010', 4, 2],
  ['reverseEnergy', '9020', 4, 2],
  ['voltageA', 'B611', 2, 0],
  ['voltageB', 'B612', 2, 0],
  ['voltageC', 'B613', 2, 0],
  ['currentA', 'B621', 2, 2],
  ['currentB', 'B622', 2, 2],
  ['currentC', 'B623', 2, 2],
  ['power', 'B630', 3, 4],
  ['powerA', 'B631', 3, 4],
  ['powerB', 'B632', 3, 4],
  ['powerC', 'B633', 3, 4],
  ['reactivePower', 'B640', 2, 2],
  ['powerFactor', 'B650', 2, 3],
  ['powerFactorA', 'B651', 2, 3],
  ['powerFactorB', 'B652', 2, 3],
  ['powerFactorC', 'B653', 2, 3],
]
const synonyms: Readonly<Record<string, string>> = { voltage: 'voltageA', current: 'currentA' }

/** Names of quantities that both editions or one of them provide. */
export const quantityNames: Readonly<Record<Edition, readonly string[]>> = {
  '1997': rows1997.map(([name]) => name),
  '2007': rows2007.map(([name]) => name),
}

/**
 * Returns the quantity of a source: a name such as `energy` or `voltageA`, or a data identifier. An unknown identifier is
 * a number without decimals; the factor of the point scales it. Throws `DriverFault` if it is neither.
 */
export function findQuantity(source: string, edition: Edition, length: number): Quantity {
  const rows = edition === '2007' ? rows2007 : rows1997
  const text = source.trim()
  const name = synonyms[text] ?? text
  const row = rows.find((each) => each[0] === name || each[1] === text.toUpperCase())
  if (row) return { id: row[1], bytes: row[2], decimals: row[3], isSigned: row[4] ?? false }
  if (!/^[\dA-Fa-f]+$/.test(text) || text.length !== (edition === '2007' ? 8 : 4))
    throw new DriverFault('address', source)
  return { id: text, bytes: length || null, decimals: 0, isSigned: false }
}
