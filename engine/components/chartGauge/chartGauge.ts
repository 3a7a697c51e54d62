import type { Size } from '../../paint/brush/brush.ts'
import { choice, color, number, plainColor } from '../../schema/index.ts'
import type { FieldValues } from '../../schema/index.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import type { ChartPlan } from '../charts/box.ts'
import { readReading } from '../charts/data.ts'
import { chartCodeField, chartDataFields, chartStyleFields } from '../charts/fields.ts'
import { estimateEms, layoutHead, getTextStyle } from '../charts/layout.ts'
import { getMiddleColor, toPaint, toRingPaint } from '../charts/paints.ts'
import { describeDial } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'
import { scaleFields } from '../fields.ts'
import { isBeyond, isHighWatched, isLowWatched, toShare, withUnit, writeNumber } from '../scale.ts'
import { theme } from '../theme.ts'

const fields = {
  ...chartDataFields,
  ...scaleFields,
  ...chartStyleFields,
  unit: { ...scaleFields.unit, default: '' },
  decimals: scaleFields.decimals,
  dial: choice(
    { en: 'Dial', zh: '表盘' },
    {
      default: 'whole',
      options: [
        { value: 'whole', words: { en: 'Three-quarter circle', zh: '四分之三圆' } },
        { value: 'half', words: { en: 'Semicircle', zh: '半圆' } },
      ],
    },
  ),
  hand: choice(
    { en: 'Indicator', zh: '指示方式' },
    {
      default: 'both',
      options: [
        { value: 'needle', words: { en: 'Needle', zh: '指针' } },
        { value: 'bar', words: { en: 'Bar', zh: '进度条' } },
        { value: 'both', words: { en: 'Needle and bar', zh: '指针和进度条' } },
      ],
    },
  ),
  trackWidth: number({ en: 'Track width', zh: '轨道宽度' }, { default: 10, min: 1, max: 100, unit: 'px' }),
  trackColor: color({ en: 'Track colour', zh: '轨道颜色' }, { default: '#dde1e5ff', gradient: true }),
  zoneColor: color({ en: 'Limit zone colour', zh: '越限区颜色' }, { default: theme.zone, gradient: true }),
  barColor: color({ en: 'Bar colour', zh: '进度条颜色' }, { default: '#3f6f94ff', gradient: true }),
  needleColor: color({ en: 'Needle colour', zh: '指针颜色' }, { default: theme.ink, gradient: true }),
  ...chartCodeField,
}

/**
 * Gauge drawn as a chart. Shows its value or, if an address is set, the response of that address. Chart code can change
 * its look. For many gauges on one page, the plain gauge is faster.
 */
export const chartGauge = defineComponent({
  type: 'chart-gauge',
  words: { en: 'Gauge chart', zh: '仪表盘图' },
  palette: 'chart',
  size: { width: 220, height: 200 },
  miniatureColor(props) {
    const reading = readReading(props.data)
    return !reading.problems && isBeyond(reading.value ?? props.value, props) ? props.alarmColor : props.backgroundColor
  },
  fields,
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readReading(props.data), (reading) =>
      planChart({ ...props, value: reading ?? props.value }, size),
    )
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeDial(props, readReading(props.data), language),
})

type GaugeProps = FieldValues<typeof fields>

function planChart(props: GaugeProps, size: Size): ChartPlan {
  const { min } = props
  const max = props.max > min ? props.max : min + 1
  const { title, room } = layoutHead({ ...props, legend: 'none' }, size, [])
  const isHalf = props.dial === 'half'
  const [width, height] = [size.width - room.left - room.right, size.height - room.top - room.bottom]
  const below = props.showValue && isHalf ? props.fontSize * 1.4 : 0
  const radius = Math.max(4, Math.min(width / 2, isHalf ? height - below : height * 0.545))
  const top = room.top + (height - (isHalf ? radius + below : radius * 1.83)) / 2
  const track = Math.min(props.trackWidth, radius * 0.35)
  const ring = (fill: string) => toRingPaint(fill, room.left + width / 2, top + radius, radius, track)
  const isAlarmed = isBeyond(props.value, props)
  const isKnown = !Number.isNaN(props.value)
  const inner = radius - track - props.fontSize * 1.2
  const splits = countSplits(
    min,
    max,
    props.tickInterval,
    Math.floor((inner * Math.PI * (isHalf ? 1 : 1.5)) / (props.fontSize * 3.4)),
  )
  const hasScale = props.showScale && splits > 0 && radius >= props.fontSize * 3
  const fontSize = Math.round(Math.min(props.fontSize * 1.6, radius * 0.26))
  return {
    isEmpty: false,
    option: {
      title,
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'gauge',
          center: [room.left + width / 2, top + radius],
          radius,
          min,
          max,
          splitNumber: Math.max(1, splits),
          startAngle: isHalf ? 180 : 225,
          endAngle: isHalf ? 0 : -45,
          data: [{ value: isKnown ? props.value : null, name: props.text }],
          title: { show: false },
          axisLine: {
            lineStyle: {
              width: track,
              color: bands(props, max, isAlarmed).map(([share, fill]) => [share, ring(fill)]),
            },
          },
          progress: {
            show: props.hand !== 'needle' && isKnown,
            width: track,
            itemStyle: { color: isAlarmed ? props.alarmColor : ring(props.barColor) },
          },
          pointer: {
            show: props.hand !== 'bar' && isKnown,
            length: '68%',
            width: Math.max(2, radius * 0.05),
            itemStyle: { color: toPaint(props.needleColor) },
          },
          anchor: {
            show: props.hand !== 'bar',
            size: Math.max(5, radius * 0.16),
            showAbove: true,
            itemStyle: { color: plainColor(props.needleColor), borderWidth: 0 },
          },
          splitLine: { show: hasScale, distance: 2, length: 5, lineStyle: { color: props.fontColor, width: 1 } },
          axisTick: { show: false },
          axisLabel: { show: hasScale, distance: track + props.fontSize * 0.5, ...getTextStyle(props, 0.9) },
          detail: {
            show: props.showValue,
            valueAnimation: false,
            offsetCenter: [0, isHalf ? (props.hand === 'bar' ? -props.fontSize : below) : '72%'],
            color: isAlarmed ? props.alarmColor : props.fontColor,
            fontSize,
            fontWeight: 600,
            lineHeight: Math.round(fontSize * 1.2),
            padding: [1, 3],
            width: Math.ceil(
              estimateEms(withUnit(writeNumber(props.value, props.decimals), props.unit)) * fontSize * 1.15 + 4,
            ),
            ...(isAlarmed && {
              borderColor: props.alarmColor,
              borderWidth: 2,
              borderRadius: 3,
              backgroundColor: getMiddleColor(props.backgroundColor),
            }),
          },
        },
      ],
    },
  }
}

/**
 * Returns the number of equal scale segments for an interval. Uses fewer segments if there is no room, and only
 * segments that end on round numbers.
 */
function countSplits(min: number, max: number, interval: number, maxSplits: number): number {
  if (!(interval > 0)) return 0
  const isPlain = (part: number) =>
    Math.abs(Number(part.toPrecision(2)) - part) <= Math.abs(part) * 1e-9 ||
    Math.abs(part / interval - Math.round(part / interval)) < 1e-9
  for (let splits = Math.min(20, maxSplits, Math.floor((max - min) / interval + 1e-9)); splits > 1; splits--)
    if (isPlain((max - min) / splits)) return splits
  return 1
}

/** Colour zones of the track: ranges beyond the limits, as ascending fractions of the scale. */
function bands(props: GaugeProps, max: number, isAlarmed: boolean): readonly (readonly [number, string])[] {
  const low = isLowWatched(props.lowLimit, props) ? toShare(props.lowLimit, props.min, max) : 0
  const high = isHighWatched(props.highLimit, props) ? Math.max(low, toShare(props.highLimit, props.min, max)) : 1
  const zone = isAlarmed && props.hand === 'needle' ? props.alarmColor : props.zoneColor
  return [
    ...(low > 0 ? [[low, zone] as const] : []),
    ...(high > low ? [[high, props.trackColor] as const] : []),
    ...(high < 1 ? [[1, zone] as const] : []),
  ]
}
