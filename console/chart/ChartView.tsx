import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { readOption, withData } from './chartOption.ts'
import type { Fetched } from './useChartData.ts'

interface ChartViewProps {
  readonly name: string
  /** JSON text of the option, as entered. */
  readonly option: string
  readonly fetched: Fetched
  readonly onBroken?: (isBroken: boolean) => void
}

/** Draws a chart from its option and data, or shows that the option is invalid. */
export const ChartView = observer(function ChartView({ name, option: text, fetched, onBroken }: ChartViewProps) {
  const { t } = useTranslation('chart')
  const chartTheme = useChartTheme()
  const read = useMemo(() => readOption(text), [text])
  const option = useMemo(() => read && withData(read, fetched.data), [read, fetched.data])
  if (!option)
    return (
      <p className="chart-none" role="status">
        {t('invalidJson')}
      </p>
    )
  return <Chart option={option} theme={chartTheme} label={t('picture', { name })} {...(onBroken ? { onBroken } : {})} />
})
