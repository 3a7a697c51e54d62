import type { ChartContent } from '../components/charts/box.ts'
import type { JsonObject } from '../components/charts/option.ts'
import { withUnit, writeNumber, writeTick } from '../components/scale.ts'

/** Parameters that ECharts passes to a label formatter. */
interface LabelOf {
  readonly name?: string
  readonly value?: unknown
  readonly percent?: number
}

/**
 * Adds number formatters to an option, except where chart code defines its own. They are the only functions in an
 * option, because drawings contain data only.
 */
export function withNumbers(content: ChartContent): Record<string, unknown> {
  const { option } = content
  const value = (given: unknown) => valueWords(content, given)
  const isUpright = kindOf(option['yAxis']) !== 'category'
  return {
    ...option,
    ...(option['tooltip'] !== undefined && { tooltip: under(option['tooltip'], { valueFormatter: value }) }),
    ...axis(option, 'xAxis'),
    ...axis(option, 'yAxis'),
    series: each(option['series'], (series) => ({
      ...series,
      ...(series['label'] !== undefined && { label: under(series['label'], { formatter: (of: LabelOf) => labelWords(content, of, isUpright) }) }),
      ...(series['markLine'] !== undefined && { markLine: markLine(series['markLine']) }),
      ...(series['detail'] !== undefined && { detail: under(series['detail'], { formatter: value }) }),
      ...(series['axisLabel'] !== undefined && { axisLabel: under(series['axisLabel'], { formatter: tick }) }),
    })),
  }
}

function valueWords({ unit, decimals }: ChartContent, given: unknown): string {
  const value = Array.isArray(given) ? given.at(-1) : given
  return typeof value === 'number' && Number.isFinite(value) ? withUnit(writeNumber(value, decimals), unit) : '—'
}

function labelWords(content: ChartContent, { name = '', value, percent = 0 }: LabelOf, isUpright: boolean): string {
  const own = Array.isArray(value) ? value[isUpright ? 1 : 0] : value
  switch (content.labels) {
    case 'none': return ''
    case 'value': return valueWords({ ...content, unit: kindOfLabels(content) === 'pie' ? content.unit : '' }, own)
    case 'percent': return `${writeNumber(percent, Math.min(1, content.decimals))}%`
    case 'name': return name
    case 'nameValue': return `${name} ${valueWords(content, own)}`
    case 'namePercent': return `${name} ${writeNumber(percent, Math.min(1, content.decimals))}%`
  }
}

/** On charts with axes the unit is shown at the axis; a pie chart has no axis. */
function kindOfLabels({ option }: ChartContent): 'pie' | 'axis' {
  return option['xAxis'] === undefined ? 'pie' : 'axis'
}

const tick = (value: unknown): string => (typeof value === 'number' ? writeTick(value) : String(value))

/** Numeric time formats, which both languages can read. */
const times = {
  year: '{yyyy}', month: '{yyyy}-{MM}', day: '{MM}-{dd}', hour: '{HH}:{mm}', minute: '{HH}:{mm}', second: '{HH}:{mm}:{ss}', millisecond: '{mm}:{ss}.{SSS}', none: '{yyyy}-{MM}-{dd} {HH}:{mm}:{ss}',
}

function axis(option: JsonObject, name: 'xAxis' | 'yAxis'): Record<string, unknown> {
  if (option[name] === undefined) return {}
  return {
    [name]: each(option[name], (one) => {
      const formatter = one['type'] === 'value' ? tick : one['type'] === 'time' ? times : undefined
      return formatter ? { ...one, axisLabel: under(one['axisLabel'] ?? {}, { formatter }) } : one
    }),
  }
}

function markLine(given: unknown): unknown {
  const own = asObject(given)
  return { ...own, label: under(own['label'] ?? {}, { formatter: ({ value }: LabelOf) => tick(value) }) }
}

/** Merges an option over the defaults; the option takes precedence. */
function under(given: unknown, defaults: Record<string, unknown>): unknown {
  return Array.isArray(given) ? given : { ...defaults, ...asObject(given) }
}

function each(given: unknown, change: (one: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (given === undefined) return undefined
  return Array.isArray(given) ? given.map((one: unknown) => change(asObject(one))) : change(asObject(given))
}

function kindOf(axisOption: unknown): unknown {
  return asObject(Array.isArray(axisOption) ? axisOption[0] : axisOption)['type']
}

function asObject(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null ? { ...given } : {}
}
