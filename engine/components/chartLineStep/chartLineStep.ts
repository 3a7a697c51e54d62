import { choice } from '../../schema/index.ts'
import { drawChart, chartFieldsWithoutEffect } from '../charts/box.ts'
import { cartesianPlan, strokeSeries } from '../charts/cartesian.ts'
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
  strokeFields,
} from '../charts/fields.ts'
import { sampleTable } from '../charts/samples.ts'
import { describeTable } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'

/** Step line chart, for values that remain constant until they change: states, set points, stages. */
export const chartLineStep = defineComponent({
  type: 'chart-line-step',
  words: { en: 'Step line chart', zh: '阶梯折线图' },
  palette: 'chart',
  size: { width: 320, height: 200 },
  miniatureColor: 'backgroundColor',
  fields: {
    ...chartDataFields,
    ...chartStyleFields,
    ...legendField,
    ...alongFields,
    ...axisFields,
    ...strokeFields,
    step: choice(
      { en: 'Step', zh: '阶梯位置' },
      {
        default: 'end',
        options: [
          { value: 'start', words: { en: 'Before the value', zh: '数值之前' } },
          { value: 'middle', words: { en: 'Halfway', zh: '中间' } },
          { value: 'end', words: { en: 'At the next value', zh: '下一数值处' } },
        ],
      },
    ),
    ...stackFields,
    ...paletteFields,
    ...chartCodeField,
  },
  variants: [sampleTable('chart-line-step', { en: 'Step line chart', zh: '阶梯折线图' })],
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readTable(props.data), (table) =>
      cartesianPlan(props, size, table, {
        kind: 'line',
        isTurned: false,
        isFromZero: props.areaOpacity > 0 || props.isStacked,
        series: { ...strokeSeries(props), step: props.step },
      }),
    )
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeTable(props, readTable(props.data), language),
})
