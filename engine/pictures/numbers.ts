import type { ChartContent } from '../components/charts/box.ts'
import type { JsonObject } from '../components/charts/option.ts'
import { withUnit, writeNumber, writeTick } from '../components/scale.ts'

/** Parameters that ECharts passes to a label formatter. */
interface LabelParams {
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
  const value = (input: unknown) => formatValue(content, input)
  const isUpright = getAxisType(option['yAxis']) !== 'category'
  return {
    ...option,
    ...(option['tooltip'] !== undefined && { tooltip: withDefaults(option['tooltip'], { valueFormatter: value }) }),
    ...axis(option, 'xAxis'),
    ...axis(option, 'yAxis'),
    series: mapEach(option['series'], (series) => ({
      ...series,
      ...(series['label'] !== undefined && {
        label: withDefaults(series['label'], { formatter: (of: LabelParams) => formatLabel(content, of, isUpright) }),
      }),
      ...(series['markLine'] !== undefined && { markLine: markLine(series['markLine']) }),
      ...(series['detail'] !== undefined && { detail: withDefaults(series['detail'], { formatter: value }) }),
      ...(series['axisLabel'] !== undefined && { axisLabel: withDefaults(series['axisLabel'], { formatter: tick }) }),
    })),
  }
}

function formatValue({ unit, decimals }: ChartContent, input: unknown): string {
  const value = Array.isArray(input) ? input.at(-1) : input
  return typeof value === 'number' && Number.isFinite(value) ? withUnit(writeNumber(value, decimals), unit) : '—'
}

function formatLabel(
  content: ChartContent,
  { name = '', value, percent = 0 }: LabelParams,
  isUpright: boolean,
): string {
  const own = Array.isArray(value) ? value[isUpright ? 1 : 0] : value
  switch (content.labels) {
    case 'none':
      return ''
    case 'value':
      return formatValue({ ...content, unit: getLabelKind(content) === 'pie' ? content.unit : '' }, own)
    case 'percent':
      return `${writeNumber(percent, Math.min(1, content.decimals))}%`
    case 'name':
      return name
    case 'nameValue':
      return `${name} ${formatValue(content, own)}`
    case 'namePercent':
      return `${name} ${writeNumber(percent, Math.min(1, content.decimals))}%`
  }
}

/** On charts with axes the unit is shown at the axis; a pie chart has no axis. */
function getLabelKind({ option }: ChartContent): 'pie' | 'axis' {
  return option['xAxis'] === undefined ? 'pie' : 'axis'
}

const tick = (value: unknown): string => (typeof value === 'number' ? writeTick(value) : String(value))

/** Numeric time formats, which both languages can read. */
const times = {
  year: '{yyyy}',
  month: '{yyyy}-{MM}',
  day: '{MM}-{dd}',
  hour: '{HH}:{mm}',
  minute: '{HH}:{mm}',
  second: '{HH}:{mm}:{ss}',
  millisecond: '{mm}:{ss}.{SSS}',
  none: '{yyyy}-{MM}-{dd} {HH}:{mm}:{ss}',
}

function axis(option: JsonObject, name: 'xAxis' | 'yAxis'): Record<string, unknown> {
  if (option[name] === undefined) return {}
  return {
    [name]: mapEach(option[name], (one) => {
      const formatter = one['type'] === 'value' ? tick : one['type'] === 'time' ? times : undefined
      return formatter ? { ...one, axisLabel: withDefaults(one['axisLabel'] ?? {}, { formatter }) } : one
    }),
  }
}

function markLine(input: unknown): unknown {
  const own = asObject(input)
  return { ...own, label: withDefaults(own['label'] ?? {}, { formatter: ({ value }: LabelParams) => tick(value) }) }
}

/** Merges an option over the defaults; the option takes precedence. */
function withDefaults(input: unknown, defaults: Record<string, unknown>): unknown {
  return Array.isArray(input) ? input : { ...defaults, ...asObject(input) }
}

function mapEach(input: unknown, change: (one: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (input === undefined) return undefined
  return Array.isArray(input) ? input.map((one: unknown) => change(asObject(one))) : change(asObject(input))
}

function getAxisType(axisOption: unknown): unknown {
  return asObject(Array.isArray(axisOption) ? axisOption[0] : axisOption)['type']
}

function asObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
