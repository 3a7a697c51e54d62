import { BarChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { chartLocale } from './chartLocale.ts'
import './Chart.css'

echarts.use([
  BarChart,
  GaugeChart,
  LineChart,
  PieChart,
  ScatterChart,
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
])

interface ChartProps {
  /** ECharts option as plain data; contains no code. */
  readonly option: Readonly<Record<string, unknown>>
  /** Theme from `chartLook`. */
  readonly theme: Readonly<Record<string, unknown>>
  /** Accessible description. */
  readonly label: string
  /** Called with true if ECharts rejects the option, and with false when it accepts it. */
  readonly onBroken?: (isBroken: boolean) => void
}

/** Chart that fills its container. Imports ECharts, so import it only from pages with charts. */
export function Chart({ option, theme, label, onBroken }: ChartProps) {
  const {
    i18n: { language },
  } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const onBrokenRef = useRef(onBroken)
  useEffect(() => {
    onBrokenRef.current = onBroken
  }, [onBroken])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const chart = echarts.init(element, { ...theme }, { locale: chartLocale(language) })
    try {
      chart.setOption({ animation: false, ...option })
      onBrokenRef.current?.(false)
    } catch {
      // Errors of ECharts are caused by the option; report them to its author.
      onBrokenRef.current?.(true)
    }
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [option, theme, language])
  return <div ref={place} className="chart" role="img" aria-label={label} />
}
