import type { Size } from '../../paint/brush/brush.ts'
import { choice, flag, number } from '../../schema/index.ts'
import type { FieldValues } from '../../schema/index.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import type { ChartPlan } from '../charts/box.ts'
import { readItems } from '../charts/data.ts'
import type { Item } from '../charts/data.ts'
import {
  chartCodeField,
  chartDataFields,
  chartStyleFields,
  getColors,
  legendField,
  paletteFields,
} from '../charts/fields.ts'
import { layoutHead, inkOn, getTextStyle } from '../charts/layout.ts'
import { getMiddleColor, paintAround } from '../charts/paints.ts'
import { sampleVariant } from '../charts/samples.ts'
import { describeItems } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'
import { withUnit, writeNumber } from '../scale.ts'

const fields = {
  ...chartDataFields,
  ...chartStyleFields,
  legend: { ...legendField.legend, default: 'right' as const },
  innerRadius: number({ en: 'Inner radius', zh: '内半径' }, { default: 0, min: 0, max: 90, unit: '%' }),
  slices: choice(
    { en: 'Slices', zh: '扇区' },
    {
      default: 'angle',
      options: [
        { value: 'angle', words: { en: 'By angle', zh: '角度' } },
        { value: 'radius', words: { en: 'By angle and radius', zh: '角度与半径（玫瑰图）' } },
        { value: 'area', words: { en: 'By radius', zh: '半径（玫瑰图）' } },
      ],
    },
  ),
  labels: choice(
    { en: 'Labels', zh: '标签' },
    {
      default: 'percent',
      options: [
        { value: 'none', words: { en: 'None', zh: '不显示' } },
        { value: 'percent', words: { en: 'Percentage', zh: '百分比' } },
        { value: 'value', words: { en: 'Value', zh: '数值' } },
        { value: 'name', words: { en: 'Name', zh: '名称' } },
        { value: 'nameValue', words: { en: 'Name and value', zh: '名称和数值' } },
        { value: 'namePercent', words: { en: 'Name and percentage', zh: '名称和百分比' } },
      ],
    },
  ),
  labelPlace: choice(
    { en: 'Label position', zh: '标签位置' },
    {
      default: 'outside',
      options: [
        { value: 'outside', words: { en: 'Outside', zh: '外侧' } },
        { value: 'inside', words: { en: 'Inside', zh: '内侧' } },
      ],
    },
  ),
  showTotal: flag({ en: 'Show the total', zh: '显示合计' }),
  ...paletteFields,
  ...chartCodeField,
}

/** Shares of a total as a pie, ring or rose chart. */
export const chartPie = defineComponent({
  type: 'chart-pie',
  words: { en: 'Pie chart', zh: '饼图' },
  palette: 'chart',
  size: { width: 320, height: 200 },
  miniatureColor: 'backgroundColor',
  fields,
  variants: [
    sampleVariant(
      'chart-pie',
      { en: 'Pie chart', zh: '饼图' },
      { width: 320, height: 200 },
      { data: '[{"name":"A","value":48},{"name":"B","value":31},{"name":"C","value":21}]' },
    ),
    sampleVariant(
      'chart-ring',
      { en: 'Ring chart', zh: '环形图' },
      { width: 320, height: 200 },
      {
        data: '[{"name":"A","value":48},{"name":"B","value":31},{"name":"C","value":21}]',
        innerRadius: 62,
        showTotal: true,
        decimals: 0,
      },
    ),
  ],
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    const data = readItems(props.data)
    drawChart(brush, props, size, data, (items) => planChart(props, size, items))
    if (
      !props.showTotal ||
      !data.value ||
      data.value.length === 0 ||
      props.innerRadius < 30 ||
      props.slices !== 'angle'
    )
      return
    const { x, y, radius } = placePie(props, size, data.value)
    const total = data.value.reduce((sum, { value }) => sum + Math.max(0, value), 0)
    const hole = radius * (props.innerRadius / 100)
    brush.text(x - hole, y - hole, 2 * hole, 2 * hole, withUnit(writeNumber(total, props.decimals), props.unit), {
      fill: props.fontColor,
      fontSize: Math.min(props.fontSize * 1.3, hole * 0.6),
      family: props.fontFamily,
      align: 'center',
      valign: 'middle',
      weight: 'bold',
      isItalic: props.fontItalic,
      overflow: 'ellipsis',
    })
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeItems(props, readItems(props.data), language, true),
})

type PieProps = FieldValues<typeof fields>

function planChart(props: PieProps, size: Size, items: readonly Item[]): ChartPlan {
  const head = layoutHead(
    props,
    size,
    items.map(({ name }) => name),
  )
  const { x, y, radius, labelPlace } = placePie(props, size, items)
  return {
    isEmpty: items.length === 0,
    labels: props.labels,
    option: {
      color: getColors(props).map((fill) => paintAround(fill, x, y, radius)),
      title: head.title,
      legend: head.legend,
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'pie',
          center: [x, y],
          radius: [radius * (props.innerRadius / 100), radius],
          data: items.map(({ name, value }, index) => ({
            name,
            value: Math.max(0, value),
            ...(value <= 0 && { label: { show: false }, labelLine: { show: false } }),
            ...(value > 0 &&
              labelPlace === 'inside' && {
                label: { color: inkOn(getColors(props)[index % getColors(props).length] ?? '') },
              }),
          })),
          ...(props.slices !== 'angle' && { roseType: props.slices }),
          selectedMode: false,
          startAngle: 90,
          percentPrecision: Math.min(2, Math.round(props.decimals)),
          itemStyle: { borderColor: getMiddleColor(props.backgroundColor), borderWidth: 1 },
          emptyCircleStyle: { color: '#e1e5e9' },
          label: { show: labelPlace !== 'none', position: labelPlace, ...getTextStyle(props, 0.95) },
          labelLine: { length: props.fontSize * 0.6, length2: props.fontSize * 0.5, lineStyle: { width: 1 } },
          labelLayout: { hideOverlap: true },
        },
      ],
    },
  }
}

interface PiePlace {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly labelPlace: 'outside' | 'inside' | 'none'
}

/**
 * Returns centre and outer radius: the space beside title and legend, minus the space for outside labels. If too little
 * remains, values move inside and names are hidden.
 */
function placePie(props: PieProps, size: Size, items: readonly Item[]): PiePlace {
  const { room } = layoutHead(
    props,
    size,
    items.map(({ name }) => name),
  )
  const [width, height] = [
    Math.max(0, size.width - room.left - room.right),
    Math.max(0, size.height - room.top - room.bottom),
  ]
  const centre = { x: room.left + width / 2, y: room.top + height / 2 }
  const whole = Math.min(width, height) / 2
  if (props.labels === 'none' || whole < props.fontSize * 2.5) return { ...centre, radius: whole, labelPlace: 'none' }
  if (props.labelPlace === 'inside') return { ...centre, radius: whole, labelPlace: 'inside' }
  const isNamed = props.labels.startsWith('name')
  const around = Math.min(width / 2 - props.fontSize * (isNamed ? 7.5 : 4.6), height / 2 - props.fontSize * 1.6)
  if (around >= whole * 0.55) return { ...centre, radius: around, labelPlace: 'outside' }
  return {
    ...centre,
    radius: whole,
    labelPlace:
      isNamed || props.innerRadius > 45 || props.slices !== 'angle' || whole < props.fontSize * 3.5 ? 'none' : 'inside',
  }
}
