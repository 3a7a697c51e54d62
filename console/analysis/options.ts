import type { Option as Choice } from '../../contract/entity/field.ts'
import type { Palette } from '../styles/palette.ts'

const tooltip = { renderMode: 'richText', confine: true } as const
export type Option = Readonly<Record<string, unknown>>

/** A figure as the axes write theirs: thousands apart, at most one decimal. */
export const formatFigure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })

export interface DaySeries {
  readonly name: string
  readonly data: readonly number[]
  /** Drawn hollow, as on the home pages. */
  readonly isEstimated?: boolean
  /** Of the time before: fainter. */
  readonly isEarlier?: boolean
  /** Stands upon the series before it of the same stack. */
  readonly stack?: string
}

/** Bars over days. */
export function barsByDay(color: Palette, labels: readonly string[], series: readonly DaySeries[], unit = ''): Option {
  return {
    grid: { left: 50, right: 12, top: series.length > 1 ? 34 : 24, bottom: 26 }, tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(series.length > 1 ? { legend: { top: 2, type: 'scroll' } } : {}),
    xAxis: { type: 'category', data: labels, axisTick: { show: false } }, yAxis: { type: 'value', name: unit, minInterval: unit === '' ? 1 : 0, splitNumber: 4 },
    series: series.map(({ name, data, isEstimated = false, isEarlier = false, stack }) => ({
      type: 'bar', name, stack, barMaxWidth: 26, itemStyle: { ...barStyle(color, isEstimated), ...(isEarlier ? { opacity: 0.45 } : {}) },
      // An empty hollow bar would be a line.
      data: data.map((value) => (isEstimated && value === 0 ? null : value)),
    })),
  }
}

export interface Ranked {
  readonly name: string
  readonly value: number
  /** How much of the value is an estimate: drawn hollow. */
  readonly estimated?: number
}

/** Bars that lie, the largest on top: for names of any length. */
export function ranking(color: Palette, parts: readonly Ranked[], unit = '', words?: { readonly metered: string; readonly estimated: string }): Option {
  const shown = parts.slice(0, 10).toReversed()
  const hasEstimates = shown.some(({ estimated = 0 }) => estimated > 0)
  // The figure stands at the bar's end. A colour said here has no outline around the digits, which ECharts adds where it chooses one itself.
  const labelOf = (value: number) => ({ show: true, position: 'right', fontSize: 11, color: color.inkSoft, formatter: formatFigure(value) })
  const bar = { type: 'bar', stack: 'whole', barMaxWidth: 16 }
  const metered = shown.map(({ value, estimated = 0 }) => (estimated >= value && estimated > 0 ? null : { value: rounded(value - estimated), ...(estimated > 0 ? {} : { label: labelOf(value) }) }))
  const hollow = shown.map(({ value, estimated = 0 }) => (estimated > 0 ? { value: rounded(estimated), label: labelOf(value) } : null))
  return {
    grid: { left: 8, right: 64, top: 8, bottom: 24, containLabel: true }, tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'value', minInterval: unit === '' ? 1 : 0, splitNumber: 4 }, yAxis: { type: 'category', data: shown.map(({ name }) => name), axisTick: { show: false } },
    series: [
      { ...bar, name: hasEstimates ? words?.metered : undefined, itemStyle: barStyle(color, false), data: metered },
      ...(hasEstimates ? [{ ...bar, name: words?.estimated, itemStyle: barStyle(color, true), data: hollow }] : []),
    ],
  }
}

export interface RingPart {
  readonly name: string
  readonly value: number
  /** Of what it says; undefined: as the chart takes one part after the other. */
  readonly color?: string | undefined
}

/** Shares of a whole as a ring. */
export function ring(parts: readonly RingPart[]): Option {
  return {
    tooltip: { ...tooltip, trigger: 'item' }, legend: { type: 'scroll', orient: 'vertical', right: 8, top: 'middle', itemWidth: 10, itemHeight: 10 },
    series: [{
      type: 'pie', radius: ['48%', '72%'], center: ['36%', '50%'], labelLine: { length: 6, length2: 6 },
      data: parts.map(({ color, ...part }) => ({ ...part, ...(color !== undefined && { itemStyle: { color } }), label: { show: true, formatter: formatFigure(part.value) } })),
    }],
  }
}

/** The colour of what an option says, as its mark has it in a list. */
export const toneColor = (color: Palette, tone: NonNullable<Choice['tone']>): string => (tone === 'idle' || tone === 'underway' ? color.inkFaint : color[tone])

const barStyle = ({ accent }: Palette, isHollow: boolean) => (isHollow ? { color: 'transparent', borderColor: accent, borderWidth: 1.5 } : { color: accent })
const rounded = (value: number): number => Math.round(value * 10) / 10
