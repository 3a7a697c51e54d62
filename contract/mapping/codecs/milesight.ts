import type { Codec, DecodedPoint } from '../messages/decoders.ts'

interface Field {
  readonly name: string
  readonly bytes: number
  readonly isSigned?: boolean
  readonly scale?: number
}

const one = (name: string, bytes: number, scale = 1, isSigned = false): readonly Field[] => [
  { name, bytes, scale, isSigned },
]

/**
 * Fields by channel and type (`01 75` is 0x0175): little endian. Those of the common ambient, contact, leak, level and
 * people sensors. Channel ff describes the device itself.
 */
const fields: Readonly<Record<number, readonly Field[]>> = {
  0x0175: one('battery', 1),
  0x0367: one('temperature', 2, 0.1, true),
  0x0468: one('humidity', 1, 0.5),
  0x0567: one('temperature2', 2, 0.1, true),
  0x0500: one('presence', 1),
  0x0565: [
    { name: 'illumination', bytes: 2 },
    { name: 'infraredAndVisible', bytes: 2 },
    { name: 'infrared', bytes: 2 },
  ],
  0x056a: one('activity', 2),
  0x0665: [
    { name: 'illumination', bytes: 2 },
    { name: 'infraredAndVisible', bytes: 2 },
    { name: 'infrared', bytes: 2 },
  ],
  0x06cb: one('lightLevel', 1),
  0x077d: one('co2', 2),
  0x087d: one('tvoc', 2),
  0x0973: one('pressure', 2, 0.1),
  0x0a7d: one('hcho', 2, 0.01),
  0x0b7d: one('pm2_5', 2),
  0x0c7d: one('pm10', 2),
  0x0d7d: one('o3', 2, 0.01),
  0x0300: one('magnet', 1),
  0x0400: one('tamper', 1),
  0x0382: one('distance', 2),
  0x0600: one('leak', 1),
  0x0100: one('digitalInput1', 1),
  0x0200: one('digitalInput2', 1),
  0x09c8: one('counter1', 4),
  0x0ac8: one('counter2', 4),
  0x0574: one('voltage', 2, 0.1),
  0x0675: one('energyLevel', 1),
  0x0780: one('power', 4),
  0x0881: one('powerFactor', 1),
  0x0983: one('energy', 4),
  0x07c9: one('current', 2),
  0xff01: one('protocolVersion', 1),
  0xff09: one('hardwareVersion', 2),
  0xff0a: one('softwareVersion', 2),
  0xff0b: one('powerOn', 1),
  0xff0f: one('deviceClass', 1),
  0xff16: [
    { name: 'serialHigh', bytes: 4 },
    { name: 'serialLow', bytes: 4 },
  ],
  0xff18: one('sensorStatus', 2),
  0xffff: one('tslVersion', 2),
  0xfffe: one('resetEvent', 1),
}

/**
 * Decodes the channel format of Milesight's LoRaWAN sensors. A field does not carry its length: reading ends at the
 * first unknown channel and type, and null is returned if nothing was read before it.
 */
export const decodeMilesight: Codec = ({ bytes }) => {
  const points: DecodedPoint[] = []
  for (let at = 0; at < bytes.length;) {
    const found = at + 1 < bytes.length ? fields[(bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)] : undefined
    if (found === undefined) break
    at += 2
    for (const { name, bytes: length, isSigned, scale = 1 } of found) {
      if (at + length > bytes.length) return points.length > 0 ? points : null
      points.push({ name, value: round(readInteger(bytes, at, length, isSigned ?? false) * scale) })
      at += length
    }
  }
  return points.length > 0 ? points : null
}

/** Reads a little-endian integer of 1 to 4 bytes. */
function readInteger(bytes: Uint8Array, at: number, length: number, isSigned: boolean): number {
  let value = 0
  for (let index = at + length - 1; index >= at; index--) value = value * 256 + (bytes[index] ?? 0)
  return isSigned && (bytes[at + length - 1] ?? 0) >= 0x80 ? value - 256 ** length : value
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
