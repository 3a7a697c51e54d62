import type { DataValue } from 'node-opcua-client'
import type { PointConfig, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { toScaled } from '../scale.ts'

/** A source time older than this is replaced by the time of receipt: the value is current, it has just not changed. */
const maxAgeMs = 24 * 3_600_000

/** Converts a value with its status and source time. `dataType`: name of the type, such as `Int64`. */
export function toReading(point: number, config: PointConfig, data: DataValue, dataType: string): Reading {
  const now = Date.now()
  const source = (data.sourceTimestamp ?? data.serverTimestamp)?.getTime() ?? now
  const at = now - source > maxAgeMs ? now : source
  const code = data.statusCode.isGood() ? '' : data.statusCode.name
  if (code.startsWith('Bad')) return { point, value: null, at, code }
  const value = toPlain(data.value.value, dataType)
  if (value === null) return { point, value, at, code: code || 'value' }
  return { point, value: typeof value === 'number' ? toScaled(value, config) : value, at, code }
}

/** Returns a number or text; null for arrays and structures. */
function toPlain(value: unknown, dataType: string): number | string | null {
  // 64-bit integers are pairs of 32-bit words, the high one first.
  if ((dataType === 'Int64' || dataType === 'UInt64') && Array.isArray(value)) {
    const [high = 0, low = 0] = value.map(Number)
    const whole = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
    return Number(dataType === 'Int64' ? BigInt.asIntN(64, whole) : whole)
  }
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string')
    return value.text
  return null
}

/** Converts a value for a write. Throws `DriverFault` if the type cannot hold it. */
export function toVariantValue(value: number | string, dataType: string): unknown {
  switch (dataType) {
    case 'Boolean':
      return value !== 0
    case 'String':
      return String(value)
    case 'Float':
    case 'Double':
      return Number(value)
    case 'Int64':
    case 'UInt64': {
      const whole = BigInt.asUintN(64, BigInt(Math.round(Number(value))))
      return [Number(whole >> 32n), Number(whole & 0xffffffffn)]
    }
    case 'SByte':
    case 'Byte':
    case 'Int16':
    case 'UInt16':
    case 'Int32':
    case 'UInt32': {
      const [min, max] = ranges[dataType] ?? [0, 0]
      const whole = Math.round(Number(value))
      if (!(whole >= min && whole <= max)) throw new DriverFault('value', `${value} as ${dataType}`)
      return whole
    }
    default:
      throw new DriverFault('value', dataType)
  }
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  SByte: [-128, 127],
  Byte: [0, 255],
  Int16: [-32_768, 32_767],
  UInt16: [0, 65_535],
  Int32: [-2_147_483_648, 2_147_483_647],
  UInt32: [0, 4_294_967_295],
}
