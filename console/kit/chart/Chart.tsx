import { BarChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DatasetComponent, DataZoomComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, MarkPointComponent, TitleComponent, TooltipComponent, VisualMapComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { chartLocale } from './chartLocale.ts'
import './Chart.css'

echarts.use([
  BarChart, GaugeChart, LineChart, PieChart, ScatterChart, DatasetComponent, DataZoomComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent,
  MarkPointComponent, TitleComponent, TooltipComponent, VisualMapComponent, CanvasRenderer,
])

interface ChartProps {
  /** As data: nothing in it is run. */
  readonly option: Readonly<Record<string, unknown>>
  /** From `chartLook`. */
  readonly look: Readonly<Record<string, unknown>>
  /** What it shows, for who cannot see it. */
  readonly label: string
  /** ECharts could not make sense of the option; called with false when it could. */
  readonly onBroken?: (isBroken: boolean) => void
}

/** A chart that fills its place and follows its size. It comes with ECharts: only pages that draw charts import it. */
export function Chart({ option, look, label, onBroken }: ChartProps) {
  const { i18n: { language } } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const told = useRef(onBroken)
  useEffect(() => { told.current = onBroken }, [onBroken])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const chart = echarts.init(element, { ...look }, { locale: chartLocale(language) })
    try {
      chart.setOption({ animation: false, ...option })
      told.current?.(false)
    } catch {
      // Whatever ECharts stumbles over lies in the option: whoever wrote it is told.
      told.current?.(true)
    }
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [option, look, language])
  return <div ref={place} className="chart" role="img" aria-label={label} />
}
