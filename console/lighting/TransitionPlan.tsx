import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import {
  requiredShare,
  thresholdLength,
  type TrafficDirection,
  transitionPlan,
  type Zone,
} from '../../contract/lighting/cie88.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import './lighting.css'

const tubes = ['left', 'right'] as const
const curvePoints = 120

/**
 * Luminance levels along the tubes of a tunnel that its design speed requires, as a basis for its strategy. Renders
 * nothing without a design speed or segments.
 */
export const TransitionPlan = observer(function TransitionPlan({ row }: { readonly row: Row }) {
  const { t } = useTranslation('lighting')
  const speed = getValue(row, 'designSpeed')
  if (typeof speed !== 'number') return null
  const direction = getValue(row, 'direction') === 'both' ? 'both' : 'one'
  const plans = tubes
    .map((tube) => ({ tube, stretches: toZones(getValue(row, tube)) }))
    .filter(({ stretches }) => stretches.length > 0)
  // Show two tubes with identical segments once.
  const isAlike = plans.length === 2 && JSON.stringify(plans[0]?.stretches) === JSON.stringify(plans[1]?.stretches)
  return (isAlike ? plans.slice(0, 1) : plans).map(({ tube, stretches }) => (
    <figure key={tube} className="lighting-plan">
      <figcaption>
        {t(direction === 'both' ? 'transition.titleBoth' : 'transition.title', {
          tube: t(isAlike ? 'transition.both' : `transition.${tube}`),
          speed,
          metres: Math.round(thresholdLength(speed)),
        })}
      </figcaption>
      <TubeCurve stretches={stretches} speed={speed} direction={direction} />
      <table className="lighting-transition">
        <thead>
          <tr>
            <th>{t('transition.segment')}</th>
            <th>{t('transition.metres')}</th>
            <th>{t('transition.seconds')}</th>
            <th>{t('transition.share')}</th>
          </tr>
        </thead>
        <tbody>
          {transitionPlan(stretches, speed, direction).map(({ name, from, to, seconds, share }) => (
            <tr key={`${name}/${from}`}>
              <td>{name}</td>
              <td>
                {from}–{to}
              </td>
              <td>{seconds.toFixed(1)}</td>
              <td>{toPercent(share)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="lighting-none">{t('transition.note')}</p>
    </figure>
  ))
})

const TubeCurve = observer(function TubeCurve({
  stretches,
  speed,
  direction,
}: {
  readonly stretches: readonly Zone[]
  readonly speed: number
  readonly direction: TrafficDirection
}) {
  const { t } = useTranslation('lighting')
  const look = useChartTheme()
  const option = useMemo(() => {
    const end = Math.max(...stretches.map(({ to }) => to))
    const curve = Array.from({ length: curvePoints + 1 }, (_, index) => (index / curvePoints) * end)
    const steps = transitionPlan(stretches, speed, direction)
    const line = (name: string, data: readonly (readonly [number, number])[], rest: object) => ({
      type: 'line',
      name,
      showSymbol: false,
      data,
      ...rest,
    })
    return {
      grid: { left: 44, right: 24, top: 30, bottom: 24 },
      legend: { top: 0 },
      tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
      xAxis: { type: 'value', min: 0, max: end, axisLabel: { formatter: '{value} m' } },
      yAxis: { type: 'value', min: 0, max: 100, interval: 50, axisLabel: { formatter: '{value} %' } },
      series: [
        line(
          t('transition.steps'),
          steps.flatMap(
            ({ from, to, share }) =>
              [
                [from, toPercent(share)],
                [to, toPercent(share)],
              ] as const,
          ),
          { lineStyle: { width: 1.5 } },
        ),
        line(
          t('transition.curve'),
          curve.map((metre) => [Math.round(metre), toPercent(requiredShare(metre, speed, end, direction))] as const),
          { lineStyle: { width: 1.5, type: 'dashed' } },
        ),
      ],
    }
  }, [stretches, speed, direction, t])
  return (
    <div className="lighting-curve">
      <Chart option={option} theme={look} label={t('transition.curve')} />
    </div>
  )
})

/** Round up, because a rounded-down value would be below the curve. */
const toPercent = (share: number): number => Math.ceil(share * 100 - 1e-9)

function toZones(rows: unknown): Zone[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown): Zone[] => {
    if (typeof row !== 'object' || row === null || !('from' in row) || !('to' in row) || !('name' in row)) return []
    const { name, from, to } = row
    return typeof name === 'string' && typeof from === 'number' && typeof to === 'number' && to > from
      ? [{ name, from, to }]
      : []
  })
}
