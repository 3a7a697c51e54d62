import type { Row } from '../../contract/entity/define.ts'
import { chartTexts } from './chartOption.ts'
import { ChartView } from './ChartView.tsx'
import { useChartData } from './useChartData.ts'

/** A stored chart with its data, as shown on dashboards. The data is requested again whenever `turn` changes. */
export function StoredChart({ row, reloadKey }: { readonly row: Row; readonly reloadKey: number }) {
  const { name, option, url } = chartTexts(row)
  return <ChartView name={name} option={option} fetched={useChartData(url, reloadKey)} />
}
