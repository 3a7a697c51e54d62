import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import { chartLocale } from './chartLocale.ts'

echarts.use([LineChart, GridComponent, SVGRenderer])

test('the months of a time axis are in the language that is shown', () => {
  const drawn = (language: string): string => {
    const chart = echarts.init(null, null, {
      renderer: 'svg',
      ssr: true,
      width: 600,
      height: 200,
      locale: chartLocale(language),
    })
    chart.setOption({
      animation: false,
      xAxis: { type: 'time' },
      yAxis: {},
      series: [
        {
          type: 'line',
          data: [
            [Date.UTC(2026, 1, 10), 1],
            [Date.UTC(2026, 6, 20), 2],
          ],
        },
      ],
    })
    return chart.renderToSVGString()
  }
  expect([drawn('en-us'), drawn('zh-cn')]).toEqual([expect.stringContaining('>Mar<'), expect.stringContaining('>3月<')])
})
