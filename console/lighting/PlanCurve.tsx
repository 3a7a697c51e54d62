import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { dayMinutes, formatClock, type PlanStep } from './dayPlan.ts'
import './lighting.css'

const everyMinutes = 240

/** Levels of a day from midnight to midnight. Renders nothing without steps. */
export const PlanCurve = observer(function PlanCurve({ steps }: { readonly steps: readonly PlanStep[] }) {
  const { t } = useTranslation('lighting')
  const look = useChartTheme()
  const option = useMemo(() => {
    const last = steps.at(-1)
    const line = (name: string, getValue: (step: PlanStep) => number, type: 'solid' | 'dashed') => ({
      type: 'line',
      name,
      step: 'end',
      showSymbol: false,
      lineStyle: { width: 1.5, type },
      data: [...steps.map((step) => [step.minute, getValue(step)]), ...(last ? [[dayMinutes, getValue(last)]] : [])],
    })
    return (
      last && {
        grid: { left: 44, right: 16, top: 30, bottom: 24 },
        legend: { top: 0 },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          confine: true,
          axisPointer: {
            label: { formatter: ({ value }: { readonly value: number }) => formatClock(Math.round(value)) },
          },
        },
        xAxis: {
          type: 'value',
          min: 0,
          max: dayMinutes,
          interval: everyMinutes,
          axisLabel: { formatter: formatClock },
        },
        yAxis: { type: 'value', min: 0, max: 100, interval: 50, axisLabel: { formatter: '{value} %' } },
        series: [
          line(t('area.dimming'), ({ dimming }) => dimming, 'solid'),
          ...(steps.some(({ dimming2 }) => dimming2 !== undefined)
            ? [line(t('area.dimming2'), ({ dimming, dimming2 }) => dimming2 ?? dimming, 'solid')]
            : []),
          line(t('area.color'), ({ colorTemperature }) => colorTemperature, 'dashed'),
        ],
      }
    )
  }, [steps, t])
  if (!option) return null
  return (
    <div className="lighting-curve">
      <Chart option={option} theme={look} label={t('plan')} />
    </div>
  )
})
