import type { PointType } from '../values/conversion.ts'

/**
 * Data types of Sparkplug B that become points, by their number. Others (data sets, arrays, bytes, files) are not
 * supported.
 */
export const sparkplugTypes = {
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
  text: 14,
  uuid: 15,
  template: 19,
} as const

const {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float,
  double,
  boolean,
  string,
  dateTime,
  text,
  uuid,
} = sparkplugTypes

const pointTypes: ReadonlyMap<number, PointType> = new Map<number, PointType>([
  ...[int8, int16, int32, int64, uint8, uint16, uint32, uint64, dateTime].map((type) => [type, 'integer'] as const),
  ...[float, double].map((type) => [type, 'decimal'] as const),
  [boolean, 'bool'],
  ...[string, text, uuid].map((type) => [type, 'string'] as const),
])

/** The type of a point for a metric; null if the data type is not supported. */
export const getPointType = (datatype: number): PointType | null => pointTypes.get(datatype) ?? null
