import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { energyData } from '../../contract/lighting/energy.ts'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { AnalysisFrame, type AnalysisQuery, Figures, Part, useAnalysisQuery } from './AnalysisFrame.tsx'
import {
  change,
  splitEstimates,
  isEstimated,
  namesIn,
  perDay,
  perValue,
  shortDay,
  sumNumbers,
  filterByDays,
} from './figures.ts'
import { barsByDay, type DaySeries, formatFigure, ranking, ring } from './options.ts'
import { usePalette } from './usePalette.ts'
import { useRowsSince } from './useRowsSince.ts'

const unit = 'kWh'
const round = (value: number): number => Math.round(value * 10) / 10

/** Energy analysis: compares a period with the preceding one. Estimates are drawn hollow. */
export const EnergyAnalysisPage = observer(function EnergyAnalysisPage() {
  const { t } = useTranslation('analysis')
  const chartTheme = useChartTheme()
  const color = usePalette()
  const words = useEstimateText()
  // Yesterday is the last complete day.
  const query = useAnalysisQuery('yesterday', 'at')
  const { days, previousDays, project, getDate, getSpan } = query
  const loaded = useRowsSince({
    entity: 'energyData',
    since: 'at',
    span: getSpan([...previousDays, ...days]),
    project,
    filter: { period: 'day' },
  })
  return (
    <AnalysisFrame title={t('energy.title')} loaded={loaded} source={createExportSource(query)}>
      {(rows) => {
        const [now, before] = [perDay(rows, getDate, days, 'energy'), perDay(rows, getDate, previousDays, 'energy')]
        const total = sumNumbers(now)
        // Do not compare with a period that was recorded only in part.
        const earlier = recorded(before) >= recorded(now) ? sumNumbers(before) : 0
        const maxIndex = now.indexOf(Math.max(...now))
        const moved = change(total, earlier)
        const [rowsNow, rowsBefore, rowsMax] = [days, previousDays, days.slice(maxIndex, maxIndex + 1)].map((some) =>
          filterByDays(rows, getDate, some),
        )
        const drawn = [
          ...series(rows, days, t('energy.now')),
          ...(earlier > 0
            ? series(rows, previousDays, t('energy.before')).map((one) => ({ ...one, isEarlier: true }))
            : []),
        ]
        return (
          <>
            <Figures
              list={[
                { label: t('energy.total'), value: kwh(total), note: words(rowsNow) },
                {
                  label: t('energy.before'),
                  value: earlier > 0 ? kwh(earlier) : '–',
                  note:
                    moved === null
                      ? t('energy.noCompare')
                      : noted(
                          t('energy.change', { percent: `${moved > 0 ? '+' : ''}${round(moved * 100)}` }),
                          words(rowsBefore),
                        ),
                },
                { label: t('energy.mean'), value: kwh(total / Math.max(1, recorded(now))), note: words(rowsNow) },
                {
                  label: t('energy.most'),
                  value: total > 0 ? kwh(now[maxIndex] ?? 0) : '–',
                  note: total > 0 ? noted(days[maxIndex] ?? '', words(rowsMax)) : undefined,
                },
              ]}
            />
            <Part
              title={t('energy.byDay')}
              isEmpty={total === 0}
              isWide
              hint={drawn.some((one) => one.isEstimated) ? t('energy.hollow') : undefined}
            >
              <Chart
                theme={chartTheme}
                label={t('energy.byDay')}
                option={barsByDay(color, days.map(shortDay), drawn, unit)}
              />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )

  /**
   * Series of one period: a single one if all values are metered or all are estimated, otherwise estimates stacked on
   * metered values.
   */
  function series(rows: readonly Row[], some: readonly string[], name: string): DaySeries[] {
    const parts = [false, true].map((estimated) => ({
      name: t(estimated ? 'energy.of.estimated' : 'energy.of.metered', { name }),
      stack: name,
      isEstimated: estimated,
      data: perDay(
        rows.filter((row) => isEstimated(row) === estimated),
        getDate,
        some,
        'energy',
      ).map(round),
    }))
    const filled = parts.filter(({ data }) => sumNumbers(data) > 0)
    return filled.some((part) => part.isEstimated) ? filled : filled.map((part) => ({ ...part, name }))
  }
})

/** Electrical energy by meter: ranking and share of the total. */
export const EnergyStatisticsPage = observer(function EnergyStatisticsPage() {
  const { t } = useTranslation('analysis')
  const chartTheme = useChartTheme()
  const color = usePalette()
  const words = useEstimateText()
  const query = useAnalysisQuery('yesterday', 'at')
  const { days, project, getDate, getSpan } = query
  const loaded = useRowsSince({
    entity: 'energyData',
    since: 'at',
    span: getSpan(days),
    project,
    filter: { period: 'day' },
  })
  return (
    <AnalysisFrame title={t('electricity.title')} loaded={loaded} source={createExportSource(query)} showsDays={false}>
      {(all) => {
        const rows = filterByDays(all, getDate, days)
        const estimates = new Map(
          perValue(rows.filter(isEstimated), 'device', 'energy').map(({ value, sum }) => [value, sum]),
        )
        const name = namesIn(rows)
        const meters = perValue(rows, 'device', 'energy').map(({ value, sum }) => ({
          device: value,
          name: name(value),
          value: round(sum),
          estimated: round(estimates.get(value) ?? 0),
        }))
        const total = sumNumbers(meters.map(({ value }) => value))
        const rest = round(sumNumbers(meters.slice(6).map(({ value }) => value)))
        const [top] = meters
        const shares = [
          ...meters.slice(0, 6).map(({ name: meter, value }) => ({ name: meter, value })),
          ...(rest > 0 ? [{ name: t('rest'), value: rest }] : []),
        ]
        const measure = {
          metered: t('energy.of.metered', { name: t('energy.total') }),
          estimated: t('energy.of.estimated', { name: t('energy.total') }),
        }
        return (
          <>
            <Figures
              list={[
                { label: t('energy.total'), value: kwh(total), note: words(rows) },
                { label: t('electricity.meters'), value: formatFigure(meters.length) },
                {
                  label: t('electricity.perMeter'),
                  value: meters.length > 0 ? kwh(total / meters.length) : '–',
                  note: words(rows),
                },
                {
                  label: t('electricity.top'),
                  value: top?.name ?? '–',
                  note: top && noted(kwh(top.value), words(rows.filter((row) => row['device'] === top.device))),
                },
              ]}
            />
            <Part
              title={t('electricity.ranking')}
              isEmpty={meters.length === 0}
              hint={meters.slice(0, 10).some(({ estimated }) => estimated > 0) ? t('energy.hollow') : undefined}
            >
              <Chart
                theme={chartTheme}
                label={t('electricity.ranking')}
                option={ranking(color, meters, unit, measure)}
              />
            </Part>
            <Part title={t('electricity.shares')} isEmpty={meters.length === 0} hint={words(rows)}>
              <Chart theme={chartTheme} label={t('electricity.shares')} option={ring(shares)} />
            </Part>
          </>
        )
      }}
    </AnalysisFrame>
  )
})

/** Export source: the energy rows of these days. */
function createExportSource({ days, project, getDate, getSpan }: AnalysisQuery) {
  const [span, selectedDays] = [getSpan(days), new Set(days)]
  return (
    span && {
      entity: energyData,
      query: { since: 'at', ...span, project, filter: { period: 'day' }, sort: 'at' },
      includeRow: (row: Row) => selectedDays.has(getDate(row) ?? ''),
    }
  )
}

/** Returns a function that labels figures as partly or fully estimated; undefined if all rows are metered. */
function useEstimateText() {
  const { t } = useTranslation('analysis')
  return (rows: readonly Row[] = []): string | undefined => {
    const estimate = splitEstimates(rows)
    return estimate === 'none' ? undefined : t(`energy.estimate.${estimate}`)
  }
}

const noted = (text: string, more: string | undefined): string => (more === undefined ? text : `${text} · ${more}`)
const recorded = (list: readonly number[]): number => list.filter((one) => one > 0).length
const kwh = (value: number): string => `${formatFigure(value)} ${unit}`
