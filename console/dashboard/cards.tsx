import type { Quality } from '@mimic/engine/bindings'
import { quality as qualities } from '@mimic/engine/bindings'
import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { limits } from '../../contract/limits.ts'
import { cardSeries } from '../../contract/platform/dashboards.ts'
import type { Curve } from '../../contract/routes.ts'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { DrawingFrame } from '../kit/drawing/DrawingFrame.tsx'
import { runPath } from '../kit/drawing/drawingPaths.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import type { TagSample } from '../stores/live/tagSamples.ts'
import { useInitialValues } from '../stores/hooks/useInitialValues.ts'
import { useTag } from '../stores/hooks/useTag.ts'
import { type Card, computeDivisions } from './card.ts'

/** Component that draws a stored chart. Injected, because charts are a separate screen. */
export type StoredChart = ComponentType<{ readonly row: Row; readonly reloadKey: number }>

export interface CardProps {
  readonly card: Card
  /** Refresh interval in milliseconds of content that is not a live value. */
  readonly everyMs: number
  readonly Stored: StoredChart
}

const spanMs = 3_600_000
const digits = 2
const names: Readonly<Record<Quality, 'good' | 'uncertain' | 'bad' | 'stale'>> = {
  [qualities.good]: 'good',
  [qualities.uncertain]: 'uncertain',
  [qualities.bad]: 'bad',
  [qualities.stale]: 'stale',
}
const isFresh = (quality: Quality): boolean => quality === qualities.good || quality === qualities.uncertain
/**
 * Returns the status key of a value; a value without a sample is loading while the initial values are still arriving.
 */
const getStatus = ({ quality, atMs }: TagSample, isArriving: boolean) =>
  atMs > 0 ? names[quality] : isArriving ? 'loading' : 'missing'

/** Content of a card, or a hint that it is not configured. */
export function CardBody(props: CardProps) {
  const { t } = useTranslation('dashboard')
  const { kind, tag, chart, drawing } = props.card
  const needed = kind === 'chart' ? chart : kind === 'drawing' ? drawing : tag
  if (needed === '')
    return (
      <p className="dashboard-none" role="status">
        {t('unset')}
      </p>
    )
  switch (kind) {
    case 'value':
      return <ValueCard {...props} />
    case 'dial':
      return <GaugeCard {...props} />
    case 'curve':
      return <LineCard {...props} />
    case 'chart':
      return <ChartCard {...props} />
    case 'drawing':
      return <DrawingCard {...props} />
  }
}

function ValueCard({ card: { tag, unit } }: CardProps) {
  const { t } = useTranslation('dashboard')
  const sample = useTag(tag)
  const status = getStatus(sample, useInitialValues())
  const { value, text, quality, atMs } = sample
  const isKnown = isFresh(quality)
  return (
    <div className="dashboard-value" data-quality={status}>
      <b>{text ?? (Number.isFinite(value) ? String(Number(value.toFixed(digits))) : '–')}</b>
      <span>{unit}</span>
      <small>{isKnown ? formatTime(atMs, 'HH:mm:ss') : t(`quality.${status}`)}</small>
    </div>
  )
}

const GaugeCard = observer(function GaugeCard({ card: { tag, unit, min, max, label } }: CardProps) {
  const { t } = useTranslation('dashboard')
  const sample = useTag(tag)
  const status = getStatus(sample, useInitialValues())
  const { value, quality } = sample
  const chartTheme = useChartTheme()
  const isKnown = isFresh(quality) && Number.isFinite(value)
  const shown = isKnown ? Number(value.toFixed(digits)) : null
  const top = max > min ? max : min + 1
  const option = {
    series: [
      {
        type: cardSeries.dial,
        min,
        max: top,
        splitNumber: computeDivisions(min, top),
        startAngle: 210,
        endAngle: -30,
        radius: '95%',
        center: ['50%', '58%'],
        progress: { show: shown !== null, width: 10 },
        axisLine: { lineStyle: { width: 10 } },
        pointer: { show: shown !== null, width: 4 },
        axisTick: { show: false },
        splitLine: { length: 6, distance: 2 },
        axisLabel: { distance: 14, fontSize: 10 },
        title: { show: false },
        detail: { formatter: shown === null ? '–' : `{value} ${unit}`, fontSize: 18, offsetCenter: [0, '52%'] },
        data: [{ value: shown ?? min }],
      },
    ],
  }
  return (
    <div className="dashboard-chart" data-quality={status}>
      <Chart
        option={option}
        theme={chartTheme}
        label={t('gaugeOf', { name: label, value: shown ?? t(`quality.${status}`) })}
      />
    </div>
  )
})

const LineCard = observer(function LineCard({ card: { tag, label, unit }, everyMs }: CardProps) {
  const { client } = useStores()
  const { t } = useTranslation('dashboard')
  const chartTheme = useChartTheme()
  const polled = usePolling<readonly Curve[]>(tag, everyMs, (signal) =>
    client.call(
      'history.read',
      { query: { tags: tag, spanMs, points: limits.history.points } },
      { signal, quiet: true },
    ),
  )
  if (polled.value === null)
    return (
      <p className="dashboard-none" role="status">
        {t(polled.failure ? 'failed' : 'loading')}
      </p>
    )
  const [curve] = polled.value
  if (!curve || curve.at.length === 0)
    return (
      <p className="dashboard-none" role="status">
        {t('noPast')}
      </p>
    )
  const option = {
    grid: { left: 44, right: 12, top: 18, bottom: 22 },
    xAxis: { type: 'time', axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', scale: true, name: unit, splitNumber: 3 },
    tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
    series: [
      {
        type: cardSeries.curve,
        showSymbol: false,
        connectNulls: false,
        data: curve.at.map((at, index) => [at, curve.values[index] ?? null]),
      },
    ],
  }
  return (
    <div className="dashboard-chart">
      <Chart option={option} theme={chartTheme} label={t('lineOf', { name: label })} />
    </div>
  )
})

const ChartCard = observer(function ChartCard({ card: { chart }, everyMs, Stored }: CardProps) {
  const { entities } = useStores()
  const { t } = useTranslation('dashboard')
  const { client } = entities.of(getEntity('chart'))
  const polled = usePolling<{ readonly row: Row; readonly reloadCount: number }>(
    chart,
    everyMs,
    async (signal, before) => ({
      row: await client.read(chart, { signal, quiet: true }),
      reloadCount: (before?.reloadCount ?? 0) + 1,
    }),
  )
  if (polled.value === null)
    return (
      <p className="dashboard-none" role="status">
        {t(polled.failure ? 'failed' : 'loading')}
      </p>
    )
  return (
    <div className="dashboard-chart">
      <Stored row={polled.value.row} reloadKey={polled.value.reloadCount} />
    </div>
  )
})

/** Runs the drawing live: a static picture next to live values could be mistaken for current data. */
function DrawingCard({ card: { drawing, label } }: CardProps) {
  const { t } = useTranslation('dashboard')
  return <DrawingFrame src={runPath(drawing)} label={label === '' ? t('unnamedFrame') : t('frame', { name: label })} />
}
