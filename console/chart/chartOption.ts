import { withCode } from '@mimic/engine/catalog'
import type { Row } from '../../contract/entity/define.ts'

export type ChartOption = Readonly<Record<string, unknown>>

/** Response of a data address: categories and one or more lists of values, optionally named. */
export interface ChartData {
  readonly xdata: readonly (string | number)[]
  readonly ydata: readonly { readonly name?: string; readonly values: readonly (number | null)[] }[]
}

/** Parses and sanitizes the option of a chart; null if the text is not valid. */
export function readOption(text: string): ChartOption | null {
  try {
    const read: unknown = JSON.parse(text)
    if (!isRecord(read)) return null
    const option = withCode({ series: [] }, read)
    // Names come from external data, so tooltips are drawn as canvas text, never as HTML.
    return option['tooltip'] === undefined
      ? option
      : { ...option, tooltip: { ...asRecord(option['tooltip']), renderMode: 'richText', confine: true } }
  } catch {
    return null
  }
}

/** Parses the response of a data address, with or without the usual envelope; null if it has a different format. */
export function readChartData(answer: unknown): ChartData | null {
  const content = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : answer
  if (!isRecord(content)) return null
  const { xdata, ydata } = content
  if (!Array.isArray(xdata) || !Array.isArray(ydata)) return null
  const places = xdata.filter(
    (one: unknown): one is string | number => typeof one === 'string' || typeof one === 'number',
  )
  if (places.length !== xdata.length) return null
  const lists: ChartData['ydata'] | null = ydata.every((one: unknown) => one === null || typeof one === 'number')
    ? [{ values: numbers(ydata) }]
    : toLists(ydata)
  return lists && { xdata: places, ydata: lists }
}

/**
 * Merges data into the option: `xdata` becomes the categories, and each list becomes one series. A pie uses the first
 * list; a gauge uses its last value.
 */
export function withData(option: ChartOption, data: ChartData | null): ChartOption {
  if (!data) return option
  const own = Array.isArray(option['series']) ? option['series'].filter(isRecord) : []
  const first = own[0] ?? { type: 'line' }
  const kind = first['type']
  const [values] = data.ydata
  if (kind === 'pie')
    return {
      ...option,
      series: [
        {
          ...first,
          data: data.xdata.map((name, index) => ({ name: String(name), value: values?.values[index] ?? 0 })),
        },
      ],
    }
  if (kind === 'gauge')
    return {
      ...option,
      series: [{ ...first, data: [{ name: String(data.xdata.at(-1) ?? ''), value: values?.values.at(-1) ?? 0 }] }],
    }
  const xAxis = isRecord(option['xAxis']) ? option['xAxis'] : {}
  return {
    ...option,
    xAxis: { type: 'category', ...xAxis, data: data.xdata },
    yAxis: option['yAxis'] ?? { type: 'value' },
    series: data.ydata.map(({ name, values: list }, index) => ({
      ...(own[index] ?? first),
      ...(name === undefined ? {} : { name }),
      data: list,
    })),
  }
}

/** Returns name, option and data address of a stored chart. */
export function chartTexts(row: Row): { readonly name: string; readonly option: string; readonly url: string } {
  const { name, option, url }: Readonly<Record<string, unknown>> = { ...row }
  return {
    name: typeof name === 'string' ? name : row.id,
    option: typeof option === 'string' ? option : '',
    url: typeof url === 'string' ? url : '',
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
const numbers = (list: readonly unknown[]): (number | null)[] =>
  list.map((one) => (typeof one === 'number' ? one : null))

function toLists(list: readonly unknown[]): ChartData['ydata'] | null {
  const numberRow = list.map((one) => {
    if (Array.isArray(one)) return { values: numbers(one) }
    if (!isRecord(one) || !Array.isArray(one['data'])) return null
    return { ...(typeof one['name'] === 'string' ? { name: one['name'] } : {}), values: numbers(one['data']) }
  })
  return numberRow.every((one) => one !== null) ? numberRow : null
}
