import { BarChart, GaugeChart, LineChart, MapChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DatasetComponent,
  DataZoomComponent,
  GeoComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import { installThinning } from './thinning.ts'

use([
  LineChart,
  BarChart,
  PieChart,
  GaugeChart,
  MapChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  DataZoomComponent,
  DatasetComponent,
  GeoComponent,
  VisualMapComponent,
  MarkLineComponent,
  MarkPointComponent,
  MarkAreaComponent,
  LabelLayout,
  CanvasRenderer,
  SVGRenderer,
  installThinning,
])

/**
 * The ECharts modules available to charts and their chart code. ECharts ignores options of modules that are not
 * registered here.
 */
export { init, registerMap, type ECharts } from 'echarts/core'
