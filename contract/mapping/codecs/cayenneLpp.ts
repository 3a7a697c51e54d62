import type { Codec, DecodedPoint } from '../messages/decoders.ts'

interface Field {
  readonly suffix: string
  readonly bytes: number
  readonly isSigned?: boolean
  readonly scale: number
}

interface DataType {
  readonly name: string
  readonly fields: readonly Field[]
}

const single = (name: string, bytes: number, scale: number, isSigned = false): DataType => ({
  name,
  fields: [{ suffix: '', bytes, scale, isSigned }],
})
const axes = (name: string, scale: number): DataType => ({
  name,
  fields: ['_x', '_y', '_z'].map((suffix) => ({ suffix, bytes: 2, isSigned: true, scale })),
})

/**
 * Data types of Cayenne's Low Power Payload by their number: big endian, one channel byte and one type byte before
 * each.
 */
const dataTypes: Readonly<Record<number, DataType>> = {
  0: single('digital_in', 1, 1),
  1: single('digital_out', 1, 1),
  2: single('analog_in', 2, 0.01, true),
  3: single('analog_out', 2, 0.01, true),
  100: single('generic', 4, 1),
  101: single('illuminance', 2, 1),
  102: single('presence', 1, 1),
  103: single('temperature', 2, 0.1, true),
  104: single('humidity', 1, 0.5),
  113: axes('accelerometer', 0.001),
  115: single('barometer', 2, 0.1),
  116: single('voltage', 2, 0.01),
  117: single('current', 2, 0.001),
  118: single('frequency', 4, 1),
  120: single('percentage', 1, 1),
  121: single('altitude', 2, 1, true),
  125: single('concentration', 2, 1),
  128: single('power', 2, 1),
  130: single('distance', 4, 0.001),
  131: single('energy', 4, 0.001),
  132: single('direction', 2, 1),
  133: single('unixtime', 4, 1),
  134: axes('gyrometer', 0.01),
  142: single('switch', 1, 1),
  136: {
    name: 'gps',
    fields: [
      { suffix: '_latitude', bytes: 3, isSigned: true, scale: 0.0001 },
      { suffix: '_longitude', bytes: 3, isSigned: true, scale: 0.0001 },
      { suffix: '_altitude', bytes: 3, isSigned: true, scale: 0.01 },
    ],
  },
}

/** Decodes Cayenne LPP. Values are named by type and channel: `temperature_1`, `gps_2_latitude`. */
export const decodeCayenneLpp: Codec = ({ bytes }) => {
  const points: DecodedPoint[] = []
  for (let at = 0; at < bytes.length;) {
    const type = dataTypes[bytes[at + 1] ?? -1]
    if (type === undefined) return null
    const channel = bytes[at] ?? 0
    at += 2
    for (const { suffix, bytes: length, isSigned, scale } of type.fields) {
      if (at + length > bytes.length) return null
      points.push({
        name: `${type.name}_${channel}${suffix}`,
        value: round(readInteger(bytes, at, length, isSigned ?? false) * scale),
      })
      at += length
    }
  }
  return points
}

/** Reads a big-endian integer of 1 to 4 bytes. */
function readInteger(bytes: Uint8Array, at: number, length: number, isSigned: boolean): number {
  let value = 0
  for (let index = at; index < at + length; index++) value = value * 256 + (bytes[index] ?? 0)
  return isSigned && (bytes[at] ?? 0) >= 0x80 ? value - 256 ** length : value
}

/** Removes the noise of the binary fraction: 231 × 0.1 is 23.1. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000
