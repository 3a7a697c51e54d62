import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { sparkplugTypes } from './dataTypes.ts'

/** The value of a metric as it is encoded; the data type says how to read it. */
export type MetricValue = number | bigint | boolean | string | Uint8Array | null

/** A metric of a Sparkplug B payload as it was sent. Times are in milliseconds since 1970. */
export interface SparkplugMetric {
  readonly name: string | null
  readonly alias: bigint | null
  /** Milliseconds since 1970; null if the metric has none. */
  readonly timestamp: number | null
  /** 0 if not sent. */
  readonly datatype: number
  readonly isHistorical: boolean
  readonly isNull: boolean
  /** Null also for kinds of values that are not supported. */
  readonly value: MetricValue
  /** Metrics of a template. */
  readonly parts: readonly SparkplugMetric[] | null
  readonly properties: ReadonlyMap<string, MetricValue>
}

/** A decoded Sparkplug B payload. Times are in milliseconds since 1970. */
export interface SparkplugPayload {
  readonly timestamp: number | null
  readonly seq: number | null
  readonly metrics: readonly SparkplugMetric[]
}

/** A metric to encode. `datatype` is a number of `sparkplugTypes`. */
export interface MetricInput {
  readonly name?: string
  readonly alias?: bigint
  readonly timestamp?: number
  readonly datatype: number
  /** Null writes a metric without value. */
  readonly value: number | bigint | boolean | string | null
  readonly properties?: Readonly<Record<string, number | string>>
  readonly parts?: readonly MetricInput[]
}

export const payloadLimits = { bytes: 4 * 1024 * 1024, metrics: 20_000, properties: 32, depth: 8 } as const

class PayloadError extends Error {}

/**
 * Decodes a payload of Sparkplug B. Takes any bytes and never throws: null if they are no such payload or exceed its
 * limits.
 */
export function decodeSparkplug(bytes: Uint8Array): SparkplugPayload | null {
  if (bytes.length > payloadLimits.bytes) return null
  try {
    return readPayload(new BinaryReader(bytes))
  } catch {
    return null // the reader throws on each kind of damage; the caller reports the message
  }
}

/** Encodes a payload of Sparkplug B. */
export function encodeSparkplug(payload: {
  readonly timestamp: number
  readonly seq?: number
  readonly metrics: readonly MetricInput[]
}): Uint8Array {
  const writer = new BinaryWriter()
  writer.tag(1, WireType.Varint).uint64(BigInt(payload.timestamp))
  for (const metric of payload.metrics) writeMetric(writer.tag(2, WireType.LengthDelimited).fork(), metric).join()
  if (payload.seq !== undefined) writer.tag(3, WireType.Varint).uint64(BigInt(payload.seq))
  return writer.finish()
}

/** Calls `read` for each field until `end`; a field that `read` does not know is skipped. */
function readFields(reader: BinaryReader, end: number, read: (field: number) => boolean): void {
  if (end > reader.len) throw new PayloadError('a part is longer than the message')
  while (reader.pos < end) {
    const [field, wire] = reader.tag()
    if (!read(field)) reader.skip(wire, field)
  }
  if (reader.pos !== end) throw new PayloadError('a field is longer than its part')
}

const readEnd = (reader: BinaryReader): number => reader.uint32() + reader.pos
const readBig = (reader: BinaryReader): bigint => BigInt(reader.uint64())

function readPayload(reader: BinaryReader): SparkplugPayload {
  let timestamp: number | null = null
  let seq: number | null = null
  const metrics: SparkplugMetric[] = []
  const count = { metrics: 0 }
  readFields(reader, reader.len, (field) => {
    switch (field) {
      case 1:
        timestamp = Number(readBig(reader))
        return true
      case 2:
        metrics.push(readMetric(reader, readEnd(reader), 0, count))
        return true
      case 3:
        seq = Number(readBig(reader))
        return true
      default:
        return false
    }
  })
  return { timestamp, seq, metrics }
}

function readMetric(reader: BinaryReader, end: number, depth: number, count: { metrics: number }): SparkplugMetric {
  if (++count.metrics > payloadLimits.metrics || depth > payloadLimits.depth) throw new PayloadError('too many metrics')
  let name: string | null = null
  let alias: bigint | null = null
  let timestamp: number | null = null
  let datatype = 0
  let isHistorical = false
  let isNull = false
  let value: MetricValue = null
  let parts: readonly SparkplugMetric[] | null = null
  let properties: ReadonlyMap<string, MetricValue> = noProperties
  readFields(reader, end, (field) => {
    switch (field) {
      case 1:
        name = reader.string()
        return true
      case 2:
        alias = readBig(reader)
        return true
      case 3:
        timestamp = Number(readBig(reader))
        return true
      case 4:
        datatype = reader.uint32()
        return true
      case 5:
        isHistorical = reader.bool()
        return true
      case 7:
        isNull = reader.bool()
        return true
      case 9:
        properties = readProperties(reader, readEnd(reader))
        return true
      case 10:
        value = reader.uint32()
        return true
      case 11:
        value = readBig(reader)
        return true
      case 12:
        value = reader.float()
        return true
      case 13:
        value = reader.double()
        return true
      case 14:
        value = reader.bool()
        return true
      case 15:
        value = reader.string()
        return true
      case 16:
        value = reader.bytes()
        return true
      case 18:
        parts = readTemplate(reader, readEnd(reader), depth, count)
        return true
      default:
        return false
    }
  })
  return { name, alias, timestamp, datatype, isHistorical, isNull, value, parts, properties }
}

/** Reads the metrics of a template; null for a definition, which has no values. */
function readTemplate(
  reader: BinaryReader,
  end: number,
  depth: number,
  count: { metrics: number },
): readonly SparkplugMetric[] | null {
  const parts: SparkplugMetric[] = []
  let isDefinition = false
  readFields(reader, end, (field) => {
    switch (field) {
      case 2:
        parts.push(readMetric(reader, readEnd(reader), depth + 1, count))
        return true
      case 5:
        isDefinition = reader.bool()
        return true
      default:
        return false
    }
  })
  return isDefinition ? null : parts
}

const noProperties: ReadonlyMap<string, MetricValue> = new Map()

/** Names and values are separate lists. */
function readProperties(reader: BinaryReader, end: number): ReadonlyMap<string, MetricValue> {
  const keys: string[] = []
  const values: MetricValue[] = []
  readFields(reader, end, (field) => {
    if (keys.length > payloadLimits.properties || values.length > payloadLimits.properties)
      throw new PayloadError('too many properties')
    switch (field) {
      case 1:
        keys.push(reader.string())
        return true
      case 2:
        values.push(readProperty(reader, readEnd(reader)))
        return true
      default:
        return false
    }
  })
  return new Map(keys.map((key, index) => [key, values[index] ?? null]))
}

function readProperty(reader: BinaryReader, end: number): MetricValue {
  let value: MetricValue = null
  readFields(reader, end, (field) => {
    switch (field) {
      case 3:
        value = reader.uint32()
        return true
      case 4:
        value = readBig(reader)
        return true
      case 5:
        value = reader.float()
        return true
      case 6:
        value = reader.double()
        return true
      case 7:
        value = reader.bool()
        return true
      case 8:
        value = reader.string()
        return true
      default:
        return false
    }
  })
  return value
}

function writeMetric(
  writer: BinaryWriter,
  { name, alias, timestamp, datatype, value, properties, parts }: MetricInput,
): BinaryWriter {
  if (name !== undefined) writer.tag(1, WireType.LengthDelimited).string(name)
  if (alias !== undefined) writer.tag(2, WireType.Varint).uint64(alias)
  if (timestamp !== undefined) writer.tag(3, WireType.Varint).uint64(BigInt(timestamp))
  writer.tag(4, WireType.Varint).uint32(datatype)
  if (properties) writeProperties(writer.tag(9, WireType.LengthDelimited).fork(), properties).join()
  if (parts) {
    const template = writer.tag(18, WireType.LengthDelimited).fork()
    for (const part of parts) writeMetric(template.tag(2, WireType.LengthDelimited).fork(), part).join()
    return template.join()
  }
  return value === null ? writer.tag(7, WireType.Varint).bool(true) : writeValue(writer, datatype, value)
}

function writeProperties(writer: BinaryWriter, properties: Readonly<Record<string, number | string>>): BinaryWriter {
  for (const key of Object.keys(properties)) writer.tag(1, WireType.LengthDelimited).string(key)
  for (const value of Object.values(properties)) {
    const property = writer.tag(2, WireType.LengthDelimited).fork()
    if (typeof value === 'number')
      property.tag(1, WireType.Varint).uint32(sparkplugTypes.int32).tag(3, WireType.Varint).uint32(value)
    else property.tag(1, WireType.Varint).uint32(sparkplugTypes.string).tag(8, WireType.LengthDelimited).string(value)
    property.join()
  }
  return writer
}

/** Negative integers are written in two's complement of 32 or 64 bits. */
function writeValue(writer: BinaryWriter, datatype: number, value: number | bigint | boolean | string): BinaryWriter {
  const { int64, uint64, dateTime, float, double, boolean, string, text, uuid } = sparkplugTypes
  switch (datatype) {
    case int64:
    case uint64:
    case dateTime:
      return writer.tag(11, WireType.Varint).uint64(BigInt.asUintN(64, BigInt(value)))
    case float:
      return writer.tag(12, WireType.Bit32).float(Number(value))
    case double:
      return writer.tag(13, WireType.Bit64).double(Number(value))
    case boolean:
      return writer.tag(14, WireType.Varint).bool(Boolean(value))
    case string:
    case text:
    case uuid:
      return writer.tag(15, WireType.LengthDelimited).string(String(value))
    default:
      return writer.tag(10, WireType.Varint).uint32(Number(BigInt.asUintN(32, BigInt(value))))
  }
}
