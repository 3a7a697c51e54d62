import { expect, it } from 'vitest'
import { FacilityIndex } from './facilityIndex.ts'
import { createRawSensors } from './rawSensors.ts'

const read = (fields: object, bytes: readonly number[], device = 'lux-1') => {
  const facilities = new FacilityIndex()
  facilities.put('sensor', 's1', 'street', { name: 'Lux', device: 'lux-1', point: 'lux', coefficient: 10, ...fields })
  return createRawSensors(facilities).read({ project: 'street', device }, Uint8Array.from(bytes))
}

it.each([
  [{ dataType: 'uint16' }, [0x01, 0x2c], 300],
  [{ dataType: 'uint16', encoding: 'dcba' }, [0x2c, 0x01], 300],
  [{ dataType: 'int16' }, [0xff, 0xfe], -2],
  [{ dataType: 'uint32', encoding: 'cdab' }, [0x00, 0x01, 0x00, 0x02], 0x0002_0001],
  [{ dataType: 'float32' }, [0x41, 0xac, 0x00, 0x00], 21.5],
  [{ dataType: 'uint16', encoding: 'bcd' }, [0x12, 0x34], 1234],
])('reads %j from %j as %d, without the conversion coefficient', (fields, bytes, value) => {
  expect(read(fields, bytes)).toEqual({ point: 'lux', value })
})

it('reads no value of another length, of another device or without a data type; invalid digits are no number', () => {
  expect(read({ dataType: 'uint16' }, [1, 2, 3, 4])).toBeNull()
  expect(read({ dataType: 'uint16' }, [1, 2], 'lux-2')).toBeNull()
  expect(read({}, [1, 2])).toBeNull()
  expect(read({ dataType: 'uint16', encoding: 'bcd' }, [0xfa, 0])).toEqual({ point: 'lux', value: NaN })
})
