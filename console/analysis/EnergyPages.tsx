import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { useChartLook } from '../fields/useChartLook.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { formatTime } from '../kit/formatTime.ts'
import { AnalysisFrame, Figures, Part, useAsked } from './AnalysisFrame.tsx'
import { change, dayMs, daysUpTo, perDay, perValue, sumOf, valueIn } from './figures.ts'
import { barsByDay, ranking, ring } from './options.ts'
import { useRowsSince } from './useRowsSince.ts'

const unit = 'kWh'
const round = (value: number): number => Math.round(value * 10) / 10

/** Energy consumption analysis: this stretch of days beside the one before it. */
export const EnergyAnalysisPage = observer(function EnergyAnalysisPage() {
  const { t } = useTranslation('analysis')
  const look = useChartLook()
  const { days: count, project, now: present } = useAsked()
  // Yesterday is the last whole day.
  const both = daysUpTo(present - dayMs, count * 2)
  const loaded = useRowsSince({ entity: 'energyData', since: 'at', from: both[0] ?? 0, project, filter: { period: 'day' } })
  return (
    <AnalysisFrame title={t('energy.title')} loaded={loaded}>
      {(rows) => {
        const days = both.slice(count)
        const [now, before] = [perDay(rows, 'at', days, 'energy'), perDay(rows, 'at', both.slice(0, count), 'energy')]
        const total = sumOf(now)
        // A stretch that was recorded in part only is nothing to compare with.
        const earlier = recorded(before) >= recorded(now) ? sumOf(before) : 0
        const most = now.indexOf(Math.max(...now))
        const moved = change(total, earlier)
        return (
          <>
            <Figures
              list={[
                { label: t('energy.total'), value: kwh(total), note: estimatedNote(rows) },
                { label: t('energy.before'), value: earlier > 0 ? kwh(earlier) : '–', note: moved === null ? t('energy.noCompare') : t('energy.change', { percent: `${moved > 0 ? '+' : ''}${round(moved * 100)}` }) },
                { label: t('energy.mean'), value: kwh(total / Math.max(1, recorded(now))) },
                { label: t('energy.most'), value: total > 0 ? kwh(now[most] ?? 0) : '–', note: total > 0 ? formatTime(days[most] ?? 0, 'YYYY-MM-DD') : undefined },
              ]}
            />
            <Part title={t('energy.byDay')} isEmpty={total === 0} isWide>
              <Chart
                look={look} label={t('energy.byDay')}
                option={barsByDay(days.map((day) => formatTime(day, 'MM-DD')), [{ name: t('energy.now'), data: now.map(round) }, ...(earlier > 0 ? [{ name: t('energy.before'), data: before.map(round) }] : [])], unit)}
              />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )

  function estimatedNote(rows: readonly Row[]): string | undefined {
    return rows.some((row) => valueIn(row, 'isEstimated') === true) ? t('energy.estimated') : undefined
  }
})

/** Electrical energy by meter: who uses most, and which share of the whole that is. */
export const EnergyStatisticsPage = observer(function EnergyStatisticsPage() {
  const { t } = useTranslation('analysis')
  const look = useChartLook()
  const { days: count, project, now: present } = useAsked()
  const days = daysUpTo(present - dayMs, count)
  const loaded = useRowsSince({ entity: 'energyData', since: 'at', from: days[0] ?? 0, project, filter: { period: 'day' } })
  return (
    <AnalysisFrame title={t('electricity.title')} loaded={loaded}>
      {(rows) => {
        const meters = perValue(rows, 'device', 'energy').map(({ value, sum }) => ({ name: value, value: round(sum) }))
        const total = sumOf(meters.map(({ value }) => value))
        const rest = round(sumOf(meters.slice(6).map(({ value }) => value)))
        return (
          <>
            <Figures
              list={[
                { label: t('energy.total'), value: kwh(total) }, { label: t('electricity.meters'), value: String(meters.length) },
                { label: t('electricity.perMeter'), value: meters.length > 0 ? kwh(total / meters.length) : '–' }, { label: t('electricity.top'), value: meters[0]?.name ?? '–', note: meters[0] && kwh(meters[0].value) },
              ]}
            />
            <Part title={t('electricity.ranking')} isEmpty={meters.length === 0}><Chart look={look} label={t('electricity.ranking')} option={ranking(meters, unit)} /></Part>
            <Part title={t('electricity.shares')} isEmpty={meters.length === 0}>
              <Chart look={look} label={t('electricity.shares')} option={ring([...meters.slice(0, 6), ...(rest > 0 ? [{ name: t('rest'), value: rest }] : [])])} />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )
})

const recorded = (list: readonly number[]): number => list.filter((one) => one > 0).length
const kwh = (value: number): string => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
