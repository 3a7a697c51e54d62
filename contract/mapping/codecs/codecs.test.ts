import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHex } from '../values/bytes.ts'
import { codecNames, codecs } from './list.ts'
import type { CodecName } from './list.ts'

const decode = (codec: CodecName, hex: string) => {
  const bytes = parseHex(hex) ?? new Uint8Array(0)
  const points = codecs[codec].decode({ bytes, topic: 't', device: null, port: null, receivedAt: 0 })
  return points && Object.fromEntries(points.map(({ name, value }) => [name, value]))
}

describe('built-in decoders', () => {
  it.each<[CodecName, string, object | null]>([
    ['cayenneLpp', '03 67 01 10 05 67 00 FF', { temperature_3: 27.2, temperature_5: 25.5 }],
    [
      'cayenneLpp',
      '01 67 FF D7 06 71 04 D2 FB 2E 00 00',
      { temperature_1: -4.1, accelerometer_6_x: 1.234, accelerometer_6_y: -1.234, accelerometer_6_z: 0 },
    ],
    [
      'cayenneLpp',
      '01 88 06 76 5f f2 96 0a 00 03 e8',
      { gps_1_latitude: 42.3519, gps_1_longitude: -87.9094, gps_1_altitude: 10 },
    ],
    ['cayenneLpp', '01 67 01', null],
    ['cayenneLpp', '01 fe 00', null],
    ['cayenneLpp', '01', null],
    ['milesight', '01 75 64 03 67 0A 01 04 68 82', { battery: 100, temperature: 26.6, humidity: 65 }],
    ['milesight', '03 67 F6 FF', { temperature: -1 }],
    ['milesight', '01 75 5C 77 77 00', { battery: 92 }],
    ['milesight', '77 77', null],
    ['milesight', '03 67 0A', null],
  ])('%s reads %s', (codec, hex, values) => {
    expect(decode(codec, hex)).toEqual(values)
  })

  it('take any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...codecNames), fc.uint8Array({ maxLength: 60 }), (codec, bytes) => {
        const points = codecs[codec].decode({ bytes, topic: 't', device: null, port: null, receivedAt: 0 })
        for (const { value } of points ?? []) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
})
