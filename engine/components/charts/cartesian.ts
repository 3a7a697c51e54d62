import type { Size } from '../../paint/brush/brush.ts'
import { alongAxis, buildAxes, limitLines, valueAxis } from './axes.ts'
import type { ChartPlan } from './box.ts'
import type { ChartTable, Point, Series } from './data.ts'
import { getColors } from './fields.ts'
import type { AlongProps, AxisProps, LegendProps, ChartStyleProps, PaletteProps, StrokeProps } from './fields.ts'
import { layoutHead, inkOn, getTextStyle } from './layout.ts'
import type { Json, JsonObject } from './option.ts'
import { toPaint } from './paints.ts'

/** Properties of charts with several series over a common axis: line, area and bar charts. */
export type CartesianProps = ChartStyleProps &
  PaletteProps &
  LegendProps &
  AxisProps &
  AlongProps & { readonly isStacked: boolean; readonly showLabels: boolean }

/** Drawing style of the series of a chart. */
export interface SeriesStyle {
  readonly kind: 'line' | 'bar'
  /** Options merged into each series. */
  readonly series: JsonObject
  /** True if lengths or areas are compared, so that the axis must start at zero. */
  readonly isFromZero: boolean
  /** True for horizontal bars. */
  readonly isTurned: boolean
}

/** Builds a chart with several series over a common axis. */
export function cartesianPlan(
  props: CartesianProps,
  size: Size,
  table: ChartTable,
  seriesStyle: SeriesStyle,
): ChartPlan {
  const head = layoutHead(
    props,
    size,
    table.series.map(({ name }) => name),
    seriesStyle.kind === 'line' ? 'line' : 'block',
  )
  const { isTurned } = seriesStyle
  const along = alongAxis(props, table.x, seriesStyle.kind === 'bar')
  const axes = buildAxes(
    props,
    size,
    head.room,
    valueAxis(props, size, seriesStyle.isFromZero, isTurned),
    isTurned && props.xKind === 'category' ? { ...along, option: { ...along.option, inverse: true } } : along,
    {
      isTurned,
      isBlank: table.series.every(({ values }) => values.every((value) => value === null)),
    },
  )
  const limits = limitLines(props, isTurned)
  const colors = getColors(props)
  const isInside = props.isStacked && seriesStyle.kind === 'bar'
  return {
    isEmpty: table.series.every(({ values }) => values.length === 0),
    option: {
      color: colors.map(toPaint),
      title: head.title,
      legend: head.legend,
      ...axes,
      tooltip: { trigger: 'axis' },
      series: table.series.map((series, index) => ({
        type: seriesStyle.kind,
        name: series.name,
        ...seriesStyle.series,
        ...buildSeriesData(props, table.x, series, seriesStyle),
        ...(props.isStacked && { stack: 'all' }),
        ...(props.showLabels &&
          size.width >= props.fontSize * 15 &&
          size.height >= props.fontSize * 9 && {
            label: {
              show: true,
              position: isInside ? 'inside' : isTurned ? 'right' : 'top',
              ...getTextStyle(props, 0.9),
              ...(isInside && { color: inkOn(colors[index % colors.length] ?? '') }),
            },
            labelLayout: { hideOverlap: true },
          }),
        ...(index === 0 && limits && { markLine: limits }),
      })),
    },
  }
}

/** Returns the line options of a series. */
export function strokeSeries(props: StrokeProps): JsonObject {
  return {
    lineStyle: { width: props.lineWidth },
    showSymbol: props.showPoints,
    symbol: 'circle',
    symbolSize: Math.max(4, props.lineWidth * 2 + 1),
    connectNulls: false,
    ...(props.areaOpacity > 0 && { areaStyle: { opacity: props.areaOpacity / 100 } }),
  }
}

/**
 * Returns the data of a line without markers. A value between two gaps gets a marker, because no line would make it
 * visible.
 */
export function withLonelyDots(data: readonly Json[], values: readonly Point[]): JsonObject {
  const isLonely = (index: number) =>
    (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
  if (values.length > maxDottedPoints || !values.some((_, index) => isLonely(index))) return { data }
  return {
    symbol: 'none',
    showSymbol: true,
    data: data.map((value, index) => (isLonely(index) ? { value, symbol: 'circle' } : value)),
  }
}

/** Maximum number of points for markers of isolated values. Longer series are downsampled. */
const maxDottedPoints = 2000

function buildSeriesData(props: AlongProps, x: ChartTable['x'], series: Series, seriesStyle: SeriesStyle): JsonObject {
  const data = toDataPoints(props, x, series, seriesStyle.isTurned)
  return seriesStyle.kind === 'line' && seriesStyle.series['showSymbol'] === false
    ? withLonelyDots(data, series.values)
    : { data }
}

function toDataPoints(props: AlongProps, x: ChartTable['x'], { values }: Series, isTurned: boolean): readonly Json[] {
  if (props.xKind === 'category') return values
  return values.slice(0, x.length).map((value, index) => (isTurned ? [value, x[index]] : [x[index], value]))
}
