import type { Row } from '../../contract/entity/define.ts'
import { chartTexts } from './chartOption.ts'
import { ChartView } from './ChartView.tsx'
import { useChartData } from './useChartData.ts'

/** A kept chart with its data, asked for again with each turn: what a dashboard shows of it. */
export function StoredChart({ row, turn }: { readonly row: Row; readonly turn: number }) {
  const { name, option, url } = chartTexts(row)
  return <ChartView name={name} option={option} fetched={useChartData(url, turn)} />
}
