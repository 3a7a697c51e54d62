import { choice, number } from '../../schema/index.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import { cartesianPlan } from '../charts/cartesian.ts'
import { readTable } from '../charts/data.ts'
import {
  alongFields,
  axisFields,
  chartCodeField,
  chartDataFields,
  chartStyleFields,
  legendField,
  paletteFields,
  stackFields,
} from '../charts/fields.ts'
import { sampleTable } from '../charts/samples.ts'
import { describeTable } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'

/** Bar chart: grouped or stacked bars, vertical or horizontal. */
export const chartBar = defineComponent({
  type: 'chart-bar',
  words: { en: 'Bar chart', zh: '柱状图' },
  palette: 'chart',
  size: { width: 320, height: 200 },
  miniatureColor: 'backgroundColor',
  fields: {
    ...chartDataFields,
    ...chartStyleFields,
    ...legendField,
    ...alongFields,
    ...axisFields,
    direction: choice(
      { en: 'Bar direction', zh: '柱方向' },
      {
        default: 'up',
        options: [
          { value: 'up', words: { en: 'Vertical', zh: '纵向' } },
          { value: 'right', words: { en: 'Horizontal', zh: '横向' } },
        ],
      },
    ),
    barWidth: number({ en: 'Bar width', zh: '柱宽' }, { default: 60, min: 5, max: 100, unit: '%' }),
    ...stackFields,
    ...paletteFields,
    ...chartCodeField,
  },
  variants: [sampleTable('chart-bar', { en: 'Bar chart', zh: '柱状图' })],
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readTable(props.data), (table) =>
      cartesianPlan(props, size, table, {
        kind: 'bar',
        isTurned: props.direction === 'right',
        isFromZero: true,
        series: {
          barCategoryGap: `${Math.round(100 - props.barWidth)}%`,
          barGap: '10%',
          barMinWidth: 1,
          sampling: 'max',
        },
      }),
    )
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeTable(props, readTable(props.data), language),
})
