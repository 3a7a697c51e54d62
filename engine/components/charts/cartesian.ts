import type { Size } from '../../paint/brush.ts'
import { alongAxis, axesOf, limitLines, valueAxis } from './axes.ts'
import type { ChartPlan } from './box.ts'
import type { ChartTable, Point, Series } from './data.ts'
import { colorsOf } from './fields.ts'
import type { AlongProps, AxisProps, LegendProps, LookProps, PaletteProps, StrokeProps } from './fields.ts'
import { headOf, inkOn, wordsOf } from './layout.ts'
import type { Json, JsonObject } from './option.ts'
import { paintOf } from './paints.ts'

export type CartesianProps = LookProps & PaletteProps & LegendProps & AxisProps & AlongProps & { readonly isStacked: boolean; readonly showLabels: boolean }

/** How the series of one chart are drawn. */
export interface Manner {
  readonly kind: 'line' | 'bar'
  /** Adds to each series. */
  readonly series: JsonObject
  /** Whether lengths or areas are compared, so that the axis must start at zero. */
  readonly isFromZero: boolean
  /** Bars that lie. */
  readonly isTurned: boolean
}

/** A chart of series over common places, whatever stands at them. */
export function cartesianPlan(props: CartesianProps, size: Size, table: ChartTable, manner: Manner): ChartPlan {
  const head = headOf(props, size, table.series.map(({ name }) => name), manner.kind === 'line' ? 'line' : 'block')
  const { isTurned } = manner
  const along = alongAxis(props, table.x, manner.kind === 'bar')
  const axes = axesOf(props, size, head.room, valueAxis(props, size, manner.isFromZero, isTurned), isTurned && props.xKind === 'category'
    ? { ...along, option: { ...along.option, inverse: true } } : along, {
    isTurned, isBlank: table.series.every(({ values }) => values.every((value) => value === null)),
  })
  const limits = limitLines(props, isTurned)
  const colors = colorsOf(props)
  const isInside = props.isStacked && manner.kind === 'bar'
  return {
    isEmpty: table.series.every(({ values }) => values.length === 0),
    option: {
      color: colors.map(paintOf), title: head.title, legend: head.legend, ...axes, tooltip: { trigger: 'axis' },
      series: table.series.map((series, index) => ({
        type: manner.kind, name: series.name, ...manner.series, ...dataOf(props, table.x, series, manner), ...(props.isStacked && { stack: 'all' }),
        ...(props.showLabels && size.width >= props.fontSize * 15 && size.height >= props.fontSize * 9 && {
          label: { show: true, position: isInside ? 'inside' : isTurned ? 'right' : 'top', ...wordsOf(props, 0.9), ...(isInside && { color: inkOn(colors[index % colors.length] ?? '') }) },
          labelLayout: { hideOverlap: true },
        }),
        ...(index === 0 && limits && { markLine: limits }),
      })),
    },
  }
}

/** A line's own look. */
export function strokeSeries(props: StrokeProps): JsonObject {
  return {
    lineStyle: { width: props.lineWidth }, showSymbol: props.showPoints, symbol: 'circle', symbolSize: Math.max(4, props.lineWidth * 2 + 1),
    connectNulls: false, ...(props.areaOpacity > 0 && { areaStyle: { opacity: props.areaOpacity / 100 } }),
  }
}

/**
 * The data of a line without dots. A value between two gaps keeps one all the same: no line leads to it, and nobody
 * would know of it.
 */
export function withLonelyDots(data: readonly Json[], values: readonly Point[]): JsonObject {
  const isLonely = (index: number) => (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
  if (values.length > mostDotted || !values.some((_, index) => isLonely(index))) return { data }
  return { symbol: 'none', showSymbol: true, data: data.map((value, index) => (isLonely(index) ? { value, symbol: 'circle' } : value)) }
}

/** Beyond this the points are thinned, and lonely ones with them. */
const mostDotted = 2000

function dataOf(props: AlongProps, x: ChartTable['x'], series: Series, manner: Manner): JsonObject {
  const data = placed(props, x, series, manner.isTurned)
  return manner.kind === 'line' && manner.series['showSymbol'] === false ? withLonelyDots(data, series.values) : { data }
}

function placed(props: AlongProps, x: ChartTable['x'], { values }: Series, isTurned: boolean): readonly Json[] {
  if (props.xKind === 'category') return values
  return values.slice(0, x.length).map((value, index) => (isTurned ? [value, x[index]] : [x[index], value]))
}
