import type { Option as Choice } from '../../contract/entity/field.ts'
import type { Palette } from '../styles/palette.ts'

const tooltip = { renderMode: 'richText', confine: true } as const
export type Option = Readonly<Record<string, unknown>>

/** Formats a figure like the axis labels: thousands separators and at most one decimal. */
export const formatFigure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })

export interface DaySeries {
  readonly name: string
  readonly data: readonly number[]
  /** Draw hollow, as on the home pages. */
  readonly isEstimated?: boolean
  /** Belongs to the preceding period; drawn fainter. */
  readonly isEarlier?: boolean
  /** Series with the same stack name are stacked on top of each other. */
  readonly stack?: string
}

/** Bar chart over days. */
export function barsByDay(color: Palette, labels: readonly string[], series: readonly DaySeries[], unit = ''): Option {
  return {
    grid: { left: 50, right: 12, top: series.length > 1 ? 34 : 24, bottom: 26 },
    tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(series.length > 1 ? { legend: { top: 2, type: 'scroll' } } : {}),
    xAxis: { type: 'category', data: labels, axisTick: { show: false } },
    yAxis: { type: 'value', name: unit, minInterval: unit === '' ? 1 : 0, splitNumber: 4 },
    series: series.map(({ name, data, isEstimated = false, isEarlier = false, stack }) => ({
      type: 'bar',
      name,
      stack,
      barMaxWidth: 26,
      itemStyle: { ...barStyle(color, isEstimated), ...(isEarlier ? { opacity: 0.45 } : {}) },
      // A hollow bar of height 0 would be drawn as a line.
      data: data.map((value) => (isEstimated && value === 0 ? null : value)),
    })),
  }
}

export interface Ranked {
  readonly name: string
  readonly value: number
  /** Estimated part of the value; drawn hollow. */
  readonly estimated?: number
}

/** Horizontal bar chart of the ten largest values; leaves room for long names. */
export function ranking(
  color: Palette,
  parts: readonly Ranked[],
  unit = '',
  words?: { readonly metered: string; readonly estimated: string },
): Option {
  const shown = parts.slice(0, 10).toReversed()
  const hasEstimates = shown.some(({ estimated = 0 }) => estimated > 0)
  // Set the label colour explicitly: ECharts outlines the digits if it selects the colour.
  const createLabel = (value: number) => ({
    show: true,
    position: 'right',
    fontSize: 11,
    color: color.inkSoft,
    formatter: formatFigure(value),
  })
  const bar = { type: 'bar', stack: 'whole', barMaxWidth: 16 }
  const metered = shown.map(({ value, estimated = 0 }) =>
    estimated >= value && estimated > 0
      ? null
      : { value: rounded(value - estimated), ...(estimated > 0 ? {} : { label: createLabel(value) }) },
  )
  const hollow = shown.map(({ value, estimated = 0 }) =>
    estimated > 0 ? { value: rounded(estimated), label: createLabel(value) } : null,
  )
  return {
    grid: { left: 8, right: 64, top: 8, bottom: 24, containLabel: true },
    tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'value', minInterval: unit === '' ? 1 : 0, splitNumber: 4 },
    yAxis: { type: 'category', data: shown.map(({ name }) => name), axisTick: { show: false } },
    series: [
      { ...bar, name: hasEstimates ? words?.metered : undefined, itemStyle: barStyle(color, false), data: metered },
      ...(hasEstimates ? [{ ...bar, name: words?.estimated, itemStyle: barStyle(color, true), data: hollow }] : []),
    ],
  }
}

export interface RingPart {
  readonly name: string
  readonly value: number
  /** Defaults to the next colour of the chart's palette. */
  readonly color?: string | undefined
}

/** Ring chart of shares. */
export function ring(parts: readonly RingPart[]): Option {
  return {
    tooltip: { ...tooltip, trigger: 'item' },
    legend: { type: 'scroll', orient: 'vertical', right: 8, top: 'middle', itemWidth: 10, itemHeight: 10 },
    series: [
      {
        type: 'pie',
        radius: ['48%', '72%'],
        center: ['36%', '50%'],
        labelLine: { length: 6, length2: 6 },
        data: parts.map(({ color, ...part }) => ({
          ...part,
          ...(color !== undefined && { itemStyle: { color } }),
          label: { show: true, formatter: formatFigure(part.value) },
        })),
      },
    ],
  }
}

/** Colour of an option's tone, the same as that of its mark in lists. */
export const toneColor = (color: Palette, tone: NonNullable<Choice['tone']>): string =>
  tone === 'idle' || tone === 'underway' ? color.inkFaint : color[tone]

const barStyle = ({ accent }: Palette, isHollow: boolean) =>
  isHollow ? { color: 'transparent', borderColor: accent, borderWidth: 1.5 } : { color: accent }
const rounded = (value: number): number => Math.round(value * 10) / 10
