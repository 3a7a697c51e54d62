import { flag } from '../../schema/index.ts'
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

/** Line chart with one line per series. Gaps in the data are gaps in the line. */
export const chartLine = defineComponent({
  type: 'chart-line',
  words: { en: 'Line chart', zh: '折线图' },
  alsoCalled: { en: 'trend, curve', zh: '趋势、曲线' },
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
    isSmooth: flag({ en: 'Smooth line', zh: '平滑曲线' }),
    ...stackFields,
    ...paletteFields,
    ...chartCodeField,
  },
  variants: [sampleTable('chart-line', { en: 'Line chart', zh: '折线图' })],
  fieldsWithoutEffect: chartFieldsWithoutEffect,
  draw(brush, props, size) {
    drawChart(brush, props, size, readTable(props.data), (table) =>
      cartesianPlan(props, size, table, {
        kind: 'line',
        isTurned: false,
        isFromZero: props.areaOpacity > 0 || props.isStacked,
        series: { ...strokeSeries(props), ...(props.isSmooth && { smooth: 0.3, smoothMonotone: 'x' }) },
      }),
    )
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeTable(props, readTable(props.data), language),
})
