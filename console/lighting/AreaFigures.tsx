import { Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { type AreaFigures as Answer, type FigurePeriod, figurePeriods, routes } from '../../contract/routes.ts'
import { useChartTheme } from '../fields/useChartTheme.ts'
import { usePlantTime } from '../fields/usePlantTime.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { type Figure, Figures, formatFigure } from './Figures.tsx'
import './lighting.css'

/** Installed power of an area, and its expected and measured energy in a period. */
export const AreaFigures = observer(function AreaFigures({ row }: { readonly row: Row }) {
  const { session } = useStores()
  return session.may(routes['area.figures'].policy, row.project ?? '') ? <Panel row={row} /> : null
})

const Panel = observer(function Panel({ row }: { readonly row: Row }) {
  const { client } = useStores()
  const { t, i18n } = useTranslation('lighting')
  const localize = useLocalized()
  const plantTime = usePlantTime()
  const [period, setPeriod] = useState<FigurePeriod>('week')
  const answer = useRequest(`${row.id}/${row.revision}/${period}`, (signal) =>
    client.call('area.figures', { params: { id: row.id }, query: { period } }, { quiet: true, signal }),
  )
  if (answer instanceof CallFailure)
    return (
      <p className="lighting-none" role="alert">
        {localize(answer.words)}
      </p>
    )
  const time = (at: number): string => plantTime(at, row.project, 'MM-DD HH:mm')
  return (
    <Figures title={t('figures.title')} figures={answer ? listFigures(answer) : []}>
      <Segmented<FigurePeriod>
        size="small"
        aria-label={t('figures.period')}
        value={period}
        onChange={setPeriod}
        options={figurePeriods.map((value) => ({ value, label: t(`figures.${value}`) }))}
      />
      {answer && answer.steps.length > 0 && (
        <>
          <small className="lighting-outcome">
            {' '}
            {t('figures.span', { from: time(answer.from), to: time(answer.to) })}
          </small>
          {(answer.expected !== null || answer.measured !== null) && (
            <Bars answer={answer} format={(at) => plantTime(at, row.project, period === 'today' ? 'HH:mm' : 'MM-DD')} />
          )}
        </>
      )}
    </Figures>
  )

  function listFigures(answered: Answer): Figure[] {
    const { lamps, unrated, power, length, powerPerMetre, spacingToHeight, luminaire } = answered
    const { expected, knownShare, measured, source, isShared, isEstimated } = answered
    const figure = (value: number | null, unit: string, digits: number): string | null =>
      value === null ? null : `${formatFigure(i18n.language, value, digits)}${unit}`
    return [
      { name: t('figures.lamps'), value: figure(lamps, '', 0), note: luminaire ?? undefined },
      {
        name: t('figures.power'),
        value: power !== null && power >= 1000 ? figure(power / 1000, ' kW', 2) : figure(power, ' W', 0),
        note: unrated > 0 ? t('figures.unrated', { count: unrated }) : undefined,
      },
      {
        name: t('figures.perMetre'),
        value: figure(powerPerMetre, ' W/m', 2),
        note: length === null ? t('figures.noSpacing') : t('figures.length', { length: figure(length, ' m', 0) }),
      },
      {
        name: t('figures.spacingToHeight'),
        value: figure(spacingToHeight, '', 2),
        note: spacingToHeight === null ? t('figures.noHeight') : undefined,
      },
      {
        name: t('figures.expected'),
        value: figure(expected, ' kWh', 1),
        note:
          expected === null
            ? t('figures.noCommands')
            : t('figures.known', { percent: Math.floor(knownShare * 100 + 1e-9) }),
      },
      {
        name: t('figures.measured'),
        value: figure(measured, ' kWh', 1),
        note:
          source === null
            ? t('figures.noMeter')
            : [
                t(`figures.by.${source}`),
                ...(isShared ? [t('figures.shared')] : []),
                ...(isEstimated ? [t('figures.estimated')] : []),
              ].join(t('tunnel.and')),
      },
      {
        name: t('figures.difference'),
        value: formatDifference(answered),
        note: expected !== null && knownShare < wholeShare ? t('figures.notComparable') : undefined,
      },
    ]
  }

  function formatDifference({ expected, measured, knownShare }: Answer): string | null {
    if (!expected || measured === null || knownShare < wholeShare) return null
    const percent = formatFigure(i18n.language, ((measured - expected) / expected) * 100, 1)
    return `${measured > expected ? '+' : ''}${percent} %`
  }
})

/** Below this share of known lamp hours, expected and measured energy are not compared. */
const wholeShare = 0.99

/** Expected and measured energy side by side, by hour or day. */
const Bars = observer(function Bars({
  answer,
  format,
}: {
  readonly answer: Answer
  readonly format: (at: number) => string
}) {
  const { t } = useTranslation('lighting')
  const theme = useChartTheme()
  const labels = answer.steps.map(({ at }) => format(at)).join()
  const option = useMemo(
    () => ({
      grid: { left: 44, right: 16, top: 30, bottom: 24 },
      legend: { top: 0 },
      tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
      xAxis: { type: 'category', data: labels.split(',') },
      yAxis: { type: 'value', name: 'kWh' },
      series: (['expected', 'measured'] as const).map((name) => ({
        type: 'bar',
        name: t(`figures.${name}`),
        barMaxWidth: 18,
        data: answer.steps.map((step) => (step[name] === null ? null : Math.round(step[name] * 100) / 100)),
      })),
    }),
    [answer, labels, t],
  )
  return (
    <div className="lighting-curve">
      <Chart option={option} theme={theme} label={t('figures.title')} />
    </div>
  )
})
