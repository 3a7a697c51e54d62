import type { ByteOrder, ValueType } from './driver.ts'

/** Type and byte order of a sensor's value by its fields `dataType` and `encoding`, which the entity validates. */
export function toSensorEncoding(
  dataType: string | null,
  encoding: string | null,
): { readonly type: ValueType; readonly order: ByteOrder } {
  const is32 = dataType === 'uint32' || dataType === 'float32'
  if (encoding === 'bcd') return { type: is32 ? 'bcd32' : 'bcd16', order: 'ABCD' }
  return {
    type: (dataType ?? 'uint16') as ValueType,
    order: encoding === 'cdab' ? 'CDAB' : encoding === 'dcba' ? 'DCBA' : 'ABCD',
  }
}
