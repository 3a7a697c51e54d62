import { quality } from '@mimic/engine/bindings'
import { compileConversion, Failure } from '../values/conversion.ts'
import type { Convert, PointType } from '../values/conversion.ts'
import type { MappedValue } from '../messages/frames.ts'
import type { QualityMark } from '../values/quality.ts'
import { isPoint } from '../../telemetry/tags.ts'
import { getPointType, sparkplugTypes } from './dataTypes.ts'
import type { MetricValue, SparkplugMetric } from './payload.ts'

/** A metric as a birth message declared it. */
export interface BirthMetric {
  /** Name of the metric, such as `Inputs/Pump 1/Speed`. */
  readonly name: string
  /** Identifier of the point: unique within the device, and the same for the same names. */
  readonly point: string
  readonly alias: bigint | null
  readonly datatype: number
  /** Null if the data type is not supported; its values are bad. */
  readonly type: PointType | null
  /** From the property `engUnit`; an empty text if there is none. */
  readonly unit: string
}

/** Metrics of the protocol itself. */
const isControl = (name: string): boolean =>
  name === 'bdSeq' || name.startsWith('Node Control/') || name.startsWith('_types_/')

/** A metric with its full name; members of templates are named `template/member`. */
export interface NamedMetric {
  readonly name: string | null
  readonly metric: SparkplugMetric
}

/** Replaces templates by their members. Metrics without a name keep their alias. */
export function flattenMetrics(
  metrics: readonly SparkplugMetric[],
  getName: (alias: bigint) => string | undefined,
  prefix = '',
): NamedMetric[] {
  return metrics.flatMap((metric) => {
    const own = metric.name ?? (metric.alias === null ? undefined : getName(metric.alias))
    const name = own === undefined ? null : `${prefix}${own}`
    if (metric.parts === null || name === null) return [{ name, metric }]
    return flattenMetrics(metric.parts, () => undefined, `${name}/`)
  })
}

/** Declares the points of a birth message. Metrics of the protocol and template definitions are left out. */
export function declareMetrics(named: readonly NamedMetric[]): BirthMetric[] {
  const used = new Set<string>()
  const sorted = [...named].sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
  return sorted.flatMap(({ name, metric }) => {
    if (name === null || name.length > 256 || isControl(name) || metric.datatype === sparkplugTypes.template) return []
    const unit = metric.properties.get('engUnit')
    return [
      {
        name,
        point: createIdentifier(name, used),
        alias: metric.alias,
        datatype: metric.datatype,
        type: getPointType(metric.datatype),
        unit: typeof unit === 'string' ? unit.slice(0, 16) : '',
      },
    ]
  })
}

/** Letters and digits of the name; `Inputs/Pump 1` becomes `Inputs_Pump_1`. */
function createIdentifier(name: string, used: Set<string>): string {
  const letters = name.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_+|_+$/g, '')
  const base = (/^[a-zA-Z]/.test(letters) ? letters : `p${letters}`).slice(0, 58)
  const free = [base, `p_${base}`.slice(0, 58)].find(isPoint) ?? 'p'
  let identifier = free
  for (let number = 2; used.has(identifier); number++) identifier = `${free}_${number}`
  used.add(identifier)
  return identifier
}

const converters = new Map<PointType, Convert>()

function convertMetric(type: PointType, value: unknown): ReturnType<Convert> {
  const convert = converters.get(type) ?? compileConversion(type, {}, false)
  converters.set(type, convert)
  return convert(value)
}

/** Converts a metric to a value of its point. */
export function readMetricValue({ point, type, datatype }: BirthMetric, metric: SparkplugMetric): MappedValue {
  const bad = (reason: MappedValue['reason']): MappedValue => ({
    point,
    value: NaN,
    text: undefined,
    quality: quality.bad,
    reason,
  })
  if (type === null) return bad('unsupported')
  if (metric.isNull) return bad('noValue')
  const converted = convertMetric(type, readNumber(datatype, metric.value))
  if (converted instanceof Failure) return bad(converted.reason)
  const mark = readQuality(metric.properties.get('Quality'))
  return {
    point,
    value: typeof converted === 'string' ? NaN : Number(converted),
    text: typeof converted === 'string' ? converted : undefined,
    quality: mark,
    reason: mark === quality.good ? undefined : mark === quality.bad ? 'quality' : 'doubtful',
  }
}

/** Reads integers in the width of their type; senders encode negative ones in 8 to 64 bits. */
function readNumber(datatype: number, value: MetricValue): unknown {
  const { int8, int16, int32, int64, uint64, dateTime } = sparkplugTypes
  if (typeof value === 'bigint')
    return Number(datatype === uint64 || datatype === dateTime ? value : BigInt.asIntN(64, value))
  if (typeof value !== 'number') return value
  switch (datatype) {
    case int8:
      return (value << 24) >> 24
    case int16:
      return (value << 16) >> 16
    case int32:
    case int64:
      return value | 0
    default:
      return value
  }
}

/** The property `Quality`: 192 good, 500 stale, 0 bad. */
function readQuality(value: MetricValue | undefined): QualityMark {
  if (value === undefined || value === null || value === 192) return quality.good
  return value === 500 ? quality.uncertain : quality.bad
}
