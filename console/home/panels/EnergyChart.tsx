import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { fontFamily } from '../../styles/antdTheme.ts'
import type { Palette } from '../../styles/palette.ts'
import type { DayEnergy } from '../model/overview.ts'

echarts.use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

interface EnergyChartProps {
  readonly days: readonly DayEnergy[]
  readonly color: Palette
  readonly label: string
}

/** Bar chart by day. Loads ECharts when the first home page with energy is opened. */
export function EnergyChart({ days, color, label }: EnergyChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const chart = echarts.init(element)
    chart.setOption({
      animation: false,
      textStyle: { fontFamily },
      grid: { left: 40, right: 8, top: 22, bottom: 22 },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        backgroundColor: color.surface,
        borderColor: color.line,
        textStyle: { color: color.ink, fontSize: 12 },
        valueFormatter: (value: unknown) => `${typeof value === 'number' ? value.toFixed(1) : ''} kWh`,
      },
      xAxis: {
        type: 'category',
        data: days.map(({ date }) => date.slice(5)),
        axisLabel: { color: color.inkSoft, fontSize: 11 },
        axisLine: { lineStyle: { color: color.line } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        name: 'kWh',
        nameTextStyle: { color: color.inkFaint, fontSize: 11 },
        axisLabel: { color: color.inkSoft, fontSize: 11 },
        splitLine: { lineStyle: { color: color.line } },
        splitNumber: 3,
      },
      series: [
        {
          type: 'bar',
          barWidth: '62%',
          data: days.map(({ energy, isEstimated }) => ({
            value: Math.round(energy * 10) / 10,
            itemStyle: isEstimated
              ? { color: 'transparent', borderColor: color.accent, borderWidth: 1.5 }
              : { color: color.accent },
          })),
        },
      ],
    })
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [days, color])
  return <div ref={place} className="home-chart" role="img" aria-label={label} />
}
