import type { Size } from '../../paint/brush/brush.ts'
import type { AlongProps, AxisProps, ChartStyleProps } from './fields.ts'
import { getTextStyle } from './layout.ts'
import type { Margins } from './layout.ts'
import type { JsonObject } from './option.ts'
import { tickStep } from '../scale.ts'

/** An axis option and the name of the axis; '' for none. */
interface NamedAxis {
  readonly option: JsonObject
  readonly name: string
}

/**
 * Builds both axes and the grid. `isTurned` puts the values on the x axis; `isBlank` is true if there are no values.
 */
export function buildAxes(
  props: ChartStyleProps,
  size: Size,
  room: Margins,
  values: NamedAxis,
  along: NamedAxis,
  { isTurned = false, isBlank }: { readonly isTurned?: boolean; readonly isBlank: boolean },
): { readonly grid: JsonObject; readonly xAxis: JsonObject; readonly yAxis: JsonObject } {
  const [flat, upright] = isTurned ? [values, along] : [along, values]
  const line = props.fontSize * 1.5
  const isRoomy = size.height >= line * 7 && size.width >= line * 7
  const flatName = isRoomy ? flat.name : ''
  const uprightName = isRoomy ? upright.name : ''
  const nameStyle = getTextStyle(props, 0.95)
  // The name is placed above the labels, left of the axis. Without labels it would start outside the chart.
  const overLabels = isBlank && isBare(upright) ? 0 : props.fontSize * 1.6
  return {
    grid: {
      left: room.left,
      right: room.right + 4,
      top: room.top + (uprightName === '' ? props.fontSize * 0.5 : line),
      bottom: room.bottom + (flatName === '' ? 0 : line),
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      ...flat.option,
      ...withLabels(props, flat, size),
      ...(flatName !== '' && {
        name: flatName,
        nameLocation: 'middle',
        nameGap: props.fontSize * 1.9,
        nameTextStyle: nameStyle,
        nameMoveOverlap: false,
      }),
    },
    yAxis: {
      ...upright.option,
      ...withLabels(props, upright, size),
      ...(uprightName !== '' && {
        name: uprightName,
        nameLocation: 'end',
        nameGap: props.fontSize * 0.85,
        nameMoveOverlap: false,
        nameTextStyle: { ...nameStyle, align: 'left', padding: [0, 0, 0, -overLabels] },
      }),
    },
  }
}

/**
 * Builds the value axis. With `isFromZero` it includes zero, because lengths of bars and areas are only comparable from
 * zero.
 */
export function valueAxis(
  props: ChartStyleProps & AxisProps,
  size: Size,
  isFromZero: boolean,
  isTurned = false,
): NamedAxis {
  const room = isTurned
    ? (size.width - props.fontSize * 6) / (props.fontSize * 5)
    : (size.height - props.fontSize * 4) / (props.fontSize * 3)
  const maxLabels = Math.max(2, Math.min(6, Math.floor(room)))
  const { min, max } = props
  const isFixed = !props.isFitted && max > min
  const step = isFixed ? tickStep(min, max, props.tickInterval, maxLabels * 2) : 0
  const name = props.yName === '' ? props.unit : props.unit === '' ? props.yName : `${props.yName} (${props.unit})`
  return {
    name,
    option: {
      type: 'value',
      splitNumber: maxLabels,
      scale: !isFromZero,
      ...(isFixed && { min, max }),
      ...(step > 0 && { interval: step }),
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: props.showGrid, lineStyle: { color: props.gridColor, width: 1 } },
    },
  }
}

/** Maximum number of time labels; more would overlap. */
const maxTimeLabels = 5

/**
 * Builds the category, time or number axis. `hasGap` leaves half a category free at both ends, as bar charts require.
 */
export function alongAxis(props: AxisProps & AlongProps, x: readonly (string | number)[], hasGap: boolean): NamedAxis {
  const line = { show: true, onZero: false, lineStyle: { color: props.axisColor, width: 1 } }
  const tick = { show: true, alignWithLabel: true, length: 4, lineStyle: { color: props.axisColor } }
  const common = { axisLine: line, axisTick: tick, splitLine: { show: false } }
  switch (props.xKind) {
    case 'category':
      return { name: props.xName, option: { ...common, type: 'category', data: x.map(String), boundaryGap: hasGap } }
    case 'time':
      return { name: props.xName, option: { ...common, type: 'time', splitNumber: maxTimeLabels } }
    case 'number':
      return { name: props.xName, option: { ...common, type: 'value', scale: true } }
  }
}

/** Builds the axis of a time span that ends with the newest value. */
export function timeAxis(
  props: AxisProps & { readonly xName: string },
  min: number | undefined,
  max: number | undefined,
): NamedAxis {
  const own = alongAxis({ ...props, xKind: 'time' }, [], false)
  return { name: own.name, option: { ...own.option, min, max } }
}

/** Builds the limit lines across the chart, which belong to the first series. */
export function limitLines(props: ChartStyleProps & AxisProps, isTurned = false): JsonObject | undefined {
  if (!props.showLimits) return undefined
  const at = isTurned ? 'xAxis' : 'yAxis'
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: props.limitColor, width: 1, type: [5, 4] },
    label: {
      show: true,
      position: 'insideEndTop',
      distance: 2,
      color: props.limitColor,
      fontSize: getTextStyle(props, 0.9).fontSize,
    },
    data: [{ [at]: props.lowLimit }, { [at]: props.highLimit }],
  }
}

/** True if an axis has no data range and therefore no labels. */
function isBare({ option: { type, data, min, max } }: NamedAxis): boolean {
  return type === 'category' ? !Array.isArray(data) || data.length === 0 : min === undefined || max === undefined
}

function withLabels(props: ChartStyleProps, axis: NamedAxis, size: Size): JsonObject {
  const isCategory = axis.option['type'] === 'category'
  return {
    axisLabel: {
      ...getTextStyle(props),
      margin: 6,
      hideOverlap: true,
      show: size.height >= props.fontSize * 5 && size.width >= props.fontSize * 6,
      ...(isCategory && { width: Math.round(Math.max(props.fontSize * 5, size.width * 0.28)), overflow: 'truncate' }),
    },
  }
}
